"""Sight: pictures of model cameras without a screen, markers found in them, and the pose of what carries the markers."""
