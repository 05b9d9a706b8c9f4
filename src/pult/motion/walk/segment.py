"""A segment of a walk: phases of support with the motion of the centre of mass, and its rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.feet import Phase, Stance, foot_motion, smooth_law
from pult.motion.walk.gait import GaitDocument
from pult.motion.walk.pendulum import PendulumMotion
from pult.motion.walk.rows import (
    COM,
    COM_ACCELERATION,
    COM_RATE,
    HEADING,
    LEFT,
    RIGHT,
    ROW,
    SUPPORT,
    ZMP,
)

Sampler = Callable[[Array], PendulumMotion]
"""Motion of the centre of mass at instants from the start of a segment [s]."""


@dataclass(frozen=True)
class Segment:
    """A part of a walk that begins and ends in a known state.

    Attributes:
        name: Its name, such as "first" or "turn-left".
        phases: Its phases, one after the other.
        com: Motion of the centre of mass.
    """

    name: str
    phases: Sequence[Phase]
    com: Sampler

    @property
    def duration(self) -> float:
        """[s]"""
        return sum(phase.duration for phase in self.phases)

    @property
    def end(self) -> Stance:
        """The feet at its end."""
        return self.phases[-1].end

    def rows(self, gait: GaitDocument) -> Array:
        """Its samples, from its start up to, and without, its end. Shape (k, 39)."""
        parts, before = [], 0
        for phase in self.phases:
            count = gait.samples(phase.duration)
            t = gait.step * np.arange(count, dtype=np.float64)
            made = np.zeros((count, ROW))
            motion = self.com(t + before * gait.step)
            made[:, COM : COM + 2], made[:, COM + 2] = motion.com, gait.height
            made[:, COM_RATE : COM_RATE + 2] = motion.rate
            made[:, COM_ACCELERATION : COM_ACCELERATION + 2] = motion.acceleration
            made[:, ZMP : ZMP + 2] = motion.zmp
            made[:, SUPPORT] = phase.support
            turn = smooth_law(t / phase.duration, phase.duration) * (phase.headings[1] - phase.headings[0])
            made[:, HEADING : HEADING + 3] = turn.T
            made[:, HEADING] += phase.headings[0]
            for first, side in ((LEFT, "left"), (RIGHT, "right")):
                if phase.swing == side:
                    made[:, first : first + 12] = foot_motion(phase, t, gait.lift, exact=gait.mode == "paper")
                else:
                    x, y, a = phase.start.left if side == "left" else phase.start.right
                    made[:, first : first + 4] = x, y, 0.0, a
            parts.append(made)
            before += count
        return np.vstack(parts)
