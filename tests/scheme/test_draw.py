"""Drawings of schemes: everything is there, nothing covers anything, wires run level and upright."""

import random
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Annotated, Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult import block, load_scheme
from pult.core.signals import AnyUnit, Array, Count, Fixed, Rad, RadPerS, Range, Shape, Torque, Voltage
from pult.core.units import parse_unit
from pult.scheme.draw import UnknownLevel, draw_scheme
from pult.scheme.draw.look import quantity_of
from pult.scheme.draw.words import number_text, unit_text, value_text

# --- blocks to draw -------------------------------------------------------------------------------


@block("lab.draw_gain")
def gain(x: AnyUnit, *, k: Annotated[float, "?b/?a"] = 1.0) -> Annotated[float, "?b"]:
    """Gain."""
    return k * x


@block("lab.draw_difference")
def difference(a: AnyUnit, b: AnyUnit) -> AnyUnit:
    """Difference."""
    return a - b


@block("lab.draw_sum")
def many(*x: Annotated[float, "?a", Count("n")], n: Annotated[int, Fixed, Range(1, 64)] = 2) -> AnyUnit:
    """Sum of n signals."""
    return float(n)


@block("lab.draw_mux")
def mux(
    *x: Annotated[float, "?a", Count("n")], n: Annotated[int, Fixed, Range(1, 64)] = 3
) -> Annotated[Array, "?a", Shape("n")]:
    """Vector of n signals."""
    return np.zeros(n)


@block("lab.draw_norm")
def norm(v: Annotated[Array, "?a", Shape("n")], *, n: Annotated[int, Fixed, Range(1, 64)] = 3) -> AnyUnit:
    """Length of a vector."""
    return float(v[0])


@block("lab.draw_above")
def above(x: AnyUnit, *, limit: Annotated[float, "?a"] = 0.5) -> bool:
    """Whether x is above a limit."""
    return x > limit


@block("lab.draw_switch")
def switch(on: bool, a: AnyUnit, b: AnyUnit) -> AnyUnit:
    """One of two signals."""
    return a if on else b


class Memory(NamedTuple):
    value: float


@block("lab.draw_delay")
class Delay:
    """Delay by one step."""

    @staticmethod
    def output(state: Memory) -> AnyUnit:
        return state.value

    @staticmethod
    def update(state: Memory, x: AnyUnit) -> Memory:
        return Memory(x)


class DriveOut(NamedTuple):
    angle: Rad
    speed: RadPerS
    torque: Torque


@block("lab.draw_drive")
class Drive:
    """Drive with a load."""

    @staticmethod
    def output(state: Memory, *, inertia: Annotated[float, "kg*m^2"] = 0.02) -> DriveOut:
        return DriveOut(state.value, 0.0, 0.0)

    @staticmethod
    def update(state: Memory, u: Voltage, load: Torque = 0.0) -> Memory:
        return state


# --- schemes --------------------------------------------------------------------------------------


def wires(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"from": start, "to": end} for start, end in pairs]


def document(**parts: Any) -> dict[str, Any]:
    return {"format": "pult.scheme", "version": 1, "name": "Trial", **parts}


def elbow() -> dict[str, Any]:
    return document(
        name="Elbow",
        inputs={"wanted": {"unit": "rad"}, "load": {"unit": "N*m"}},
        outputs={"angle": {"unit": "rad"}, "voltage": {"unit": "V"}, "near_end": {"kind": "boolean"}},
        blocks=[
            {"id": "smooth", "type": "lab.draw_gain", "parameters": {"k": 0.8}},
            {"id": "pd", "type": "control.pd", "parameters": {"kp": 120, "kd": 8}},
            {"id": "joint", "type": "lab.draw_drive"},
            {"id": "limit", "type": "lab.draw_above", "parameters": {"limit": 1.2}},
            {"id": "memory", "type": "lab.draw_delay"},
            {"id": "change", "type": "lab.draw_difference"},
            {"id": "total", "type": "control.integrator"},
            {"id": "spare", "type": "lab.draw_gain", "inputs": {"x": 0.25}},
        ],
        wires=wires(
            ("wanted", "smooth.x"), ("smooth.y", "pd.wanted"), ("joint.angle", "pd.angle"),
            ("joint.speed", "pd.speed"), ("pd.y", "joint.u"), ("load", "joint.load"),
            ("joint.angle", "angle"), ("pd.y", "voltage"),
            ("joint.angle", "limit.x"), ("limit.y", "near_end"), ("joint.angle", "memory.x"),
            ("joint.angle", "change.a"), ("memory.y", "change.b"), ("change.y", "total.x"),
        ),
    )  # fmt: skip


