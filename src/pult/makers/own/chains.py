"""Chains that a model suggests: arms up to their hands, fingers, legs, wheels."""

import re
from collections.abc import Iterator
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import KinematicsError
from pult.makers.own.choices import ChainChoice
from pult.robot.chain import Chain
from pult.robot.model import Model

MAX_CHAINS = 24
SHORT = 5
"""Most joints of a finger."""
_ENDS = re.compile(
    r"tip|tool|tcp|\bee|_ee|eef|end|grip|grasp|pinch|attachment|effector|flange|hand|palm", re.IGNORECASE
)
_FINGERS = re.compile(r"finger|grip|jaw|claw|knuckle|thumb|gear", re.IGNORECASE)
_FINGER_BODIES = re.compile(r"finger|jaw|claw|knuckle|thumb", re.IGNORECASE)
_ARM_JOINTS = re.compile(r"wrist|roll|arm|elbow|shoulder|joint_?\d", re.IGNORECASE)
_LEGS = re.compile(r"leg|foot|feet|ankle|toe|calf|thigh|knee|hip|wheel|tyre|tire|sole|shank", re.IGNORECASE)
_MOVING = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


class _Bodies:
    """The bodies of a model as a tree."""

    def __init__(self, compiled: Any, frames: Model) -> None:
        self.model = compiled
        self.followers = {joint.name for joint in frames.joints.values() if joint.mimic is not None}
        self.children: dict[int, list[int]] = {}
        for body in range(1, compiled.nbody):
            self.children.setdefault(int(compiled.body_parentid[body]), []).append(body)

    def own(self, body: int) -> list[str]:
        """Names of the joints of a body that a chain has as coordinates."""
        first, count = int(self.model.body_jntadr[body]), int(self.model.body_jntnum[body])
        names = [
            self.model.joint(j).name for j in range(first, first + count) if int(self.model.jnt_type[j]) in _MOVING
        ]
        return [name for name in names if name and name not in self.followers]

    def is_root(self, body: int) -> bool:
        """Whether no chain passes upwards from a body: the world, or one with a free or ball joint."""
        first, count = int(self.model.body_jntadr[body]), int(self.model.body_jntnum[body])
        return body == 0 or any(int(self.model.jnt_type[j]) not in _MOVING for j in range(first, first + count))

    def deep(self, body: int) -> int:
        """Most joints on a way down from a body, its own included."""
        below = max((self.deep(child) for child in self.children.get(body, [])), default=0)
        return len(self.own(body)) + below

    def branches(self, body: int) -> list[int]:
        """Children of a body with joints in them."""
        return [child for child in self.children.get(body, []) if self.deep(child) and not self.is_root(child)]

    def fixed(self, body: int) -> Iterator[int]:
        """A body and all that are fixed to it."""
        yield body
        for child in self.children.get(body, []):
            if not int(self.model.body_jntnum[child]):
                yield from self.fixed(child)

    def name(self, body: int) -> str:
        return str(self.model.body(body).name)

    def effector(self, body: int) -> str:
        """The frame that one would call the end of a link: a site or body named like one, else the body."""
        model = self.model
        together = set(self.fixed(body))
        sites = [s for s in range(model.nsite) if int(model.site_bodyid[s]) in together and model.site(s).name]
        called = [s for s in sites if _ENDS.search(model.site(s).name)]
        if called:
            return str(model.site(called[-1]).name)
        bodies = [b for b in together if b != body and _ENDS.search(self.name(b))]
        return self.name(max(bodies)) if bodies else self.name(body)


def suggest_chains(compiled: Any, frames: Model) -> dict[str, ChainChoice]:
    """Chains by name, arms first: to every hand, and to every end of what is left."""
    bodies = _Bodies(compiled, frames)
    found: list[tuple[ChainChoice, Chain]] = []
    for body in range(compiled.nbody):
        if bodies.is_root(body) and (body == 0 or bodies.deep(body)):
            base = bodies.name(body) if body else ""
            for end, is_arm in _ends(bodies, body):
                choice = ChainChoice(bodies.effector(end), base, is_arm)
                chain = _chain(frames, choice, bodies.name(end))
                if chain is not None:
                    found.append((ChainChoice(chain.effector, base, is_arm and _reaches(chain)), chain))
    found.sort(key=lambda one: (not one[0].reach, -len(one[1].names)))
    return dict(_named(_distinct(found)))


