"""The service: use cases over a store, behind two doors, REST and GraphQL."""
