"""Design of ManGo arms on a page of the studio."""
