"""A walk of the shipped biped by a pattern, without balance feedback, as a call of a sweep."""

import functools
import math
from typing import Any

import msgspec
import numpy as np
from tests.motion.walk.walking import walk

from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import make_pattern
from pult.motion.walk.plan import Command, Turn, Walk
from pult.world.world import load_world


@functools.cache
def _biped() -> Any:
    """The world of this process: opened once."""
    return load_world("biped")


def trial(
    seed: int, gait: str, steps: int, turns: int, alpha: float = 0.0, kp: float = 20.0, kd: float = 0.2,
    feed_forward: float = 1.0,
) -> dict[str, float]:  # fmt: skip
    """Cyclic steps and turns of 45 degrees; the seed draws the sides of the turns and the feet that start.

    Args:
        seed: Seed.
        gait: "paper" or "dcm".
        steps: Number of cyclic steps in all.
        turns: Number of turns, spread evenly.
        alpha: Factor of the pendulum's height to the sides; the gait's own if 0.
        kp, kd: Gains, per rad and s/rad.
        feed_forward: Factor of the feed-forward.
    """
    random, world = np.random.default_rng(seed), _biped()
    robot = world.robots[""]
    walker = robot.walker()
    chosen = paper_gait() if gait == "paper" else dcm_gait()
    if alpha:
        chosen = msgspec.structs.replace(chosen, alpha=alpha)
    parts = max(turns, 1)
    commands: list[Command] = []
    for part in range(parts):
        count = steps * (part + 1) // parts - steps * part // parts
        commands.append(Walk(count, "left" if random.random() < 0.5 else "right"))
        if part < turns:
            commands.append(Turn(math.pi / 4 * float(random.choice([-1.0, 1.0]))))
    pattern = make_pattern(chosen, walker, commands)
    pose = robot.document.poses[robot.document.walkers[walker.name].pose]
    found = walk(pattern, walker, world.model, kp, kd, feed_forward, pose, measured=True)
    up = math.isinf(found.fell)
    way = float(np.linalg.norm(np.diff(pattern.bases[:, :2], axis=0), axis=1).sum())
    return {
        "fell": float(not up), "time": pattern.duration if up else found.fell, "tilt": found.tilt, "way": way,
        "voltage": found.voltage, "drift": found.drift, "margin": found.margin if up else 0.0,
    }  # fmt: skip
