"""Mobile bases with steered and driven wheels: steering for any motion, and odometry."""

from pult.blocks.mobile import odometry, steering

__all__ = ["odometry", "steering"]
