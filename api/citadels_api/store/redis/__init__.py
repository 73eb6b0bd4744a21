"""The adapter on Redis or Valkey, and its connections."""
