"""A small layout and runs of it."""

import numpy as np

from pult.core.channels import Channel, Channels, lay_out
from pult.record import Header, Recorder

DT = 0.01
CHANNELS = Channels(
    lay_out(
        [
            Channel("time", 0, (), "s"),
            Channel("panel.stick", 0, (3,), "1", labels=("x", "y", "z")),
            Channel("panel.on", 0, (), "1", "boolean"),
            Channel("panel.lamps", 0, (2,), "1", "boolean"),
            Channel("sensor.matrix", 0, (2, 3), "m"),
            Channel("drive.motor 100%", 0, (), "V"),
            Channel("scheme.pd.out", 0, (), "V"),
            Channel("body.world", 0, (7,), "1"),
            Channel("body.arm/hand", 0, (7,), "1"),
            Channel("site.tip", 0, (7,), "1"),
            Channel("qpos", 0, (4,), "rad"),
        ]
    )
)
FILES = {"exercise.json": b'{"a": 1}\n', "meshes/part.stl": bytes(range(256))}
HEADER = Header(channels=CHANNELS, dt=DT, seed=7, exercise="grab", variant="easy", pilot="script", more={"k": [1, 2.5]})


def run(count: int, first: int = 0, seed: int = 1) -> np.ndarray:
    """Rows of a run. Shape (count, size)."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(first + count, CHANNELS.size))
    rows[:, CHANNELS["time"].start] = np.arange(first + count) * DT
    for name in ("panel.on", "panel.lamps"):
        rows[:, CHANNELS[name].place] = rows[:, CHANNELS[name].place] > 0
    return rows[first:]


def state(tick: int) -> bytes:
    return b"state %d " % tick + bytes([tick % 256]) * 40


def play(recorder, rows: np.ndarray, first: int = 0, batch: int = 1) -> None:
    """A run with keyframes each 20 ticks, some inputs, a command and an event."""
    for start in range(0, len(rows), batch):
        tick = first + start
        if tick % 20 == 0:
            recorder.keyframe(tick, state(tick))
        if tick % 10 == 0:
            recorder.input(tick, "stick", [0.1 * tick, -0.0, 1.0])
        if tick == first + 20:
            recorder.command(tick, {"do": "reset", "to": {"x": 1.5, "y": None}})
            recorder.event(tick, "contact", "the hand touched the table", {"force": 1.25})
        recorder.frames(tick, rows[start : start + batch])


def write(path, rows: np.ndarray, result=None, batch: int = 1, **options) -> Recorder:
    recorder = Recorder(path, HEADER, FILES, **{"when_full": "wait", **options})
    recorder.scene([])
    play(recorder, rows, batch=batch)
    assert recorder.close(result) == ""
    return recorder


def same_bits(one: np.ndarray, two: np.ndarray) -> bool:
    return one.shape == two.shape and one.tobytes() == two.tobytes()
