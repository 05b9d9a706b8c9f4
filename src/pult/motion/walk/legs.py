"""What planning needs to know of a robot on two legs."""

from collections.abc import Callable
from typing import Any, Protocol

from pult.core.signals import Array
from pult.robot.walker_arrays import WalkerArrays


class Legs(Protocol):
    """Two legs and everything they carry, see `pult.robot.walker.Walker`."""

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints, left leg first."""

    @property
    def half_width(self) -> float:
        """Half the width of a sole [m]."""

    @property
    def heel(self) -> float:
        """Distance of the heel behind the frame of the sole [m]."""

    @property
    def toe(self) -> float:
        """Distance of the toe before the frame of the sole [m]."""

    @property
    def stand(self) -> Array:
        """Joint angles of the standing pose [rad]."""

    @property
    def standing(self) -> tuple[float, float, float]:
        """Half the distance of the soles, how far they are before the pelvis, and its height above them [m]."""

    @property
    def stall_torque(self) -> Array:
        """Of the drives [N*m]; 0 where a joint has no electric drive."""

    @property
    def no_load_speed(self) -> Array:
        """Of the drives [rad/s]; 0 where a joint has no electric drive."""

    @property
    def arrays(self) -> WalkerArrays:
        """The arrays that native kernels read."""

    def compiled(self, kernel: Callable[..., Any], signature: str) -> Callable[..., Any]:
        """A kernel as native code."""