def vectors() -> dict[str, Any]:
    half = {
        "inputs": {"q": {"unit": "rad"}},
        "outputs": {"q": {"unit": "rad"}},
        "blocks": [{"id": "half", "type": "lab.draw_gain", "parameters": {"k": 0.5}}],
        "wires": wires(("q", "half.x"), ("half.y", "q")),
        "notes": [{"text": "half of it"}],
    }
    return document(
        inputs={"q": {"unit": "rad"}, "grip": {"kind": "boolean"}},
        outputs={"p": {"unit": "rad", "shape": [3]}, "size": {"unit": "rad"}},
        schemes={"half": half},
        blocks=[
            {"id": "inner", "type": "scheme.half", "parameters": {"half.k": 0.25}},
            {"id": "mux", "type": "lab.draw_mux"},
            {"id": "lift", "type": "lab.draw_gain", "shape": [3], "parameters": {"k": [1, 2, 3]}},
            {"id": "norm", "type": "lab.draw_norm"},
            {"id": "pick", "type": "lab.draw_switch", "inputs": {"b": 0.5}},
        ],
        wires=wires(
            ("q", "inner.q"), ("inner.q", "mux.x1"), ("q", "mux.x2"), ("inner.q", "mux.x3"),
            ("mux.y", "lift.x"), ("lift.y", "p"), ("lift.y", "norm.v"), ("norm.y", "pick.a"),
            ("grip", "pick.on"), ("pick.y", "size"),
        ),
    )  # fmt: skip


TYPES = {
    "lab.draw_gain": (["x"], []),
    "lab.draw_difference": (["a", "b"], []),
    "lab.draw_sum": (["x1", "x2", "x3"], []),
    "lab.draw_delay": ([], ["x"]),
}
"""Scalar types with their inputs that feed through and those that do not."""


def random_scheme(count: int, seed: int, near: int | None = None) -> dict[str, Any]:
    """Blocks fed by earlier ones, delays by any; names are no hint to the order."""
    chance = random.Random(seed)
    names = [f"b{number:03}" for number in range(count)]
    chance.shuffle(names)
    blocks, pairs = [], []
    for number, name in enumerate(names):
        kind = chance.choice(sorted(TYPES))
        through, kept = TYPES[kind]
        blocks.append({"id": name, "type": kind, **({"parameters": {"n": 3}} if kind == "lab.draw_sum" else {})})
        first = 0 if near is None else max(0, number - near)
        for port in through:
            early = number == 0 or chance.random() < 0.1
            source = chance.choice(["in1", "in2"]) if early else f"{names[chance.randrange(first, number)]}.y"
            pairs.append((source, f"{name}.{port}"))
        pairs += [(f"{chance.choice(names)}.y", f"{name}.{port}") for port in kept]
    pairs.append((f"{names[-1]}.y" if names else "in1", "out"))
    return document(inputs={"in1": {}, "in2": {}}, outputs={"out": {}}, blocks=blocks, wires=wires(*pairs))


