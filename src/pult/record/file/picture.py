"""Data for viewers: poses of frames, and the shapes fixed to them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channel
from pult.core.errors import UsageError, choose

WORLD = "world"
"""Frame of reference of all poses."""
_POSE_NUMBERS = 7
_POSE_ORDER = (0, 1, 2, 4, 5, 6, 3)  # viewers have the scalar of a quaternion last
_ENDLESS = 10.0  # half side at which an infinite plane is drawn [m]
_THIN = 1e-3  # thickness at which a plane is drawn [m]
_LISTS = ("metadata", "arrows", "cubes", "spheres", "cylinders", "lines", "triangles", "texts", "models")


class Geom(NamedTuple):
    """A shape fixed to a frame; sizes are half sizes, as in MuJoCo.

    Attributes:
        frame: Name of the frame: a body, or "world".
        kind: "box", "sphere", "ellipsoid", "cylinder", "capsule", "plane" or "mesh".
        size: Half sides; radius; half axes; radius and half length; half sides of a plane (0: infinite) [m].
        pos: Its place in the frame [m]. Shape (3,).
        quat: Its orientation in the frame (w, x, y, z).
        rgba: Its colour, each part from 0 to 1.
        triangles: Vertices of the triangles of a mesh, one after another [m], shape (3 n, 3); with `faces` each vertex
            once. Shape (v, 3).
        faces: For each triangle the numbers of its vertices, one triangle after another. Shape (3 n,).
    """

    frame: str
    kind: str
    size: Sequence[float]
    pos: Sequence[float]
    quat: Sequence[float]
    rgba: Sequence[float]
    triangles: Sequence[Sequence[float]] = ()
    faces: Sequence[int] = ()


def site_frame(name: str) -> str:
    """Name of the frame of a site; frames of bodies have the name of the body."""
    return f"site:{name}"


class Poses:
    """Poses of bodies and sites of a row as messages of the topic ``/tf``."""

    def __init__(self, channels: Iterable[Channel]) -> None:
        """Use the channels ``body.*`` and ``site.*`` with a position and a quaternion (w, x, y, z)."""
        frames: list[str] = []
        starts: list[int] = []
        for channel in channels:
            group, _, name = channel.name.partition(".")
            if group in ("body", "site") and channel.size == _POSE_NUMBERS and name != WORLD:
                frames.append(name if group == "body" else site_frame(name))
                starts.append(channel.start)
        self._texts = [_transform(frame) for frame in frames]
        self._picks = np.array(starts, dtype=np.intp)[:, None] + np.array(_POSE_ORDER)  # (frames, 7)
        self._whole = b",".join(self._texts)

    def __bool__(self) -> bool:
        return bool(self._texts)

    def encode(self, nanoseconds: int, row: NDArray[np.float64]) -> bytes:
        """The message; non-finite poses are omitted."""
        poses = row[self._picks]  # (frames, 7)
        finite = np.isfinite(poses).all(axis=1)
        template = self._whole
        if not finite.all():
            template = b",".join(text for text, good in zip(self._texts, finite, strict=True) if good)
            poses = poses[finite]
        if not len(poses):
            return b'{"transforms":[]}'
        stamp = msgspec.json.encode(_stamp(nanoseconds))
        numbers = msgspec.json.encode(poses.ravel().tolist())[1:-1].split(b",")
        step = _POSE_NUMBERS
        filled = [part for k in range(0, len(numbers), step) for part in (stamp, *numbers[k : k + step])]
        return b'{"transforms":[' + template % tuple(filled) + b"]}"


def _transform(frame: str) -> bytes:
    """Template of a transform for its stamp, position and quaternion (x, y, z, w)."""
    names = msgspec.json.encode({"parent_frame_id": WORLD, "child_frame_id": frame})[1:-1].replace(b"%", b"%%")
    pose = b'"translation":{"x":%b,"y":%b,"z":%b},"rotation":{"x":%b,"y":%b,"z":%b,"w":%b}'
    return b'{"timestamp":%b,' + names + b"," + pose + b"}"


def scene_from_geoms(geoms: Iterable[Geom | tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Entities for `Recorder.scene`, one for each frame.

    A capsule becomes a cylinder and two spheres; a mesh becomes its triangles and is omitted if it has none.

    Raises:
        UsageError: A kind is unknown.
    """
    found: dict[str, dict[str, Any]] = {}
    for given in geoms:
        geom = Geom(*given)
        if geom.kind not in _SHAPES:
            raise UsageError(f"there is no shape {geom.kind!r} in a scene. {choose(geom.kind, _SHAPES)}")
        if geom.frame not in found:
            found[geom.frame] = entity(geom.frame)
        for group, primitive in _SHAPES[geom.kind](geom):
            found[geom.frame][group].append(primitive)
    return list(found.values())


