"""Following by contact forces, the method of paper 001: a simulation in which forces hold the joints on the path.

Between the path and every joint acts a force across the path, F = -(k e + d e') n, with e the deviation of the joint
and n the normal of the path. The base is moved along its slide, the simulation finds how the joints turn, and their
angles are read from it. The closed form (`following`) needs no simulation; this is the alternative to compare it with.
"""

import math
import time
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.tunnel.arcs import CURVATURE, HEADING, LENGTH, STRAIGHT, piece_pose
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.plan import TunnelPath
from pult.native.library import Compiled

STIFFNESS, DAMPING = 2000.0, 12.0
"""Of the contact [N/m, N*s/m]."""
DENSITY, JOINT_DAMPING = 1200.0, 2e-4
"""Of the links [kg/m^3], and viscous friction of the joints, which calms the tip [N*m*s/rad]."""


@kernel
def nearest_on_piece(pieces: Array, i: int, x: float, y: float) -> float:
    """Length on a piece up to its point nearest to a point [m]."""
    length = float(pieces[i, LENGTH])
    ax, ay, heading = piece_pose(pieces, i, 0.0)
    k = float(pieces[i, CURVATURE])
    if abs(k) < STRAIGHT:
        s = (x - ax) * math.cos(heading) + (y - ay) * math.sin(heading)
        return min(max(s, 0.0), length)
    side = 1.0 if k > 0.0 else -1.0
    cx, cy = ax - math.sin(heading) / k, ay + math.cos(heading) / k
    middle = float(pieces[i, HEADING]) - side * 0.5 * math.pi + 0.5 * k * length
    turn = math.atan2(y - cy, x - cx) - middle
    turn = side * math.atan2(math.sin(turn), math.cos(turn))
    return min(max(0.5 * length + turn / abs(k), 0.0), length)


@kernel
def holding_forces(
    pieces: Array, at: Array, points: Array, speeds: Array, stiffness: float, damping: float, forces: Array
) -> None:
    """Forces that hold joints on a path [N].

    Args:
        pieces: The path. Shape (m, 5).
        at: Index of the piece of each joint, updated. Shape (n,).
        points, speeds: Positions [m] and velocities [m/s] of the joints. Shape (n, 2).
        stiffness, damping: Of the contact [N/m, N*s/m].
        forces: Filled. Shape (n, 2).
    """
    count = len(pieces)
    for j in range(len(points)):
        x, y = float(points[j, 0]), float(points[j, 1])
        best, which, where = 1e300, int(at[j]), 0.0
        for i in range(max(int(at[j]) - 2, 0), min(int(at[j]) + 3, count)):
            s = nearest_on_piece(pieces, i, x, y)
            px, py, _ = piece_pose(pieces, i, s)
            d = (x - px) * (x - px) + (y - py) * (y - py)
            if d < best:
                best, which, where = d, i, s
        at[j] = float(which)
        px, py, heading = piece_pose(pieces, which, where)
        nx, ny = -math.sin(heading), math.cos(heading)
        off = (x - px) * nx + (y - py) * ny
        rate = float(speeds[j, 0]) * nx + float(speeds[j, 1]) * ny
        size = -(stiffness * off + damping * rate)
        forces[j, 0], forces[j, 1] = size * nx, size * ny


