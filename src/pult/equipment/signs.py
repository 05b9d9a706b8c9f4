"""Signs of a world: short words at sites and bodies, such as the numbers of buttons. They are visual only."""

from collections.abc import Iterator, Mapping
from typing import Any

import mujoco

from pult.core.errors import Fault, FaultKind, advice

UNKNOWN_PLACE = FaultKind("unknown-name", "there is no site or body {name!r}. {advice}")
BAD_SIGN = FaultKind("out-of-range", "a sign has 1 to {most} characters, not {count}.")

MAX_LENGTH = 12
"""Longest sign [characters]."""


def sign_faults(model: Any, signs: Mapping[str, str], place: str = "signs") -> Iterator[Fault]:
    """Faults of the signs of a world.

    Args:
        model: The compiled world.
        signs: Their words, by the names of sites or bodies.
        place: Their place in the document, for messages.
    """
    kinds = ((mujoco.mjtObj.mjOBJ_SITE, model.nsite), (mujoco.mjtObj.mjOBJ_BODY, model.nbody))
    names = [mujoco.mj_id2name(model, kind, number) or "" for kind, count in kinds for number in range(count)]
    known = [name for name in names if name]
    for name, text in signs.items():
        if name not in known:
            yield UNKNOWN_PLACE.at(f"{place}.{name}", name=name, **advice(name, known))
        if not 1 <= len(text) <= MAX_LENGTH:
            yield BAD_SIGN.at(f"{place}.{name}", most=MAX_LENGTH, count=len(text))
