"""Units: the same results linked in and through a symbol, compiled once for all programs, by helpers too."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from numba import types

from pult.core.kernels import kernel
from pult.native import build, cache, progress, unit
from pult.native.piece import piece_of
from pult.native.program import load_program
from pult.native.unit import request, weight

LINE = types.Array(types.float64, 1, "C")
CHILD = """
import json, sys
from pult.native import unit
made = []
compile_unit = unit.compile_unit
unit.compile_unit = lambda wanted: (made.append(wanted.function.__qualname__), compile_unit(wanted))[1]
import pult
from tests.scheme import lab
program = pult.compile_scheme(lab.servo(int(sys.argv[1])))
print(json.dumps([program.cached, made]))
"""

KEEPING = """
import json, sys
from pult.native import cache
keys, keep = [], cache.Cache.keep
cache.Cache.keep = lambda self, key, entry: (keys.append(key), keep(self, key, entry))[1]
from pult.scheme import emit
emit.MAX_STRAIGHT = 0
import pult
from tests.scheme import lab
program = pult.compile_scheme(lab.servo(int(sys.argv[1])))
rows = program.run(20, {"wanted": 1.0})
print(json.dumps([program.key, keys, rows["axis1"].tolist()]))
"""


@kernel
def doubled(x: float) -> float:
    """A kernel of the tests."""
    return 2.0 * x


@kernel
def again(x: float) -> float:
    """Another that calls it."""
    return doubled(x) + doubled(x)


def scaled(x: np.ndarray, *, k: int) -> np.ndarray:
    """A function as blocks have them, with a parameter; it gives an array."""
    y = np.empty(1)
    y[0] = again(float(x[k]))
    return y


def divided(x: np.ndarray, *, k: int) -> np.ndarray:
    """A function that may raise."""
    y = np.empty(1)
    y[0] = 1.0 / float(x[k])
    return y


def pair(x: np.ndarray, *, k: int) -> tuple[float, bool]:
    """A function that gives a tuple."""
    return float(x[k]) + 0.5, bool(x[k] > 1.0)


TEXT = """
@inner
def advance(x, p, t, dt):
    for i in range(2):
        put1(x, 2 + i, 1, f_f(x[0:2], 1))
    r = f_pair(x[0:2], 0)
    x[4] = r[0]
    x[5] = 1.0 if r[1] else 0.0
    if has_nan(x, 0, 6):
        return 1
    return 0

@entry
def step(x, p, u, y, t, dt):
    if u.shape[0] != 0 or y.shape[0] != 1:
        return 3
    code = advance(x, p, t, dt)
    y[0] = x[2] + x[3]*dt
    return code
"""

PIECE = """@shared
def out_7(x, p, t, dt, start, stop, a):
    a0 = a[0]
    for i in range(start, stop):
        put1(x, a0 + i, 1, f_f(x[a[a0 + i]:a[a0 + i] + 2], 1))
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))
    return tmp_path / cache.SUBFOLDER


@pytest.fixture(params=[0, 10**6], ids=["symbol", "linked"])
def form(request, monkeypatch):
    """Every function called through a symbol, or every function linked in."""
    monkeypatch.setattr(unit, "LARGE", request.param)
    return request.param


def step(function, content):
    from pult.native.address import enter_step

    loaded = load_program(TEXT, content, {"f_f": function, "f_pair": pair}, {}, ["step"])

    def call(x):
        y = np.zeros(1)
        enter_step(loaded.addresses["step"], x, np.zeros(0), np.zeros(0), y, 0.0, 0.5)
        return float(y[0])

    return call, loaded


def test_a_function_gives_the_same_bits_linked_in_and_through_a_symbol(form):
    call, loaded = step(scaled, f"bits{form}")
    x = np.array([1.0 / 3.0, 0.1, 0.0, 0.0, 0.0, 0.0])
    one = float(scaled(x, k=1)[0])
    assert call(x) == one + one * 0.5
    assert x.tolist()[2:] == [one, one, 1.0 / 3.0 + 0.5, 0.0]
    assert not loaded.cached


def test_what_it_raises_reaches_the_caller(form):
    call, _ = step(divided, f"raises{form}")
    with pytest.raises(ZeroDivisionError):
        call(np.zeros(6))


def test_arrays_that_functions_give_are_given_back(form):
    from numba.core.runtime import _nrt_python, rtsys

    call, x = step(scaled, f"many{form}")[0], np.zeros(6)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(1000):
        call(x)
    after = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free >= 2000


def test_the_weight_counts_each_kernel_once():
    one, two = len(doubled.__code__.co_code), len(again.__code__.co_code)
    assert weight(doubled) == one
    assert weight(again) == one + two
    assert weight(scaled) == len(scaled.__code__.co_code) + one + two


def in_a_process(folder, loops, **environment):
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(loops)], capture_output=True, text=True, check=True, timeout=300,
        env={**os.environ, "PULT_CACHE_DIR": str(folder.parent), **environment},
    )  # fmt: skip
    return done.stdout.strip()


def test_another_scheme_of_the_same_blocks_compiles_none_of_them_again(own_cache):
    first = in_a_process(own_cache, 2)
    assert first.startswith("[false, [") and "gain" in first
    assert in_a_process(own_cache, 3) == "[false, []]"
    assert in_a_process(own_cache, 3) == "[true, []]"


