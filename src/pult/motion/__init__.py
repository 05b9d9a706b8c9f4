"""Motion algorithms that know no clock: inverse kinematics, copying of a person's arms, paths over surfaces."""
