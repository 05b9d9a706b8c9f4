"""Whether the operator is still there: silence for too long means that nobody holds the joystick."""

import time
from collections.abc import Callable


class OperatorLink:
    """Listens for an operator. A lost operator who is heard again is watched again; the robot stays stopped.

    Attributes:
        timeout: Silence that means that the operator is lost [s].
        connected: Whether there is an operator.
    """

    def __init__(self, timeout: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without an operator."""
        self.timeout, self._clock = timeout, clock
        self.connected = False
        self._heard = clock()
        self._told: float | None = None  # what was heard last when the loss was told

    @property
    def alive(self) -> bool:
        """Whether an operator is connected and heard of."""
        return self.connected and self._clock() - self._heard <= self.timeout

    def connect(self) -> None:
        """An operator comes."""
        self.hear()
        self.connected = True

    def disconnect(self) -> None:
        """The operator goes."""
        self.connected = False

    def hear(self) -> None:
        """Something came from the operator just now; may be called from another thread."""
        self._heard = self._clock()

    def tell_again(self) -> None:
        """The robot may move again: a loss that was told already counts no more, and is told once more if it lasts."""
        self._told = None

    def lost(self) -> bool:
        """Whether the operator has been lost since the last call."""
        heard = self._heard
        if not self.connected or self._clock() - heard <= self.timeout or heard == self._told:
            return False
        self._told = heard
        return True
