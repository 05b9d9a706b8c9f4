"""Declaring blocks: what is derived from a signature, and what is refused."""

from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pytest

from pult.core.block import declare
from pult.core.block_type import MISSING, MISSING_PARAMETER
from pult.core.errors import BlockError
from pult.core.registry import blocks
from pult.core.signals import Array, Count, Fixed, Number, Pattern, Rad, Range, Shape, Step, Time


class State(NamedTuple):
    value: float = 0.0


class Two(NamedTuple):
    angle: Rad
    moving: bool


class Full:
    r"""All there is.

    $$ y = x $$
    """

    @staticmethod
    def prepare(
        *,
        n: Annotated[int, Fixed, Range(1, 4)] = 2,
        k: Annotated[float, "V/rad", Range(0), "stiffness"] = 1.0,
        mode: Literal["fast", "slow"] = "slow",
        label: Annotated[str, Pattern("[a-z]+", "small letters")] = "a",
        table: Annotated[Array, "m", Shape("m")] = (1.0, 2.0),
    ) -> dict[str, Any]:
        return {"fast": mode == "fast"}

    @staticmethod
    def output(wanted: Rad, on: bool, *more: Annotated[float, "V", Count("n")], fast: bool, t: Time, dt: Step) -> Two:
        return Two(0.0, False)


def full(x: Number) -> Number:
    return x


def test_everything_is_derived_from_the_signature():
    b = declare("lab.full", Full)
    assert (b.family, b.summary, b.equation) == ("lab", "All there is.", "y = x")
    assert [(p.name, p.kind, p.unit, p.count) for p in b.inputs] == [
        ("wanted", "number", "rad", None), ("on", "boolean", "1", None), ("more", "number", "V", "n"),
    ]  # fmt: skip
    assert [(p.name, p.kind, p.unit) for p in b.outputs] == [("angle", "number", "rad"), ("moving", "boolean", "1")]
    assert [(p.name, p.kind, p.structural) for p in b.parameters] == [
        ("n", "integer", True), ("k", "number", False), ("mode", "choice", True), ("label", "text", True), ("table", "array", False),
    ]  # fmt: skip
    concrete, faults = b.concrete({"n": 3, "table": [1, 2, 3]})
    assert faults == []
    assert [p.name for p in concrete.inputs] == ["wanted", "on", "more1", "more2", "more3"]
    assert concrete.values["table"].tolist() == [1.0, 2.0, 3.0]


def test_feed_through_is_derived_not_declared():
    class Delay:
        """A delay."""

        @staticmethod
        def output(state: State, gate: bool) -> Number:
            return state.value

        @staticmethod
        def update(state: State, x: Number) -> State:
            return State(x)

    b = declare("lab.delay", Delay)
    assert b.fed_through("gate") and not b.fed_through("x")
    assert b.read_by_update("x") and not b.read_by_update("gate")


def test_defaults_of_ports_and_parameters_are_kept():
    def f(x: Number, z: Number = 2.0, *, k: Number) -> Number:
        return x

    b = declare("lab.f", f)
    assert [p.default for p in b.inputs] == [MISSING, 2.0]
    assert b.parameters[0].required
    assert b.concrete({})[1] == [("k", MISSING_PARAMETER.at(type="lab.f", parameter="k"))]


def no_annotation(x, *, k: Number = 1.0) -> Number: ...
def no_return(x: Number): ...
def bad_port(x: str) -> Number: ...
def bad_parameter(x: Number, *, k: dict[str, float]) -> Number: ...
def bad_unit(x: Annotated[float, "radd"]) -> Number: ...
def bad_default(x: Number, *, k: Annotated[float, "1", Range(0, 1)] = 2.0) -> Number: ...
def bad_shape(x: Annotated[Array, "m"]) -> Number: ...
def unknown_size(x: Annotated[Array, "m", Shape("k")]) -> Number: ...
def keywords(x: Number, **rest: float) -> Number: ...
def same_name(x: Number, *, x1: Number = 1.0, y: Number = 2.0) -> Number: ...
def text(x: Number, *, mode: Literal["a", "b"] = "a") -> Number: ...


class NoOutput:
    """."""

    @staticmethod
    def update(state: State, x: Number) -> State: ...


class Stray:
    """."""

    @staticmethod
    def output(state: State) -> Number: ...
    @staticmethod
    def udpate(state: State, x: Number) -> State: ...


class NoState:
    """."""

    @staticmethod
    def output(state: float) -> Number: ...
    @staticmethod
    def update(state: float, x: Number) -> float: ...


