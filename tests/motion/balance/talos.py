"""Talos in a session: the on-line walk by the same blocks as the biped's, of six joints a leg."""

import json
from pathlib import Path
from typing import Any

import pult
from pult.core.shipped import catalog
from pult.motion.walk.plan import standing_height
from pult.robot.robot import load_robot
from tests.motion.walk.talos import HOME, JOINTS, SIDES, body, document

SENSORS = {
    "gyro": {"type": "gyro", "site": "imu", "noise": 0.005, "bias": [0.01, -0.01, 0.01]},
    "accelerometer": {"type": "accelerometer", "site": "imu", "noise": 0.1, "bias": [0.1, 0.1, -0.1]},
    "angles": {"type": "angle", "joints": JOINTS, "noise": 0.0002},
    "speeds": {"type": "speed", "joints": JOINTS, "noise": 0.02},
    **{f"{side}_force": {"type": "force", "site": f"{side}_ankle", "noise": 10.0} for side in SIDES},
}
"""With the noise of the biped's."""


def _wires(pairs: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"from": start, "to": end} for start, end in pairs]


def scheme(height: float, lift: float) -> dict[str, Any]:
    """Estimate, motion, steps, balance and torques, wired as in the scheme `biped`."""
    legs = {"walker": "legs"}
    twelve, tall = {**legs, "joints": 12}, {**legs, "joints": 12, "height": height}
    kinds: dict[str, tuple[str, dict[str, Any]]] = {
        "left_down": ("vector.select", {"n": 3, "index": 3}), "right_down": ("vector.select", {"n": 3, "index": 3}),
        "left_up": ("arithmetic.negate", {}), "right_up": ("arithmetic.negate", {}), "loads": ("vector.mux", {"n": 2}),
        "order": ("vector.mux", {"n": 2}), "state": ("balance.estimate", twelve), "motion": ("balance.motion", tall),
        "steps": ("balance.steps", {**legs, "height": height, "lift": lift}), "balance": ("balance.pressure", legs),
        "torques": ("balance.torques", tall),
    }  # fmt: skip
    blocks: list[dict[str, Any]] = [
        {"id": name, "type": kind, **({"parameters": values} if values else {})} for name, (kind, values) in kinds.items()
    ]
    drive = {"stall_torque": ["legs"], "no_load_speed": ["legs"]}
    blocks.append({"id": "volts", "type": "control.drive_inversion", "shape": [12], "parameters": drive})
    pairs = [("angles", "state.angles"), ("speeds", "state.rates"), ("gyro", "state.gyro")]
    pairs += [("accelerometer", "state.accelerometer"), ("loads.y", "state.loads"), ("loads.y", "steps.loads")]
    for i, side in enumerate(SIDES, start=1):
        pairs += [(f"{side}_force", f"{side}_down.x"), (f"{side}_down.y", f"{side}_up.x"), (f"{side}_up.y", f"loads.x{i}")]
    renamed = {"joint_angles": "angles", "joint_rates": "rates"}
    for name in ("rotation", "position", "velocity", "turning", "joint_angles", "joint_rates"):
        pairs += [(f"state.{name}", f"{block}.{renamed.get(name, name)}") for block in ("motion", "torques")]
    pairs += [(f"motion.{name}", f"steps.{name}") for name in ("dcm", "places", "headings")]
    pairs += [("forward", "order.x1"), ("aside", "order.x2"), ("order.y", "steps.order")]
    pairs += [(name, f"steps.{name}") for name in ("turn", "go")]
    pairs += [("motion.dcm", "balance.dcm"), ("steps.wanted", "balance.wanted"), ("steps.pressure", "balance.pressure")]
    pairs += [("steps.contacts", "balance.contacts"), ("steps.stance", "balance.places")]
    pairs += [("steps.stance_headings", "balance.headings"), ("balance.y", "torques.pressure")]
    pairs += [("steps.contacts", "torques.contacts"), ("steps.stance", "torques.places")]
    pairs += [("steps.stance_headings", "torques.headings"), ("steps.heading", "torques.heading")]
    swing = ("swing", "swing_velocity", "swing_acceleration", "swing_heading", "swing_turning", "swing_spin")
    pairs += [(f"steps.{name}", f"torques.{name}") for name in swing]
    pairs += [(f"torques.{name}", f"state.{name}") for name in ("linear", "angular", "bending")]
    pairs += [("steps.standing", "state.standing"), ("steps.standing", "standing"), ("steps.made", "made")]
    pairs += [("torques.torques", "volts.torque"), ("torques.speeds", "volts.speed"), ("volts.y", "legs")]
    angle, rate = {"shape": [12], "unit": "rad"}, {"shape": [12], "unit": "rad/s"}
    return {
        "format": "pult.scheme", "version": 1, "name": "talos",
        "inputs": {
            "forward": {"unit": "m"}, "aside": {"unit": "m"}, "turn": {"unit": "rad"}, "go": {"kind": "boolean"},
            "angles": angle, "speeds": rate, "gyro": {"shape": [3], "unit": "rad/s"},
            "accelerometer": {"shape": [3], "unit": "m/s^2"},
            **{f"{side}_force": {"shape": [3], "unit": "N"} for side in SIDES},
        },
        "outputs": {
            "legs": {"shape": [12], "unit": "V"}, "standing": {"kind": "boolean"}, "made": {},
        },
        "blocks": blocks, "wires": _wires(pairs),
    }  # fmt: skip


def panel() -> dict[str, Any]:
    """Orders as they are: three sliders and a switch."""
    metres = {"type": "slider", "unit": "m", "range": [-0.3, 0.3], "initial": 0}
    return {
        "format": "pult.panel", "version": 1, "name": "talos", "stop_time": 4,
        "elements": {
            "forward": metres, "aside": metres, "turn": {**metres, "unit": "rad", "range": [-0.5, 0.5]},
            "go": {"type": "switch"},
        },
    }  # fmt: skip


def open_session(folder: Path, lift: float = 0.05) -> pult.Session:
    """Write all documents into a folder and open a session with them."""
    walker = load_robot(document()).walker()
    tall, pelvis = standing_height(walker), walker.standing[2]
    spec = body(floor=False, rotor=0.0, height=pelvis)
    spec.body("base_link").add_site(name="imu")
    for side in SIDES:
        sole, ankle = spec.body(f"{side}_sole_link"), spec.body(f"leg_{side}_6_link")
        ankle.add_site(name=f"{side}_ankle")
        sole.add_site(name=f"{side}_sole")
    spec.compile()
    (folder / "talos.xml").write_text(spec.to_xml())
    (folder / "floor.xml").write_bytes((catalog() / "biped/biped-scene.xml").read_bytes())
    chains = {f"{side}_leg": {"base": "base_link", "effector": f"site:{side}_sole"} for side in SIDES}
    chains |= {f"{side}_arm": {"base": "torso_2_link", "effector": f"arm_{side}_7_link"} for side in SIDES}
    robot = document(model="talos.xml", chains=chains, sensors=SENSORS, stop="hold", poses={"home": HOME})
    world = {
        "format": "pult.world", "version": 1, "name": "talos", "scene": "floor.xml",
        "robots": [{"robot": "talos.robot.json"}], "timestep": 0.001,
    }  # fmt: skip
    made = {"robot": robot, "world": world, "panel": panel(), "scheme": scheme(tall, lift)}
    for kind, content in made.items():
        (folder / f"talos.{kind}.json").write_text(json.dumps(content))
    return pult.open_session(
        pult.Setup(
            world=folder / "talos.world.json", scheme=folder / "talos.scheme.json", panel=folder / "talos.panel.json", seed=1
        )
    )
