"""The project's sweeps: listed, started, watched and looked at. Their runs are done in processes of their own."""
