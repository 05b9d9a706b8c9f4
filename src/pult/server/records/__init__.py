"""Records of the user's project: listed, shown, run again."""
