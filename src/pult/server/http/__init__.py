"""The web server: access control, the page, messages over HTTP."""