def keeping(folder, loops):
    """A process that compiles a program as a list of batches, and tells its key, what it kept, and what came out."""
    return subprocess.Popen(
        [sys.executable, "-c", KEEPING, str(loops)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PULT_CACHE_DIR": str(folder.parent), build.HELPERS: "0"},
    )  # fmt: skip


def told(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return json.loads(out)


def test_another_list_of_the_same_blocks_compiles_nothing_but_itself(own_cache):
    first, kept, _ = told(keeping(own_cache, 2))
    assert first in kept and len(kept) > 10
    second, kept, _ = told(keeping(own_cache, 3))
    assert second != first and kept == [second]
    assert told(keeping(own_cache, 3))[1] == []


def test_a_program_whose_piece_is_gone_is_made_whole_again(own_cache):
    first, kept, rows = told(keeping(own_cache, 2))
    (piece, *_) = cache.open_cache().find(first).facts["pieces"]
    assert piece in kept
    (own_cache / f"{piece}.native").unlink()
    again, kept, same = told(keeping(own_cache, 2))
    assert (again, kept, same) == (first, [piece], rows)


def test_of_two_processes_that_want_the_same_one_compiles_it(own_cache):
    (key, one, rows), (same, two, others) = map(told, [keeping(own_cache, 2), keeping(own_cache, 2)])
    assert (key, rows) == (same, others)
    assert key in one + two
    assert len(one + two) == len({*one, *two})
    assert not list(own_cache.glob("*.lock"))


def test_helpers_make_pieces_that_this_process_would_make(monkeypatch):
    monkeypatch.setenv(build.HELPERS, "1")
    monkeypatch.setattr(build, "MIN_HELPER_WORK", -1)
    names = {"f_f": scaled}
    wanted = piece_of(PIECE, names, {})
    task, pool = wanted.task(names, {}), build._Pool()
    pool.add([task])
    assert task.done.wait(120)
    assert not pool.broken
    assert cache.open_cache().find(wanted.key) is not None


def test_a_piece_is_known_by_what_it_does_and_not_by_its_name():
    wanted = piece_of(PIECE, {"f_f": scaled}, {})
    assert piece_of(PIECE.replace("out_7", "out_1"), {"f_f": scaled}, {}).key == wanted.key
    assert piece_of(PIECE, {"f_f": divided}, {}).key != wanted.key
    assert piece_of(PIECE.replace("a[0]", "a[1]"), {"f_f": scaled}, {}).key != wanted.key


def test_helpers_make_what_this_process_would_make(own_cache, monkeypatch):
    """The keys are the same in both, or else this process would compile everything once more."""
    monkeypatch.setenv(build.HELPERS, "1")

    wanted = [request(scaled, (LINE, types.int64)), request(pair, (LINE, types.int64))]
    tasks = [one.task() for one in wanted]
    pool = build._Pool()
    monkeypatch.setattr(build, "MIN_HELPER_WORK", 0)
    pool.add(tasks)
    for task in tasks:
        assert task.done.wait(120)
    assert not pool.broken
    kept = cache.open_cache()
    assert all(kept.find(one.key) is not None for one in wanted)


def test_what_no_helper_can_import_is_compiled_here(monkeypatch):
    monkeypatch.setenv(build.HELPERS, "1")
    monkeypatch.setattr(build, "MIN_HELPER_WORK", 0)

    def local(x: np.ndarray, *, k: int) -> float:
        return float(x[k]) - 1.0

    wanted = request(local, (LINE, types.int64))
    assert wanted.task().reference is None
    made = []
    build.build([wanted.task()], made.append, lambda: None)
    assert made == [wanted.key]


def test_a_helper_that_dies_leaves_its_work_to_others(monkeypatch):
    monkeypatch.setenv(build.HELPERS, "1")
    monkeypatch.setattr(build, "MIN_HELPER_WORK", 0)
    monkeypatch.setattr(build, "_START", "import sys; sys.exit(3)")
    monkeypatch.setattr(build, "_pool", build._Pool())
    wanted = request(scaled, (LINE, types.int64))
    made = []
    build.build([wanted.task()], lambda key: made.append((key, unit.unit(wanted).symbol)), lambda: None)
    assert made == [(wanted.key, f"pult_{wanted.key}")]


def test_whoever_waits_is_told_how_far_it_is(monkeypatch):
    monkeypatch.setattr(unit, "_units", {})  # as in a new process

    def load():
        told = []
        with progress.listening(lambda done, count: told.append((done, count))):
            step(scaled, "progress")
        return told

    assert load() == [(0, 3), (1, 3), (2, 3), (3, 3)]  # two functions of blocks, and the text
    assert load() == []


def test_a_helper_ends_when_nobody_waits_for_it_any_more():
    helper = build._start()
    build._ask(helper, request(pair, (LINE, types.int64)).task())  # it is at work
    helper.stdin.close()
    assert helper.wait(60) == 0
    helper.stdout.close()


def test_the_checker_of_blocks_finds_what_it_compiled_before(own_cache):
    text = KEEPING[: KEEPING.index("from pult.scheme")] + (
        "from pult.testing import check_block\ncheck_block('digital.unit_delay')\nprint(json.dumps(keys))\n"
    )

    def kept():
        environment = {**os.environ, "PULT_CACHE_DIR": str(own_cache.parent), build.HELPERS: "0"}
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, env=environment)
        return json.loads(done.stdout)

    assert len(kept()) == 2  # output and update
    assert kept() == []