_MATRIX, _VECTOR = "float64[:,::1]", "float64[::1]"
native_forces = Compiled(
    holding_forces, f"{_MATRIX}, {_VECTOR}, {_MATRIX}, {_MATRIX}, float64, float64, {_MATRIX}"
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class ContactRun:
    """What the simulation has found.

    Attributes:
        feed: Positions of the base on its slide [m]. Shape (k,).
        angles: Joint angles [rad]. Shape (k, n).
        deviation: Largest distance of a joint from the path [m].
        angle_error: Largest difference from the closed form at the same place of the base [rad].
        step_time: Processor time of a simulation step [s].
        steps: Number of simulation steps.
    """

    feed: Array
    angles: Array
    deviation: float
    angle_error: float
    step_time: float
    steps: int


def chain_model(path: TunnelPath, timestep: float) -> Any:
    """The arm as a MuJoCo model: a slide and hinges, without motors and walls, its base at rest at the origin."""
    half = max(path.arm.half_width, 0.1 * path.arm.longest)
    bodies, ends = "", ""
    for i, length in enumerate(path.arm.lengths):
        place = path.arm.lengths[i - 1] if i else 0.0
        bodies += (
            f'<body pos="{place:.9g} 0 0"><joint axis="0 0 1" damping="{JOINT_DAMPING:g}"/>'
            f'<geom type="capsule" fromto="0 0 0 {length:.9g} 0 0" size="{half:.9g}"/>'
        )
        ends += "</body>"
    text = (
        f'<mujoco><option timestep="{timestep:g}" gravity="0 0 0" integrator="implicitfast"/>'
        f'<default><geom density="{DENSITY:g}" contype="0" conaffinity="0"/></default><worldbody><body>'
        f'<joint type="slide" axis="1 0 0"/><geom size="0.01"/>{bodies}{ends}</body></worldbody></mujoco>'
    )
    return mujoco.MjModel.from_xml_string(text)


def follow_by_contact(path: TunnelPath, speed: float = 0.05, timestep: float = 0.001, keep: int = 20) -> ContactRun:
    """Move an arm through a tunnel by contact forces between its joints and the path.

    Args:
        path: The path.
        speed: Speed of the base [m/s].
        timestep: Step of the simulation [s].
        keep: Every how many steps the angles are kept.
    """
    model = chain_model(path, timestep)
    data = mujoco.MjData(model)
    n, follower = len(path.arm.lengths), Follower(path)
    begin = path.start - path.arm.reach
    stroke = follower.joints(path.end)[1] - begin
    x0, y0, heading = piece_pose(path.pieces, 0, begin)
    turn = np.array([[math.cos(heading), -math.sin(heading)], [math.sin(heading), math.cos(heading)]])
    at, forces, jacobian = np.zeros(n), np.zeros((n, 2)), np.zeros((n, 2, model.nv))
    full = np.zeros((3, model.nv))
    feeds, angles, deviation = [], [], 0.0
    steps = round(stroke / (speed * timestep))
    clock = time.process_time()
    for step in range(steps):
        data.qpos[0], data.qvel[0] = step * timestep * speed, speed  # the slide is moved
        mujoco.mj_fwdPosition(model, data)
        for j in range(n):  # the end of link j + 1
            point = data.xpos[j + 2] + path.arm.lengths[j] * data.xmat[j + 2].reshape(3, 3)[:, 0]
            mujoco.mj_jac(model, data, full, None, point, j + 2)
            jacobian[j] = full[:2]
            forces[j] = point[:2]
        points = np.ascontiguousarray(forces @ turn.T + (x0, y0))
        speeds = np.ascontiguousarray(jacobian @ data.qvel @ turn.T)
        native_forces(path.pieces, at, points, speeds, STIFFNESS, DAMPING, forces)
        local = forces @ turn
        data.qfrc_applied[:] = np.einsum("jk,jkv->v", local, jacobian)
        mujoco.mj_step(model, data)
        deviation = max(deviation, float(np.abs(forces).max()) / STIFFNESS)
        if step % keep == 0:
            feeds.append(float(data.qpos[0]))
            angles.append(np.array(data.qpos[1:]))
    spent = (time.process_time() - clock) / max(steps, 1)
    error = _angle_error(follower, begin, np.array(feeds), np.array(angles))
    return ContactRun(np.array(feeds), np.array(angles), deviation, error, spent, steps)


def _angle_error(follower: Follower, begin: float, feeds: Array, angles: Array) -> float:
    """Largest difference from the closed form with the base at the same place [rad]."""
    stations = follower.path.stations(1e-3)
    rows = [follower.angles(float(s)) for s in stations]
    bases = np.array([base for _, _, base in rows]) - begin
    closed = np.array([row[0] for row in rows])
    worst = 0.0
    for feed, found in zip(feeds, angles, strict=True):
        k = int(np.clip(np.searchsorted(bases, feed), 1, len(bases) - 1))
        share = (feed - bases[k - 1]) / (bases[k] - bases[k - 1])
        wanted = closed[k - 1] + share * (closed[k] - closed[k - 1])
        worst = max(worst, float(np.abs(found - wanted).max()))
    return worst
