"""The long proofs of force control, in physics: limits of stability against formulas, wrenches, a wall, the elbow.

    python validation/force.py [--scale 1.0]

Writes validation/force.json. A sample of each proof is in the tests (tests/sim/test_force.py).
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.force_lab import HAND_MASS, Arm, clamp, joystick_force, tip_pose, torso_at_wall, wall
from tests.sim.joint_lab import STEP, Joint, bisect, grows, locked_limit_ki, locked_limit_kp, spectral_radius
from validation.schemes import machine
from validation.seeds import drawn_generator, rate_words

import pult
from pult.geometry.rotation import quaternion_from_matrix
from pult.sim.commands import Push, Reset, SetParameter

SPRINGS = ((2e3, 20.0), (2e4, 100.0), (6e4, 200.0), (2e5, 1000.0))
"""Stiffness and damping at the end of the link [N/m], [N*s/m]."""
CUTOFF = 120.0
"""Of the filter of the wrist's reading [rad/s]."""
WITHIN = 0.01
"""Largest error of a wrench relative to the desired one."""


def row(what: str, formula: float, found: float) -> dict[str, Any]:
    """A limit by the formula and as found."""
    return {"what": what, "formula": formula, "found": found, "error": abs(found / formula - 1.0)}


def locked_limits(folder: Path) -> list[dict[str, Any]]:
    """Limits of both gains on a locked joint."""
    rows = []
    for method in ("trapezoid", "euler"):
        joint = Joint(folder / method, method=method)
        if method == "trapezoid":
            kp = bisect(lambda k, joint=joint: grows(joint.errors(k, 0.0)), 0.5, 1.5)
            rows.append(row("locked joint, kp", locked_limit_kp(), kp))
        for kp in (0.0, 0.2, 0.5):
            limit = locked_limit_ki(kp, method)
            found = bisect(lambda k, kp=kp, joint=joint: grows(joint.errors(kp, k)), 0.3 * limit, 2.0 * limit)
            rows.append(row(f"locked joint, {method} rule, kI dt at kp = {kp:g}", limit * STEP, found * STEP))
    return rows


def spring_limits(folder: Path) -> list[dict[str, Any]]:
    """Limits of both gains on springs, against the largest root of the sampled loop."""
    rows = []
    for number, (stiffness, damping) in enumerate(SPRINGS):
        joint = Joint(folder / f"spring{number}", stiffness, damping)
        pair = (stiffness, damping)
        formula = bisect(lambda k, pair=pair: spectral_radius(k, 0.1, *pair) > 1.0, 0.01, 100.0)
        found = bisect(lambda k, joint=joint: grows(joint.errors(k, 0.1)), 0.3 * formula, 2.0 * formula)
        rows.append(row(f"spring of {stiffness / 1e3:g} N/mm, kp", formula, found))
        formula = bisect(lambda k, pair=pair: spectral_radius(0.2, k, *pair) > 1.0, 0.01, 2000.0)
        found = bisect(lambda k, joint=joint: grows(joint.errors(0.2, k)), 0.3 * formula, 2.0 * formula)
        rows.append(row(f"spring of {stiffness / 1e3:g} N/mm, kI dt at kp = 0.2", formula * STEP, found * STEP))
    return rows


def wrist_radius(kp: float, ki: float) -> float:
    """Largest root of the wrist law on a clamped hand, with the filter of its reading.

    z(z - 1)((1 + g) z - 1 + g) + g (z + 1)(kp (z - 1) + kI dt/2 (z + 1)) = 0 with g = tan(cutoff dt/2).
    """
    g = np.tan(0.5 * CUTOFF * STEP)
    law = np.polyadd([kp, -kp], [0.5 * ki * STEP, 0.5 * ki * STEP])
    whole = np.polyadd(np.polymul([1.0, -1.0, 0.0], [1.0 + g, g - 1.0]), np.polymul([g, g], law))
    return float(np.abs(np.roots(whole)).max())


