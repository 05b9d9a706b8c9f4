"""ManGo: planar arms with pneumatic cylinders that carry one body together, made from a design."""
