"""Accounts: guests, people, their names and their recovery."""
