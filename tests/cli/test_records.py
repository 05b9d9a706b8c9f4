"""`pult replay`, `pult plot` and `pult render`: a record as a person at a terminal meets it."""

import csv
import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from pult.cli import app, pictures
from pult.core.errors import PultError
from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.media.film import _ffmpeg
from pult.pilot import find_pilot
from pult.record import Recorder, fingerprint, read_record
from pult.record.recording import DERIVED
from pult.sight.graphics import NoGraphics, graphics


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def attempt(tmp_path_factory):
    """A whole attempt, recorded."""
    path = tmp_path_factory.mktemp("records") / "attempt.mcap"
    exercise = load_exercise("two-link-reach")
    outcome = run_attempt(exercise, find_pilot(exercise.name, "semi-automatic"), 3, record=path)
    assert outcome.success and not outcome.problem
    return path


@pytest.fixture(scope="module")
def record(attempt):
    return read_record(attempt)


@pytest.fixture
def no_graphics_no_test():
    try:
        graphics()
    except NoGraphics as error:
        pytest.skip(str(error))


def written_anew(record, path, *, rows=None, result=None, commands=None, keyframes=True):
    """A record written once more, with something changed."""
    rows = record.rows if rows is None else rows
    full = np.zeros((len(rows), record.header.channels.size))
    for channel in record.channels:
        full[:, record.header.channels[channel.name].place] = rows[:, channel.place]
    with Recorder(path, record.header, record.files, apart=DERIVED, when_full="wait", picture_hz=0.0) as recorder:
        for keyframe in record.keyframes if keyframes else ():
            recorder.keyframe(keyframe.tick, keyframe.state)
        recorder.frames(int(record.ticks[0]), full)
        for command in record.commands if commands is None else commands:
            recorder.command(command.tick, command.command)
        for event in record.events:
            recorder.event(event.tick, event.kind, event.text, event.data)
        assert not recorder.close(record.result if result is None else result)
    return path


# --- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_what_the_record_is_what_happened_and_that_the_score_follows_from_the_rows(attempt, record):
    done = run("replay", attempt)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "two-link-reach (semi-automatic), pilot semi-automatic, seed 3"
    assert f"{len(record.ticks)} rows of {record.channels.size} numbers" in lines[1]
    assert lines[2] == "complete"
    events = [line.split() for line in lines[4 : 4 + len(record.events)]]
    assert [line[0] for line in events] == [f"{event.time:.2f}" for event in record.events]
    assert [line[2] for line in events] == ["stage"] * 5 + ["success"]
    points = record.result["score"]["points"]
    assert f"result stored: {points:.1f} of 100 points" in done.stdout
    assert lines[-1] == "score recomputed from the rows: the same"


def test_replay_answers_as_json_with_the_score_bit_for_bit(attempt, record):
    found = json.loads(run("replay", attempt, "--json").stdout)
    assert found["score"] == record.result["score"]
    assert found["score_differences"] == []
    assert found["bytes"] == attempt.stat().st_size
    assert (found["rows"], found["complete"], found["machine"]) == (len(record.ticks), True, [])
    assert [event["tick"] for event in found["events"]] == [event.tick for event in record.events]


def test_a_replay_gives_every_bit_as_recorded(attempt, record):
    done = run("replay", attempt, "--check")
    assert done.exit_code == 0, done.output
    numbers = len(record.ticks) * record.channels.size
    assert done.stdout.splitlines()[-1] == f"every bit as recorded: {len(record.ticks)} ticks, {numbers} numbers"
    found = json.loads(run("replay", attempt, "--check", "--json").stdout)["check"]
    assert (found["same"], found["numbers"], found["difference"]) == (True, numbers, None)


def test_a_record_written_anew_is_the_same_too(record, tmp_path):
    assert run("replay", written_anew(record, tmp_path / "same.mcap"), "--check").exit_code == 0


