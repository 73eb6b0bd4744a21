"""Credentials: what authenticates, with scopes and an end."""
