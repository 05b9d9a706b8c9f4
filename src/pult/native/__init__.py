"""Native code: compiling functions, and keeping what was compiled on disk."""