def entity(frame: str) -> dict[str, Any]:
    """An entity without shapes that moves with a frame."""
    head = {"timestamp": _stamp(0), "frame_id": frame, "id": frame, "lifetime": _stamp(0), "frame_locked": True}
    return head | {name: [] for name in _LISTS}


_Primitives = list[tuple[str, dict[str, Any]]]


def _solid(geom: Geom, size: Sequence[float], along_z: float = 0.0) -> dict[str, Any]:
    """A primitive of full sides `size`, moved along the z axis of the shape."""
    w, x, y, z = map(float, geom.quat)
    axis = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))  # third column of the rotation matrix
    px, py, pz = (float(p) + along_z * a for p, a in zip(geom.pos, axis, strict=True))
    pose = {"position": {"x": px, "y": py, "z": pz}, "orientation": {"x": x, "y": y, "z": z, "w": w}}
    sides = dict(zip("xyz", map(float, size), strict=True))
    return {"pose": pose, "size": sides, "color": dict(zip("rgba", map(float, geom.rgba), strict=True))}


def _box(geom: Geom) -> _Primitives:
    return [("cubes", _solid(geom, [2 * half for half in geom.size[:3]]))]


def _sphere(geom: Geom) -> _Primitives:
    return [("spheres", _solid(geom, [2 * geom.size[0]] * 3))]


def _ellipsoid(geom: Geom) -> _Primitives:
    return [("spheres", _solid(geom, [2 * half for half in geom.size[:3]]))]


def _cylinder(geom: Geom) -> _Primitives:
    radius, half = geom.size[:2]
    return [("cylinders", _solid(geom, [2 * radius, 2 * radius, 2 * half]) | {"bottom_scale": 1.0, "top_scale": 1.0})]


def _capsule(geom: Geom) -> _Primitives:
    radius, half = geom.size[:2]
    ends: _Primitives = [("spheres", _solid(geom, [2 * radius] * 3, sign * half)) for sign in (-1, 1)]
    return [*_cylinder(geom), *ends]


def _plane(geom: Geom) -> _Primitives:
    sides = [2 * (half or _ENDLESS) for half in geom.size[:2]]
    return [("cubes", _solid(geom, [*sides, _THIN], -_THIN / 2))]


def _mesh(geom: Geom) -> _Primitives:
    if not len(geom.triangles):
        return []
    solid = _solid(geom, (0, 0, 0))
    points = [dict(zip("xyz", map(float, point), strict=True)) for point in geom.triangles]
    shape = {"pose": solid["pose"], "points": points, "color": solid["color"], "colors": []}
    shape["indices"] = list(map(int, geom.faces))
    return [("triangles", shape)]


_SHAPES = {
    "box": _box,
    "sphere": _sphere,
    "ellipsoid": _ellipsoid,
    "cylinder": _cylinder,
    "capsule": _capsule,
    "plane": _plane,
    "mesh": _mesh,
}


def _stamp(nanoseconds: int) -> dict[str, int]:
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return {"sec": seconds, "nsec": rest}
