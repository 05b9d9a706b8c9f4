"""Other inverse kinematics solvers, one adapter each: the same arm, targets, starts and limits.

A peer is imported only when it is measured, and builds its model from the arrays of pult's chain, so that only the
solver differs; forward kinematics checks that the models agree. The stopping criterion of each solver is the loosest
that guarantees the tolerances of the benchmark.
"""

import math
from typing import Any

import numpy as np

from benchmarks.ik_arm import arm_of, urdf_of
from benchmarks.ik_check import POSITION_TOLERANCE
from benchmarks.ik_solvers import Answer, Job, Solver
from benchmarks.peers import NotOffered, Peer
from pult.core.signals import Array
from pult.geometry.rotation import quaternion_from_matrix

IK_LM = "ik_LM"


class RoboticsToolbox:
    """`ETS.ik_LM`: Levenberg-Marquardt with restarts in C++. It stops at e^T W e / 2 <= tol, e in m and rad."""

    tol = 0.5 * POSITION_TOLERANCE**2

    def __init__(self, job: Job, toolbox: Any, spatialmath: Any) -> None:
        arm, et = arm_of(job.chain), toolbox.ET
        parts = []
        for joint in arm.joints:
            moves = et.tz if joint.slides else et.Rz
            limits = np.array([joint.lower, joint.upper])
            parts += [et.SE3(spatialmath.SE3(joint.T_before_joint, check=False)), moves(qlim=limits)]
        self._ets = toolbox.ETS([*parts, et.SE3(spatialmath.SE3(arm.T_last_effector, check=False))])
        self._mask = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0] if job.mode == "position" else [1.0] * 6)

    def prepare(self, T_base_target: Array) -> Array:
        """A pose."""
        return T_base_target.copy()

    def solve(self, target: Array, q0: Array) -> Any:
        """Solve with its default settings except for the tolerance."""
        return self._ets.ik_LM(target, q0, 30, 100, self.tol, self._mask, True, 1.0, "chan")

    def read(self, raw: Any) -> Answer:
        """The coordinates of its solution."""
        return Answer(np.array(raw.q, dtype=np.float64), bool(raw.success))

    def forward(self, q: Array) -> Array:
        """By its own forward kinematics."""
        found: Array = self._ets.eval(q)
        return found


class Pinocchio:
    """The closed loop of its documentation, examples "Inverse kinematics (clik)", with its constants.

    v = -J^T (J J^T + damp I)^-1 e, q += DT v, J the Jacobian of e: of log(T_effector_target), or of its translation.
    """

    most, dt, damp = 1000, 0.1, 1e-12

    def __init__(self, job: Job, pin: Any) -> None:
        arm = arm_of(job.chain)
        model, joint = pin.Model(), 0
        for number, one in enumerate(arm.joints, 1):
            kind = pin.JointModelPZ() if one.slides else pin.JointModelRZ()
            joint = model.addJoint(joint, kind, pin.SE3(one.T_before_joint), f"joint{number}")
        frame = pin.Frame("tip", joint, 0, pin.SE3(arm.T_last_effector), pin.FrameType.OP_FRAME)
        self._pin, self._model, self._frame = pin, model, model.addFrame(frame)
        self._data = model.createData()
        self._lower, self._upper = np.array([(one.lower, one.upper) for one in arm.joints]).T.copy()
        self._point = job.mode == "position"
        self._damping = self.damp * np.eye(3 if self._point else 6)

    def prepare(self, T_base_target: Array) -> Any:
        """A pose of its own type."""
        return self._pin.SE3(T_base_target)

    def solve(self, target: Any, q0: Array) -> tuple[Array, bool]:
        """Solve from one start, clamped to the limits after every step."""
        pin, model, data, frame = self._pin, self._model, self._data, self._frame
        q = q0
        for _ in range(self.most):
            pin.forwardKinematics(model, data, q)
            T_effector_target = pin.updateFramePlacement(model, data, frame).actInv(target)
            if self._point:
                error = T_effector_target.translation
            else:
                error = pin.log6(T_effector_target).vector
            if np.linalg.norm(error) < POSITION_TOLERANCE:
                return q, True
            J = pin.computeFrameJacobian(model, data, q, frame)  # (6, n), axes of the effector
            J = -J[:3] if self._point else -(pin.Jlog6(T_effector_target.inverse()) @ J)
            v = -J.T @ np.linalg.solve(J @ J.T + self._damping, error)
            q = np.clip(pin.integrate(model, q, self.dt * v), self._lower, self._upper)
        return q, False

    def read(self, raw: tuple[Array, bool]) -> Answer:
        """As it is."""
        return Answer(*raw)

    def forward(self, q: Array) -> Array:
        """By its own forward kinematics."""
        self._pin.forwardKinematics(self._model, self._data, q)
        found: Array = self._pin.updateFramePlacement(self._model, self._data, self._frame).homogeneous
        return found


