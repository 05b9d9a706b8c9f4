"""Corners where a compiler of diagrams can go wrong quietly."""

import importlib.util
import itertools
import json
import math
import os
import subprocess
import sys
from typing import Annotated, Any

import numpy as np
import pytest

import pult
from pult.core.signals import Array, Count, Fixed, Number, Range, Shape
from tests.scheme import lab


@pult.block("edge.x_y")
def plus_one(x: Number) -> Number:
    r"""Plus one. $$ y = x + 1 $$"""
    return x + 1.0


@pult.block("edge_x.y")
def hundredfold(x: Number) -> Number:
    r"""A hundredfold. $$ y = 100 x $$"""
    return 100.0 * x


@pult.block("edge.whole")
def whole(x: Number) -> Number:
    r"""Gives an integer in spite of its annotation. $$ y = \lfloor x \rfloor $$"""
    return math.floor(x)


@pult.block("edge.cube")
def cube(x: Number) -> Number:
    r"""Third power. $$ y = x^3 $$"""
    return x * x * x


@pult.block("edge.many")
def many(*x: Annotated[float, "1", Count("n")], n: Annotated[int, Fixed, Range(1)] = 2) -> Number:
    r"""Adds any number of inputs. $$ y = \sum x_i $$"""
    total = 0.0
    for value in x:
        total += value
    return total


@pult.block("edge.long")
def too_long(x: Number) -> Annotated[Array, "1", Shape(2)]:
    r"""Returns more than it declares. $$ y = 0 $$"""
    return np.zeros(3)


@pult.block("edge.halved")
class Halved:
    r"""A run-time value that is a whole number for some parameters. $$ y = b x $$"""

    @staticmethod
    def prepare(*, a: Annotated[float, "1"] = 0.0) -> dict[str, Any]:
        return {"b": 0 if a == 0 else a / 2}

    @staticmethod
    def output(x: Number, *, b: float) -> Number:
        return b * x


@pult.block("edge.sized")
class Sized:
    r"""A run-time array whose length depends on a parameter. $$ y = n $$"""

    @staticmethod
    def prepare(*, a: Annotated[float, "1", Range(1)] = 2.0) -> dict[str, Any]:
        return {"table": np.ones(int(a))}

    @staticmethod
    def output(x: Number, *, table: Array) -> Number:
        return float(len(table))


@pult.block("edge.inverse")
def inverse(x: Number) -> Number:
    r"""Raises inside NumPy. $$ y = 1/x $$"""
    return float(np.linalg.inv(np.array([[x]]))[0, 0])


def one(block, **more):
    return lab.scheme(
        [{"id": "a", "type": block, **more}], ["u -> a.x", "a.y -> y"], inputs={"u": {}}, outputs={"y": {}}
    )


@pytest.fixture(params=[True, False], ids=["plain", "native"])
def plain(request):
    return request.param


def test_types_whose_names_look_alike_stay_apart(plain):
    document = lab.scheme(
        [{"id": "a", "type": "edge.x_y"}, {"id": "b", "type": "edge_x.y"}],
        ["u -> a.x", "u -> b.x", "a.y -> p", "b.y -> q"], inputs={"u": {}}, outputs={"p": {}, "q": {}},
    )  # fmt: skip
    assert pult.compile_scheme(document, plain=plain).step({"u": 2.0}) == {"p": 3.0, "q": 200.0}


def test_a_block_that_returns_an_integer_does_not_overflow_natively(plain):
    document = lab.scheme(
        [{"id": "a", "type": "edge.whole"}, {"id": "b", "type": "edge.cube"}],
        ["u -> a.x", "a.y -> b.x", "b.y -> y"], inputs={"u": {}}, outputs={"y": {}},
    )  # fmt: skip
    assert pult.compile_scheme(document, plain=plain).step({"u": 1e7}) == {"y": 1e21}


def test_more_ports_than_allowed_are_refused():
    block = {"id": "a", "type": "edge.many", "parameters": {"n": 66}, "inputs": {f"x{i}": 1.0 for i in range(1, 67)}}
    faults = pult.check_scheme(lab.scheme([block], []))[1]
    assert [f.message for f in faults] == ["block 'a': 'n' asks for 66 ports; at most 64 are allowed."]


