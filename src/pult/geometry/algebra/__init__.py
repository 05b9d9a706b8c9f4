"""Vector algebra of directions, rotations, segments, circles and planar arms."""
