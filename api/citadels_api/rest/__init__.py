"""The REST door: one table of operations (`table.py`), a module a noun, OpenAPI 3.1 written from both."""
