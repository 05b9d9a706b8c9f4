"""Frames of a MuJoCo model: bodies and sites, hinges and slides, joints coupled by equality constraints."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import KinematicsError, choose
from pult.core.paths import is_file
from pult.core.signals import Array
from pult.geometry.pose import pose
from pult.robot.model import Frame, Joint, JointKind, Mimic, Model

_KINDS: dict[int, JointKind] = {
    int(mujoco.mjtJoint.mjJNT_HINGE): "revolute",
    int(mujoco.mjtJoint.mjJNT_SLIDE): "prismatic",
}


def compile_mjcf(path_or_text: "str | Path | mujoco.MjModel") -> tuple[Any, str]:
    """Compile MJCF from a file or a text; returns the model and a name for messages.

    Raises:
        KinematicsError: MuJoCo refuses it; its message is passed on.
    """
    if isinstance(path_or_text, mujoco.MjModel):
        return path_or_text, "MjModel"
    text = str(path_or_text)
    inline = text.lstrip().startswith("<")
    source = "MJCF" if inline else text
    if not inline and not is_file(Path(text)):
        raise KinematicsError(f"{source}: there is no such file.")
    try:
        model = mujoco.MjModel.from_xml_string(text) if inline else mujoco.MjModel.from_xml_path(text)
    except ValueError as error:
        raise KinematicsError(f"{source}: MuJoCo refuses it: {str(error).strip()}") from None
    return model, source


class MjcfModel(Model):
    """Bodies as "body:NAME", sites as "site:NAME", joints of a body as "joint:NAME"."""

    def resolve(self, name: str, what: str) -> str:
        """Find a frame by the name of a body or a site.

        Raises:
            KinematicsError: There is none, or a body and a site of that name are at different places.
        """
        if name in self.frames and name.startswith(("body:", "site:")):
            return name
        found = [key for key in (f"body:{name}", f"site:{name}") if key in self.frames]
        if not found:
            names = {key.split(":", 1)[1] for key in self.frames if not key.startswith("joint:")}
            raise KinematicsError(f"{self.source}: unknown {what} {name!r}. {choose(str(name), sorted(names))}")
        if len(found) == 2:
            site = self.frames[found[1]]
            if site.parent != found[0] or not np.allclose(site.pose, np.eye(4), atol=1e-12):
                raise KinematicsError(
                    f"{self.source}: a body and a site are called {name!r}; write 'body:{name}' or 'site:{name}'."
                )
        return found[0]


def mjcf_model(path_or_text: "str | Path | mujoco.MjModel") -> Model:
    """The frames of a MuJoCo model."""
    model, source = compile_mjcf(path_or_text)
    return MjcfModel(source, list(_frames(model)))


def _name(model: Any, kind: Any, number: int, prefix: str) -> str:
    name = mujoco.mj_id2name(model, kind, number)
    if name:
        return str(name)
    name = f"{prefix}{number}"
    while mujoco.mj_name2id(model, kind, name) >= 0:  # another object has this name
        name += "_"
    return name


def _offset(vector: Array) -> Array:
    return pose(vector)


def _frames(model: Any) -> Iterator[Frame]:
    couplings, curves = dict(_couplings(model)), dict(_curves(model))
    yield Frame("body:world", None, np.eye(4))
    for body in range(1, model.nbody):
        name = f"body:{_name(model, mujoco.mjtObj.mjOBJ_BODY, body, 'body')}"
        above = int(model.body_parentid[body])
        parent = f"body:{_name(model, mujoco.mjtObj.mjOBJ_BODY, above, 'body')}" if above else "body:world"
        placement = pose(model.body_pos[body], model.body_quat[body])
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        # each joint of a body moves the frame that the joints before it have moved, about an anchor of its own
        for number in range(first, first + count):
            joint = _name(model, mujoco.mjtObj.mjOBJ_JOINT, number, "joint")
            kind = _KINDS.get(int(model.jnt_type[number]))
            if kind is None:
                free = int(model.jnt_type[number]) == int(mujoco.mjtJoint.mjJNT_FREE)
                what = "free" if free else "ball"
                bare = name.removeprefix("body:")
                advice = f"A chain has hinges and slides only; name a base past it, such as base={bare!r}."
                obstacle = f"the {what} joint {joint!r} of {bare!r} lies between base and effector. {advice}"
                yield Frame(f"joint:{joint}", parent, placement, None, obstacle, free)
                parent, placement = f"joint:{joint}", np.eye(4)
                continue
            anchor = np.array(model.jnt_pos[number], dtype=np.float64)
            limited = bool(model.jnt_limited[number])
            low, high = (float(x) for x in model.jnt_range[number]) if limited else (-math.inf, math.inf)
            axis = tuple(float(x) for x in model.jnt_axis[number])
            reference = float(model.qpos0[int(model.jnt_qposadr[number])])
            made = Joint(joint, kind, axis, low, high, couplings.get(number), reference)  # type: ignore[arg-type]
            yield Frame(f"joint:{joint}", parent, placement @ _offset(anchor), made, curves.get(number, ""))
            parent, placement = f"joint:{joint}", _offset(-anchor)
        yield Frame(name, parent, placement)
    for site in range(model.nsite):
        name = f"site:{_name(model, mujoco.mjtObj.mjOBJ_SITE, site, 'site')}"
        carrier = int(model.site_bodyid[site])
        above_site = f"body:{_name(model, mujoco.mjtObj.mjOBJ_BODY, carrier, 'body')}" if carrier else "body:world"
        yield Frame(name, above_site, pose(model.site_pos[site], model.site_quat[site]))


def _equalities(model: Any) -> Iterator[tuple[int, int, list[float]]]:
    """Active equality constraints between two joints: follower, leader, coefficients of the polynomial."""
    for number in range(model.neq):
        active = int(model.eq_type[number]) == int(mujoco.mjtEq.mjEQ_JOINT) and model.eq_active0[number]
        follower, leader = int(model.eq_obj1id[number]), int(model.eq_obj2id[number])
        if active and leader >= 0:  # without a leader it fixes a joint; a chain may still move it
            yield follower, leader, [float(x) for x in model.eq_data[number][:5]]


def _curves(model: Any) -> Iterator[tuple[int, str]]:
    """Joints that follow another one by a curve, with the message about them."""
    for follower, _, coefficients in _equalities(model):
        if any(coefficients[2:]):
            name = _name(model, mujoco.mjtObj.mjOBJ_JOINT, follower, "joint")
            text = f"joint {name!r} follows another by a curve (polycoef {coefficients})"
            yield follower, f"{text}; chains know straight lines only."


def _couplings(model: Any) -> Iterator[tuple[int, Mimic]]:
    """Joints that an active equality constraint couples linearly to another one."""
    for follower, leader, (constant, ratio, *higher) in _equalities(model):
        if any(higher):
            continue
        zero_follower = float(model.qpos0[int(model.jnt_qposadr[follower])])
        zero_leader = float(model.qpos0[int(model.jnt_qposadr[leader])])
        leading = _name(model, mujoco.mjtObj.mjOBJ_JOINT, leader, "joint")
        yield follower, Mimic(leading, ratio, zero_follower + constant - ratio * zero_leader)