def test_a_run_time_value_keeps_its_fraction_whatever_it_was_at_first(plain):
    program = pult.compile_scheme(one("edge.halved"), plain=plain)
    assert program.step({"u": 2.0}) == {"y": 0.0}
    program.set("a.a", 1.0)
    assert program.step({"u": 2.0}) == {"y": 1.0}
    document = lab.scheme(
        [{"id": "a", "type": "edge.halved", "shape": [2], "parameters": {"a": [0.0, 1.0]}, "inputs": {"x": 1.0}}],
        ["a.y -> y"], outputs={"y": {"shape": [2]}},
    )  # fmt: skip
    assert pult.compile_scheme(document, plain=plain).step()["y"].tolist() == [0.0, 0.5]


def test_a_parameter_that_would_change_a_size_is_refused_and_nothing_changes():
    program = pult.compile_scheme(one("edge.sized"), plain=True)
    with pytest.raises(pult.ValueRefused, match="this changes the size of 'table', which needs a new compilation"):
        program.set("a.a", 3.0)
    assert program.get("a.a") == 2.0
    assert program.step({"u": 0.0}) == {"y": 2.0}
    entries = lab.scheme(
        [{"id": "a", "type": "edge.sized", "shape": [2], "parameters": {"a": [2.0, 3.0]}, "inputs": {"x": 0.0}}], []
    )
    assert "tables or states of different sizes" in pult.check_scheme(entries)[1][0].message


def test_arrays_of_a_wrong_size_never_reach_memory(plain):
    program = pult.compile_scheme(one("lab.gain"), plain=plain)
    for u, y in ((np.ones(0), np.zeros(1)), (np.ones(1), np.zeros(0)), (np.ones(2), np.zeros(1))):
        with pytest.raises(pult.ValueRefused, match="must be a contiguous array of 1 float64"):
            program.step_array(u, y)
    for u, y in (
        (np.ones((3, 0)), np.zeros((3, 1))),
        (np.ones((3, 1)), np.zeros((2, 1))),
    ):
        with pytest.raises(pult.ValueRefused, match="one row of 1 a step"):
            program.run_array(u, y)
    assert program.steps == 0


def test_an_output_of_another_length_than_declared_is_an_error_of_its_block(plain):
    document = lab.scheme(
        [{"id": "a", "type": "edge.long"}], ["u -> a.x", "a.y -> y"], inputs={"u": {}}, outputs={"y": {"shape": [2]}}
    )
    with pytest.raises(
        pult.BlockRunError,
        match=r"block 'a' \(edge.long\) raised ValueError: the output does not have the declared length",
    ):
        pult.compile_scheme(document, plain=plain).step({"u": 1.0})


def test_in_joined_loops_the_block_that_raises_is_named(plain):
    document = lab.scheme(
        [{"id": "a", "type": "lab.gain", "shape": [3]}, {"id": "b", "type": "edge.inverse", "shape": [3]}],
        ["u -> a.x", "a.y -> b.x", "b.y -> y"], inputs={"u": {"shape": [3]}}, outputs={"y": {"shape": [3]}},
    )  # fmt: skip
    program = pult.compile_scheme(document, plain=plain)
    assert program.step({"u": [1.0, 2.0, 4.0]})["y"].tolist() == [1.0, 0.5, 0.25]
    with pytest.raises(pult.BlockRunError) as caught:
        program.step({"u": [1.0, 0.0, 4.0]})
    assert (caught.value.block, caught.value.inputs) == ("b", {"x": 0.0})


