"""Kinematics kernels over flat arrays: no Python objects, so that schemes and solvers can be compiled with them.

A robot is three arrays (see `pult.robot.tree.Tree`):

* ``links``, one row per joint, parents before children: kind (0 revolute, 1 prismatic), index of the parent joint (-1:
  the base), coordinate, ratio, offset, and the placement of the joint's frame in the parent's (a row of twelve numbers,
  `pult.geometry.pose_rows`). A joint moves along or about the z axis of its own frame, by ratio*q[coordinate] + offset.
* ``tips``, one row per effector: index of the joint that carries it (-1: the base) and its placement in that joint's
  frame.
* ``limits``, the lower and upper limits of the coordinates. Shape (2, n).
"""

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array

KIND, PARENT, COORDINATE, RATIO, OFFSET, PLACEMENT = 0, 1, 2, 3, 4, 5
LINK_SIZE = 17
TIP_SIZE = 13


@kernel
def place(links: Array, q: Array, frames: Array) -> None:
    """Compute the poses of all joint frames in the base.

    Args:
        links: The joints. Shape (m, 17).
        q: Coordinates [rad or m]. Shape (n,).
        frames: Overwritten with the poses. Shape (m, 12).
    """
    for j in range(links.shape[0]):
        place_one(links, j, q, frames)


@kernel
def place_one(links: Array, j: int, q: Array, frames: Array) -> None:
    """Compute the pose of one joint frame from that of its parent."""
    parent = int(links[j, PARENT])
    value = float(links[j, RATIO]) * float(q[int(links[j, COORDINATE])]) + float(links[j, OFFSET])
    slides = float(links[j, KIND]) != 0.0
    if slides:
        c, s = 1.0, 0.0
    else:
        c, s = cosine(value), sine(value)
    for r in range(0, 12, 4):
        if parent < 0:
            a, b = float(links[j, PLACEMENT + r]), float(links[j, PLACEMENT + r + 1])
            z, p = float(links[j, PLACEMENT + r + 2]), float(links[j, PLACEMENT + r + 3])
        else:
            u, v, w = float(frames[parent, r]), float(frames[parent, r + 1]), float(frames[parent, r + 2])
            a = u * float(links[j, 5]) + v * float(links[j, 9]) + w * float(links[j, 13])
            b = u * float(links[j, 6]) + v * float(links[j, 10]) + w * float(links[j, 14])
            z = u * float(links[j, 7]) + v * float(links[j, 11]) + w * float(links[j, 15])
            p = u * float(links[j, 8]) + v * float(links[j, 12]) + w * float(links[j, 16])
            p += float(frames[parent, r + 3])
        frames[j, r] = a * c + b * s
        frames[j, r + 1] = b * c - a * s
        frames[j, r + 2] = z
        frames[j, r + 3] = p + z * value if slides else p


@kernel
def place_tips(tips: Array, frames: Array, poses: Array) -> None:
    """Compute the poses of all effectors in the base.

    Args:
        tips: The effectors. Shape (e, 13).
        frames: Poses of the joints. Shape (m, 12).
        poses: Overwritten with the poses. Shape (e, 12).
    """
    for t in range(tips.shape[0]):
        joint = int(tips[t, 0])
        for r in range(0, 12, 4):
            if joint < 0:
                for s in range(4):
                    poses[t, r + s] = tips[t, 1 + r + s]
            else:
                u, v, w = float(frames[joint, r]), float(frames[joint, r + 1]), float(frames[joint, r + 2])
                for s in range(4):
                    poses[t, r + s] = u * float(tips[t, 1 + s]) + v * float(tips[t, 5 + s]) + w * float(tips[t, 9 + s])
                poses[t, r + 3] = float(poses[t, r + 3]) + float(frames[joint, r + 3])


@kernel
def jacobian(links: Array, tips: Array, frames: Array, poses: Array, columns: Array) -> None:
    """Compute the geometric Jacobians of all effectors, transposed: row c belongs to coordinate c.

    Entries 6 t .. 6 t + 5 of row c are the velocity of effector t [m or 1] and its angular velocity [rad or 0], in
    base axes, per unit of the rate of coordinate c.

    Args:
        links: The joints. Shape (m, 17).
        tips: The effectors. Shape (e, 13).
        frames: Poses of the joints. Shape (m, 12).
        poses: Poses of the effectors. Shape (e, 12).
        columns: Overwritten with the transposed Jacobians. Shape (n, 6 e).
    """
    for c in range(columns.shape[0]):
        for k in range(columns.shape[1]):
            columns[c, k] = 0.0
    for t in range(tips.shape[0]):
        j = int(tips[t, 0])
        k = 6 * t
        px, py, pz = float(poses[t, 3]), float(poses[t, 7]), float(poses[t, 11])
        while j >= 0:
            c = int(links[j, COORDINATE])
            ratio = float(links[j, RATIO])
            zx, zy, zz = ratio * float(frames[j, 2]), ratio * float(frames[j, 6]), ratio * float(frames[j, 10])
            if float(links[j, KIND]) == 0.0:
                rx, ry, rz = px - float(frames[j, 3]), py - float(frames[j, 7]), pz - float(frames[j, 11])
                columns[c, k] = float(columns[c, k]) + zy * rz - zz * ry
                columns[c, k + 1] = float(columns[c, k + 1]) + zz * rx - zx * rz
                columns[c, k + 2] = float(columns[c, k + 2]) + zx * ry - zy * rx
                columns[c, k + 3] = float(columns[c, k + 3]) + zx
                columns[c, k + 4] = float(columns[c, k + 4]) + zy
                columns[c, k + 5] = float(columns[c, k + 5]) + zz
            else:
                columns[c, k] = float(columns[c, k]) + zx
                columns[c, k + 1] = float(columns[c, k + 1]) + zy
                columns[c, k + 2] = float(columns[c, k + 2]) + zz
            j = int(links[j, PARENT])