class TwoDefaults:
    """."""

    @staticmethod
    def output(state: State, *, k: Number = 1.0) -> Number: ...
    @staticmethod
    def update(state: State, x: Number, *, k: Number = 2.0) -> State: ...


class BadPrepare:
    """."""

    @staticmethod
    def prepare(k: Number) -> dict[str, Any]: ...
    @staticmethod
    def output(x: Number, *, k: Number) -> Number: ...


@pytest.mark.parametrize(
    ("name", "thing", "message"),
    [
        ("gain", full, "block 'gain': a name is 'family.block' in lower-case letters, digits and underscores."),
        ("Lab.gain", full, "block 'Lab.gain': a name is 'family.block' in lower-case letters, digits and underscores."),
        ("lab.a", no_annotation, "block 'lab.a': argument 'x' of 'no_annotation' has no annotation."),
        ("lab.a", no_return, "block 'lab.a': 'no_return' does not say what it returns."),
        ("lab.a", bad_port, "block 'lab.a': port 'x' must be float, bool or Array, not <class 'str'>."),
        ("lab.a", bad_parameter, "block 'lab.a': parameter 'k' must be float, int, bool, str, Literal or Array, not dict[str, float]."),
        ("lab.a", bad_unit, "block 'lab.a': port 'x': unit 'radd' cannot be read: unknown symbol 'radd'. Did you mean 'rad'? Known: % 1 A C F H Hz J K MPa N Ohm Pa Sv V W bar cm deg g h kHz kN kPa kW kg km m mA mSv mV min mm ms rad rev rpm s uSv us."),
        ("lab.a", bad_default, "block 'lab.a': the default of 'k' is 2; allowed is 0..1."),
        ("lab.a", bad_shape, "block 'lab.a': 'x' is an array without a Shape, or has a Shape without being an Array."),
        ("lab.a", unknown_size, "block 'lab.a': port 'x' depends on 'k', which is not a parameter. Have: none."),
        ("lab.a", keywords, "block 'lab.a': 'keywords' must not take **rest."),
        ("lab.a", same_name, "block 'lab.a': 'y' is the name of two ports or parameters; a block's names are unique."),
        ("lab.a", text, "block 'lab.a': 'mode' is a text; texts reach only 'prepare', which makes numbers of them."),
        ("lab.a", NoOutput, "block 'lab.a': the class has no function 'output'."),
        ("lab.a", Stray, "block 'lab.a': unknown member 'udpate'. Did you mean 'update'? Allowed: 'initial', 'output', 'prepare', 'update'."),
        ("lab.a", NoState, "block 'lab.a': the first argument of 'output' and 'update' is the state, a NamedTuple declared at module level."),
        ("lab.a", TwoDefaults, "block 'lab.a': 'k' has two defaults, 2.0 and 1.0; give it one."),
        ("lab.a", BadPrepare, "block 'lab.a': 'prepare' takes parameters only: put '*' before 'k'."),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused_with_the_remedy(name, thing, message):
    with pytest.raises(BlockError) as caught:
        declare(name, thing)
    assert str(caught.value) == message


def test_a_name_can_be_taken_once():
    from pult.core.block import Registry

    registry = Registry()
    registry.add(declare("lab.full", full))
    registry.add(declare("lab.full", full))  # the same source again, as when a module is reloaded
    with pytest.raises(BlockError, match="the name is taken by tests.core.test_block"):
        registry.add(declare("lab.full", unary))


def unary(x: Number) -> Number:
    return x


def test_the_registry_is_sorted_and_read_only():
    found = blocks()
    assert list(found) == sorted(found)
    with pytest.raises(TypeError):
        found["x.y"] = None  # type: ignore[index]


def test_every_block_of_the_library_is_documented_with_an_equation_and_units():
    from pult.testing import _documentation

    for name, b in blocks().items():
        if b.module.startswith("pult.blocks"):
            assert _documentation(b) == [], name
            assert len(b.summary) <= 110, name
            assert all(p.description for p in b.parameters), f"{name}: a parameter has no description"


def test_array_parameters_must_agree_in_length():
    def f(
        x: Number,
        *,
        xs: Annotated[Array, "1", Shape("n")] = (0.0, 1.0),
        ys: Annotated[Array, "1", Shape("n")] = (0.0, 1.0),
    ) -> Number:
        return x

    b = declare("lab.f", f)
    ((parameter, fault),) = b.concrete({"xs": [1, 2, 3]})[1]
    assert (parameter, fault.code) == ("ys", "bad-shape")
    assert fault.message == "'ys' must have 3 entries along axis 1, as 'xs' has, not 2."
    assert np.array_equal(b.concrete({"xs": [1, 2]})[0].values["xs"], [1.0, 2.0])
