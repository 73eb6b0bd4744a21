"""HTTP around the application: protocol, middleware, compression, metrics, logs, the page."""
