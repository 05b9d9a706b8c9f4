"""The robot document of an imported model: chains, drives and sensors, guessed from its joints."""

import math
import re
from typing import Any

import mujoco
import numpy as np

MAX_CHAINS = 16
FREQUENCY = 4.0
"""Natural frequency of guessed servos with the inertia at their joint [Hz]."""
_HINGE, _SLIDE = int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)
_EFFECTOR = re.compile(r"tip|tool|tcp|ee|eef|end|grip|grasp|pinch|hand|attachment|effector", re.IGNORECASE)
KINDS = {
    _HINGE: "hinge",
    _SLIDE: "slide",
    int(mujoco.mjtJoint.mjJNT_BALL): "ball",
    int(mujoco.mjtJoint.mjJNT_FREE): "free",
}


class Guess:
    """Documents for a compiled model.

    Attributes:
        notes: What was guessed, for people.
    """

    def __init__(self, model: Any, full: Any, mimics: list[str]) -> None:
        """Analyse a model.

        Args:
            model: The model without actuators.
            full: The model with its own actuators.
            mimics: Joints that follow others.
        """
        self.model, self.full = model, full
        self.notes: list[str] = []
        self._followers = set(mimics) | self._coupled()
        self._data: Any = mujoco.MjData(model)
        mujoco.mj_forward(model, self._data)

    def _coupled(self) -> set[str]:
        model = self.model
        joint = int(mujoco.mjtEq.mjEQ_JOINT)
        rows = [i for i in range(model.neq) if int(model.eq_type[i]) == joint and int(model.eq_obj2id[i]) >= 0]
        return {model.joint(int(model.eq_obj1id[i])).name for i in rows}

    def joints(self, kind: int) -> list[int]:
        """Joints of a kind that a drive can move."""
        model = self.model
        return [
            i
            for i in range(model.njnt)
            if int(model.jnt_type[i]) == kind and model.joint(i).name and model.joint(i).name not in self._followers
        ]

    def range_of(self, joint: int) -> tuple[float | None, float | None]:
        """Limits of a joint [rad or m]."""
        if not self.model.jnt_limited[joint]:
            return None, None
        low, high = self.model.jnt_range[joint]
        return float(low), float(high)

    # --- the documents -----------------------------------------------------------------------------------------------

    def robot(self, name: str, model_file: str) -> dict[str, Any]:
        """The robot document."""
        found: dict[str, Any] = {
            "format": "pult.robot",
            "version": 2,
            "name": name,
            "description": "Imported; chains, drives and sensors are guessed.",
            "model": model_file,
            "chains": self.chains(),
            "drives": {},
            "sensors": {},
        }
        for kind, drive, places, speeds in (
            (_HINGE, "motors", "angles", "speeds"),
            (_SLIDE, "slides", "positions", "slide_speeds"),
        ):
            joints = self.joints(kind)
            if joints:
                names = [self.model.joint(i).name for i in joints]
                found["drives"][drive] = self._drive(joints, names)
                found["sensors"][places] = {"type": "angle", "joints": names}
                found["sensors"][speeds] = {"type": "speed", "joints": names}
        home = self._home()
        if home:
            found["poses"] = {"home": home}
        return found

    def chains(self) -> dict[str, dict[str, str]]:
        """A chain to every leaf of the model; of those moved by the same joints, the longest."""
        model = self.model
        parents = {int(model.body_parentid[b]) for b in range(1, model.nbody)}
        found: dict[tuple[int, ...], tuple[int, int, int]] = {}
        for body in range(1, model.nbody):
            if body in parents:
                continue
            joints, base, length = self._way(body)
            if joints and (joints not in found or found[joints][2] < length):
                found[joints] = (body, base, length)
        named: dict[str, dict[str, str]] = {}
        longest = sorted(found.items(), key=lambda item: (-len(item[0]), item[1][0]))
        for _, (body, base, _) in longest[:MAX_CHAINS]:
            title = "arm" if len(found) == 1 else _plain(model.body(body).name)
            while title in named:
                title += "_"
            named[title] = {"effector": self._effector(body)}
            if base:
                named[title]["base"] = model.body(base).name
        if len(longest) > MAX_CHAINS:
            self.notes.append(f"Of {len(longest)} chains the {MAX_CHAINS} longest were taken.")
        shown = ", ".join(f"{title!r} to {part['effector']!r}" for title, part in named.items())
        self.notes.append(f"Chains were guessed, one to each end of the model: {shown}.")
        return named

    def _effector(self, body: int) -> str:
        """The effector of a chain to a body: a site named like one, the far end of its last link, or the body."""
        model = self.model
        sites = [i for i in range(model.nsite) if int(model.site_bodyid[i]) == body and model.site(i).name]
        called = [i for i in sites if _EFFECTOR.search(model.site(i).name)]
        if called or (sites and int(model.body_jntnum[body])):
            far = max(called or sites, key=lambda i: float(np.linalg.norm(model.site_pos[i])))
            return str(model.site(far).name)
        return str(model.body(body).name)

    def _way(self, body: int) -> tuple[tuple[int, ...], int, int]:
        """Joints from the base to a body; the chain's base is below the last free or ball joint."""
        model = self.model
        joints: list[int] = []
        at, length = body, 0
        while at:
            first, count = int(model.body_jntadr[at]), int(model.body_jntnum[at])
            own = list(range(first, first + count)) if count else []
            if any(int(model.jnt_type[i]) not in (_HINGE, _SLIDE) for i in own):
                return tuple(joints), at, length
            joints = [i for i in own if model.joint(i).name not in self._followers] + joints
            at, length = int(model.body_parentid[at]), length + 1
        return tuple(joints), 0, length

    def _drive(self, joints: list[int], names: list[str]) -> dict[str, Any]:
        stiffness, limits, guessed = [], [], []
        for joint, name in zip(joints, names, strict=True):
            own = self._own_servo(name)
            if own is None:
                address = int(self.model.jnt_dofadr[joint])
                inertia = max(float(self.model.dof_M0[address]), 1e-4)
                stiffness.append(_round(max(inertia * (2.0 * math.pi * FREQUENCY) ** 2, 1.0)))
                guessed.append(name)
            else:
                stiffness.append(_round(own))
            limits.append(self._limit(joint, name))
        drive: dict[str, Any] = {"type": "position", "joints": names, "stiffness": stiffness}
        if all(limit is not None for limit in limits):
            drive["limit"] = limits
        self.notes.append(f"{', '.join(names)}: position servos." + (
            f" Their stiffness is guessed from the inertia for {', '.join(guessed)}." if guessed else
            " Their stiffness is that of the model's own actuators."
        ))  # fmt: skip
        return drive

    def _own_servo(self, joint: str) -> float | None:
        """Stiffness of the model's own position actuator at a joint."""
        model = self.full
        for i in range(model.nu):
            is_joint = int(model.actuator_trntype[i]) == int(mujoco.mjtTrn.mjTRN_JOINT)
            if is_joint and model.joint(int(model.actuator_trnid[i, 0])).name == joint:
                gain, bias = float(model.actuator_gainprm[i, 0]), float(model.actuator_biasprm[i, 1])
                if gain > 0.0 and bias < 0.0:
                    return gain * float(model.actuator_gear[i, 0]) ** 2
        return None

    def _limit(self, joint: int, name: str) -> float | None:
        """Largest force at a joint, from the joint or the model's own actuator."""
        if self.model.jnt_actfrclimited[joint]:
            found = float(np.max(np.abs(self.model.jnt_actfrcrange[joint])))
            return _round(found) if found > 0.0 else None
        model = self.full
        for i in range(model.nu):
            is_joint = int(model.actuator_trntype[i]) == int(mujoco.mjtTrn.mjTRN_JOINT)
            if is_joint and model.joint(int(model.actuator_trnid[i, 0])).name == name:
                gear = abs(float(model.actuator_gear[i, 0]))
                if model.actuator_forcelimited[i]:
                    found = float(np.max(np.abs(model.actuator_forcerange[i]))) * gear
                    return _round(found) if found > 0.0 else None
        return None

    def _home(self) -> dict[str, float]:
        """Home pose: joints that cannot be at 0 are in the middle of their ranges."""
        home = {}
        for kind in (_HINGE, _SLIDE):
            for joint in self.joints(kind):
                low, high = self.range_of(joint)
                if low is not None and high is not None and not low <= 0.0 <= high:
                    home[self.model.joint(joint).name] = round(0.5 * (low + high), 6)
        return home

    def lowest(self) -> float:
        """Height of the lowest point of the robot above its base [m]."""
        model, low = self.model, 0.0
        for geom in range(model.ngeom):
            if int(model.geom_type[geom]) == int(mujoco.mjtGeom.mjGEOM_PLANE):
                continue
            R = np.array(self._data.geom_xmat[geom]).reshape(3, 3)
            centre, half = model.geom_aabb[geom, :3], model.geom_aabb[geom, 3:]
            z = float(self._data.geom_xpos[geom, 2] + R[2] @ centre - np.abs(R[2]) @ half)
            low = min(low, z)
        return low


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_") or "chain"


def _round(value: float) -> float:
    return float(f"{value:.4g}")
