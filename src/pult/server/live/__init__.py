"""Live sessions: started, watched and operated over WebSocket."""
