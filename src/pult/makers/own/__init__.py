"""Documents for a robot of one's own: from an MJCF or URDF file to robot, world, panel and scheme that can be driven.

`read_own_model` analyses a model; `make_own` makes all documents of it (pure: nothing is written); `import_robot` does
both, copies the files of the model, and writes everything into a folder.
"""