@pytest.mark.parametrize(
    ("tick", "signal", "bit"), [(700, "sensor.angles[elbow]", 0), (1200, "qpos[1]", 51), (0, "time", 40), (9, "drive.motors[shoulder]", 63)]
)
def test_one_flipped_bit_is_found_where_it_is(record, tmp_path, tick, signal, bit):
    rows = record.rows.copy()
    place = record.channels.find(signal).start
    rows.view(np.uint64)[tick, place] ^= np.uint64(1 << bit)
    path = written_anew(record, tmp_path / "flipped.mcap", rows=rows)
    done = run("replay", path, "--check", "--json")
    assert done.exit_code == 1, done.output
    found = json.loads(done.stdout)["check"]
    assert found["same"] is False
    assert found["ticks"] == tick  # everything before it is as recorded
    assert (found["difference"]["tick"], found["difference"]["signal"], found["difference"]["bit"]) == (tick, signal, bit)
    assert float.fromhex(found["difference"]["recorded"]) == rows[tick, place]
    assert float.fromhex(found["difference"]["computed"]) == record.rows[tick, place]
    words = run("replay", path, "--check").stdout.splitlines()[-1]
    assert words.startswith(f"different after {tick} ticks as recorded: tick {tick} ({tick * record.header.dt:.3f} s), {signal}:")


def test_a_record_that_lacks_a_command_differs_from_the_step_after_it(record, tmp_path):
    path = written_anew(record, tmp_path / "less.mcap", commands=record.commands[1:])
    done = run("replay", path, "--check", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)["check"]["difference"]
    assert found["tick"] == record.commands[0].tick + 1
    assert found["signal"] == f"panel.{next(iter(record.commands[0].command['values']))}"


