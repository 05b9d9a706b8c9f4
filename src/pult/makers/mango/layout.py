"""Where arms stand and how they hold the body: evenly around it, each facing it."""

import math
from dataclasses import dataclass, field

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.carry.check import Carried

MAX_ARMS = 6
LETTERS = "abcdef"


@dataclass(frozen=True)
class Load:
    """The body that is carried.

    Attributes:
        mass: [kg]
        radius: Distance of the grasp points from its middle [m].
        friction: Dry friction on the table, along each axis [N].
        damping: Viscous friction on the table [N s/m].
    """

    mass: float = 2.0
    radius: float = 0.2
    friction: float = 0.3
    damping: float = 0.5

    def inertia(self, arms: int) -> float:
        """Moment of inertia about the vertical: a bar for two arms, a disc for more [kg m^2]."""
        size = self.radius + 0.03
        return self.mass * size**2 / 3.0 if arms == 2 else self.mass * size**2 / 2.0


@dataclass(frozen=True)
class Layout:
    """Arms around a body.

    Attributes:
        arms: Their number.
        reach: Distance of each base from its grasp point at the start [m].
        load: The body.
        base_error: Displacement of the first arm's real base from where the scheme thinks it is [m].
    """

    arms: int = 2
    reach: float = 0.65
    load: Load = field(default_factory=Load)
    base_error: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if not 1 <= self.arms <= MAX_ARMS:
            raise KinematicsError(f"1 to {MAX_ARMS} arms carry the body, not {self.arms}.")

    @property
    def prefixes(self) -> list[str]:
        """Prefix of each arm's names; none for a single arm."""
        return [f"{letter}/" for letter in LETTERS[: self.arms]] if self.arms > 1 else [""]

    @property
    def carried(self) -> Carried:
        """The body, and where the arms are, for the check of motions."""
        names = [prefix.rstrip("/") or "a" for prefix in self.prefixes]
        return Carried(self.bases, self.grasps, self.mass, self.inertia, names)

    @property
    def mass(self) -> float:
        """Mass of the body [kg]; a single arm carries none."""
        return self.load.mass if self.arms > 1 else 0.0

    @property
    def inertia(self) -> float:
        """Its moment of inertia [kg m^2]."""
        return self.load.inertia(self.arms) if self.arms > 1 else 0.0

    @property
    def bases(self) -> Array:
        """Bases in {S}: x, y [m], turn [rad]. Shape (n, 3)."""
        if self.arms == 1:
            return np.array([[-self.reach, 0.0, 0.0]])
        angles = [math.pi + 2.0 * math.pi * i / self.arms for i in range(self.arms)]
        far = self.load.radius + self.reach
        return np.array([[far * math.cos(a), far * math.sin(a), a - math.pi] for a in angles])

    @property
    def grasps(self) -> Array:
        """Grasp points in {G} [m]. Shape (n, 2)."""
        if self.arms == 1:
            return np.zeros((1, 2))
        angles = [math.pi + 2.0 * math.pi * i / self.arms for i in range(self.arms)]
        return np.array([[self.load.radius * math.cos(a), self.load.radius * math.sin(a)] for a in angles])
