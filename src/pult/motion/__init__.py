"""Motion: algorithms without a clock, from inverse kinematics on."""
