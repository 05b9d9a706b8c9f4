"""The long proofs of kinematics: many targets, long paths, many robots.

    python validation/kinematics.py [--scale 1.0]

Writes validation/kinematics.json; `docs/build_pages.py` makes the page of proofs from it. A sample of each proof is
in the tests.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from importlib.metadata import files
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.schemes import machine
from validation.seeds import drawn_generator, drawn_seeds, rate_words

import pult
from pult.geometry.rotation import rotation_angle

ARMS = ("panda", "ur5", "puma560", "human-arm")


def chain(name: str) -> pult.Chain:
    return pult.load_robot(name).chain("arm")


def reached(arm: pult.Chain, q: Any, target: Any) -> bool:
    """Independent check of a result: within the limits and within 1e-4 m (and 1e-3 rad) of the target."""
    at = arm.forward(q)
    inside = (q >= arm.lower).all() and (q <= arm.upper).all()
    if np.shape(target) == (3,):
        return bool(inside and np.linalg.norm(at[:3, 3] - target) <= 1e-4)
    near = np.linalg.norm(at[:3, 3] - target[:3, 3]) <= 1e-4
    return bool(inside and near and rotation_angle(at[:3, :3], target[:3, :3]) <= 1e-3 + 1e-9)


def reachable(count: int) -> Iterator[dict[str, Any]]:
    """Random reachable targets from random starts, points and poses."""
    for name in ARMS:
        arm = chain(name)
        generator = drawn_generator(f"kinematics reachable {name}")
        for pose in (False, True):
            found, starts = 0, []
            for seed in drawn_seeds(f"kinematics solve_ik {name} {pose}", count):
                target = arm.forward(arm.random(generator))
                wanted = target if pose else target[:3, 3].copy()
                result = pult.solve_ik(arm, wanted, arm.random(generator), seed=seed)
                found += reached(arm, result.q, wanted) and result.reached
                starts.append(result.starts)
            what = f"{name}, {'pose' if pose else 'position'}"
            yield {
                "claim": f"reachable targets that solve_ik reaches inside the limits: {what}",
                "figure": f"{found} of {count}; {rate_words(count - found, count)}; starts: mean {np.mean(starts):.2f}, most "
                f"{max(starts)}",
                "holds": found == count,
            }


def paths(count: int) -> Iterator[dict[str, Any]]:
    """Warm-started following of smooth paths: the largest joint step relative to the step of the path."""
    for name in ARMS:
        arm = chain(name)
        worst, ends, flips, steps = 0.0, 0, 0, 0
        generator = drawn_generator(f"kinematics paths {name}")
        for _ in range(count):
            begin, end = (arm.centre + 0.6 * (arm.random(generator) - arm.centre) for _ in range(2))
            q = begin
            for s in np.linspace(0.0, 1.0, 200):
                # a feasible path: the motion of the effector under a smooth motion of the joints
                target = arm.forward(begin + (end - begin) * 0.5 * (1.0 - math.cos(math.pi * s)))
                result = pult.solve_ik(arm, target, q)
                change = float(np.abs(result.q - q).max())
                steps += 1
                if change > 0.5:
                    ends += 1
                    flips += avoidable(arm, q, target, change)
                else:
                    worst = max(worst, change)
                flips += not result.reached
                q = result.q
        yield {
            "claim": f"following a smooth path of poses jumps only where the posture it follows ends: {name}",
            "figure": f"{steps} steps of at most {worst:.3f} rad; {ends} ends of a posture, {flips} other jumps; "
            + rate_words(flips, steps),
            "holds": flips == 0,
        }


def avoidable(arm: pult.Chain, q: Any, target: Any, jump: float) -> bool:
    """Whether a thorough search of the neighbourhood finds a configuration much nearer than the one after the jump."""
    generator = drawn_generator("kinematics neighbourhood")
    for _ in range(1000):
        start = arm.clamp(q + generator.uniform(-0.3, 0.3, arm.n))
        near = pult.levenberg_marquardt(arm, start, target)
        if near.reached and np.abs(near.q - q).max() < 0.5 * jump:
            return True
    return False


def unreachable(count: int) -> Iterator[dict[str, Any]]:
    """Points out of reach of planar arms with limits, against a fine search of all configurations."""
    generator = drawn_generator("kinematics unreachable")
    over = []
    for _ in range(count):
        lengths = generator.uniform(0.2, 1.0, 3)
        ends = np.sort(generator.uniform(-2.5, 2.5, (3, 2)), axis=1)
        rows = [
            {"a": a, "alpha": 0.0, "d": 0.0, "lower": lo, "upper": up}
            for a, (lo, up) in zip(lengths, ends, strict=True)
        ]
        arm = pult.Chain.from_dh(rows, "standard")
        angle = generator.uniform(-math.pi, math.pi)
        point = generator.uniform(1.05, 1.6) * lengths.sum() * np.array([math.cos(angle), math.sin(angle), 0.0])
        result = pult.solve_ik(arm, point)
        over.append(result.residual - closest(lengths, ends, point))
    worst = max(over)
    yield {
        "claim": "for a point out of reach the closest one is found: planar arms of three joints with limits",
        "figure": f"{count} arms; at most {max(worst, 0.0):.1e} m farther than the best of a fine grid, polished; "
        + rate_words(sum(farther >= 1e-6 for farther in over), count),
        "holds": worst < 1e-6,
    }


def closest(lengths: Any, ends: Any, point: Any) -> float:
    """Smallest distance of a planar arm from a point, by a grid over the joints and SciPy's bounded minimiser."""
    from scipy.optimize import minimize

    def far(q: Any) -> float:
        total = np.cumsum(q)
        return float(np.hypot(lengths @ np.cos(total) - point[0], lengths @ np.sin(total) - point[1]))

    axes = [np.linspace(lo, up, 24) for lo, up in ends]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    total = np.cumsum(grid, axis=1)
    values = np.hypot(np.cos(total) @ lengths - point[0], np.sin(total) @ lengths - point[1])
    starts = grid[np.argsort(values)[:6]]
    options = {"ftol": 1e-15, "gtol": 1e-12}
    bounds = [(float(lo), float(up)) for lo, up in ends]
    return min(far(minimize(far, q, bounds=bounds, method="L-BFGS-B", options=options).x) for q in starts)


