"""Worker processes with limits on time and memory, and background jobs."""