# --- reading a drawing ----------------------------------------------------------------------------

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Drawing:
    view: tuple[float, float, float, float]
    bodies: dict[tuple[str, str], tuple[float, float, float, float]] = field(default_factory=dict)
    ports: dict[tuple[str, str], Point] = field(default_factory=dict)
    shapes: dict[tuple[str, str], str] = field(default_factory=dict)
    routes: dict[str, list[Point]] = field(default_factory=dict)
    branches: list[Point] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def read(svg: str) -> Drawing:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (width, height)
    drawing = Drawing((x, y, x + width, y + height))
    for element in root.iter():
        for role in ("block", "input", "output"):
            name = element.attrib.get(f"data-{role}")
            if name is not None:
                body = next(part for part in element if "data-body" in part.attrib).attrib
                left, top = float(body["x"]), float(body["y"])
                corner = left + float(body["width"]), top + float(body["height"])
                assert (role, name) not in drawing.bodies
                drawing.bodies[role, name] = (left, top, *corner)
        if "data-port" in element.attrib:
            key = (element.attrib["data-port"], element.attrib["data-side"])
            assert key not in drawing.ports
            drawing.ports[key] = center(element)
            drawing.shapes[key] = element.tag.removeprefix(SVG)
        if "data-wire" in element.attrib:
            assert element.attrib["data-wire"] not in drawing.routes
            drawing.routes[element.attrib["data-wire"]] = corners(element.attrib["d"])
        if "data-branch" in element.attrib:
            drawing.branches.append(center(element))
        if element.tag == f"{SVG}text":
            drawing.texts.append("".join(element.itertext()))
    follow(drawing)
    return drawing


def follow(drawing: Drawing) -> None:
    """Complete wires that start where they leave another wire of their net, which must be a dot."""
    for name, part in drawing.routes.items():
        net = name.split(" -> ")[0]
        if part[0] == drawing.ports[net, "out"]:
            continue
        assert part[0] in drawing.branches, f"{name} starts at nothing"
        for other, route in drawing.routes.items():  # those before it are complete
            places = [i for i, (a, b) in enumerate(pairwise(route)) if lies_on(part[0], a, b)]
            if other.startswith(f"{net} -> ") and places:
                drawing.routes[name] = tidy([*route[: places[0] + 1], *part])
                break
        assert other != name, f"{name} starts at nothing"


def lies_on(point: Point, a: Point, b: Point) -> bool:
    return all(min(p, q) <= at <= max(p, q) for at, p, q in zip(point, a, b, strict=True))


def center(element: ElementTree.Element) -> Point:
    at = element.attrib
    if "cx" in at:
        return float(at["cx"]), float(at["cy"])
    if "points" in at:
        points = [tuple(map(float, pair.split(","))) for pair in at["points"].split()]
        return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    middle = float(at["x"]) + float(at["width"]) / 2, float(at["y"]) + float(at["height"]) / 2
    return round(middle[0], 6), round(middle[1], 6)


def corners(path: str) -> list[Point]:
    """The corners of a wire; a rounded corner is the control point of its curve."""
    points: list[Point] = []
    for letter, rest in re.findall(r"([A-Z])([^A-Z]*)", path):
        values = [float(text) for text in rest.split()]
        if letter == "Q":
            points += [(values[0], values[1]), (values[2], values[3])]
        else:
            assert letter in "MLA"
            points.append((values[-2], values[-1]))
    return tidy(points)


def tidy(points: list[Point]) -> list[Point]:
    """Leave out points that are no corners."""
    kept = [points[0]]
    for point in points[1:]:
        if point == kept[-1]:
            continue
        if len(kept) > 1 and (kept[-2][0] == kept[-1][0] == point[0] or kept[-2][1] == kept[-1][1] == point[1]):
            kept[-1] = point
        else:
            kept.append(point)
    return kept


def expected_wires(scheme: Any, level: str = "") -> list[str]:
    return [f"{source} -> {target}" for target, source in scheme.levels[level].sources.items()]


