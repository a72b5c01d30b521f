"""The service: the table over HTTP and WebSocket."""
