"""Damage to bytes and to texts: what a bad disk, a bad line or an editor does."""

import random

PARTS = (1, 2, 4, 16, 64, 512)
"""Lengths of what is moved or removed [bytes]."""


def damage(data: bytes, rng: random.Random) -> bytes:
    """One to four random changes: truncation, flipped bits, parts that are removed, doubled, swapped or filled."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        if not changed:
            return bytes(rng.randrange(256) for _ in range(rng.randrange(8)))
        at, length = rng.randrange(len(changed)), rng.choice(PARTS)
        part = bytes(changed[at : at + length])
        match rng.randrange(6):
            case 0:
                del changed[rng.randrange(len(changed)) :]
            case 1:
                for _ in range(rng.randint(1, 8)):
                    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            case 2:
                del changed[at : at + length]
            case 3:
                changed[at:at] = part
            case 4:
                other = rng.randrange(len(changed))
                changed[at : at + length], changed[other : other + len(part)] = changed[other : other + len(part)], part
            case 5:
                changed[at : at + length] = bytes([rng.choice((0, 0x20, 0x7F, 0xFF))]) * len(part)
    return bytes(changed)
