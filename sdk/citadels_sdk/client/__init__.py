"""The clients of a service: requests, answers, streams."""
