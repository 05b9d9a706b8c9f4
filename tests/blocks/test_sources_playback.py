"""Tables and files played back: against numpy, at their ends, and with everything a file can have wrong."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.blocks import _recording
from pult.testing import check_block, simulate_block

CSV = "t,angle,speed\n0,1,10\n0.5,2,20\n2,-1,5\n"


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "scheme"
    inside.mkdir()
    (inside / "run.csv").write_text(CSV)
    (tmp_path / "secret.csv").write_text(CSV)
    return inside


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"times": [0.1, 0.25, 1.0, 1.5], "values": [3.0, -1.0, 4.0, 4.0], "between": "hold"},
        {"times": [0.1, 0.25, 1.0], "values": [3.0, -1.0, 4.0], "between": "hold", "repeat": True},
        {"times": [0.0, 0.25, 0.3], "values": [3.0, -1.0, 4.0], "repeat": True},
        {"times": [0.7], "values": [2.0], "repeat": True},
    ],
)
def test_table_keeps_the_rules(parameters):
    check_block("sources.table", parameters)


@pytest.mark.parametrize("between", ["linear", "hold"])
@pytest.mark.parametrize("repeat", [False, True])
def test_file_keeps_the_rules(folder, between, repeat):
    parameters = {"path": "run.csv", "column": "speed", "between": between, "repeat": repeat}
    check_block("sources.file", parameters, folder=folder, steps=500)


def table(times, values, steps=400, dt=0.01, **others):
    return simulate_block("sources.table", {}, {"times": times, "values": values, **others}, steps=steps, dt=dt)["y"]


def test_table_is_numpys_interpolation():
    times, values = [0.13, 0.8, 1.0, 2.5, 3.1], [1.0, -2.0, 5.0, 5.0, 0.5]
    wanted = np.interp(0.01 * np.arange(400), times, values)
    assert np.allclose(table(times, values), wanted, atol=1e-14, rtol=0.0)


@pytest.mark.parametrize("dt", [0.01, 0.015, 0.1, 0.003])
def test_held_table_changes_on_the_control_steps_that_its_instants_name(dt):
    steps = [2, 3, 7, 31, 45]
    times = [float(f"{k * dt:.12g}") for k in steps]
    wanted = np.arange(len(steps), dtype=float)[np.maximum(np.searchsorted(steps, np.arange(60), side="right") - 1, 0)]
    assert np.array_equal(table(times, [0.0, 1.0, 2.0, 3.0, 4.0], 60, dt, between="hold"), wanted)


@pytest.mark.parametrize("dt", [0.01, 0.015, 0.1])
def test_repeated_table_has_the_period_of_its_instants_for_a_long_time(dt):
    times = [float(f"{k * dt:.12g}") for k in (3, 5, 6, 10)]  # a period of 7 steps from step 3 on
    y = table(times, [1.0, 2.0, 3.0, 4.0], 2000, dt, between="hold", repeat=True)
    assert y[:3].tolist() == [1.0, 1.0, 1.0]
    assert np.array_equal(y[3:], np.resize([1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 3.0], 1997))


def test_repeated_lines_begin_again_at_the_first_value():
    y = table([0.0, 0.04, 0.1], [0.0, 1.0, 4.0], 60, repeat=True)
    one_round = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
    assert np.allclose(y, np.resize(one_round, 60), atol=1e-12, rtol=0.0)


def test_table_hits_its_points_exactly():
    y = table([0.0, 0.01, 0.02, 0.03], [0.1, 1e17, 0.3, -0.7], 4)
    assert y.tolist() == [0.1, 1e17, 0.3, -0.7]


def test_table_of_one_point_is_a_constant():
    assert np.all(table([1.0], [3.5]) == 3.5)


@settings(deadline=None, max_examples=100)
@given(
    gaps=st.lists(st.floats(1e-3, 10.0), min_size=1, max_size=8),
    values=st.lists(st.floats(-1e300, 1e300), min_size=9, max_size=9),
    between=st.sampled_from(["linear", "hold"]),
    repeat=st.booleans(),
)
def test_table_stays_between_its_smallest_and_largest_value(gaps, values, between, repeat):
    times = np.concatenate([[0.0], np.cumsum(gaps)])
    values = values[: len(times)]
    y = table(times.tolist(), values, 30, 0.37, between=between, repeat=repeat)
    slack = 1e-12 * max(map(abs, values))
    assert np.all((y >= min(values) - slack) & (y <= max(values) + slack))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"times": [0.0, 1.0, 1.0], "values": [1, 2, 3]},
            "'times' must increase strictly: entry 3 is 1, after 1.",
        ),
        (
            {"times": [0.0, 2.0, 1.0], "values": [1, 2, 3]},
            "'times' must increase strictly: entry 3 is 1, after 2.",
        ),
        ({"times": [0.0, 1.0], "values": [1, 1e301]}, "'values' must hold numbers within +-1e+300."),
    ],
)
def test_table_refuses(parameters, message):
    with pytest.raises(ValueError) as caught:
        check_block("sources.table", parameters)
    assert str(caught.value) == message


def play(folder, steps=300, **others):
    parameters = {"path": "run.csv", **others}
    return simulate_block("sources.file", {}, parameters, steps=steps, folder=folder)["y"]


def test_file_plays_the_column_it_names(folder):
    t = 0.01 * np.arange(300)
    assert np.allclose(play(folder, column="angle"), np.interp(t, [0, 0.5, 2], [1, 2, -1]), atol=1e-14, rtol=0.0)
    held = np.where(np.arange(300) < 50, 10.0, np.where(np.arange(300) < 200, 20.0, 5.0))
    assert np.array_equal(play(folder, column="speed", between="hold"), held)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_file_may_be_written_by_any_spreadsheet(folder, mark, end):
    lines = ['"time"', '"a b"'], ["0", "1.5"], [" 1e0 ", "-2"], ["", ""]
    text = end.join(["", *(mark.join(cells) for cells in lines), ""])
    (folder / "run.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    y = play(folder, 101, column="a b", time="time")
    assert y[0] == 1.5
    assert y[100] == -2.0


def test_file_may_lie_deeper_in_the_folder(folder):
    (folder / "data").mkdir()
    (folder / "data" / "more.csv").write_text(CSV)
    assert play(folder, 1, path="data/more.csv", column="angle")[0] == 1.0
    assert play(folder, 1, path="data/../run.csv", column="angle")[0] == 1.0


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "'path' must name a CSV file in the folder of the scheme."),
        ("run\0.csv", "'path' must name a CSV file in the folder of the scheme."),
        ("/etc/passwd", "'path' must be relative to the folder of the scheme, not '/etc/passwd'."),
        ("C:/run.csv", "'path' must be relative to the folder of the scheme, not 'C:/run.csv'."),
        ("C:run.csv", "'path' must be relative to the folder of the scheme, not 'C:run.csv'."),
        (r"\\host\run.csv", r"'path' must be relative to the folder of the scheme, not '\\\\host\\run.csv'."),
        ("../secret.csv", "'path' leads out of the folder of the scheme: '../secret.csv'."),
        ("data/../../secret.csv", "'path' leads out of the folder of the scheme: 'data/../../secret.csv'."),
        (
            "rum.csv",
            "there is no file 'rum.csv' in the folder of the scheme. Did you mean 'run.csv'? Allowed: 'run.csv'.",
        ),
        (".", "there is no file '.' in the folder of the scheme. Allowed: 'run.csv'."),
    ],
)
def test_file_refuses_the_path(folder, path, message):
    with pytest.raises(ValueError) as caught:
        play(folder, path=path, column="angle")
    assert str(caught.value) == message


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_file_refuses_a_link_that_leads_out_of_the_folder(folder):
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    with pytest.raises(ValueError, match="leads out of the folder"):
        play(folder, path="link.csv", column="angle")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "file 'run.csv' is empty; its first line must name the columns."),
        ("\n \n", "file 'run.csv' is empty; its first line must name the columns."),
        ("t,angle\n", "file 'run.csv' names columns but holds no numbers."),
        (
            "t,angel\n0,1\n",
            "file 'run.csv' has no column 'angle'. Did you mean 'angel'? Allowed: 'angel', 't'.",
        ),
        ("time,angle\n0,1\n", "file 'run.csv' has no column 't'. Allowed: 'angle', 'time'."),
        ("t,angle,angle\n0,1,2\n", "file 'run.csv' has 2 columns 'angle'."),
        ("t,angle\n0,1\n1,two\n", "file 'run.csv', line 3: 'two' in column 'angle' is not a number."),
        ("t,angle\n0,1\n1,\n", "file 'run.csv', line 3: '' in column 'angle' is not a number."),
        ("t,angle\n0,nan\n", "file 'run.csv', line 2: 'nan' in column 'angle' is not a number."),
        ("t,angle\n0,1_000\n", "file 'run.csv', line 2: '1_000' in column 'angle' is not a number."),
        ("t,angle\ninf,1\n", "file 'run.csv', line 2: 'inf' in column 't' is not a number."),
        (
            "t;angle\n0;0,5\n",
            "file 'run.csv', line 2: '0,5' in column 'angle' is not a number; numbers have a decimal point.",
        ),
        ("t,angle\n0,1\n0,2\n", "file 'run.csv', line 3: time must increase strictly, but 0 follows 0."),
        ("t,angle\n0,1\n1,2,3\n", "file 'run.csv', line 3: 3 cells, but the first line names 2 columns."),
        ('t,angle\n0,"1\n', "file 'run.csv', line 2: unexpected end of data."),
        ("t,angle\n0,\x00\n", "file 'run.csv', line 2: '\\x00' in column 'angle' is not a number."),
    ],
)
def test_file_refuses_the_text(folder, text, message):
    (folder / "run.csv").write_text(text)
    with pytest.raises(ValueError) as caught:
        play(folder, column="angle")
    assert str(caught.value) == message


def test_file_refuses_what_is_no_text(folder):
    (folder / "run.csv").write_bytes(b"t,angle\n0,\xff\n")
    with pytest.raises(ValueError) as caught:
        play(folder, column="angle")
    assert str(caught.value) == "file 'run.csv' is not UTF-8 text (byte 11)."


def test_file_refuses_too_much(folder, monkeypatch):
    monkeypatch.setattr(_recording, "MAX_ROWS", 2)
    with pytest.raises(ValueError, match=r"file 'run\.csv' has more than 2 lines; thin it out or cut it\."):
        play(folder, column="angle")
    with (folder / "run.csv").open("wb") as file:
        file.truncate(_recording.MAX_BYTES + 1)
    with pytest.raises(ValueError, match=r"file 'run\.csv' is larger than 16 MiB\."):
        play(folder, column="angle")


@settings(deadline=None, max_examples=200)
@given(data=st.binary(max_size=60))
def test_file_of_any_bytes_is_read_or_refused_with_a_message(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    (folder / "run.csv").write_bytes(b"t,angle\n" + data)
    message = ""
    try:
        times, values = _recording.read_columns(str(folder), "run.csv", "t", "angle")
    except ValueError as error:
        message = str(error)
    assert message.startswith("file 'run.csv'") if message else len(times) == len(values) > 0