class TracIk:
    """TRAC-IK by pytracik: two solvers race in two threads until one is within eps in every component [m, rad]."""

    eps = POSITION_TOLERANCE / math.sqrt(3.0)
    timeout = 0.005

    def __init__(self, job: Job, pytracik: Any) -> None:
        if job.mode == "position":
            raise NotOffered("its Python binding takes whole poses only.")
        arm = arm_of(job.chain)
        self._module = pytracik
        self._solver = pytracik.TRAC_IK(
            "link0", "tip", urdf_of(arm), self.timeout, self.eps, pytracik.SolveType.Speed
        )  # fmt: skip
        # it reads those of the URDF in single precision
        lower, upper = zip(*((joint.lower, joint.upper) for joint in arm.joints), strict=True)
        pytracik.set_joint_limits(self._solver, lower, upper)

    def prepare(self, T_base_target: Array) -> tuple[float, ...]:
        """Position and quaternion (x, y, z, w)."""
        w, x, y, z = quaternion_from_matrix(T_base_target[:3, :3])
        return tuple(float(value) for value in (*T_base_target[:3, 3], x, y, z, w))

    def solve(self, target: tuple[float, ...], q0: Array) -> Any:
        """Solve until a solution is found or the time is up."""
        return self._module.ik(self._solver, q0, *target)

    def read(self, raw: Any) -> Answer:
        """The solution; the first number is negative if there is none, and the others are then meaningless."""
        found = np.array(raw, dtype=np.float64)
        return Answer(found[1:], True) if found[0] >= 0.0 else Answer(np.full(len(found) - 1, np.nan), False)

    def forward(self, q: Array) -> Array:
        """By its own forward kinematics."""
        found: Array = self._module.fk(self._solver, q)
        return found


PEERS: tuple[Peer[Solver], ...] = (
    Peer(
        IK_LM,
        "roboticstoolbox-python",
        ("roboticstoolbox", "spatialmath"),
        RoboticsToolbox,
        "roboticstoolbox ETS.ik_LM with its defaults: method chan, k = 1, 30 iterations, 100 searches, joint limits on;"
        " tol = 5e-9, that is 1e-4 m and 1e-4 rad together: one number for both, so angles are ten times closer than"
        " asked. Constant parts of the arm are one transform a joint.",
    ),
    Peer(
        "Pinocchio",
        "pin",
        ("pinocchio",),
        Pinocchio,
        "The closed loop of its documentation in Python: one start, eps 1e-4 (m and rad together), at most 1000 steps"
        " of DT = 0.1, damp 1e-12; limits by clamping after every step.",
    ),
    Peer(
        "TRAC-IK",
        "pytracik",
        ("pytracik",),
        TracIk,
        "pytracik: Speed, 5 ms, eps 5.8e-5 in every component (1e-4 m at most; one number for m and rad); two threads."
        " It takes whole poses only. A few of its solutions are outside the limits and do not count.",
    ),
)
