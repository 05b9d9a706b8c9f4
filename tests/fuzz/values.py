"""Random values that fit a type, made from the type itself: whatever message is added is fuzzed as well."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec.inspect as mi

from tests.scheme.fuzz import NUMBERS, WORDS, anything


def sample(info: mi.Type, rng: random.Random, names: Sequence[str]) -> Any:
    """A value of a type, as plain data; now and then one that does not fit.

    Args:
        info: The type.
        rng: Generator.
        names: Texts that mean something to whoever reads it.
    """
    if rng.random() < 0.03:
        return anything(rng)
    match info:
        case mi.Metadata():
            return sample(info.type, rng, names)
        case mi.StructType():
            found = {info.tag_field: info.tag} if info.tag_field else {}
            for field in info.fields:
                if field.required or rng.random() < 0.6:
                    found[field.encode_name] = sample(field.type, rng, names)
            return found
        case mi.UnionType():
            return sample(rng.choice(info.types), rng, names)
        case mi.ListType():
            low, high = info.min_length or 0, info.max_length if info.max_length is not None else 4
            return [sample(info.item_type, rng, names) for _ in range(rng.randint(low, max(low, min(high, low + 4))))]
        case mi.DictType():
            return {_word(rng, names): sample(info.value_type, rng, names) for _ in range(rng.randrange(4))}
        case mi.LiteralType():
            return rng.choice(list(info.values))
        case mi.BoolType():
            return rng.random() < 0.5
        case mi.IntType():
            return rng.choice([0, 1, 2, 5, 100, -1, 2**31, 2**63, rng.randrange(1000)])
        case mi.FloatType():
            return rng.choice([*NUMBERS, 0.5, 0.02, 1.0, -1.0, rng.uniform(-2.0, 2.0)])
        case mi.StrType():
            return _word(rng, names)
        case mi.BytesType():
            return rng.choice(["", "AAAA", "//8=", "x", "eyJ0aWNrIjogMX0="])
        case mi.NoneType():
            return None
    return rng.choice([anything(rng), rng.uniform(-1.0, 1.0), rng.random() < 0.5, _word(rng, names)])


def _word(rng: random.Random, names: Sequence[str]) -> str:
    return rng.choice(names) if names and rng.random() < 0.8 else rng.choice(WORDS)
