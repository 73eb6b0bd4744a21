"""Ratings over all rated games."""