class Clamped:
    """A clamped hand under the wrist law, without friction and weight."""

    def __init__(self, folder: Path) -> None:
        self.arm = Arm(folder, "force-wrist", weld=clamp(), friction=False)

    def set(self, **parameters: Any) -> None:
        """Restart with parameters of the scheme."""
        self.arm.session.apply(Reset())
        for name, value in parameters.items():
            self.arm.session.apply(SetParameter(name=name.replace("__", "."), value=value))

    def gains(self, kp: float, ki: float, interval: float = 1e6) -> None:
        """Restart with gains of both laws."""
        laws = ("force_law", "moment_law")
        values = {"kp__k": [kp] * 3, "ki__k": [ki] * 3, "integral__interval": interval}
        self.set(**{f"{law}__{name}": value for law in laws for name, value in values.items()})

    def errors(self, kp: float, ki: float) -> np.ndarray:
        """Errors of the force along z after a step of 0.5 N. Shape (300,)."""
        self.gains(kp, ki)
        self.arm.set(wanted_force=[0.0, 0.0, 0.5], wanted_moment=[0.0, 0.0, 0.0])
        (force,) = self.arm.run(3.0, "output.force")
        return 0.5 - force[:, 2]

    def limits(self) -> list[dict[str, Any]]:
        """Limits of both gains."""
        rows = []
        for what, radius, unstable, high in (
            ("kp", lambda k: wrist_radius(k, 0.1), lambda k: grows(self.errors(k, 0.1)), 5.0),
            ("kI dt at kp = 0.2", lambda k: wrist_radius(0.2, k), lambda k: grows(self.errors(0.2, k)), 500.0),
        ):
            scale = 1.0 if what == "kp" else STEP
            formula = bisect(lambda k, radius=radius: radius(k) > 1.0, 0.01, high)
            found = bisect(unstable, 0.3 * formula, 2.0 * formula)
            rows.append(row(f"clamped hand of seven joints, filtered reading, {what}", scale * formula, scale * found))
        return rows

    def wrenches(self, count: int) -> dict[str, Any]:
        """Errors of random wrenches up to 10 N and 2 N*m, and the same with the misprint, relative to their size."""
        random, right, printed = drawn_generator("force wrenches"), [], []
        for _ in range(count):
            force, moment = random.uniform(-10.0, 10.0, 3), random.uniform(-2.0, 2.0, 3)
            for misprint, errors in ((False, right), (True, printed)):
                self.gains(0.2, 0.1, 5.0)
                self.set(transform__as_printed=misprint)
                self.arm.set(wanted_force=force, wanted_moment=moment)
                found = self.arm.run(1.0, "output.force", "output.moment")
                sizes = (np.linalg.norm(force), np.linalg.norm(moment))
                pairs = zip(found, (force, moment), sizes, strict=True)
                errors.append(max(float(np.linalg.norm(f[-1] - w) / s) for f, w, s in pairs))
        self.set(transform__as_printed=False)
        off = sum(error > WITHIN for error in right)
        return {"count": count, "off": off, "largest": max(right), "least_misprinted": min(printed)}

    def elbow(self) -> dict[str, float]:
        """Fraction of the elbow's speed left 1.3 s after a push, without and with null-space damping."""
        left = {}
        for name, damping in (("without", 0.0), ("with", 10.0)):
            self.gains(0.2, 0.1, 5.0)
            self.set(motors__elbow__damping=damping)
            self.arm.set(wanted_force=[0.0, 0.0, 5.0], wanted_moment=[0.0, 0.0, 0.0])
            self.arm.run(0.5)
            self.arm.session.apply(Push(body="link_3", force=[0.0, 6.0, 0.0], duration=0.2))
            (speeds,) = self.arm.run(1.5, "sensor.speeds")
            left[name] = float(np.abs(speeds[-1]).max() / np.abs(speeds[20]).max())
        return left


