"""The processes beside the API: RQ workers for AI seats, the clock, and the command that starts everything."""