def test_a_record_cut_off_is_replayed_up_to_the_cut_and_says_so(attempt, tmp_path):
    path = tmp_path / "cut.mcap"
    path.write_bytes(attempt.read_bytes()[: attempt.stat().st_size // 2])
    rows = len(read_record(path).ticks)
    assert rows > 100
    told = run("replay", path)
    assert told.exit_code == 0
    assert "not complete: cut off after" in told.stdout
    assert f"{rows} rows are recovered" in told.stdout
    assert "no result is stored" in told.stdout
    assert "still running after" in told.stdout
    done = run("replay", path, "--check")
    assert done.exit_code == 0, done.output
    assert f"every bit as recorded: {rows} ticks" in done.stdout
    assert "compared as far as the record goes: cut off after" in done.stdout


def test_other_versions_are_told_and_compared_all_the_same(attempt, monkeypatch):
    other = fingerprint() | {"numpy": "1.0.0"}
    monkeypatch.setattr("pult.record.replay.fingerprint", lambda: other)
    monkeypatch.setattr("pult.cli.replay.fingerprint", lambda: other)
    done = run("replay", attempt, "--check")
    assert done.exit_code == 0
    assert f"computed elsewhere: numpy: {np.__version__}, here 1.0.0" in done.stdout
    assert "every bit as recorded" in done.stdout
    assert "bits are guaranteed only for the same versions and the same kind of processor" in done.stderr


def test_a_score_that_does_not_follow_from_the_rows_is_told(record, tmp_path):
    false = {**record.result, "score": {**record.result["score"], "points": 99.0, "medal": "bronze"}}
    found = run("replay", written_anew(record, tmp_path / "false.mcap", result=false))
    assert found.exit_code == 0
    assert "result stored: 99.0 of 100 points, bronze" in found.stdout
    points = record.result["score"]["points"]
    assert f"points: stored 99.0, computed {points}" in found.stdout
    assert "medal: stored bronze, computed gold" in found.stdout


def test_what_cannot_be_read_or_run_ends_with_2_and_a_reason(record, tmp_path):
    text = tmp_path / "text.mcap"
    text.write_text("hello")
    for command in (["replay"], ["replay", "--check"], ["plot", "--list"], ["render", "-o", tmp_path / "a.png"]):
        for path, reason in ((text, "this is not an MCAP file"), (tmp_path / "none.mcap", "there is no such file")):
            done = run(*command, path)
            assert done.exit_code == 2, command
            assert f"error: {path}: {reason}" in done.stderr
    done = run("replay", written_anew(record, tmp_path / "stateless.mcap", keyframes=False), "--check")
    assert done.exit_code == 2
    assert "nothing could be compared: the record has no state to start from" in done.stderr


# --- plot ------------------------------------------------------------------------------------------------------------


def table(path):
    with path.open(newline="") as stream:
        head, *rows = csv.reader(stream)
    return head, np.array([[float(cell) for cell in row] for row in rows])


def test_a_table_holds_the_numbers_of_the_record_bit_for_bit(attempt, record, tmp_path):
    path = tmp_path / "numbers.csv"
    done = run("plot", attempt, "sensor.angles", "output.hand_speed", "panel.joints[elbow]", "-o", path)
    assert done.exit_code == 0, done.output
    head, found = table(path)
    assert head == [
        "time [s]", "sensor.angles[shoulder] [rad]", "sensor.angles[elbow] [rad]", "output.hand_speed [m/s]",
        "panel.joints[elbow] [on/off]",
    ]  # fmt: skip
    wanted = np.column_stack(
        [record.times, record.signal("sensor.angles"), record.signal("output.hand_speed"), record.signal("panel.joints[elbow]")]
    )
    assert np.array_equal(found.view(np.uint64), wanted.view(np.uint64))


def test_poses_follow_from_the_coordinates(attempt, record, tmp_path):
    """The hand of two links, 0.4 m and 0.3 m: x = 0.4 cos q1 + 0.3 cos (q1 + q2), and y with sines."""
    path = tmp_path / "hand.csv"
    assert run("plot", attempt, "site.hand[x]", "site.hand[y]", "body.target1", "-o", path).exit_code == 0
    head, found = table(path)
    assert head[1:4] == ["site.hand[x] [m]", "site.hand[y] [m]", "body.target1[x] [m]"]
    assert head[-1] == "body.target1[qz] [1]"
    one, two = record.signal("qpos").T
    assert np.abs(found[:, 1] - 0.4 * np.cos(one) - 0.3 * np.cos(one + two)).max() < 1e-14
    assert np.abs(found[:, 2] - 0.4 * np.sin(one) - 0.3 * np.sin(one + two)).max() < 1e-14
    target = record.header.more["setup"]["start"]["bodies"]["target1"]
    assert np.array_equal(found[:, 3:], np.tile(target, (len(found), 1)))


def test_all_signals_make_a_table_with_one_time(attempt, record, tmp_path):
    path = tmp_path / "all.csv"
    assert run("plot", attempt, "--all", "-o", path).exit_code == 0
    head, found = table(path)
    assert [title for title in head if title.startswith("time")] == ["time [s]"]
    assert {"sensor.angles[elbow] [rad]", "site.hand[qw] [1]", "panel.speed [1]"} <= set(head)
    assert found.shape == (len(record.ticks), len(head))
    assert "makes a table" in run("plot", attempt, "--all", "-o", tmp_path / "a.png").output


def test_records_are_laid_over_one_another(attempt, tmp_path):
    other, path = tmp_path / "other.mcap", tmp_path / "both.svg"
    other.write_bytes(Path(attempt).read_bytes())
    assert run("plot", attempt, other, "sensor.angles[elbow]", "-o", path).exit_code == 0
    drawn = path.read_text()
    assert f"sensor.angles[elbow] ({Path(attempt).stem})" in drawn and "sensor.angles[elbow] (other)" in drawn
    assert "rows of one record" in run("plot", attempt, other, "qpos", "-o", tmp_path / "both.csv").output.replace("\n", " ")


def test_degrees_replace_radians_and_nothing_else(attempt, record, tmp_path):
    path = tmp_path / "degrees.csv"
    assert run("plot", attempt, "sensor.angles", "sensor.speeds", "drive.motors", "--degrees", "-o", path).exit_code == 0
    head, found = table(path)
    assert [name.rpartition(" ")[2] for name in head[1:]] == ["[deg]", "[deg]", "[deg/s]", "[deg/s]", "[V]", "[V]"]
    assert np.allclose(np.radians(found[:, 1:3]), record.signal("sensor.angles"), rtol=1e-15, atol=0.0)
    assert np.array_equal(found[:, 5:], record.signal("drive.motors"))


def test_a_picture_of_signals_names_them_their_units_and_the_events(attempt, tmp_path):
    path = tmp_path / "signals.svg"
    done = run("plot", attempt, "sensor.angles", "output.hand_speed", "panel.unreachable", "-o", path)
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    for word in ("sensor.angles[elbow]", "[rad]", "[m/s]", "panel.unreachable", "time [s]", "Target 1", "Target 5, success"):
        assert f">{word}<" in text, word


def test_a_picture_in_pixels_is_not_blank(attempt, tmp_path):
    from matplotlib.image import imread

    path = tmp_path / "signals.png"
    assert run("plot", attempt, "sensor.angles", "-o", path).exit_code == 0
    image = imread(path)[..., :3]
    assert image.shape[1] == 1440
    accent = np.abs(image - np.array([0x07, 0x6C, 0x77]) / 255.0).max(axis=2) < 0.02
    assert np.count_nonzero(accent.any(axis=0)) > 700  # the first curve goes through most of the width


def test_signals_are_listed_with_units_shapes_and_entries(attempt, record):
    found = {fact["name"]: fact for fact in json.loads(run("plot", attempt, "--list", "--json").stdout)}
    assert list(found) == list(record.header.channels.names)
    angles = found["sensor.angles"]
    assert (angles["unit"], angles["shape"], angles["entries"]) == ("rad", [2], ["shoulder", "elbow"])
    assert (found["site.hand"]["unit"], found["site.hand"]["recorded"]) == ("m, 1", False)
    lines = run("plot", attempt, "--list").stdout.splitlines()
    assert next(line for line in lines if line.startswith("sensor.speeds")).split() == ["sensor.speeds", "rad/s", "2", "shoulder", "elbow"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sensor.angels", "-o", "a.csv"], "there is no signal 'sensor.angels'. Did you mean 'sensor.angles'?"),
        (["sensor.angles[ellbow]", "-o", "a.csv"], "has no entry 'ellbow'; it has 2 entries. Did you mean 'elbow'?"),
        (["site.hnad[x]", "-o", "a.csv"], "there is no signal 'site.hnad'. Did you mean 'site.hand'?"),
        (["sensor.angles", "-o", "no/such/folder/a.csv"], "cannot write 'no/such/folder/a.csv': No such file"),
        (["sensor.angles", "-o", "no/such/folder/a.png"], "cannot write 'no/such/folder/a.png'"),
    ],
)
def test_what_cannot_be_plotted_is_explained(attempt, words, message):
    done = run("plot", attempt, *words)
    assert isinstance(done.exception, PultError)
    assert message in str(done.exception)


@pytest.mark.parametrize(
    ("words", "message"),
    [(["sensor.angles"], "say where to write"), (["-o", "a.png"], "name one signal"), (["time", "-o", "a.jpg"], "'.pdf'")],
)
def test_a_command_line_that_lacks_something_ends_with_2(attempt, words, message):
    done = run("plot", attempt, *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_without_matplotlib_a_picture_says_what_to_install_and_a_table_needs_none(attempt, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert str(run("plot", attempt, "time", "-o", tmp_path / "a.png").exception).endswith("pip install 'pult[plot]'.")
    assert run("plot", attempt, "time", "-o", tmp_path / "a.csv").exit_code == 0


# --- render ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_graphics_no_test")
def test_a_picture_has_the_size_asked_for_and_shows_the_scene(attempt, tmp_path):
    from PIL import Image

    path = tmp_path / "end.png"
    done = run("render", attempt, "-o", path, "--camera", "free", "--width", 320, "--height", 180)
    assert done.exit_code == 0, done.output
    assert "picture written to" in done.stdout and "(camera free)" in done.stdout
    image = np.asarray(Image.open(path))
    assert image.shape == (180, 320, 3)
    assert image[:160].std() > 15.0  # levels of 255: sky, table, arm and shadow differ
    early = tmp_path / "start.png"
    assert run("render", attempt, "-o", early, "--camera", "free", "--width", 320, "--height", 180, "--at", 0).exit_code == 0
    assert np.count_nonzero(np.asarray(Image.open(early)) != image) > 500  # the arm has moved


@pytest.mark.usefixtures("no_graphics_no_test")
def test_the_first_camera_of_the_world_is_the_usual_one(attempt, tmp_path):
    pictures = []
    for name, words in (("usual.png", []), ("named.png", ["--camera", "above"])):
        done = run("render", attempt, "-o", tmp_path / name, "--width", 64, "--height", 48, *words)
        assert "(camera above)" in done.stdout, done.output
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]


@pytest.mark.usefixtures("no_graphics_no_test")
def test_a_film_has_a_picture_for_each_thirtieth_of_a_second(attempt, tmp_path):
    counter = pytest.importorskip("imageio_ffmpeg")
    path = tmp_path / "film.mp4"
    done = run(
        "render", attempt, "-o", path, "--camera", "free", "--width", 96, "--height", 64, "--from", 2, "--to", 4, "--speed", 2
    )
    assert done.exit_code == 0, done.output
    frames, seconds = counter.count_frames_and_secs(str(path))
    assert frames == 31  # 2 s at twice the speed, both ends included
    assert seconds == pytest.approx(31 / 30, abs=0.011)  # ffmpeg tells hundredths
    assert "31 pictures, 1.0 s, written to" in done.stdout


@pytest.mark.usefixtures("no_graphics_no_test")
def test_a_gif_plays_as_long_as_the_part_of_the_record(attempt, tmp_path):
    from PIL import Image

    path = tmp_path / "film.gif"
    words = ["--camera", "free", "--width", 96, "--height", 64, "--from", 3, "--to", 4, "--fps", 15]
    assert run("render", attempt, "-o", path, *words).exit_code == 0
    with Image.open(path) as film:
        assert film.size == (96, 64)
        times = 0
        for number in range(film.n_frames):
            film.seek(number)
            times += film.info["duration"]
    assert times == 1070  # 16 pictures of 1/15 s in hundredths of a second


@pytest.mark.usefixtures("no_graphics_no_test")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "a.png", "--camera", "abvoe"], "there is no camera 'abvoe'. Did you mean 'above'? Allowed: 'above', 'free', 'front'."),
        (["-o", "a.png", "--at", "1000"], "a picture at 1000 s, but the record covers 0 to"),
        (["-o", "a.mp4", "--from", "5", "--to", "4"], "the part begins at 5 s, after its end at 4 s."),
        (["-o", "a.mp4", "--width", "31"], "an even number of pixels on both sides, not 31 x 540."),
        (["-o", "a.mp4", "--fps", "0"], "0 pictures a second at speed 1"),
        (["-o", "a.gif", "--fps", "60"], "a GIF shows at most 50 pictures a second, not 60."),
        (["-o", "no/such/folder/a.mp4"], "there is no folder 'no/such/folder'."),
        (["-o", "no/such/folder/a.png"], "cannot write 'no/such/folder/a.png': No such file or directory."),
    ],
)
def test_what_cannot_be_drawn_is_explained(attempt, words, message):
    done = run("render", attempt, *words)
    assert isinstance(done.exception, PultError), done.output
    assert message in str(done.exception)


