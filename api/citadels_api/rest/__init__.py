"""The REST door: one table of operations (`routes.py`), a module a noun, OpenAPI 3.1 written from both."""
