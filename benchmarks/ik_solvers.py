"""The solver interface of the inverse kinematics benchmark, and pult's own solvers."""

from typing import Any, NamedTuple, Protocol

from benchmarks.ik_figures import Mode
from pult.core.signals import Array
from pult.motion.ik.coordinate import coordinate_descent
from pult.motion.ik.marquardt import levenberg_marquardt
from pult.motion.ik.result import IkResult
from pult.motion.ik.solve import solve_ik
from pult.robot.chain import Chain


class Job(NamedTuple):
    """The task of a solver: a chain, and "position" or "pose"."""

    chain: Chain
    mode: Mode


class Answer(NamedTuple):
    """Coordinates found [rad or m], shape (n,), and whether the solver says that they reach the target."""

    q: Array
    claims: bool


class Solver(Protocol):
    """A solver made for a job. The clock runs during `solve` alone."""

    def prepare(self, T_base_target: Array) -> Any:
        """Convert a target of shape (4, 4) to the form that `solve` takes."""
        ...

    def solve(self, target: Any, q0: Array) -> Any:
        """Find coordinates, starting at q0. Shape (n,)."""
        ...

    def read(self, raw: Any) -> Answer:
        """Convert the return value of `solve` to an answer."""
        ...

    def forward(self, q: Array) -> Array:
        """Pose of the effector by the solver's own model. Shape (4, 4)."""
        ...


class _Own:
    """Base class of pult's solvers."""

    def __init__(self, job: Job) -> None:
        self._chain, self._point = job.chain, job.mode == "position"

    def prepare(self, T_base_target: Array) -> Array:
        """A point (3,) or a pose (4, 4)."""
        return T_base_target[:3, 3].copy() if self._point else T_base_target.copy()

    def read(self, raw: IkResult) -> Answer:
        """The coordinates of the result."""
        return Answer(raw.q, raw.reached)

    def forward(self, q: Array) -> Array:
        """By the chain."""
        return self._chain.forward(q)


class SolveIk(_Own):
    """pult's main solver: Levenberg-Marquardt with restarts."""

    def solve(self, target: Array, q0: Array) -> IkResult:
        """With its usual settings, whose tolerances are those of the benchmark."""
        return solve_ik(self._chain, target, q0)


class Marquardt(_Own):
    """Levenberg-Marquardt from one start."""

    def solve(self, target: Array, q0: Array) -> IkResult:
        """With its usual settings."""
        return levenberg_marquardt(self._chain, q0, target)


class Descent(_Own):
    """Coordinate descent from one start."""

    def solve(self, target: Array, q0: Array) -> IkResult:
        """With its usual settings."""
        return coordinate_descent(self._chain, q0, target)


SOLVE_IK = "solve_ik"
OWN: dict[str, tuple[type[SolveIk] | type[Marquardt] | type[Descent], str]] = {
    SOLVE_IK: (SolveIk, "pult.solve_ik with its usual settings: up to 200 starts."),
    "levenberg_marquardt": (Marquardt, "pult.levenberg_marquardt: one start, no restarts."),
    "coordinate_descent": (Descent, "pult.coordinate_descent: one start, no restarts, at most 2000 joints visited."),
}
