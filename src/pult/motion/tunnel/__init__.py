"""Arms of many links in tunnels: walls, circles at the corners, taut paths, following the leader, clearance."""
