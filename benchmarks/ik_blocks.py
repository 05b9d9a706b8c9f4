"""The cost of an inverse kinematics block in a compiled scheme that follows a moving target."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks.figures import Sample
from benchmarks.ik_check import apart, within
from benchmarks.ik_figures import IkBlock
from benchmarks.measure import no_collection, seconds
from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_rotation_vector, quaternion_from_matrix
from pult.robot.robot import Robot, load_robot
from pult.scheme.compile import compile_scheme
from pult.scheme.program import Program

STEP = 0.01
"""Control step [s]."""
PERIOD = 10.0
"""Of the figure [s]."""
ROBOT = "panda"
BLOCKS = {
    "kinematics.descent": ("point",),
    "kinematics.ik_point": ("point",),
    "kinematics.ik_pose": ("position", "quaternion"),
}
"""Blocks, and their ports for the target."""
_SIZES, _UNITS = {"point": 3, "position": 3, "quaternion": 4}, {"point": "m", "position": "m", "quaternion": "1"}


class Path(NamedTuple):
    """A moving target, step by step.

    Attributes:
        position: Positions [m]. Shape (k, 3).
        quaternion: Orientations (w, x, y, z). Shape (k, 4).
        poses: Both as matrices. Shape (k, 4, 4).
    """

    position: Array
    quaternion: Array
    poses: Array


def lissajous(T_base_centre: Array, steps: int) -> Path:
    """A Lissajous figure about a pose: 0.1 m to either side in each direction and 0.3 rad about each axis, in 10 s.

    The target moves at up to 0.24 m/s and rotates at up to 0.7 rad/s.
    """
    phase = 2.0 * np.pi * STEP * np.arange(1, steps + 1)[:, None] / PERIOD  # (k, 1)
    poses = np.tile(np.eye(4), (steps, 1, 1))
    poses[:, :3, 3] = T_base_centre[:3, 3] + 0.1 * np.sin(phase * np.array([2.0, 3.0, 1.0]))
    for pose, turn in zip(poses, 0.3 * np.sin(phase * np.array([3.0, 1.0, 2.0])), strict=True):
        pose[:3, :3] = matrix_from_rotation_vector(turn) @ T_base_centre[:3, :3]
    quaternions = np.array([quaternion_from_matrix(pose[:3, :3]) for pose in poses])
    return Path(poses[:, :3, 3].copy(), quaternions, poses)


def document(block: str, home: Array, empty: bool) -> dict[str, Any]:
    """A scheme that feeds the solution back as the present angles of the next step; if empty, without the solver."""
    n, ports = len(home), BLOCKS[block]
    delay = {"id": "present", "type": "digital.unit_delay", "shape": [n], "parameters": {"initial": home.tolist()}}
    solver = {"id": "ik", "type": block, "parameters": {"chain": "arm", "joints": n}}
    found = "present.y" if empty else "ik.angles"
    wires = [(found, "present.x"), (found, "angles")]
    if not empty:
        wires += [("present.y", "ik.q"), *((port, f"ik.{port}") for port in ports)]
    return {
        "format": "pult.scheme",
        "version": 1,
        "step": STEP,
        "inputs": {port: {"unit": _UNITS[port], "shape": [_SIZES[port]]} for port in ports},
        "outputs": {"angles": {"unit": "rad", "shape": [n]}},
        "blocks": [delay] if empty else [delay, solver],
        "wires": [{"from": source, "to": target} for source, target in wires],
    }


def bench_blocks(blocks: Sequence[str], turns: int, steps: int | None = None) -> list[IkBlock]:
    """Measure blocks.

    Args:
        blocks: Their types.
        turns: How often each scheme is run.
        steps: Control steps of a turn; a whole period of the figure unless said.
    """
    robot, count = load_robot(ROBOT), steps or round(PERIOD / STEP)
    path = lissajous(robot.chain("arm").forward(robot.home("arm")), count)
    return [_bench(robot, block, path, turns) for block in blocks]


def _bench(robot: Robot, block: str, path: Path, turns: int) -> IkBlock:
    home = robot.home("arm")
    full, empty = (compile_scheme(document(block, home, bare), robot=robot) for bare in (False, True))
    given = dict(zip(BLOCKS[block], path, strict=False))
    count = len(path.position)
    angles = full.run(count, given)["angles"]  # warms up, and is what is checked
    empty.run(count, given)
    times: dict[bool, list[float]] = {False: [], True: []}
    with no_collection():
        for _ in range(turns):
            for bare, program in ((False, full), (True, empty)):
                times[bare].append(1e6 * _run(program, count, given) / count)
    mine, other = Sample.of(times[False]), Sample.of(times[True])
    cost = max(mine.median - other.median, mine.minimum - other.minimum)
    oriented = "quaternion" in given
    off = apart(robot.chain("arm").forward_many(angles)[:, 0], path.poses)
    return IkBlock(
        block=block,
        robot=ROBOT,
        steps=count,
        step_us=mine,
        empty_us=other,
        cost_us=cost,
        share=1e-6 * cost / STEP,
        reached=int(within(off, "pose" if oriented else "position").sum()),
        largest_m=float(off.distance.max()),
        largest_rad=float(off.angle.max()) if oriented else 0.0,
    )


def _run(program: Program, steps: int, given: dict[str, Array]) -> float:
    """Seconds of a run from the start."""
    program.reset()
    return seconds(lambda: program.run(steps, given))