def check(source: dict[str, Any], level: str = "", apart: bool = True) -> Drawing:
    """Everything that must hold for a drawing. `apart`: wires of different nets share no stretch."""
    scheme = load_scheme(source)
    svg = draw_scheme(scheme, level)
    drawing = read(svg)
    part = scheme.levels[level]
    left, top, right, bottom = drawing.view
    names = [("block", name) for name in part.blocks]
    names += [("input", port.name) for port in part.inputs] + [("output", port.name) for port in part.outputs]
    assert sorted(drawing.bodies) == sorted(names)
    ports = [(f"{b.id}.{port.name}", "in") for b in part.blocks.values() for port in b.inputs]
    ports += [(f"{b.id}.{port.name}", "out") for b in part.blocks.values() for port in b.outputs]
    ports += [(port.name, "out") for port in part.inputs] + [(port.name, "in") for port in part.outputs]
    assert sorted(drawing.ports) == sorted(ports)
    assert sorted(drawing.routes) == sorted(expected_wires(scheme, level))
    for (one, a), (two, b) in combinations(drawing.bodies.items(), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"{one} covers {two}"
    for x1, y1, x2, y2 in drawing.bodies.values():
        assert left <= x1 < x2 <= right
        assert top <= y1 < y2 <= bottom
    for (name, _), (x, y) in drawing.ports.items():
        assert left < x < right, name
        assert top < y < bottom, name
    for name, route in drawing.routes.items():
        start, end = name.split(" -> ")
        assert route[0] == drawing.ports[start, "out"]
        assert route[-1] == drawing.ports[end, "in"]
        for a, b in pairwise(route):
            assert a[0] == b[0] or a[1] == b[1], f"{name} runs aslant"
            assert left < min(a[0], b[0]) <= max(a[0], b[0]) < right
            assert top < min(a[1], b[1]) <= max(a[1], b[1]) < bottom
            for body, (x1, y1, x2, y2) in drawing.bodies.items():
                inside = min(a[0], b[0]) < x2 and x1 < max(a[0], b[0]) and min(a[1], b[1]) < y2 and y1 < max(a[1], b[1])
                assert not inside, f"{name} runs behind {body}"
    if apart:
        check_apart(drawing)
    return drawing


def check_apart(drawing: Drawing) -> None:
    lines: dict[tuple[int, float], list[tuple[float, float, str]]] = defaultdict(list)
    for name, route in drawing.routes.items():
        net = name.split(" -> ")[0]
        for a, b in pairwise(route):
            axis = int(a[0] == b[0])
            lines[axis, a[1 - axis]].append((min(a[axis], b[axis]), max(a[axis], b[axis]), net))
    for pieces in lines.values():
        for one, two in combinations(pieces, 2):
            overlap = min(one[1], two[1]) - max(one[0], two[0])
            assert one[2] == two[2] or overlap < 0, f"{one[2]} lies on {two[2]}"


# --- tests ----------------------------------------------------------------------------------------


def test_a_loop_with_feedback_is_drawn_whole_and_clear():
    drawing = check(elbow())
    assert drawing.branches, "the angle goes to four places, so its wire branches"


def test_the_main_path_of_a_loop_runs_from_left_to_right_on_one_line():
    drawing = check(elbow())
    path = ["wanted -> smooth.x", "smooth.y -> pd.wanted", "pd.y -> joint.u"]
    assert all(len(drawing.routes[name]) == 2 for name in path), "straight"
    left = [drawing.bodies["block", name][0] for name in ("smooth", "pd", "joint", "change")]
    assert left == sorted(left)


def test_feedback_starts_to_the_right_and_passes_above_or_below_the_blocks_between():
    drawing = check(elbow())
    route = drawing.routes["joint.speed -> pd.speed"]
    assert route[1][0] > route[0][0]
    lane = next(a[1] for a, b in pairwise(route) if b[0] < a[0])
    for name in ("pd", "joint"):
        _, top, _, bottom = drawing.bodies["block", name]
        assert lane < top or lane > bottom


def test_vectors_sub_schemes_and_booleans_have_their_own_shapes():
    drawing = check(vectors())
    assert drawing.shapes["mux.y", "out"] == "rect"
    assert drawing.shapes["pick.on", "in"] == "polygon"
    assert drawing.shapes["pick.y", "out"] == "circle"
    assert "3" in drawing.texts, "the size at the vector's wire"
    svg = draw_scheme(load_scheme(vectors()))
    assert svg.count('stroke-width="3.4"') == 2  # nets of vectors
    assert "0.5 rad" in drawing.texts, "the constant with the unit found by the checks"
    assert "half.k 0.25" in drawing.texts
    assert "k [1 2 3]" in drawing.texts


def test_a_sub_scheme_is_drawn_by_its_name_and_says_where_it_belongs():
    drawing = check(vectors(), "half")
    assert {"Trial", "half", "half of it"} <= set(drawing.texts)


def test_an_input_and_an_output_of_one_name_are_two_terminals():
    drawing = check(vectors(), "half")
    assert drawing.ports["q", "out"][0] < drawing.ports["q", "in"][0]


def test_an_unknown_level_is_refused_with_what_there_is():
    with pytest.raises(UnknownLevel, match=r"there is no sub-scheme 'hal'\. Did you mean 'half'"):
        draw_scheme(load_scheme(vectors()), "hal")


def test_an_empty_scheme_says_what_to_do():
    drawing = check(document())
    assert "Add a block and draw a wire to it." in drawing.texts


def test_an_empty_scheme_with_inputs_shows_them():
    drawing = check(document(inputs={"x": {"unit": "m"}}))
    assert "x m" in drawing.texts
    assert "Nothing here yet" in drawing.texts


def test_an_input_may_run_straight_to_an_output():
    drawing = check(document(inputs={"x": {}}, outputs={"y": {}}, wires=wires(("x", "y"))))
    assert "Nothing here yet" not in drawing.texts


def test_one_block_is_drawn():
    check(document(blocks=[{"id": "alone", "type": "lab.draw_gain", "inputs": {"x": 2.0}}]))


def test_a_loop_through_a_delay_goes_around_its_block():
    drawing = check(document(blocks=[{"id": "d", "type": "lab.draw_delay"}], wires=wires(("d.y", "d.x"))))
    route = drawing.routes["d.y -> d.x"]
    x1, y1, x2, y2 = drawing.bodies["block", "d"]
    assert max(p[0] for p in route) > x2
    assert min(p[0] for p in route) < x1
    assert max(p[1] for p in route) > y2 or min(p[1] for p in route) < y1


def test_blocks_without_wires_stand_in_rows():
    source = document(blocks=[{"id": f"g{i}", "type": "lab.draw_gain", "inputs": {"x": 0.0}} for i in range(30)])
    drawing = check(source)
    left, top, right, bottom = drawing.view
    assert 0.4 < (right - left) / (bottom - top) < 4


def test_a_fan_of_twenty_branches_in_order():
    blocks = [{"id": "s", "type": "lab.draw_gain"}]
    blocks += [{"id": f"g{i:02}", "type": "lab.draw_gain"} for i in range(20)]
    pairs = [("x", "s.x"), *((("s.y", f"g{i:02}.x")) for i in range(20))]
    drawing = check(document(inputs={"x": {}}, blocks=blocks, wires=wires(*pairs)))
    tops = [drawing.bodies["block", f"g{i:02}"][1] for i in range(20)]
    assert tops == sorted(tops)
    assert len(drawing.branches) >= 18


def test_a_block_with_many_ports_is_as_high_as_they_need():
    source = document(
        inputs={"x": {}},
        blocks=[{"id": "all", "type": "lab.draw_sum", "parameters": {"n": 24}}],
        wires=wires(*(("x", f"all.x{i}") for i in range(1, 25))),
    )
    drawing = check(source)
    _, top, _, bottom = drawing.bodies["block", "all"]
    heights = sorted(y for (_, side), (_, y) in drawing.ports.items() if side == "in")
    assert top < heights[0]
    assert heights[-1] < bottom
    assert min(b - a for a, b in pairwise(heights)) >= 20


@pytest.mark.parametrize(("count", "seed"), [(40, 3), (60, 5), (60, 6)])
def test_random_schemes_are_drawn_whole_and_clear(count, seed):
    check(random_scheme(count, seed))


@pytest.mark.parametrize("near", [None, 30])
def test_the_work_of_drawing_grows_little_faster_than_the_scheme(near):
    def work(count):
        scheme = load_scheme(random_scheme(count, 1, near))
        start = time.process_time()
        svg = draw_scheme(scheme)
        assert svg.count("data-block=") == count
        return time.process_time() - start

    work(25)  # what is done once
    assert work(500) < 12 * work(125)  # four times the blocks; quadratic work would be sixteen times as much


def test_wires_that_trade_places_do_not_lie_on_each_other():
    # Two inputs wired crosswise to a block whose ports stand at their heights: each wants the other's line.
    source = document(
        inputs={"p": {}, "q": {}},
        outputs={"r": {}, "s": {}},
        blocks=[{"id": f"{n}{k}", "type": "lab.draw_difference"} for n in "ab" for k in range(2)],
        wires=wires(
            ("p", "a0.b"), ("q", "a0.a"), ("p", "a1.a"), ("q", "a1.b"), ("a0.y", "b1.b"), ("a1.y", "b0.b"),
            ("a0.y", "b0.a"), ("a1.y", "b1.a"), ("b0.y", "s"), ("b1.y", "r"),
        ),
    )  # fmt: skip
    check(source)


@pytest.mark.parametrize("source", [elbow(), vectors(), random_scheme(40, 9)], ids=["elbow", "vectors", "random"])
def test_the_order_in_the_document_and_the_run_change_nothing(source):
    other = {**source, "blocks": source["blocks"][::-1], "wires": source["wires"][::-1]}
    first = draw_scheme(load_scheme(source))
    assert draw_scheme(load_scheme(source)) == first
    assert draw_scheme(load_scheme(other)) == first


def test_texts_of_the_user_stay_texts():
    nasty = "<script>alert('1')</script> & \"quoted\" \x00 ]]> \ud800"
    source = {**elbow(), "name": nasty, "description": nasty, "notes": [{"text": nasty}, {"text": ""}]}
    svg = draw_scheme(load_scheme(source))
    assert "<script" not in svg
    drawing = read(svg)
    assert any("<script>alert('1')</script> & \"quoted\"" in text for text in drawing.texts)
    svg.encode()  # also as a file


def test_a_long_note_is_broken_into_lines_and_stays_on_the_page():
    source = {**elbow(), "notes": [{"text": "stiffness before damping " * 12}, {"text": "x" * 500}]}
    svg = draw_scheme(load_scheme(source))
    root = ElementTree.fromstring(svg)
    notes = [element for element in root.iter() if "data-note" in element.attrib]
    assert len(notes) == 2
    assert len(notes[0].findall(f"{SVG}text")) > 3
    assert len("".join(notes[1].itertext())) < 100
    _, _, right, bottom = read(svg).view
    for text in root.iter(f"{SVG}text"):
        assert float(text.attrib["y"]) < bottom
        assert float(text.attrib["x"]) < right


def test_a_drawing_stands_alone():
    for theme in ("light", "dark"):
        svg = draw_scheme(load_scheme(elbow()), theme=theme)
        root = ElementTree.fromstring(svg)
        names = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert names <= {
            "svg", "g", "title", "desc", "defs", "pattern", "rect", "circle", "polygon", "path", "text",
            "tspan",
        }  # fmt: skip
        assert not any("href" in key or key.startswith("on") for element in root.iter() for key in element.attrib)
        links = re.findall(r"url\(([^)]*)\)", svg)
        assert links
        assert all(link.startswith("#") for link in links)
        families = {element.attrib["font-family"] for element in root.iter() if "font-family" in element.attrib}
        assert all(family.endswith(("sans-serif", "monospace")) for family in families)


def test_themes_differ_in_colour_only():
    scheme = load_scheme(vectors())
    light, dark = draw_scheme(scheme), draw_scheme(scheme, theme="dark")
    plain = [re.sub(r"#[0-9a-f]{6}|light|dark", "", svg) for svg in (light, dark)]
    assert plain[0] == plain[1]
    assert light != dark


def test_the_legend_shows_the_quantities_that_occur():
    drawing = check(elbow())
    assert {"angle", "rate", "force, torque", "electric", "on/off"} <= set(drawing.texts)
    assert not {"length", "vector"} & set(drawing.texts)


def test_free_ports_are_hollow():
    root = ElementTree.fromstring(draw_scheme(load_scheme(elbow())))
    fills = {e.attrib["data-port"]: e.attrib["fill"] for e in root.iter() if e.attrib.get("data-side") == "out"}
    assert fills["joint.torque"] == "#ffffff"
    assert fills["joint.angle"] != "#ffffff"


# --- positions of the document --------------------------------------------------------------------


PLACES = {
    "smooth": (0, 40), "pd": (220, 40), "joint": (680, 40), "limit": (960, 200), "memory": (440, 300),
    "change": (700, 280), "total": (960, 340), "spare": (0, 300),
}  # fmt: skip


def placed(positions: dict[str, tuple[float, float]], **more: Any) -> dict[str, Any]:
    return {
        **elbow(),
        "ui": {"blocks": {name: {"position": list(at)} for name, at in positions.items()}, **more},
    }


def test_positions_of_the_document_are_kept():
    drawing = check(placed(PLACES))
    for name, (x, y) in PLACES.items():
        assert drawing.bodies["block", name][:2] == (x, y)


def test_positions_that_are_too_tight_are_spread_and_keep_their_arrangement():
    tight = {name: (x * 0.75, y * 0.8) for name, (x, y) in PLACES.items()}
    drawing = check(placed(tight))
    for axis in (0, 1):
        names = sorted(PLACES, key=lambda name: PLACES[name][axis])
        found = [drawing.bodies["block", name][axis] for name in names]
        assert found == sorted(found)


def test_positions_that_cover_each_other_are_not_used():
    heap = dict.fromkeys(PLACES, (10.0, 10.0))
    assert draw_scheme(load_scheme(placed(heap))) == draw_scheme(load_scheme(elbow()))


def test_positions_of_some_blocks_only_are_not_used():
    some = {name: PLACES[name] for name in ("pd", "joint")}
    assert draw_scheme(load_scheme(placed(some))) == draw_scheme(load_scheme(elbow()))


def test_a_flipped_block_has_its_inputs_on_the_right():
    source = placed(PLACES)
    source["ui"]["blocks"]["memory"]["flipped"] = True
    drawing = check(source)
    assert drawing.ports["memory.x", "in"][0] > drawing.ports["memory.y", "out"][0]


def test_bends_of_the_document_are_kept_where_they_are_possible():
    free = check(placed(PLACES))
    start, end = free.ports["smooth.y", "out"], free.ports["pd.wanted", "in"]
    bends = [[start[0] + 10, 0], [start[0] + 10, -50], [end[0] - 10, -50], [end[0] - 10, 0]]
    through = {"smooth.y -> pd.wanted": bends, "joint.speed -> pd.speed": [[300, 100], [300, 100]]}
    drawing = check(placed(PLACES, wires=through), apart=False)
    assert (start[0] + 10, -50) in drawing.routes["smooth.y -> pd.wanted"]
    assert drawing.routes["joint.speed -> pd.speed"] == free.routes["joint.speed -> pd.speed"]


def test_terminals_and_notes_stand_where_the_document_puts_them():
    source = placed(PLACES, inputs={"load": {"position": [-200, 200]}}, notes=[{"position": [0, 600]}])
    source["notes"] = [{"text": "here"}, {"text": "anywhere"}]
    drawing = check(source)
    assert drawing.bodies["input", "load"][0] == -200
    assert "anywhere" in drawing.texts


def test_only_plain_colours_are_taken_over():
    source = placed(PLACES)
    source["ui"]["blocks"]["pd"]["color"] = "#a1b2c3"
    source["ui"]["blocks"]["joint"]["color"] = 'red" onload="alert(1)'
    svg = draw_scheme(load_scheme(source))
    assert "#a1b2c3" in svg
    assert "onload" not in svg


@pytest.mark.parametrize("seed", range(4))
def test_wires_find_their_way_between_blocks_on_a_chessboard(seed):
    source = random_scheme(24, seed)
    places = {b["id"]: {"position": [(i % 6) * 300, (i // 6) * 240]} for i, b in enumerate(source["blocks"])}
    check({**source, "ui": {"blocks": places}}, apart=False)


# --- any scheme -----------------------------------------------------------------------------------


@st.composite
def schemes(draw: st.DrawFn) -> dict[str, Any]:
    """Scalars, vectors and booleans in any order, with feedback through delays, constants and free ports."""
    names = draw(st.permutations([f"n{i}" for i in range(draw(st.integers(0, 12)))]))
    scalars, flags, lists = ["u1", "u2"], ["on"], ["v"]
    blocks, pairs, open_delays = [], [], []
    for name in names:
        kind = draw(
            st.sampled_from([*sorted(TYPES), "lab.draw_mux", "lab.draw_norm", "lab.draw_above", "lab.draw_switch"])
        )
        entry: dict[str, Any] = {"id": name, "type": kind}
        scalar, flag, vector = {
            "lab.draw_mux": (["x1", "x2", "x3"], [], []),
            "lab.draw_norm": ([], [], ["v"]),
            "lab.draw_above": (["x"], [], []),
            "lab.draw_switch": (["a", "b"], ["on"], []),
        }.get(kind, (TYPES.get(kind, ([], []))[0], [], []))
        if kind == "lab.draw_sum":
            entry["parameters"] = {"n": 3}
        if kind == "lab.draw_delay":
            open_delays.append(name)
        for port in scalar:
            if draw(st.integers(0, 5)) == 0:
                entry.setdefault("inputs", {})[port] = draw(st.sampled_from([0.0, 1.5, -1e-7, 123456.0]))
            else:
                pairs.append((draw(st.sampled_from(scalars)), f"{name}.{port}"))
        pairs += [(draw(st.sampled_from(flags)), f"{name}.{port}") for port in flag]
        pairs += [(draw(st.sampled_from(lists)), f"{name}.{port}") for port in vector]
        found = {"lab.draw_mux": lists, "lab.draw_above": flags}.get(kind, scalars)
        found.append(f"{name}.y")
        blocks.append(entry)
    pairs += [(draw(st.sampled_from(scalars)), f"{name}.x") for name in open_delays]
    outputs: dict[str, Any] = {}
    for i in range(draw(st.integers(0, 3))):
        outputs[f"y{i}"] = {}
        pairs.append((draw(st.sampled_from(scalars)), f"y{i}"))
    inputs = {"u1": {}, "u2": {}, "on": {"kind": "boolean"}, "v": {"shape": [3]}}
    return document(inputs=inputs, outputs=outputs, blocks=blocks, wires=wires(*pairs))


@settings(max_examples=120, deadline=None)
@given(schemes())
def test_any_scheme_is_drawn_whole_and_clear(source):
    check(source)


@settings(max_examples=40, deadline=None)
@given(schemes(), st.randoms(use_true_random=False))
def test_any_scheme_with_positions_is_drawn_whole_and_clear(source, chance):
    cells = [(x, y) for x in range(5) for y in range(4)]
    chance.shuffle(cells)
    places = {
        b["id"]: {
            "position": [x * 330 + chance.randrange(60), y * 230 + chance.randrange(40)],
            "flipped": chance.random() < 0.3,
        }
        for b, (x, y) in zip(source["blocks"], cells, strict=False)
    }
    check({**source, "ui": {"blocks": places}}, apart=False)


# --- words and colours ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "quantity"),
    [
        ("m", "length"), ("mm", "length"), ("rad", "angle"), ("deg", "angle"), ("rad/s", "rate"),
        ("rpm", "rate"), ("m/s^2", "rate"), ("Hz", "rate"), ("N", "force"), ("N*m", "force"), ("kN", "force"),
        ("bar", "force"),
        ("N*s/m", "number"), ("V", "electric"), ("mA", "electric"), ("V*s/rad", "electric"), ("1", "number"),
        ("%", "number"), ("s", "number"), ("kg", "number"), ("m/rad", "number"), ("?a", "number"),
    ],
)  # fmt: skip
def test_the_unit_decides_the_colour(unit, quantity):
    assert quantity_of("number", parse_unit(unit)) == quantity
    assert quantity_of("boolean", parse_unit("1")) == "logic"


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("N*m", "N·m"),
        ("rad/s^2", "rad/s²"),
        ("1", ""),
        ("?a", "any"),
        ("V*s/rad", "V·s/rad"),
        ("Ohm", "Ω"),
        ("1/s", "1/s"),
    ],
)
def test_units_are_set_as_in_print(unit, text):
    assert unit_text(parse_unit(unit)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.25, "0.25"), (1200.0, "1200"), (1.5e-6, "1.5e-6"), (-3, "-3"), (True, "on"), (False, "off"),
        ("abc", "abc"), (np.array([1.0, 2.0]), "[1 2]"), (np.zeros((2, 3)), "0 ×2×3"),
        (np.arange(6.0).reshape(2, 3), "[2×3]"), ([7, 7, 7, 7, 7], "7 ×5"),
        (np.array([7] * 5, dtype=object), "7 ×5"), ("x" * 40, "x" * 15 + "…"),
    ],
)  # fmt: skip
def test_values_are_short(value, text):
    assert value_text(value) == text
    assert number_text(1e300) == "1e300"