def test_a_long_program_of_single_blocks_runs(plain):
    """Beyond 64 batches the text is a list of batches, a function for each kind."""
    blocks = [{"id": "first", "type": "arithmetic.absolute"}, {"id": "second", "type": "arithmetic.negate"}]
    blocks += [
        {
            "id": f"b{i:02}",
            "type": "arithmetic.bias" if i % 2 else "arithmetic.gain",
            "parameters": {"bias" if i % 2 else "k": 1.0},
        }
        for i in range(70)
    ]
    names = [b["id"] for b in blocks]
    wires = [
        "u -> first.x",
        *(f"{a}.y -> {b}.x" for a, b in itertools.pairwise(names)),
        f"{names[-1]}.y -> y",
    ]
    program = pult.compile_scheme(lab.scheme(blocks, wires, inputs={"u": {}}, outputs={"y": {}}), plain=plain)
    assert "def out_0(" in program.text.source
    assert program.step({"u": -3.0}) == {"y": -3.0 + 35.0}
    with pytest.raises(pult.BlockRunError, match="the external input 'u' is NaN"):
        program.step_array(np.array([math.nan]), np.zeros(1))


def test_many_blocks_without_outputs_compile():
    blocks = [
        {
            "id": f"s{i}",
            "type": "sinks.scope",
            "parameters": {"n": 1 + i % 60},
            "inputs": {f"x{j}": 0.0 for j in range(1, 2 + i % 60)},
        }
        for i in range(70)
    ]
    assert pult.compile_scheme(lab.scheme(blocks, []), plain=True).step() == {}


@pytest.mark.parametrize("huge", [10**400, -(10**400)])
def test_numbers_beyond_all_floats_are_refused(huge):
    for document in (one("lab.gain", parameters={"k": huge}), {**one("lab.gain"), "step": huge}):
        assert [f.code for f in pult.check_scheme(document)[1]] == ["not-finite"]
    constant = lab.scheme([{"id": "a", "type": "lab.gain", "inputs": {"x": huge}}], [])
    assert [f.code for f in pult.check_scheme(constant)[1]] == ["not-finite"]


def test_sub_schemes_without_blocks_that_double_are_refused():
    schemes: dict[str, Any] = {"s0": {}}
    for n in range(1, 40):
        schemes[f"s{n}"] = {"blocks": [{"id": i, "type": f"scheme.s{n - 1}"} for i in ("a", "b")]}
    faults = pult.check_scheme(lab.scheme([{"id": "x", "type": "scheme.s39"}], [], schemes=schemes))[1]
    assert [f.code for f in faults] == ["too-large"]


def test_a_scheme_that_needs_too_much_memory_is_refused_before_it_is_taken():
    block = {"id": "a", "type": "digital.delay", "shape": [65536], "parameters": {"n": 60000}, "inputs": {"x": 0.0}}
    with pytest.raises(pult.PultError, match="numbers of memory"):
        pult.compile_scheme(lab.scheme([block], []), plain=True)


def test_array_parameters_of_a_repeated_block_are_set_for_all_entries(plain):
    block = {
        "id": "a",
        "type": "arithmetic.lookup",
        "shape": [3],
        "parameters": {"xs": [0, 1, 2], "ys": [0, 10, 20]},
        "inputs": {"x": [0.0, 1.0, 2.0]},
    }
    program = pult.compile_scheme(lab.scheme([block], ["a.y -> y"], outputs={"y": {"shape": [3]}}), plain=plain)
    program.set("a.ys", [1, 2, 3])
    assert program.step()["y"].tolist() == [1.0, 2.0, 3.0]


def test_values_given_and_got_are_copies():
    document = lab.scheme(
        [{"id": "a", "type": "lab.gain", "shape": [2], "inputs": {"x": 1.0}}],
        ["a.y -> y"],
        outputs={"y": {"shape": [2]}},
    )
    program = pult.compile_scheme(document, plain=True)
    given = [3.0, 4.0]
    program.set("a.k", given)
    given[0] = math.nan
    program.get("a.k")[1] = math.nan
    assert program.get("a.k") == [3.0, 4.0]
    program.set("a.k", (5.0, np.float64(6.0)))
    assert program.step()["y"].tolist() == [5.0, 6.0]
    program.set("a.k", np.int64(2))
    assert program.step()["y"].tolist() == [2.0, 2.0]


