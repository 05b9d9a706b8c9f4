"""Mutated documents: whatever is done to a right one, checking it ends with a scheme or with faults."""

import copy
import random
from typing import Any

WORDS = [
    "",
    "x",
    "pd.y",
    "control.pd",
    "scheme.smooth",
    "rad",
    "?a",
    "..",
    "a.b.c",
    "\x00",
    "ж" * 50,
    "1e999",
    "__class__",
    "{0}",
    "%s",
    "-",
    "scheme.",
]
NUMBERS = [0, -1, 1, 2**63, -(2**70), 0.1, 1e308, -1e308, float("nan"), float("inf"), float("-inf"), 65536, 100001]


def anything(rng: random.Random, depth: int = 0) -> Any:
    """A random JSON value."""
    kind = rng.randrange(7 if depth < 3 else 5)
    if kind == 0:
        return rng.choice(WORDS)
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice([True, False, None])
    if kind == 3:
        return []
    if kind == 4:
        return {}
    if kind == 5:
        return [anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS): anything(rng, depth + 1) for _ in range(rng.randrange(4))}


def _spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        for key in value:
            found.append((value, key))
            _spots(value[key], found)
    elif isinstance(value, list):
        for index in range(len(value)):
            found.append((value, index))
            _spots(value[index], found)
    return found


def mutate(document: Any, seed: int) -> Any:
    """One to six random changes."""
    rng = random.Random(seed)
    document = copy.deepcopy(document)
    for _ in range(rng.randint(1, 6)):
        spots = _spots(document, [])
        if not spots:
            return anything(rng)
        holder, key = rng.choice(spots)
        action = rng.randrange(7)
        if action == 0:
            holder[key] = anything(rng)
        elif action == 1:
            del holder[key]
        elif action == 2:  # the same again, elsewhere
            other, place = rng.choice(spots)
            if isinstance(place, str) or place < len(other):
                other[place] = copy.deepcopy(holder[key])
        elif action == 3 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif action == 4 and isinstance(holder, dict):
            holder[rng.choice(WORDS)] = holder.pop(key)
        elif action == 5 and isinstance(holder[key], str):
            text = list(holder[key])
            for _ in range(rng.randint(1, 3)):
                text.insert(rng.randint(0, len(text)), rng.choice(list("ab.?*/'\\\"0 ")))
            holder[key] = "".join(text)
        elif action == 6 and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
            holder[key] = rng.choice(NUMBERS)
    return document
