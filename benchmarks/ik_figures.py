"""The report of the inverse kinematics benchmark: plain data, stored as `ik.json`.

The file is a JSON object with the keys of `IkReport`; the rules of `benchmarks.figures` hold here too.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from benchmarks.figures import Environment, Sample, Target

Mode = Literal["position", "pose"]
MODES: tuple[Mode, Mode] = ("position", "pose")


class Calls(Struct, frozen=True, kw_only=True):
    """Times of single calls, in the unit of its key."""

    median: float
    p99: float
    mean: float
    minimum: float
    calls: int

    @staticmethod
    def of(values: Sequence[float]) -> "Calls":
        """Summarise times."""
        return Calls(
            median=float(np.median(values)),
            p99=float(np.percentile(values, 99)),
            mean=float(np.mean(values)),
            minimum=float(np.min(values)),
            calls=len(values),
        )


class Solved(Struct, frozen=True, kw_only=True):
    """One solver on one robot, all targets.

    Attributes:
        robot: Name of the robot.
        mode: "position", or "pose" for position and orientation.
        solver: "solve_ik" and other functions of pult, or the peer's name.
        missing: Why it was not measured ("not installed", "not offered: ..."); "" if it was.
        call_us: Time of a call in a loop, all targets, reached or not.
        cold_us: Time of a call that comes after those of the other solvers.
        reached: Targets reached, by pult's forward kinematics and the limits.
        success: Fraction of the targets reached.
        false_claims: Targets not reached although the solver claims so.
        ratio: Median of `call_us` over that of solve_ik: how many times slower.
        ratio_of_p99: The same of the 99th percentiles.
        cold_ratio: The same of the medians of `cold_us`.
        note: How it is called.
    """

    robot: str
    mode: Mode
    solver: str
    missing: str = ""
    call_us: Calls | None = None
    cold_us: Sample | None = None
    reached: int = 0
    success: float | None = None
    false_claims: int = 0
    ratio: float | None = None
    ratio_of_p99: float | None = None
    cold_ratio: float | None = None
    note: str = ""


class IkBlock(Struct, frozen=True, kw_only=True):
    """One block of inverse kinematics that follows a moving target in a compiled scheme.

    Attributes:
        block: Its type.
        robot: Name of the robot.
        steps: Control steps per repeat.
        step_us: Time per control step of the scheme.
        empty_us: The same of the scheme without the block.
        cost_us: Cost of the block per step, the less favourable of medians and minima.
        share: That as a fraction of the control step.
        reached: Steps at whose end the effector is at the target, by pult's forward kinematics.
        largest_m: Largest distance from the target [m].
        largest_rad: Largest angle from it [rad]; 0 if the block does not care.
    """

    block: str
    robot: str
    steps: int
    step_us: Sample
    empty_us: Sample
    cost_us: float
    share: float
    reached: int
    largest_m: float
    largest_rad: float


class IkReport(Struct, frozen=True, kw_only=True):
    """Everything measured in one run.

    Attributes:
        format: Always "pult.bench.ik".
        version: Always 1.
        targets_per_robot: Random reachable targets of every robot.
        position_tolerance_m: Distance that counts as reached [m].
        angle_tolerance_rad: Angle that counts as reached [rad].
        step_s: Control step of the schemes [s].
        environment: The environment.
        solved: One row per robot, mode and solver.
        blocks: One row per block.
        targets: The targets.
    """

    format: Literal["pult.bench.ik"] = "pult.bench.ik"
    version: Literal[1] = 1
    targets_per_robot: int
    position_tolerance_m: float
    angle_tolerance_rad: float
    step_s: float
    environment: Environment
    solved: list[Solved]
    blocks: list[IkBlock]
    targets: list[Target]

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def to_json(self) -> bytes:
        """As JSON for a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @staticmethod
    def from_json(data: bytes | str) -> "IkReport":
        """The reverse of `to_json`."""
        return msgspec.json.decode(data, type=IkReport)