def test_a_state_of_other_blocks_with_the_same_names_is_refused():
    lag, delay = (pult.compile_scheme(one(t), plain=True) for t in ("control.lag", "digital.unit_delay"))
    if [n.split(".")[-1] for n in lag.state.names] == [n.split(".")[-1] for n in delay.state.names]:
        with pytest.raises(pult.ValueRefused, match="another scheme"):
            lag.restore(delay.state)
    broken = pult.State(lag.state.layout, np.full(lag.state.values.shape, math.nan), lag.state.names)
    before = lag.state
    with pytest.raises(pult.ValueRefused, match="not a saved state"):
        lag.restore(broken)
    assert lag.state == before


def test_a_state_with_infinities_survives_json():
    program = pult.compile_scheme(one("lab.gain", parameters={"k": 1e308}), plain=True)
    assert program.step({"u": 1e10}) == {"y": math.inf}
    again = pult.State.from_json(program.state.to_json())
    assert again == program.state


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"u": "x"}, "must be numbers"),
        ({"u": math.inf}, "must be finite"),
        ({"u": True}, "must be a number"),
        ([1.0], "given by name"),
    ],
)
def test_a_run_checks_its_inputs_as_a_step_does(inputs, message):
    program = pult.compile_scheme(one("lab.gain"), plain=True)
    with pytest.raises(pult.ValueRefused, match=message):
        program.run(3, inputs)
    for steps in (-1, 2.5, True):
        with pytest.raises(pult.ValueRefused, match="must be a whole number from 0"):
            program.run(steps, {"u": 1.0})
    assert program.run(0, {"u": 1.0})["y"].shape == (0,)


def test_where_an_input_and_an_output_share_a_name_probing_means_the_output():
    half = {"inputs": {"q": {}}, "outputs": {"q": {}}, "blocks": [{"id": "g", "type": "lab.gain", "parameters": {"k": 0.5}}],
            "wires": [{"from": "q", "to": "g.x"}, {"from": "g.y", "to": "q"}]}  # fmt: skip
    document = lab.scheme(
        [{"id": "h", "type": "scheme.half"}],
        ["q -> h.q", "h.q -> q"],
        inputs={"q": {}},
        outputs={"q": {}},
        schemes={"half": half},
    )
    program = pult.compile_scheme(document, plain=True)
    assert program.step({"q": 8.0}) == {"q": 4.0}
    assert program.probe("q") == program.probe("h.q") == 4.0
    assert program.probe("h.g.x") == 8.0
    assert list(program.signals()).count("q") == 1


BLOCK = """
import numpy as np
import pult
from pult.core.signals import Number

TABLE = np.array([{value}, 1.0])
FACTOR = {value}


@pult.block("edge.{name}")
def f(x: Number) -> Number:
    return {body}
"""


@pytest.mark.parametrize(
    ("name", "body"), [("table", "x * float(TABLE[0])"), ("list", "sum([v * FACTOR for v in (x, 0.0 * x)])")]
)
def test_a_changed_constant_is_never_served_old_code(tmp_path, name, body):
    """In processes of their own, with one cache: what the block refers to is part of its name there."""
    (tmp_path / "scheme.json").write_text(json.dumps(one(f"edge.{name}")))
    found = []
    for value in (2.0, 5.0):
        (tmp_path / "own.py").write_text(BLOCK.format(value=value, name=name, body=body))
        code = "import own, pult; print(pult.compile_scheme('scheme.json').step({'u': 1.0})['y'])"
        environment = {
            **os.environ,
            "PULT_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        }
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        found.append(float(done.stdout))
    assert found == [2.0, 5.0]


def test_a_constant_changed_in_this_process_is_seen(tmp_path):
    path = tmp_path / "own_here.py"
    path.write_text(BLOCK.format(value=2.0, name="here", body="x * FACTOR"))
    spec = importlib.util.spec_from_file_location("own_here", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert pult.compile_scheme(one("edge.here")).step({"u": 1.0}) == {"y": 2.0}
    module.FACTOR = 7.0
    assert pult.compile_scheme(one("edge.here")).step({"u": 1.0}) == {"y": 7.0}
