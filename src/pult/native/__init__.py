"""Native code: compilation of functions, and a disk cache of the results."""
