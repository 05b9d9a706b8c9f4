"""Mutated documents of every kind, and mutated models, in folders as a user would have them."""

import copy
import functools
import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from pult.cli.kinds import KINDS
from pult.core.document import read_json
from pult.core.shipped import shipped_files
from tests.fuzz.bytes import damage
from tests.fuzz.watch import Outcome, watched
from tests.scheme.fuzz import mutate

RICH_ROBOT = {
    "drives": {
        "motors": {"type": "dc", "joints": ["shoulder"], "resistance": 1.0, "torque_constant": 0.1,
                   "speed_constant": 0.1, "max_voltage": 24, "inductance": 0.001, "gear": 50, "inertia": 1e-5},
        "second": {"type": "position", "joints": ["elbow"], "stiffness": 100.0},
    },
    "sensors": {
        "angles": {"type": "angle", "joints": ["shoulder", "elbow"], "noise": [0.01, 0.02], "delay": 0.02,
                   "resolution": 0.001, "range": [-3, 3]},
        "torque": {"type": "torque", "joints": "elbow", "bias": 0.1},
        "place": {"type": "position", "frame": "hand", "base": "base"},
        "gyro": {"type": "gyro", "site": "hand"},
        "touch": {"type": "contact", "bodies": ["fore", "base"]},
        "zmp": {"type": "zmp", "feet": ["fore"]},
    },
    "cameras": {"eye": {"body": "fore", "placement": {"position": [0.1, 0, 0.1], "rpy": [0, 0.5, 0]}}},
}  # fmt: skip
RICH_WORLD = {
    "sensors": {"gap": {"type": "contact_force", "bodies": ["fore", "upper"], "noise": 0.1}},
    "elements": {
        "spring": {"type": "spring", "from": "hand", "to": "hand", "stiffness": 100.0, "damping": 1.0},
        "touch": {"type": "contact", "from": "hand", "to": "hand", "radius_from": 0.1, "stiffness": 100.0},
    },
}


RICH = {"robot": RICH_ROBOT, "world": RICH_WORLD}
"""Keys that make a document of the two-link arm one that has a bit of everything."""
SHIPPED = tuple(kind for kind in KINDS if shipped_files(f"*.{kind}.json"))
"""Kinds of which there are shipped documents."""
SWEEP = {
    "format": "pult.sweep", "version": 1, "exercise": "two-link-reach", "seeds": [1, 2], "pilot": "two-link-target",
    "vary": {"scheme.smooth.time": {"low": 0.1, "high": 0.2, "steps": 3}}, "faults": ["stop@2"],
}  # fmt: skip


@functools.cache
def _workshop() -> Path:
    """A copy of the shipped documents with their models, for this process."""
    folder = Path(tempfile.mkdtemp(prefix="pult-fuzz-"))
    for kind in SHIPPED:
        for file in shipped_files(f"*.{kind}.json").values():
            if not (folder / file.parent.name).exists():
                shutil.copytree(file.parent, folder / file.parent.name)
    return folder


@functools.cache
def _bases(kind: str) -> tuple[tuple[Path, Any], ...]:
    """Valid documents of a kind to mutate, and richer ones, with their files in the copy."""
    files = shipped_files(f"*.{kind}.json").values()
    found = [(_workshop() / file.parent.name / file.name, read_json(file)) for file in files]
    if kind in RICH:
        path, data = next((path, data) for path, data in found if path.name == f"two-link.{kind}.json")
        found.append((path, {**data, **RICH[kind]}))
    return tuple(found) if found else ((_workshop() / "two-link" / "any.sweep.json", SWEEP),)


def fuzz_document(seed: int, kind: str = "") -> Outcome:
    """Check a mutated document, read from its file as `pult check` does."""
    rng = random.Random(f"document {seed}")
    kind = kind or rng.choice(list(KINDS))
    base, data = rng.choice(_bases(kind))
    text = json.dumps(data, ensure_ascii=False).encode()
    if rng.random() < 0.15:
        text = damage(text, rng)
    else:
        try:
            text = json.dumps(mutate(data, rng.randrange(2**40)), ensure_ascii=rng.random() < 0.9).encode()
        except (ValueError, UnicodeEncodeError):
            return Outcome(refused=True)  # not JSON, hence not a document
    return _checked(base.with_name(f"fuzzed.{kind}.json"), kind, text)


def _checked(file: Path, kind: str, text: bytes) -> Outcome:
    file.write_bytes(text)

    def call() -> bool | str:
        faults = KINDS[kind].check(file, None)
        wordless = [fault for fault in faults if not (fault.code and str(fault).strip() and fault.plain())]
        return f"a fault without words: {wordless[0]!r}" if wordless else bool(faults)

    try:
        found = watched(call)
    finally:
        file.unlink(missing_ok=True)
    return found._replace(problem=f"{kind}: {found.problem}") if found.problem else found


def fuzz_model(seed: int) -> Outcome:
    """Check a robot or a world whose model is damaged."""
    rng = random.Random(f"model {seed}")
    kind, key = rng.choice((("robot", "model"), ("world", "scene")))
    base, data = rng.choice([found for found in _bases(kind) if _text(found[1], key).endswith(".xml")])
    name = f"fuzzed-{Path(data[key]).name}"
    model = (base.parent / data[key]).with_name(name)
    model.write_bytes(_mutated_xml((base.parent / data[key]).read_bytes(), rng))
    changed = {**copy.deepcopy(data), key: (Path(data[key]).parent / name).as_posix()}
    try:
        return _checked(base.with_name(f"fuzzed.{kind}.json"), kind, json.dumps(changed).encode())
    finally:
        model.unlink()


def _text(data: Any, key: str) -> str:
    found = data.get(key, "")
    return found if isinstance(found, str) else ""


NUMBERS = (b"0", b"-1", b"1e308", b"-1e-300", b"nan", b"inf", b"2147483648", b"", b"1 2 3 4 5 6 7 8 9", b"x")


def _mutated_xml(data: bytes, rng: random.Random) -> bytes:
    """Other values of attributes, elements that are doubled, moved or missing; sometimes mere damage."""
    if rng.random() < 0.2:
        return damage(data, rng)
    tags = data.split(b"<")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(1, len(tags))
        match rng.randrange(4):
            case 0:
                parts = tags[at].split(b'"')
                if len(parts) > 2:
                    parts[2 * rng.randrange(len(parts) // 2) + 1] = rng.choice(NUMBERS)
                    tags[at] = b'"'.join(parts)
            case 1:
                del tags[at]
            case 2:
                tags.insert(rng.randrange(1, len(tags)), tags[at])
            case 3:
                other = rng.randrange(1, len(tags))
                tags[at], tags[other] = tags[other], tags[at]
        if len(tags) < 2:
            break
    return b"<".join(tags)
