"""Plans of sweeps: what is varied, how points and seeds are chosen, and the document that says so."""
