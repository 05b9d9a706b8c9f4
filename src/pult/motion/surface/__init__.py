"""Tool paths over a surface: knots, chords between them, and timing."""
