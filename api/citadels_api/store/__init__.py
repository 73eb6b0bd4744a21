"""Where the service keeps things: one port (`ports.py`), two adapters (Redis and memory), one conformance suite.

The store compares and stores bytes; what they mean is the service's affair.
"""
