"""A servo that follows a stream, for the tests of streams."""

import json
import math

from pult.core.shipped import shipped_file
from pult.sim.commands import Feed
from tests.sim.lab import PANEL, SCHEME, SETUP, opened

MASTER = {"labels": ["shoulder", "elbow"], "unit": "rad", "timeout": 0.15, "fastest": 10}
DESK = {**PANEL, "streams": {"master": MASTER}}
FOLLOWER = {
    "format": "pult.scheme", "version": 1, "name": "servo",
    "inputs": {
        "master": {"shape": [2], "unit": "rad"},
        "master_fresh": {"kind": "boolean"},
        "angles": {"shape": [2], "unit": "rad"},
        "speeds": {"shape": [2], "unit": "rad/s"},
    },
    "outputs": {"motors": {"shape": [2], "unit": "V"}, "lost": {"kind": "boolean"}, "risky": {}},
    "blocks": [
        {"id": "soft", "type": "control.low_pass", "shape": [2], "parameters": {"cutoff": 20.0, "order": 1}},
        {"id": "pd", "type": "control.pd", "shape": [2], "parameters": {"kp": 6.0, "kd": 0.2}},
        {"id": "no", "type": "logic.not"},
        {"id": "calm", "type": "sources.constant"},
    ],
    "wires": [
        {"from": "master", "to": "soft.x"}, {"from": "soft.y", "to": "pd.wanted"}, {"from": "angles", "to": "pd.angle"},
        {"from": "speeds", "to": "pd.speed"}, {"from": "pd.y", "to": "motors"}, {"from": "master_fresh", "to": "no.x"},
        {"from": "no.y", "to": "lost"}, {"from": "calm.y", "to": "risky"},
    ],
}  # fmt: skip
assert set(SCHEME["outputs"]) <= set(FOLLOWER["outputs"])


def follower(folder, *, plain=True, panel=DESK, scheme=FOLLOWER, setup=SETUP):
    """A session that follows the stream."""
    return opened(folder, setup, plain=plain, panel=panel, scheme=scheme)


def pose(t):
    """Where the master is at a time."""
    return [0.4 + 0.3 * math.sin(2.0 * t), 0.3 - 0.2 * math.sin(3.0 * t)]


def feed(session, t, values=None, stream="master"):
    """Send a sample."""
    session.apply(Feed(stream=stream, time=t, values=pose(t) if values is None else values))


def signal(session, name):
    """A signal of the last row, as plain numbers."""
    channel = session.channels[name]
    found = session.row[channel.place].tolist()
    return found if channel.shape else found[0]


def write_two_link(folder, hold=0.5, **panel):
    """Documents of a two-link arm that follows a master, in a folder of documents: exercise, panel, scheme.

    The exercise is passed when data has come for a time without a break [s].
    """
    source = shipped_file("panel", "two-link")
    stream = {"labels": ["shoulder", "elbow"], "unit": "rad", "timeout": 0.5, "fastest": 10}
    desk = {**json.loads(source.read_text()), "streams": {"master": stream}, **panel}
    scheme = json.loads(shipped_file("scheme", "two-link-command").read_text())
    scheme["name"] = "follow"
    scheme["inputs"] |= {"master": {"shape": [2], "unit": "rad"}, "master_fresh": {"kind": "boolean"}}
    scheme["blocks"] = [b for b in scheme["blocks"] if b["id"] not in ("zero", "never")]
    scheme["wires"] = [w for w in scheme["wires"] if w["to"] != "pd.wanted" and w["from"] not in ("zero.y", "never.y")]
    scheme["wires"] += [{"from": "master", "to": "pd.wanted"}, {"from": "master_fresh", "to": "out_of_reach"}]
    exercise = {
        "format": "pult.exercise", "version": 1, "name": "copy", "world": "two-link", "panel": "two-link",
        "variants": {"copying": {"scheme": "follow"}}, "duration": 60, "effector": "hand",
        "stages": [{"name": "follow", "hold": hold, "goal": {"type": "signal", "name": "stream.master_fresh", "is": True}}],
        "scoring": {"weights": {"time": {"weight": 50, "par": 1}, "path": {"weight": 50, "par": 1}}},
    }  # fmt: skip
    for kind, name, document in (
        ("panel", "two-link", desk),
        ("scheme", "follow", scheme),
        ("exercise", "copy", exercise),
    ):
        (folder / f"{kind}s").mkdir(exist_ok=True)
        (folder / f"{kind}s" / f"{name}.{kind}.json").write_text(json.dumps(document))
    (folder / "panels" / "two-link.svg").write_bytes(source.with_name("two-link.svg").read_bytes())
    return folder / "exercises" / "copy.exercise.json"
