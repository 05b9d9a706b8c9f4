"""On-line walking and balance: footholds and divergent component of motion, inverse dynamics, state estimation."""
