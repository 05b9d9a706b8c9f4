"""Workspace of an effector: sampled by forward kinematics, mapped by inverse kinematics."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.pose import finite_array
from pult.geometry.rotation import matrix_from_quaternion
from pult.motion.ik.solve import IkBatch, solve_ik_batch
from pult.motion.ik.target import check_count
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.measures import manipulability


@dataclass(frozen=True)
class Workspace:
    """Points reached by random configurations.

    Attributes:
        points: Positions of the effector in the base [m]. Shape (k, 3).
        manipulability: Yoshikawa's measure there, for the position. Shape (k,).
        q: The configurations [rad or m]. Shape (k, n).
    """

    points: Array
    manipulability: Array
    q: Array


@dataclass(frozen=True)
class Reachability:
    """Which points an effector reaches, and in how many orientations.

    Attributes:
        points: The points [m]. Shape (k, 3).
        share: Fraction of the orientations that are reached, 0..1; 0 or 1 if orientation is free. Shape (k,).
        residual: Smallest remaining distance [m]; rough where nothing is reached. Shape (k,).
        orientations: Number of orientations tried; 0 if orientation is free.
    """

    points: Array
    share: Array
    residual: Array
    orientations: int


@kernel
def manipulability_of(links: Array, tips: Array, qs: Array) -> Array:
    """Manipulability for the position of many configurations. Shape (k,)."""
    found = np.empty(qs.shape[0])
    for i in range(qs.shape[0]):
        found[i] = manipulability(links, tips, qs[i], 3)
    return found


_manipulability_of = Compiled(manipulability_of, "float64[:,::1], float64[:,::1], float64[:,::1]")


def sample_workspace(chain: Chain, samples: int = 10_000, seed: int = 0) -> Workspace:
    """Sample configurations uniformly within the limits and compute the positions of the effector.

    Args:
        chain: The chain.
        samples: Number of configurations.
        seed: Seed of the random numbers.
    """
    q = chain.random(np.random.default_rng(seed), check_count("samples", samples))
    points = np.ascontiguousarray(chain.forward_many(q)[:, 0, :3, 3])
    return Workspace(points, _manipulability_of(chain.arrays.links, chain.arrays.tips, q), q)


def spread_rotations(many: int) -> Array:
    """Deterministic, evenly spread samples of SO(3). Shape (many, 3, 3).

    The super-Fibonacci spiral on the unit quaternions: M. Alexa, "Super-Fibonacci spirals: fast, low-discrepancy
    sampling of SO(3)", CVPR 2022.
    """
    number = check_count("orientations", many, 1, 100_000)
    phi, psi = math.sqrt(2.0), 1.533751168755204288118041
    found = np.empty((number, 3, 3))
    for i in range(number):
        s = i + 0.5
        r, big = math.sqrt(s / number), math.sqrt(1.0 - s / number)
        a, b = 2.0 * math.pi * s / phi, 2.0 * math.pi * s / psi
        found[i] = matrix_from_quaternion([r * math.sin(a), r * math.cos(a), big * math.sin(b), big * math.cos(b)])
    return found


def reachability_map(
    chain: Chain,
    points: Any,
    orientations: int = 0,
    *,
    tolerance: float = 1e-4,
    angle_tolerance: float = 1e-3,
    starts: int = 12,
    seed: int = 0,
) -> Reachability:
    """Map which points an arm reaches, and in how many orientations: where to place a workpiece.

    Args:
        chain: The chain.
        points: Points in the base [m]. Shape (k, 3).
        orientations: Number of evenly spread orientations to try at every point; 0 leaves orientation free.
        tolerance: Position tolerance [m].
        angle_tolerance: Orientation tolerance [rad].
        starts: Maximum number of starts per pose; a dozen misses few on six- and seven-joint arms.
        seed: Seed of the restarts.
    """
    where = finite_array("points", points)
    if where.ndim != 2 or where.shape[1] != 3:
        raise KinematicsError(f"points must be of shape (k, 3), not {where.shape}.")
    many = check_count("orientations", orientations, 0, 100_000)

    def solve(targets: Array) -> IkBatch:
        return solve_ik_batch(
            chain,
            targets,
            seed=seed,
            tolerance=tolerance,
            angle_tolerance=angle_tolerance,
            starts=starts,
            closest=False,
        )

    if not many:
        free = solve(where)
        return Reachability(where, free.reached.astype(np.float64), free.residual, 0)
    turned = spread_rotations(many)
    poses = np.zeros((len(where), many, 4, 4))
    poses[..., :3, :3] = turned
    poses[..., :3, 3] = where[:, None]
    poses[..., 3, 3] = 1.0
    found = solve(poses.reshape(-1, 4, 4))
    shape = (len(where), many)
    return Reachability(
        where, found.reached.reshape(shape).mean(axis=1), found.residual.reshape(shape).min(axis=1), many
    )


def plane_grid(chain: Chain, plane: str = "xz", at: float = 0.0, cells: int = 60) -> tuple[Array, Array, Array]:
    """Grid of points on a plane through the workspace.

    Args:
        chain: The chain; the grid spans its reach about its first joint.
        plane: Two of x, y, z: the horizontal and the vertical axis of the grid.
        at: Coordinate of the plane along the third axis [m].
        cells: Number of cells along each side.

    Returns:
        The points (cells^2, 3), row by row upwards, and the coordinates along both axes (cells,).
    """
    if len(plane) != 2 or set(plane) - set("xyz") or plane[0] == plane[1]:
        raise KinematicsError(f"a plane is two of x, y, z, such as 'xz', not {plane!r}.")
    right, up = ("xyz".index(letter) for letter in plane)
    first = chain.arrays.links[0][[8, 12, 16]]
    side = check_count("cells", cells, 2, 2000)
    spread = 1.02 * chain.reach * np.linspace(-1.0, 1.0, side)
    u, v = first[right] + spread, first[up] + spread
    points = np.empty((side * side, 3))
    points[:, 3 - right - up] = float(finite_array("at", at, ()))
    points[:, right] = np.tile(u, side)
    points[:, up] = np.repeat(v, side)
    return points, u, v
