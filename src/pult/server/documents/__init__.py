"""Documents of the user's project: read, saved, checked, drawn."""
