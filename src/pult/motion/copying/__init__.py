"""Motion retargeting: joint angles of a robot's arms from key points of a person's arms."""
