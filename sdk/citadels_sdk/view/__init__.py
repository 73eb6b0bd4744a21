"""What a bot sees: the view of its seat, the table, hints and explanations."""
