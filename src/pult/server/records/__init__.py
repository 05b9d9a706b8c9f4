"""Records of the user's project: list, view, replay."""
