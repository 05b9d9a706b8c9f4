"""Rows of an attempt, kept in memory until it is scored."""

import math

import numpy as np

from pult.core.signals import Array

BLOCK = 1024
"""Rows per block of memory."""


class Rows:
    """Rows of an attempt.

    Attributes:
        full: Whether the maximum was exceeded.
    """

    def __init__(self, size: int, most: float = math.inf) -> None:
        """Start empty.

        Args:
            size: Length of a row.
            most: Maximum number of rows.
        """
        self._size, self._most = size, most
        self._blocks: list[Array] = []
        self._count = 0
        self.full = False

    def add(self, rows: Array) -> None:
        """Keep copies of rows. Shape (n, size)."""
        while len(rows) and not self.full:
            if self._count == BLOCK * len(self._blocks):
                self._blocks.append(np.empty((BLOCK, self._size)))
            place = self._count % BLOCK
            fits = min(len(rows), BLOCK - place)
            self._blocks[-1][place : place + fits] = rows[:fits]
            self._count += fits
            rows = rows[fits:]
            self.full = self._count > self._most

    def forget(self) -> None:
        """Free the memory; no more rows are kept."""
        self._blocks, self._count, self.full = [], 0, True

    def all(self) -> Array:
        """All rows. Shape (n, size)."""
        if not self._blocks:
            return np.empty((0, self._size))
        return np.concatenate(self._blocks)[: self._count]
