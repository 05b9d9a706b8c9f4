"""Mobile bases with steered and driven wheels: from the motion of the base to its wheels, and back."""
