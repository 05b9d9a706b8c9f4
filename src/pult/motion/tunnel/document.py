"""The tunnel document: two walls, a target, and the arm that goes there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError, Fault, FaultKind
from pult.core.kinds import NEGATIVE, NOT_ABOVE_ZERO
from pult.motion.tunnel.plan import TunnelPath, try_plan
from pult.motion.tunnel.shape import shape_faults
from pult.motion.tunnel.tunnel import Arm, Tunnel, make_tunnel

FORMAT = "pult.tunnel"
MIN_LINKS, MAX_LINKS = 6, 200
MAX_POINTS = 200
WRONG_LINKS = FaultKind("out-of-range", "an arm has {least} to {most} links, not {count}.")
LENGTHS_DIFFER = FaultKind("bad-shape", "{links} links have as many lengths, or one for all; not {count}.")
TARGET_NOT_A_POINT = FaultKind("bad-shape", "a point has 2 coordinates, not {count}.")
TOO_BROAD = FaultKind("out-of-range", "links {width:g} m wide are broader than they are long.")

Point = Annotated[list[float], Meta(min_length=2, max_length=2, description="x and y [m].")]
Wall = Annotated[
    list[Point],
    Meta(min_length=2, max_length=MAX_POINTS, description="Its points from the mouth to the end, joined by segments."),
]


class ArmDocument(Part, frozen=True):
    """The arm: links in a row, on a feed that slides in before the mouth."""

    links: Annotated[int, Meta(description=f"Number of links, {MIN_LINKS} to {MAX_LINKS}.")] = 12
    length: Annotated[
        float | list[float], Meta(description="Length of each link [m]: one for all, or one for each from the base.")
    ] = 0.1
    width: Annotated[float, Meta(description="Width of the links [m].")] = 0.02


class TunnelDocument(Part, frozen=True):
    """A tunnel in the plane z = 0, and the arm that is to pass it."""

    format: Annotated[Literal["pult.tunnel"], Meta(description="Always 'pult.tunnel'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str
    left: Annotated[Wall, Meta(description="The wall on the left of who goes in.")]
    right: Annotated[Wall, Meta(description="The wall on the right.")]
    target: Annotated[
        list[float],
        Meta(max_length=2, description="Where the tip is to go [m]; the middle of the end if left out."),
    ] = []
    arm: ArmDocument = ArmDocument()
    title: Text = ""
    description: Annotated[Text, Meta(description="One line for lists.")] = ""


def tunnel_of(document: TunnelDocument) -> Tunnel:
    """The tunnel of a document."""
    return make_tunnel(document.left, document.right, document.target)


def arm_of(document: ArmDocument) -> Arm:
    """The arm of a document."""
    given = document.length
    lengths = tuple(given) if isinstance(given, list) else (given,) * document.links
    return Arm(lengths, document.width)


def read_tunnel(source: str | Path | Mapping[str, Any]) -> tuple[TunnelDocument, str, Path]:
    """Decode a document, and check the walls and the numbers of the arm.

    Returns:
        The document, a name for it in messages, and the folder its relative paths start from.

    Raises:
        DocumentError: With everything that is wrong.
    """
    document, title, folder = read_document(source, TunnelDocument, FORMAT)
    faults = _arm_faults(document.arm) + _target_faults(document) or shape_faults(tunnel_of(document))
    if faults:
        raise DocumentError(title, faults)
    return document, title, folder


def check_tunnel(source: str | Path | Mapping[str, Any]) -> tuple[TunnelPath | None, list[Fault]]:
    """The path of the arm through a tunnel, and everything that is wrong, with places."""
    try:
        document, _, _ = read_tunnel(source)
    except DocumentError as error:
        return None, list(error.faults)
    return try_plan(tunnel_of(document), arm_of(document.arm))


def load_path(source: str | Path | Mapping[str, Any]) -> TunnelPath:
    """The path of the arm through a tunnel.

    Raises:
        DocumentError: The document has faults, or the arm cannot pass; with places and reasons.
    """
    path, faults = check_tunnel(source)
    if path is None or faults:
        raise DocumentError(str(source) if isinstance(source, (str, Path)) else "tunnel", faults)
    return path


def plain_tunnel(name: str, tunnel: Tunnel, arm: Arm, **more: Any) -> dict[str, Any]:
    """A tunnel as a document, rounded to micrometres."""

    def points(rows: Any) -> list[list[float]]:
        return [[round(float(v), 6) for v in row] for row in rows]

    equal = len(set(arm.lengths)) == 1
    return {
        "format": FORMAT,
        "version": 1,
        "name": name,
        **more,
        "left": points(tunnel.left),
        "right": points(tunnel.right),
        "target": [round(float(v), 6) for v in tunnel.target],
        "arm": {
            "links": len(arm.lengths),
            "length": arm.lengths[0] if equal else list(arm.lengths),
            "width": arm.width,
        },
    }


def _arm_faults(arm: ArmDocument) -> list[Fault]:
    if not MIN_LINKS <= arm.links <= MAX_LINKS:
        return [WRONG_LINKS.at("arm.links", least=MIN_LINKS, most=MAX_LINKS, count=arm.links)]
    if isinstance(arm.length, list) and len(arm.length) != arm.links:
        return [LENGTHS_DIFFER.at("arm.length", links=arm.links, count=len(arm.length))]
    given = arm.length if isinstance(arm.length, list) else [arm.length]
    faults = [NOT_ABOVE_ZERO.at("arm.length", value=value) for value in given if not value > 0.0]
    if not arm.width >= 0.0:
        faults.append(NEGATIVE.at("arm.width", value=arm.width))
    elif not faults and arm.width > min(given):
        faults.append(TOO_BROAD.at("arm.width", width=arm.width))
    return faults


def _target_faults(document: TunnelDocument) -> list[Fault]:
    if len(document.target) in (0, 2):
        return []
    return [TARGET_NOT_A_POINT.at("target", count=len(document.target))]
