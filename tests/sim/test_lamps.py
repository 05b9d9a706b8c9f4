"""Lamps of a world in pictures of records: lit in the rows in which they were lit, and they change nothing else."""

import numpy as np
import pytest

from pult.media.film import pictures_of
from pult.media.render import Painter
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import reopened
from pult.sight.graphics import NoGraphics, graphics
from pult.sim.commands import Push
from tests.sim.lab import SCENE_XML, WORLD, assert_same_bits, opened, run

SCENE = SCENE_XML.replace(
    "</worldbody>",
    '<geom name="bulb" type="sphere" size="0.3" pos="1.5 0 2" contype="0" conaffinity="0" rgba="0.2 0.2 0.2 1"/>'
    '<camera name="at" pos="1.5 -3 2" xyaxes="1 0 0 0 0 1"/></worldbody>',
)
LAMPS = {"bulb": {"signal": "sensor.lid[z]", "above": 0.15, "colour": [1.0, 0.1, 0.0]}}
LIT = {**WORLD, "lamps": LAMPS}


def jump(session, step):
    """The box is pushed up once: its lid passes the height of the lamp on its way."""
    if step == 10:
        session.apply(Push(body="box", force=[0.0, 0.0, 30.0], duration=0.05))


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lamps")
    session = opened(folder, world=LIT, scene=SCENE)
    recording = start_recording(session, folder / "lamps.mcap")
    run(session, 120, jump)
    assert not recording.close()
    return read_record(folder / "lamps.mcap")


def test_a_lamp_is_lit_in_the_rows_in_which_its_signal_is_above(record):
    try:
        graphics()
    except NoGraphics as error:
        pytest.skip(str(error))
    lit = record.signal("sensor.lid[z]") > 0.15
    assert 5 < lit.sum() < 100
    rows = [int(np.flatnonzero(~lit)[0]), int(np.flatnonzero(lit)[0]), int(np.flatnonzero(lit)[-1]), 120]
    with reopened(record, plain=True) as session, Painter(session, 64, 48, "at") as painter:
        middles = [picture[24, 32].astype(int) for picture in pictures_of(record, painter, rows)]
    for row, (red, green, blue) in zip(rows, middles, strict=True):
        if lit[row]:
            assert red > 200 and green < 120 and blue < 100
        else:
            assert max(red, green, blue) < 120 and abs(red - blue) < 20


def test_lamps_change_no_bit_of_a_session(tmp_path):
    with_lamps, without = opened(tmp_path / "a", world=LIT, scene=SCENE), opened(tmp_path / "b", scene=SCENE)
    assert_same_bits(run(with_lamps, 60, jump), run(without, 60, jump))