@pytest.mark.parametrize(
    ("words", "message"),
    [(["-o", "a.avi"], "'.gif', '.mp4', '.png'"), (["-o", "a.mp4", "--at", "1"], "--from"), (["-o", "a.png", "--to", "1"], "--at")],
)
def test_options_that_do_not_go_together_end_with_2(attempt, words, message):
    done = run("render", attempt, *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_without_graphics_the_packages_to_install_are_named(attempt, tmp_path, monkeypatch):
    monkeypatch.setenv("MUJOCO_GL", "off")
    done = run("render", attempt, "-o", tmp_path / "a.png")
    assert isinstance(done.exception, NoGraphics)
    for word in ("MUJOCO_GL", "libegl1 libgl1-mesa-dri", "libosmesa6", "pip install pyopengl"):
        assert word in str(done.exception)


def test_without_ffmpeg_a_film_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(PultError, match=r"films need ffmpeg: pip install 'pult\[video\]'"):
        _ffmpeg()


def test_captions_name_the_stage_that_is_under_way_and_then_the_end(record):
    words = pictures._words(record)
    ends = [event.tick for event in record.events if event.kind == "stage"]
    assert words(0) == ("0.00 s   Target 1", "two-link-reach, semi-automatic")
    for number, tick in enumerate(ends[:-1], 2):
        assert words(tick - 1)[0].endswith(f"Target {number - 1}")
        assert words(tick)[0] == f"{tick * record.header.dt:.2f} s   Target {number}"
    assert words(len(record.ticks) - 1)[0].endswith("success")
    assert math.isclose(float(words(100)[0].split()[0]), 1.0)
