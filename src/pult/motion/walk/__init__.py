"""Walking on two legs: patterns by the linear inverted pendulum, whole-body inverse kinematics, inverse dynamics."""
