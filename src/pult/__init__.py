"""pult: a training simulator and control studio for robots."""
