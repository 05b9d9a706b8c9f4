"""Blocks of the tests' own, and a servo made of them."""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

import pult
from pult.core.signals import AnyUnit, Array, Fixed, Number, Range, Shape, Step


@pult.block("lab.gain")
def gain(x: AnyUnit, *, k: Annotated[float, "?b/?a"] = 1.0) -> Annotated[float, "?b"]:
    r"""Gain. $$ y = k x $$"""
    return k * x


@pult.block("lab.root")
def root(x: Number) -> Number:
    r"""A root without any care. $$ y = \sqrt{x} $$"""
    return math.sqrt(x) if x >= 0.0 else math.nan


@pult.block("lab.inverse")
def inverse(x: Number) -> Number:
    r"""A division without any care. $$ y = 1/x $$"""
    return 1.0 / x


@pult.block("lab.refuse")
def refuse(x: Number, *, limit: Annotated[float, "1"] = 5.0) -> Number:
    r"""Raises beyond a limit. $$ y = x $$"""
    if x > limit:
        raise ValueError("beyond the limit")
    return x


class Grown(NamedTuple):
    value: float


@pult.block("lab.explode")
class Explode:
    r"""A state that can become NaN. $$ s \leftarrow s + 1/x $$"""

    @staticmethod
    def initial() -> Grown:
        return Grown(0.0)

    @staticmethod
    def output(state: Grown) -> Number:
        return min(state.value, 1e9)

    @staticmethod
    def update(state: Grown, x: Number) -> Grown:
        return Grown(state.value + (x if x < 3.0 else math.nan))


class Window(NamedTuple):
    values: Array
    place: int
    full: bool


@pult.block("lab.window")
class WindowSum:
    r"""Sum of the last n values; state with an array, an integer and a boolean. $$ y = \sum_{i<n} x_{k-1-i} $$"""

    @staticmethod
    def initial(*, n: Annotated[int, Fixed, Range(1, 100)] = 3) -> Window:
        return Window(np.zeros(n), 0, False)

    @staticmethod
    def output(state: Window) -> Annotated[float, "?a"]:
        total = 0.0
        for i in range(len(state.values)):
            total += float(state.values[i])
        return total

    @staticmethod
    def update(state: Window, x: AnyUnit, *, n: Annotated[int, Fixed, Range(1, 100)] = 3) -> Window:
        state.values[state.place] = x
        place = state.place + 1
        return Window(state.values, 0 if place == n else place, state.full or place == n)


class Pair(NamedTuple):
    low: Annotated[float, "?a"]
    above: bool


@pult.block("lab.pair")
def pair(x: AnyUnit, *, level: Annotated[float, "?a"] = 0.0) -> Pair:
    r"""Two outputs, one a boolean. $$ low = \min(x, level) $$"""
    return Pair(min(x, level), x > level)


@pult.block("lab.turn")
def turn(
    x: Annotated[Array, "?a", Shape("n", "n")], *, n: Annotated[int, Fixed, Range(1, 8)] = 2
) -> Annotated[Array, "?a", Shape("n", "n")]:
    r"""Transposed matrix. $$ Y = X^T $$"""
    y = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            y[i, j] = x[j, i]
    return y


CALLS: list[float] = []


@pult.block("lab.host", host=True)
def host(x: Number) -> Number:
    r"""Plain Python with a memory of its calls. $$ y = 2 x $$"""
    CALLS.append(x)
    return float(str(2 * x))


@pult.block("lab.host_filter", host=True)
class HostFilter:
    r"""A host block with state. $$ s \leftarrow (s + x)/2 $$"""

    @staticmethod
    def initial() -> Grown:
        return Grown(0.0)

    @staticmethod
    def output(state: Grown) -> Number:
        return state.value

    @staticmethod
    def update(state: Grown, x: Number) -> Grown:
        return Grown(0.5 * (state.value + x))


@pult.block("lab.impossible")
def impossible(x: Number) -> Number:
    r"""Not for a compiler. $$ y = x $$"""
    return float(str(x))


@pult.block("lab.clocked")
def clocked(x: Number, *, dt: Step) -> Number:
    r"""Uses the control step. $$ y = x / \Delta t $$"""
    return x * dt


def scheme(blocks: list[dict[str, Any]], wires: list[str], **more: Any) -> dict[str, Any]:
    """A document; wires are written 'from -> to'."""
    ends = [wire.split(" -> ") for wire in wires]
    return {
        "format": "pult.scheme",
        "version": 1,
        "blocks": blocks,
        "wires": [{"from": a, "to": b} for a, b in ends],
        **more,
    }


def servo(copies: int = 1) -> dict[str, Any]:
    """A PD loop round a drive as a sub-scheme, used `copies` times."""
    axis = scheme(
        [
            {"id": "pd", "type": "control.pd", "parameters": {"kp": 20.0, "kd": 0.3}},
            {"id": "drive", "type": "lab.gain", "parameters": {"k": 5.0}},
            {"id": "speed", "type": "control.integrator"},
            {"id": "angle", "type": "control.integrator"},
        ],
        [
            "wanted -> pd.wanted", "angle.y -> pd.angle", "speed.y -> pd.speed", "pd.y -> drive.x", "drive.y -> speed.x",
            "speed.y -> angle.x", "angle.y -> angle",
        ],
        inputs={"wanted": {"unit": "rad"}},
        outputs={"angle": {"unit": "rad"}},
    )  # fmt: skip
    del axis["format"], axis["version"]
    names = [f"axis{i}" for i in range(copies)]
    return scheme(
        [{"id": name, "type": "scheme.axis"} for name in names],
        [w for name in names for w in (f"wanted -> {name}.wanted", f"{name}.angle -> {name}")],
        inputs={"wanted": {"unit": "rad"}},
        outputs={name: {"unit": "rad"} for name in names},
        schemes={"axis": axis},
        name="servo",
    )
