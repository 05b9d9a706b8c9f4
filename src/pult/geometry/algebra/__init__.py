"""Vector algebra of robot kinematics: a small alphabet of geometric operators, after the RVA of paper 002.

Every operator works on single vectors and on arrays, whose leading axes are broadcast; it is pure, and native on
arrays. Any right-handed frame will do. What may have no solution returns a result with a `case` (`Case`), and its
numbers are finite in every case; what was given a zero axis raises `DegenerateError`. The names of the paper are
aliases: `PVV` is `rotate`, `U3zvn` is `three_link_angles`.
"""

from pult.geometry.algebra.cases import Case, DegenerateError
from pult.geometry.algebra.figures import (
    circle_intersections,
    cone_angles,
    cone_directions,
    distance_angles,
    line_distance,
    segment_distance,
    tangent_of_circles,
    tangent_to_circle,
    three_link_angles,
    triangle_angles,
    two_link_angles,
)
from pult.geometry.algebra.results import (
    Angle,
    Angles,
    CommonTangent,
    Construction,
    Direction,
    Directions,
    Intersection,
    Length,
    Nearest,
    PairFrame,
    Tangent,
    ThreeLink,
    Triangle,
    Turn,
    TwoLink,
)
from pult.geometry.algebra.rotations import (
    align_directions,
    align_pairs,
    align_planes,
    angle_about,
    angle_between,
    three_axis_angles,
    two_axis_angles,
)
from pult.geometry.algebra.tables import link_rows, rotate_table, rotate_tail, table_tip
from pult.geometry.algebra.vectors import (
    attach_frame,
    extend,
    length_along,
    perpendicular,
    rotate,
    scale,
    subtract,
)

PVV = rotate
VVV = extend
VuS = scale
VmV = subtract
OrtB = perpendicular
PSK = attach_frame
PSVK = rotate_tail
PSV = rotate_table
PkO = tangent_to_circle
TreUgl = triangle_angles
U4ver = two_link_angles
U3zvn = three_link_angles

ALIASES = {
    "PVV": rotate, "VVV": extend, "VuS": scale, "VmV": subtract, "OrtB": perpendicular, "PSK": attach_frame,
    "PSVK": rotate_tail, "PSV": rotate_table, "PkO": tangent_to_circle, "TreUgl": triangle_angles,
    "U4ver": two_link_angles, "U3zvn": three_link_angles,
}  # fmt: skip
"""Operators by the names that the paper gives them."""

__all__ = [
    "ALIASES",
    "PSK",
    "PSV",
    "PSVK",
    "PVV",
    "VVV",
    "Angle",
    "Angles",
    "Case",
    "CommonTangent",
    "Construction",
    "DegenerateError",
    "Direction",
    "Directions",
    "Intersection",
    "Length",
    "Nearest",
    "OrtB",
    "PairFrame",
    "PkO",
    "Tangent",
    "ThreeLink",
    "TreUgl",
    "Triangle",
    "Turn",
    "TwoLink",
    "U3zvn",
    "U4ver",
    "VmV",
    "VuS",
    "align_directions",
    "align_pairs",
    "align_planes",
    "angle_about",
    "angle_between",
    "attach_frame",
    "circle_intersections",
    "cone_angles",
    "cone_directions",
    "distance_angles",
    "extend",
    "length_along",
    "line_distance",
    "link_rows",
    "perpendicular",
    "rotate",
    "rotate_table",
    "rotate_tail",
    "scale",
    "segment_distance",
    "subtract",
    "table_tip",
    "tangent_of_circles",
    "tangent_to_circle",
    "three_axis_angles",
    "three_link_angles",
    "triangle_angles",
    "two_axis_angles",
    "two_link_angles",
]
