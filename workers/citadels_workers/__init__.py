"""Who plays and keeps time beside the API: AI seats in RQ workers, the clock, and the one command that starts all."""