def _ends(bodies: _Bodies, root: int) -> Iterator[tuple[int, bool]]:
    """Ends of chains below a root: the body, and whether an operator would move it as an arm."""
    for first in bodies.branches(root):
        yield from _below(bodies, first, 0, root != 0)


def _below(bodies: _Bodies, body: int, before: int, free: bool) -> Iterator[tuple[int, bool]]:
    count = before + len(bodies.own(body))
    branches = [
        b for carrier in bodies.fixed(body) for b in bodies.branches(carrier) if int(bodies.model.body_jntnum[b])
    ]
    if not branches:
        yield body, count >= 2
        return
    short = all(bodies.deep(branch) <= SHORT for branch in branches)
    fingers = all(_is_finger(bodies, branch) for branch in branches)
    longer = count > max(bodies.deep(branch) for branch in branches)
    is_hand = count >= 3 and short and longer and (fingers or (len(branches) > 1 and not free))
    if is_hand:
        yield body, True
    for branch in branches:
        for end, is_arm in _below(bodies, branch, count, free):
            yield end, is_arm and not is_hand


def _is_finger(bodies: _Bodies, body: int) -> bool:
    """Whether the first joint of a branch moves a finger, by its name or that of its body."""
    joints = " ".join(bodies.own(body))
    return bool(
        _FINGERS.search(joints) or (_FINGER_BODIES.search(bodies.name(body)) and not _ARM_JOINTS.search(joints))
    )


def _chain(frames: Model, choice: ChainChoice, body: str) -> Chain | None:
    """The chain of a choice, or to the body itself where its better end is ambiguous; None if it cannot be."""
    for effector in (choice.effector, body, f"body:{body}"):
        try:
            return Chain(frames, effector, choice.base or None)
        except KinematicsError:
            continue
    return None


def _reaches(chain: Chain) -> bool:
    """Whether at least two joints move the effector from its place, and it is no leg or wheel."""
    if _LEGS.search(chain.effector) or any(_LEGS.search(name) for name in chain.names):
        return False
    ranges = chain.ranges
    middle = 0.5 * (ranges[0] + ranges[1]) + 0.05 * (ranges[1] - ranges[0])
    moved = np.linalg.norm(chain.jacobian(np.clip(middle, chain.lower, chain.upper))[:3], axis=0)
    return int((moved > 1e-4 * chain.reach).sum()) >= 2


def _distinct(found: list[tuple[ChainChoice, Chain]]) -> Iterator[tuple[ChainChoice, Chain]]:
    """One chain for each set of joints."""
    seen: set[tuple[str, ...]] = set()
    for choice, chain in found:
        if chain.names not in seen and len(seen) < MAX_CHAINS:
            seen.add(chain.names)
            yield choice, chain


def _named(found: Iterator[tuple[ChainChoice, Chain]]) -> Iterator[tuple[str, ChainChoice]]:
    chains = list(found)
    arms = sum(choice.reach for choice, _ in chains)
    used: set[str] = set()
    for choice, chain in chains:
        side = _side((*chain.names, chain.effector))
        if choice.reach and len(chain.names) > 2 and arms <= 2:
            name = "arm" if arms == 1 else f"{side}_arm" if side else f"arm_{_plain(chain.effector)}"
        else:
            name = _plain(chain.effector)
        while name in used:
            name += "_"
        used.add(name)
        yield name, choice


def _side(names: tuple[str, ...]) -> str:
    text = " ".join(names).lower()
    sides = {side: len(re.findall(rf"{side}|(?:^|[ _]){side[0]}(?=[_ ])", text)) for side in ("left", "right")}
    if sides["left"] == sides["right"]:
        return ""
    return max(sides, key=lambda side: sides[side])


def _plain(name: str) -> str:
    text = re.sub(r"[^A-Za-z0-9_-]+", "_", name.removeprefix("body:").removeprefix("site:")).strip("_-")
    return text if text and text[0].isalpha() else f"chain_{text}"
