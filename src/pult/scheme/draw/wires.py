"""Wires as SVG: one path per wire, dots where a net branches, a slash with the size for vectors.

The first wire of a net is drawn from its source, every other from where it branches off: lines drawn twice
would look thicker.
"""

from collections import defaultdict
from itertools import pairwise

from pult.scheme.draw.figure import Pin
from pult.scheme.draw.look import Theme
from pult.scheme.draw.markup import Attribute, label, number, tag
from pult.scheme.draw.place import Placed, Point
from pult.scheme.draw.strokes import branches, crossings, outline, own_part
from pult.scheme.draw.words import shape_text


def wire_shapes(placed: Placed, theme: Theme) -> list[str]:
    """All wires of a figure, net by net."""
    figure = placed.figure
    by_net: dict[int, list[list[Point]]] = defaultdict(list)
    for (net, _), route in sorted(placed.routes.items()):
        by_net[net].append(route)
    crossed = crossings(by_net)
    found = []
    for net, routes in by_net.items():
        pin = figure.source(figure.nets[net])
        color = theme.quantity[pin.quantity]
        parting = branches(routes)
        hops = {} if pin.quantity == "logic" else crossed.get(net, {})  # an arc of a dashed line would not be visible
        paths = []
        for position, (target, route) in enumerate(zip(figure.nets[net].targets, routes, strict=True)):
            ways = outline(own_part(route, routes[:position]), parting, hops)
            paths.append(tag("path", d=ways, data_wire=figure.wire_name(figure.nets[net], target)))
        found.append(tag("g", "".join(paths), **_pen(pin, color)))
        radius = 4.2 if pin.shape else 3.6
        found += [tag("circle", cx=x, cy=y, r=radius, fill=color, data_branch="") for x, y in sorted(parting)]
        if pin.shape:
            found.append(_size_mark(pin, routes, color))
    return found


def _pen(pin: Pin, color: str) -> dict[str, Attribute]:
    pen: dict[str, Attribute] = {"fill": "none", "stroke": color, "stroke_width": 3.4 if pin.shape else 1.8}
    pen["stroke_linejoin"] = "round"
    if pin.quantity == "logic":
        pen["stroke_dasharray"] = "5 4"
    return pen


def _size_mark(pin: Pin, routes: list[list[Point]], color: str) -> str:
    """A slash and the size, on the first horizontal segment that is long enough."""
    for route in routes:
        for (ax, ay), (bx, by) in pairwise(route):
            if ay == by and abs(bx - ax) >= 24:
                x = ax + (13 if bx > ax else -13)
                slash = tag("path", d=f"M{number(x - 3)} {number(ay + 7)}l6 -14", stroke=color, stroke_width=1.6)
                size = shape_text(pin.shape)
                return slash + label(x + 4.5, ay - 6, size, fill=color, size=10.5, mono=True, font_weight=500)
    return ""
