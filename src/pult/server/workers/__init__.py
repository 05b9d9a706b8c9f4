"""Work in processes of its own, with bounds on time and memory."""
