"""Statistics of a tournament, on the standard library alone."""
