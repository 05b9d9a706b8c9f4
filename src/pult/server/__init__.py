"""The studio's server: documents, sessions and records over HTTP and WebSocket, and the page itself."""
