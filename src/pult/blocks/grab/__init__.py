"""Motions of a grab on a five-joint arm whose plane is shifted to the side (paper 002)."""

from pult.blocks.grab import lead

__all__ = ["lead"]
