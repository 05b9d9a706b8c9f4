"""What a page is told of a robot before it is imported."""

from typing import Any

import mujoco
import numpy as np

from pult.makers.own.choices import ChainChoice
from pult.makers.own.own_model import OwnModel
from pult.server.messages.uploads import Follows, LookedChain, LookedJoint, RobotLook
from pult.server.uploads.import_model import PreparedModel

KINDS = {
    int(mujoco.mjtJoint.mjJNT_HINGE): "hinge",
    int(mujoco.mjtJoint.mjJNT_SLIDE): "slide",
    int(mujoco.mjtJoint.mjJNT_BALL): "ball",
    int(mujoco.mjtJoint.mjJNT_FREE): "free",
}
UNITS = {"hinge": "rad", "slide": "m"}


def robot_look(own: OwnModel, prepared: PreparedModel, home: dict[str, float]) -> RobotLook:
    """Describe a model for the page.

    Args:
        own: The model.
        prepared: How it was read.
        home: Suggested home pose by joint [rad or m].
    """
    model: Any = own.compiled
    return RobotLook(
        main=prepared.main,
        others=prepared.others,
        title=prepared.title,
        bodies=int(model.nbody) - 1,
        meshes=int(model.nmesh),
        joints=_joints(model),
        actuators=[model.actuator(i).name or f"actuator{i}" for i in range(model.nu)],
        keyframes={name: values for name, values in _keyframes(model).items() if name in own.keyframes},
        chains=[_chain(model, name, chain) for name, chain in own.chains.items()],
        frames=_frames(model),
        notes=[*prepared.notes, *own.notes],
        home=home,
    )


def _chain(model: Any, name: str, chain: ChainChoice) -> LookedChain:
    joints = _joints_between(model, chain.base, chain.effector)
    return LookedChain(name, chain.effector, chain.base, joints, chain.reach)


def _joints(model: Any) -> list[LookedJoint]:
    movers = _movers(model)
    follows = _followers(model)
    found = []
    for number in range(model.njnt):
        kind = KINDS[int(model.jnt_type[number])]
        limited = bool(model.jnt_limited[number])
        low, high = (float(x) for x in model.jnt_range[number])
        rest = float(model.qpos0[int(model.jnt_qposadr[number])]) if kind in UNITS else 0.0
        found.append(
            LookedJoint(
                name=model.joint(number).name or f"joint{number}",
                kind=kind,  # type: ignore[arg-type]
                unit=UNITS.get(kind, ""),
                low=low if limited else None,
                high=high if limited else None,
                rest=rest,
                follows=follows.get(number),
                own=movers.get(number, ""),
                fixed=not model.joint(number).name,
            )
        )
    return found


def _movers(model: Any) -> dict[int, str]:
    """The model's own actuator of each joint that has one of its own."""
    kinds = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    return {
        int(model.actuator_trnid[i, 0]): model.actuator(i).name or f"actuator{i}"
        for i in range(model.nu)
        if int(model.actuator_trntype[i]) in kinds
    }


def _followers(model: Any) -> dict[int, Follows]:
    """Joints that follow others by an equality; of a curve, its straight part."""
    kind = int(mujoco.mjtEq.mjEQ_JOINT)
    found = {}
    for row in range(model.neq):
        follower, leader = int(model.eq_obj1id[row]), int(model.eq_obj2id[row])
        if int(model.eq_type[row]) != kind or leader < 0:
            continue
        constant, ratio = (float(x) for x in model.eq_data[row][:2])
        zero, other = (float(model.qpos0[int(model.jnt_qposadr[i])]) for i in (follower, leader))
        found[follower] = Follows(model.joint(leader).name, ratio, zero + constant - ratio * other)
    return found


def _keyframes(model: Any) -> dict[str, dict[str, float]]:
    found = {}
    for key in range(model.nkey):
        qpos = np.asarray(model.key_qpos[key])
        found[model.key(key).name or f"key{key}"] = {
            model.joint(i).name: float(qpos[int(model.jnt_qposadr[i])])
            for i in range(model.njnt)
            if KINDS[int(model.jnt_type[i])] in UNITS
        }
    return found


def _frames(model: Any) -> dict[str, str]:
    bodies = {model.body(i).name: model.body(i).name for i in range(1, model.nbody) if model.body(i).name}
    sites = {
        model.site(i).name: model.body(int(model.site_bodyid[i])).name for i in range(model.nsite) if model.site(i).name
    }
    return bodies | {name: body for name, body in sites.items() if body and name not in bodies}


def _joints_between(model: Any, base: str, effector: str) -> list[str]:
    """Hinges and slides from a base to an effector, in this order."""
    at, end = _body(model, effector), _body(model, base) if base else 0
    found: list[str] = []
    while at > 0 and at != end:
        first, count = int(model.body_jntadr[at]), int(model.body_jntnum[at])
        own = [model.joint(i).name for i in range(first, first + count) if KINDS[int(model.jnt_type[i])] in UNITS]
        found = own + found
        at = int(model.body_parentid[at])
    return found


def _body(model: Any, frame: str) -> int:
    name = frame.split(":", 1)[-1]
    site = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, name)
    if frame.startswith("site:") or (site >= 0 and mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name) < 0):
        return int(model.site_bodyid[site]) if site >= 0 else 0
    return max(int(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name)), 0)
