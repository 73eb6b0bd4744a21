"""Playing: the position, the decision, the move."""
