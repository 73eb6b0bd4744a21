"""Webhooks: a server that is told what happens in a tournament."""
