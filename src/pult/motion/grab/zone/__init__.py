"""Work zones of the grab: exact arcs, polygon and area in the vertical plane, and the zone in space."""
