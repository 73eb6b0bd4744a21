"""The catalogue: what is in each box."""
