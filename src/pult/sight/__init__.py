"""Sight: pictures of model cameras without a screen, markers found in them, and poses of targets with markers."""
