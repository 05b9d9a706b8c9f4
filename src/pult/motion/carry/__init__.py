"""One body carried by several planar arms: mount points of cylinders, work space, motions of the body, their check."""