def walls(folder: Path, forces: tuple[float, ...]) -> dict[str, Any]:
    """Press on a wall with friction in all joints: the largest error of the last second, and the distance moved along it."""
    xml, task = wall()
    tip, errors, ways = tip_pose(), [], []
    for gravity in (0.0, 9.81):
        place = folder / f"wall{gravity:g}"
        arm = Arm(place, "force-hybrid", things=xml, gravity=gravity, parameters={"reading.mass.k": -HAND_MASS})
        for force in forces:
            arm.session.apply(Reset())
            arm.set(
                task=quaternion_from_matrix(task), force_axes=[0, 0, 1], wanted_force=[0, 0, force],
                wanted_position=tip[:3, 3], wanted_quaternion=quaternion_from_matrix(tip[:3, :3]),
            )  # fmt: skip
            found, way = arm.run(6.0, "output.force", "output.way")
            errors.append(float(np.abs(found[-100:, 2] / force - 1.0).max()))
            ways.append(float(np.abs(way[-1, :2]).max()))
    return {"forces": forces, "errors": errors, "largest": max(errors), "way": max(ways)}


def joystick(folder: Path) -> dict[str, Any]:
    """The torso robot's force mode on a wall: the largest error of the applied force, closed loop and open loop."""
    torso, errors, opened = torso_at_wall(folder), [], []
    gains = [f"semi.force_{side}.ki.k" for side in ("right", "left")]
    for ki, found in ((4.0, errors), (0.0, opened)):
        for name in gains:
            torso.session.apply(SetParameter(name=name, value=[ki] * 3))
        for hand in ("right_hand", "left_hand"):
            for deflection in (0.3, 0.5, 0.8, 1.0):
                found.append(max(abs(f / (30.0 * deflection) - 1.0) for f in joystick_force(torso, hand, deflection)))
    return {"count": len(errors), "largest": max(errors), "without_integral": max(opened)}


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    for limit in found["limits"]:
        claim(
            f"limit of stability within 5 % of the formula: {limit['what']}",
            f"formula {limit['formula']:.4g}, found {limit['found']:.4g}: {100 * limit['error']:.2f} %",
            limit["error"] <= 0.05,
        )
    wrenches, elbow, wall_ = found["wrenches"], found["elbow"], found["wall"]
    claim(
        "a clamped hand applies any wrench within 1 % by the wrist law with the paper's gains",
        f"{wrenches['count']} random wrenches; {100 * wrenches['largest']:.2f} % at most; "
        + rate_words(wrenches["off"], wrenches["count"]),
        wrenches["largest"] <= WITHIN,
    )
    claim(
        "with the transform as printed in the paper it does not",
        f"off by {100 * wrenches['least_misprinted']:.0f} % at least",
        wrenches["least_misprinted"] > 0.1,
    )
    claim(
        "pushed, the elbow of a clamped arm swings on; damping in the null space calms it",
        f"{100 * elbow['without']:.0f} % of its speed left after 1.3 s, {100 * elbow['with']:.2g} % with damping",
        elbow["without"] > 0.5 and elbow["with"] < 0.02,
    )
    claim(
        "an arm of seven joints with dry friction presses on a wall within 1 % by hybrid control, with and without gravity",
        f"{', '.join(f'{f:g}' for f in wall_['forces'])} N; {100 * wall_['largest']:.3f} % at most in the last second; "
        f"{1e3 * wall_['way']:.1f} mm along the wall",
        wall_["largest"] <= 0.01,
    )
    stick = found["joystick"]
    claim(
        "in the joystick mode force the torso's hands press with what the joystick asks for within 3 %",
        f"{stick['count']} presses with 9 to 30 N on a wall; {100 * stick['largest']:.2f} % at most, "
        f"{100 * stick['without_integral']:.0f} % without the integral",
        stick["largest"] <= 0.03,
    )
    return rows


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full number of runs")
    scale = parser.parse_args().scale
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clamped = Clamped(folder / "clamped")
        found = {
            "limits": [*locked_limits(folder), *spring_limits(folder), *clamped.limits()],
            "wrenches": clamped.wrenches(max(2, round(30 * scale))),
            "elbow": clamped.elbow(),
            "wall": walls(folder, (2.0, 5.0, 10.0, 20.0)),
            "joystick": joystick(folder / "torso"),
        }
    report = {
        "title": "Force control",
        "about": "One joint that is locked or held by a spring, an arm of seven joints with a clamped hand or before a wall, and "
        "the torso robot, in MuJoCo, under the shipped schemes in native code. Limits are found by bisection.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "claims": claims(found),
        "scale": scale,
        "figures": found,
    }
    (ROOT / "validation" / "force.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
