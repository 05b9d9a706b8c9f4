"""Force elements between sites of a world: springs, dampers, visco-elastic contacts of spheres and smooth surfaces.

They are for laws that have to hold exactly; MuJoCo's own contacts are soft constraints with different laws. The
forces are explicit: with a mass m at one end and a physics step h, an element of stiffness c and damping k is stable as
long as h^2 c/m + 2 h k/m < 4.
"""
