"""The long proofs of kinematics: many targets, long paths, many robots.

    python validation/kinematics.py [--scale 1.0]

Writes validation/kinematics.json; `docs/build_pages.py` makes the page of proofs from it. Targets, paths and points are
a sweep on all cores, which goes on where it was stopped. A sample of each proof is in the tests.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import files
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.kinematics_trial import chain
from validation.reliability import rate_words
from validation.schemes import machine
from validation.seeds import drawn_generator
from validation.sweeps import calls

import pult
from pult.batch.function_sweep import Run
from pult.batch.results.file import Row

ARMS = ("panda", "ur5", "puma560", "human-arm")
BATCH = 500
"""Reachable targets in one run."""


def measure(runs: Mapping[str, Sequence[Run]]) -> dict[str, list[Row]]:
    """Calls of all measurements by name, each in the order of its runs."""
    named = [({"measure": name, **values}, seed) for name, some in runs.items() for values, seed in some]
    found: dict[str, list[Row]] = {name: [] for name in runs}
    for row in calls("kinematics", "validation.kinematics_trial:trial", named):
        found[row.values["measure"]].append(row)
    return found


def targets(count: int) -> list[Run]:
    """Random reachable targets from random starts, points and poses."""
    return [
        ({"robot": name, "pose": pose, "total": count, "first": first, "count": min(BATCH, count - first)}, 0)
        for name in ARMS
        for pose in (False, True)
        for first in range(0, count, BATCH)
    ]


def reachable(rows: list[Row], count: int) -> Iterator[dict[str, Any]]:
    """How many of the targets are reached."""
    for name in ARMS:
        for kind, pose in (("position", False), ("pose", True)):
            some = [row.metrics for row in rows if row.values["robot"] == name and row.values["pose"] == pose]
            found, starts = (round(sum(one[key] for one in some)) for key in ("reached", "starts"))
            yield {
                "claim": f"reachable targets that solve_ik reaches inside the limits: {name}, {kind}",
                "figure": f"{found} of {count}; {rate_words(count - found, count)}; starts: mean {starts / count:.2f}, most "
                f"{max(one['most'] for one in some):.0f}",
                "holds": found == count,
            }


def paths(count: int) -> list[Run]:
    """Smooth paths of poses, by the angles at their ends."""
    runs: list[Run] = []
    for name in ARMS:
        arm = chain(name)
        generator = drawn_generator(f"kinematics paths {name}")
        for number in range(count):
            begin, end = (arm.centre + 0.6 * (arm.random(generator) - arm.centre) for _ in range(2))
            runs.append(({"robot": name, "begin": begin, "end": end}, number))
    return runs


def following(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """Warm-started following of the paths: the largest joint step relative to the step of the path."""
    for name in ARMS:
        found = [row.metrics for row in rows if row.values["robot"] == name]
        steps, ends, flips = (round(sum(one[key] for one in found)) for key in ("steps", "ends", "flips"))
        worst = max(one["largest"] for one in found)
        yield {
            "claim": f"following a smooth path of poses jumps only where the posture it follows ends: {name}",
            "figure": f"{steps} steps of at most {worst:.3f} rad; {ends} ends of a posture, {flips} other jumps; "
            + rate_words(flips, steps),
            "holds": flips == 0,
        }


def far_points(count: int) -> list[Run]:
    """Points out of reach of planar arms with limits."""
    generator = drawn_generator("kinematics unreachable")
    runs: list[Run] = []
    for number in range(count):
        lengths = generator.uniform(0.2, 1.0, 3)
        ends = np.sort(generator.uniform(-2.5, 2.5, (3, 2)), axis=1)
        angle = generator.uniform(-math.pi, math.pi)
        point = generator.uniform(1.05, 1.6) * lengths.sum() * np.array([math.cos(angle), math.sin(angle), 0.0])
        runs.append(({"lengths": lengths, "ends": ends, "point": point}, number))
    return runs


def unreachable(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """The closest points that were found, against a fine search of all configurations."""
    worst = max(row.metrics["farther"] for row in rows)
    yield {
        "claim": "for a point out of reach the closest one is found: planar arms of three joints with limits",
        "figure": f"{len(rows)} arms; at most {max(worst, 0.0):.1e} m farther than the best of a fine grid, polished; "
        + rate_words(sum(not row.success for row in rows), len(rows)),
        "holds": all(row.success for row in rows),
    }


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
    total = count(20_000)
    rows = measure({"reachable": targets(total), "path": paths(count(50)), "unreachable": far_points(count(400))})
    claims = [
        *forward(count(12)), *reachable(rows["reachable"], total), *following(rows["path"]), *unreachable(rows["unreachable"]),
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
