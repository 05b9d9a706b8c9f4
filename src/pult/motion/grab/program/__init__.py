"""Programs of the manipulator: lists of frames, each with a target and actions before the motion."""
