"""The web server: who may talk to it and how, the page, messages on the wire."""
