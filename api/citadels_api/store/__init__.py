"""The store of the service: one port (`ports.py`), two adapters (Redis and memory), one conformance suite.

The store compares and stores bytes. Only the service knows what they mean.
"""
