"""Work zones of the manipulator PRM-1 for the page."""
