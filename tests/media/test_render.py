"""Pictures of records: the right rows, things where they are, captions, and failures that say what to do."""

import ctypes.util
import dataclasses

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.errors import UsageError
from pult.exercise.exercise import load_exercise
from pult.media.film import caption, pictures_of, write_film, write_gif
from pult.media.plot import LOGIC, Curve, curves, draw_curves, in_degrees
from pult.media.render import (
    BRIGHTEST,
    Painter,
    cameras,
    film_rows,
    nearest_row,
    soften,
    surroundings,
)
from pult.record import Event, read_record
from pult.record.recording import start_recording
from pult.record.replay import reopened
from pult.sight.graphics import NoGraphics, graphics
from pult.sim.open import open_session

WIDTH, HEIGHT = 320, 240


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Half a second of the arm on its table, as plain Python: nothing has to be compiled."""
    exercise = load_exercise("two-link-reach")
    session = open_session(exercise.setup("semi-automatic", 3), exercise.folder, plain=True)
    path = tmp_path_factory.mktemp("render") / "short.mcap"
    recording = start_recording(session, path)
    session.advance(50)
    assert not recording.close()
    return read_record(path)


@pytest.fixture
def session(record):
    try:
        graphics()
    except NoGraphics as error:
        pytest.skip(str(error))
    with reopened(record, plain=True) as found:
        found.model.cam_fovy[:] = 60.0
        yield found


def pixel(session, camera, point):
    """Where a camera sees a point: column and line. The camera looks along its -z, y is up."""
    model, data = session.model, session.data
    number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_CAMERA, camera)
    x, y, z = data.cam_xmat[number].reshape(3, 3).T @ (np.asarray(point) - data.cam_xpos[number])
    scale = 0.5 * HEIGHT / np.tan(np.radians(model.cam_fovy[number]) / 2.0)
    return round(0.5 * WIDTH + scale * x / -z - 0.5), round(0.5 * HEIGHT - scale * y / -z - 0.5)


# --- which rows ------------------------------------------------------------------------------------------------------


@given(
    st.lists(st.integers(0, 10_000), min_size=1, max_size=40, unique=True),
    st.floats(-5.0, 105.0, allow_nan=False),
)
def test_the_nearest_row_is_nearest(ticks, time):
    times = np.sort(np.array(ticks)) * 0.01
    found = nearest_row(times, time)
    assert abs(times[found] - time) == np.abs(times - time).min()


def test_a_film_shows_the_rows_nearest_to_its_pictures(record):
    assert film_rows(record, fps=100.0) == list(range(51))
    assert film_rows(record, fps=50.0, speed=2.0) == list(range(0, 51, 4))
    assert film_rows(record, fps=100.0, speed=0.4) == [round(0.4 * k) for k in range(126)]
    assert film_rows(record, fps=10.0, begin=0.1, end=0.3) == [10, 20, 30]
    assert film_rows(record, fps=30.0, begin=0.2, end=0.2) == [20]


def test_rows_that_were_lost_leave_the_film_as_long_as_it_is(record):
    kept = np.r_[0:10, 40:51]
    holed = dataclasses.replace(record, ticks=record.ticks[kept], rows=record.rows[kept])
    rows = film_rows(holed, fps=100.0)
    assert len(rows) == 51
    assert (rows[20], rows[30]) == (9, 10)  # the last before the gap, the first after it


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"begin": 2.0}, "the part begins at 2 s, but the record covers 0 to 0.5 s."),
        ({"end": 9.0}, "the part ends at 9 s, but the record covers 0 to 0.5 s."),
        ({"begin": float("nan")}, "the part begins at nan s"),
        ({"speed": 0.0}, "speed 0.001 to 1000"),
        ({"fps": float("inf")}, "inf pictures a second"),
    ],
)
def test_parts_that_are_not_there_are_refused(record, options, message):
    with pytest.raises(UsageError, match=message):
        film_rows(record, **options)


def test_a_record_without_rows_cannot_be_drawn(record):
    empty = dataclasses.replace(record, ticks=record.ticks[:0], rows=record.rows[:0])
    with pytest.raises(UsageError, match="there is not one row in the record"):
        film_rows(empty)


# --- pictures --------------------------------------------------------------------------------------------------------


def test_things_are_where_the_camera_sees_them(record, session):
    """Targets, placed at the start, are orange; the links are light; the table is neither."""
    with Painter(session, WIDTH, HEIGHT, "above") as painter:
        for q in ([0.3, 0.5], [-1.2, 2.0]):
            picture = painter.picture(np.array(q)).astype(float)
            arm = np.array([0.35 * np.cos(q[0]), 0.35 * np.sin(q[0]), 0.125])  # on top of the first link
            column, line = pixel(session, "above", arm)
            assert picture[line, column].min() > 150.0
            assert np.ptp(picture[line, column]) < 40.0  # grey
    for name, pose in record.header.more["setup"]["start"]["bodies"].items():
        column, line = pixel(session, "above", pose[:3])
        red, _, blue = picture[line, column]
        assert red - blue > 80.0, name


def test_the_free_camera_sees_everything_that_is_no_floor(record, session):
    qpos = record.signal("qpos")
    middle, radius = surroundings(session.model, session.data, qpos)
    model, data = session.model, session.data
    for row in qpos:
        data.qpos[:] = row
        mujoco.mj_kinematics(model, data)
        for geom in range(model.ngeom):
            if model.geom_bodyid[geom]:
                away = np.linalg.norm(data.geom_xpos[geom] - middle) + model.geom_rbound[geom]
                assert away <= radius + 1e-3  # rows between those that were looked at: the arm hardly moves
    with Painter(session, WIDTH, HEIGHT, "free", qpos) as painter:
        picture = painter.picture(qpos[0])
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert picture.std() > 15.0
    edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]]).astype(float)
    assert (edge[:, 0] - edge[:, 2]).max() < 80.0  # no target is cut by the edge


def test_equal_rows_give_equal_pictures_in_any_order(record, session):
    with Painter(session, 64, 48, "front") as painter:
        first = [painter.picture(record.signal("qpos")[row]) for row in (0, 50)]
        again = [painter.picture(record.signal("qpos")[row]) for row in (50, 0)]
    assert np.array_equal(first[0], again[1])
    assert np.array_equal(first[1], again[0])


def test_lights_are_dimmed_only_where_they_would_drown_the_scene(session):
    model = session.model
    soften(model)

    def light():
        head = model.vis.headlight
        return (head.ambient + head.diffuse).max() + (model.light_ambient + model.light_diffuse).max(axis=1).sum()

    assert light() == pytest.approx(BRIGHTEST, rel=1e-5)  # single precision
    for array in (model.vis.headlight.ambient, model.vis.headlight.diffuse, model.light_diffuse):
        array[:] *= 0.5
    before = light()
    soften(model)
    assert light() == before


def test_cameras_are_named_and_others_refused(session):
    assert cameras(session.model) == ["above", "front"]
    with pytest.raises(UsageError, match="there is no camera 'fornt'. Did you mean 'front'?"):
        Painter(session, 64, 48, "fornt")
    with pytest.raises(UsageError, match="16 to 8192 pixels a side, not 8 x 48"):
        Painter(session, 8, 48)


def test_a_caption_changes_the_bottom_strip_alone(record, session):
    told = []
    with Painter(session, WIDTH, HEIGHT, "above") as painter:
        (bare,) = pictures_of(record, painter, [7])
        (named,) = pictures_of(record, painter, [7], lambda row: (f"row {row}", "right"), lambda *done: told.append(done))
    assert told == [(1, 1)]
    strip = max(16, round(HEIGHT / 18))
    assert np.array_equal(bare[:-strip], named[:-strip])
    assert named[-strip:].min() < 100 and named[-strip:].mean() > 200  # dark letters on a light strip
    assert np.array_equal(caption(bare, "row 7", "right"), named)


def test_the_clock_of_a_gif_does_not_drift(tmp_path):
    from PIL import Image

    pictures = [np.full((16, 16, 3), number * 8, dtype=np.uint8) for number in range(30)]
    write_gif(tmp_path / "a.gif", pictures, 30.0, pictures)
    with Image.open(tmp_path / "a.gif") as film:
        durations = []
        for number in range(film.n_frames):
            film.seek(number)
            durations.append(film.info["duration"])
            assert np.array_equal(np.asarray(film.convert("RGB")), pictures[number])  # 30 colours are kept as they are
    assert len(durations) == 30
    assert sum(durations) == 1000
    assert set(durations) == {30, 40}


def test_what_ffmpeg_refuses_is_told(tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    (tmp_path / "folder.mp4").mkdir()
    pictures = (np.zeros((256, 256, 3), dtype=np.uint8) for _ in range(50))  # more than a pipe holds
    with pytest.raises(UsageError, match=r"cannot write '.*folder.mp4': ffmpeg says '.*Is a directory'"):
        write_film(tmp_path / "folder.mp4", pictures, 30.0, 256, 256)


# --- no graphics -----------------------------------------------------------------------------------------------------


def test_the_way_to_opengl_is_chosen_by_what_is_there(monkeypatch):
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    for there, wanted in ({"EGL", "OSMesa"}, "egl"), ({"OSMesa"}, "osmesa"):
        monkeypatch.setattr(ctypes.util, "find_library", lambda name, there=there: name if name in there else None)
        assert graphics() == wanted
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)
    with pytest.raises(NoGraphics, match="neither EGL nor OSMesa.*libegl1 libgl1-mesa-dri.*libosmesa6.*pyopengl"):
        graphics()
    monkeypatch.setenv("MUJOCO_GL", "osmesa")
    assert graphics() == "osmesa"
    monkeypatch.setenv("MUJOCO_GL", "disabled")
    with pytest.raises(NoGraphics, match="switched off"):
        graphics()


def test_a_driver_that_fails_is_told_without_a_traceback(record, session, monkeypatch):
    def fails(*_size):
        raise RuntimeError("no device\nand more that nobody wants to read")

    monkeypatch.setenv("MUJOCO_GL", "egl")
    monkeypatch.setattr("mujoco.egl.GLContext", fails)
    with pytest.raises(NoGraphics, match=r"does not start by way of egl \(no device\)\. Pictures need OpenGL"):
        Painter(session, 64, 48)


# --- curves ----------------------------------------------------------------------------------------------------------


def test_each_unit_has_a_panel_and_events_cross_them_all(record):
    pytest.importorskip("matplotlib")
    lines = curves(record, ["panel.enable", "sensor.angles", "sensor.speeds", "scheme.ik.angles"])
    events = [Event(10, 0.1, "stage", "stage: First", {}), Event(900, 9.0, "stage", "stage: Later", {})]
    figure = draw_curves(record.times, lines, events)
    assert [axes.get_ylabel() for axes in figure.axes] == ["[rad]", "[rad/s]", ""]  # on/off comes last
    names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert names == ["sensor.angles[shoulder]", "sensor.angles[elbow]", "scheme.ik.angles[0]", "scheme.ik.angles[1]"]
    for axes in figure.axes:
        assert sum(list(line.get_xdata()) == [0.1, 0.1] for line in axes.lines) == 1
    assert [text.get_text() for text in figure.axes[0].texts] == ["First"]  # the other one is not in the picture
    assert figure.axes[-1].get_xlabel() == "time [s]"


def test_a_curve_breaks_where_rows_are_missing(record):
    pytest.importorskip("matplotlib")
    kept = np.r_[0:10, 40:51]
    line = Curve("a", "m", "number", np.arange(21.0))
    (drawn,) = draw_curves(record.times[kept], [line]).axes[0].lines
    assert np.flatnonzero(np.isnan(drawn.get_ydata())).tolist() == [10]


def test_units_of_angles_alone_change_to_degrees():
    for unit, wanted, factor in (("rad", "deg", 180 / np.pi), ("rad/s", "deg/s", 180 / np.pi), ("V/rad", "V/rad", 1.0), (LOGIC, LOGIC, 1.0)):
        found = in_degrees(Curve("a", unit, "number", np.array([1.0])))
        assert (found.unit, found.values[0]) == (wanted, factor)
