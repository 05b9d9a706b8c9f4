"""What the runs of a sweep are: attempts of an exercise, runs without an operator, calls of a function."""