def forward(count: int) -> Iterator[dict[str, Any]]:
    """Forward kinematics and Jacobians of all frames of many robots against Pinocchio."""
    import pinocchio as pin

    worst, worst_jacobian, robots, frames = 0.0, 0.0, 0, 0
    generator = drawn_generator("kinematics forward")
    for file in files("example-robot-data") or []:
        if not str(file).endswith(".urdf"):
            continue
        path = str(file.locate())
        try:
            model = pin.buildModelFromUrdf(path, mimic=True)
        except ValueError:  # files that are only parts of a robot
            continue
        data = model.createData()
        robots += 1
        links = [frame.name for frame in model.frames if frame.type == pin.FrameType.BODY and frame.name != "universe"]
        for link in generator.choice(links, min(count, len(links)), replace=False):
            try:
                arm = pult.Chain.from_urdf(path, effector=str(link))
            except pult.KinematicsError:
                continue  # fixed to the base
            q, values = arm.random(generator), pin.neutral(model)
            for name, value in zip(arm.names, q, strict=True):
                joint = model.joints[model.getJointId(name)]
                values[joint.idx_q : joint.idx_q + joint.nq] = (
                    value if joint.nq == 1 else (math.cos(value), math.sin(value))
                )
            pin.framesForwardKinematics(model, data, values)
            root = data.oMf[model.getFrameId(arm.base, pin.FrameType.BODY)]
            at = root.inverse() * data.oMf[model.getFrameId(str(link), pin.FrameType.BODY)]
            worst = max(worst, float(np.abs(at.homogeneous - arm.forward(q)).max()))
            difference = numeric_jacobian(arm, q) - arm.jacobian(q)
            worst_jacobian = max(worst_jacobian, float(np.abs(difference).max()) / max(1.0, arm.reach))
            frames += 1
    yield {
        "claim": "forward kinematics agrees with Pinocchio on the robots of example-robot-data",
        "figure": f"{robots} robots, {frames} frames; largest difference {worst:.1e}",
        "holds": worst < 1e-11,
    }
    yield {
        "claim": "Jacobians agree with central differences there",
        "figure": f"{frames} chains; largest difference {worst_jacobian:.1e}",
        "holds": worst_jacobian < 1e-7,
    }


def numeric_jacobian(arm: pult.Chain, q: Any, width: float = 1e-6) -> Any:
    """Jacobian by central differences. Shape (6, n)."""
    found = np.empty((6, arm.n))
    for i in range(arm.n):
        step = np.zeros(arm.n)
        step[i] = width
        after, before = arm.forward(q + step), arm.forward(q - step)
        turned = after[:3, :3] @ before[:3, :3].T
        found[:3, i] = (after[:3, 3] - before[:3, 3]) / (2.0 * width)
        skew = 0.5 * (turned - turned.T)
        found[3:, i] = np.array([skew[2, 1], skew[0, 2], skew[1, 0]]) / (2.0 * width)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="fewer or more targets")
    options = parser.parse_args()
    count = lambda n: max(2, round(n * options.scale))  # noqa: E731
    begin = time.perf_counter()
    claims = [
        *forward(count(12)), *reachable(count(20_000)), *paths(count(50)), *unreachable(count(400)),
    ]  # fmt: skip
    report = {
        "title": "Kinematics",
        "about": "Results are looked at with forward kinematics; no solver is taken at its word.",
        "command": "make validate" if options.scale == 1.0 else f"validation/kinematics.py --scale {options.scale:g}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": claims,
    }
    target = Path(__file__).with_name("kinematics.json")
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for claim in claims:
        print(f"{'holds' if claim['holds'] else 'FAILS'}  {claim['claim']}: {claim['figure']}")
    print(f"{time.perf_counter() - begin:.0f} s")
    return 0 if all(claim["holds"] for claim in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
