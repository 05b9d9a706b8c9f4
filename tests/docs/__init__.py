"""What the docs show is true: their commands, programs and documents are run and read."""
