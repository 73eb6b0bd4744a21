"""The REST API: dispatcher, requests, streams, and OpenAPI 3.1 written from the route table."""
