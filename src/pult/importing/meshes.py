"""Meshes and pictures of a robot: checked, and converted to what the simulator reads.

MuJoCo reads binary STL and OBJ. Collada (.dae), GLB and STL in text are converted by trimesh, one mesh for each colour.
A mesh is measured in metres and in its own axes, as ROS does: an up axis that the file declares is not applied.
MuJoCo refuses meshes without volume, such as stickers and screens; those get a thickness.
"""

import io
import posixpath
import re
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.errors import FaultKind
from pult.core.signals import Array
from pult.robot.model_xml import ModelRefused

MAX_MESH = 64 * 2**20
MAX_TRIANGLES = 200_000
"""Largest number of triangles of an STL that MuJoCo reads; larger meshes are cut into pieces."""
MAX_SURFACE = 2_000_000
"""Largest number of triangles of a mesh."""
FLAT = 1e-5
"""Volume below which a mesh counts as a surface, as a part of the cube of its size."""
THICKNESS = 2e-3
"""Thickness that a surface gets, as a part of its size."""
MAX_PARTS = 12
"""Largest number of colours of a mesh that are kept apart."""
MAX_PIXELS = 4096
FORMATS = (".stl", ".obj", ".dae", ".glb")
_PNG = b"\x89PNG\r\n\x1a\n"

LARGE_MESH = FaultKind("too-large", "The mesh {file!r} is larger than {most} MiB.")
DAMAGED_STL = FaultKind("bad-mesh", "The mesh {file!r} is not an STL: it is damaged.")
TRIANGLES = FaultKind("bad-mesh", "The mesh {file!r} has {count|triangle|triangles}; 1 to {most} are allowed.")
NO_OBJ = FaultKind("bad-mesh", "The mesh {file!r} is not an OBJ text with vertices.")
FACES = FaultKind("bad-mesh", "The mesh {file!r} has more than {most} faces.")
OTHER_MESH = FaultKind("bad-mesh", "The mesh {file!r} is not STL, OBJ, Collada or GLB; others are not read.")
NOT_CONVERTED = FaultKind("bad-mesh", "The mesh {file!r} cannot be read: {reason}.")
NO_PNG = FaultKind("bad-picture", "{file!r} is not a PNG picture; others are not read.")
PIXELS = FaultKind("bad-picture", "{file!r} has {width} x {height} pixels; at most {most} a side are allowed.")


@dataclass(frozen=True)
class MeshPart:
    """A mesh that MuJoCo reads.

    Attributes:
        path: Its path, with the suffix of its format.
        data: Its content.
        colour: Red, green, blue, opacity, 0 to 1; empty if the file gives none.
    """

    path: str
    data: bytes
    colour: tuple[float, ...] = ()


def mesh_parts(path: str, data: bytes) -> list[MeshPart]:
    """Check a mesh and convert it where that is needed.

    Returns:
        The mesh; several if it has several colours or is too large for one; none if it has no triangles.

    Raises:
        ModelRefused: It cannot be read safely.
    """
    suffix = _suffix(path, data)
    if suffix == ".stl" and (triangles := _binary_stl(data)) is not None:
        return _pieces(path, [((), triangles, data)])
    if suffix == ".stl" and (not data.lstrip().startswith(b"solid") or b"\0" in data):
        raise ModelRefused(DAMAGED_STL.at(path, file=path))
    if suffix == ".obj":
        data = _obj(path, data)
        meshes = _loaded(path, data, "obj")
        surfaces = [np.asarray(mesh.triangles) for mesh in meshes]
        if not any(map(_is_flat, surfaces)):
            return [MeshPart(path, data)] if surfaces else []
        return _pieces(path, [((), np.concatenate(surfaces), b"")])
    if suffix == ".dae" and (not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or b"<!" in _uncommented(data)):
        raise ModelRefused(NOT_CONVERTED.at(path, file=path, reason="it is not plain Collada"))
    by_colour: dict[tuple[float, ...], list[Array]] = {}
    for mesh in _loaded(path, data, "stl_ascii" if suffix == ".stl" else suffix[1:]):
        colour = _colour(mesh)
        if colour not in by_colour and len(by_colour) == MAX_PARTS:
            colour = next(iter(by_colour))
        by_colour.setdefault(colour, []).append(np.asarray(mesh.triangles, dtype=np.float64))
    if suffix == ".stl" and not by_colour:
        raise ModelRefused(DAMAGED_STL.at(path, file=path))
    return _pieces(path, [(colour, np.concatenate(some), b"") for colour, some in by_colour.items()])


def one_mesh(path: str, data: bytes) -> MeshPart | None:
    """Check a mesh like `mesh_parts`; its colours are put together, and one that is too large becomes its hull.

    Raises:
        ModelRefused: It cannot be read safely.
    """
    parts = mesh_parts(path, data)
    if len(parts) < 2:
        return parts[0] if parts else None
    surfaces = [found for part in parts if (found := _binary_stl(part.data)) is not None]
    triangles = np.concatenate(surfaces)
    if len(triangles) > MAX_TRIANGLES:
        import trimesh

        triangles = np.asarray(trimesh.convex.convex_hull(triangles.reshape(-1, 3)).triangles)
    return MeshPart(parts[0].path, _packed(triangles))


def obj_mesh(path: str, data: bytes) -> MeshPart | None:
    """Check a mesh for MJCF, in which a mesh may be a surface: OBJ is taken as it is, without looking at its volume.

    Raises:
        ModelRefused: It cannot be read safely.
    """
    return MeshPart(path, _obj(path, data)) if _suffix(path, data) == ".obj" else one_mesh(path, data)


def _suffix(path: str, data: bytes) -> str:
    if len(data) > MAX_MESH:
        raise ModelRefused(LARGE_MESH.at(path, file=path, most=MAX_MESH >> 20))
    suffix = posixpath.splitext(path)[1].lower()
    if suffix not in FORMATS:
        raise ModelRefused(OTHER_MESH.at(path, file=path))
    return suffix


def _binary_stl(data: bytes) -> Array | None:
    """Triangles of a binary STL [m]; None if it is not one. Shape (n, 3, 3)."""
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
    if len(data) < 84 or len(data) != 84 + 50 * count:
        return None
    return np.frombuffer(data, _TRIANGLE, count, 84)["corners"].astype(np.float64)


def _pieces(path: str, surfaces: list[tuple[tuple[float, ...], Array, bytes]]) -> list[MeshPart]:
    """Meshes of surfaces with their colours; those that are given as a file already stay as they are if they may."""
    stem, found = posixpath.splitext(path)[0], []
    for colour, triangles, data in surfaces:
        if not 0 < len(triangles) <= MAX_SURFACE:
            raise ModelRefused(TRIANGLES.at(path, file=path, count=len(triangles), most=MAX_SURFACE))
        if not np.isfinite(triangles).all():
            raise ModelRefused(NOT_CONVERTED.at(path, file=path, reason="it has corners that are not numbers"))
        for start in range(0, len(triangles), MAX_TRIANGLES // 2):
            piece = triangles[start : start + MAX_TRIANGLES // 2] if len(triangles) > MAX_TRIANGLES else triangles
            flat = _is_flat(piece)
            same = data and not flat and len(piece) == len(triangles)
            found.append(
                MeshPart(f"{stem}.stl", data if same else _packed(_thickened(piece) if flat else piece), colour)
            )
            if len(piece) == len(triangles):
                break
    return found


def _is_flat(triangles: Array) -> bool:
    """Whether triangles enclose no volume as MuJoCo computes it: of the pyramids over them. Shape (n, 3, 3)."""
    points = triangles - triangles.mean(axis=(0, 1))
    volume = float(np.abs(np.linalg.det(points)).sum()) / 6.0
    size = float(np.ptp(triangles.reshape(-1, 3), axis=0).max(initial=0.0))
    return volume <= FLAT * size**3


def _thickened(triangles: Array) -> Array:
    """A surface and its reverse beside it, at most as many as MuJoCo reads. Shape (n, 3, 3)."""
    size = float(np.ptp(triangles.reshape(-1, 3), axis=0).max(initial=0.0)) or 1e-3
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    mean = normals.sum(axis=0)
    length = float(np.linalg.norm(mean))
    way = mean / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    return np.concatenate([triangles, triangles[:, ::-1] - THICKNESS * size * way])


_MATERIALS = re.compile(rb"^[ \t]*(?:mtllib|usemtl)[^\n]*\n?", re.MULTILINE)
_VERTEX = re.compile(rb"^v ", re.MULTILINE)


def _obj(path: str, data: bytes) -> bytes:
    """An OBJ text without its materials."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise ModelRefused(NO_OBJ.at(path, file=path)) from None
    text = _MATERIALS.sub(b"", data.replace(b"\r", b"\n"))
    if b"\0" in data or not _VERTEX.search(text):
        raise ModelRefused(NO_OBJ.at(path, file=path))
    if text.count(b"\nf ") > MAX_SURFACE:
        raise ModelRefused(FACES.at(path, file=path, most=MAX_SURFACE))
    return text


def _uncommented(data: bytes) -> bytes:
    """XML without its comments and raw texts: what begins with "<!" then is a declaration."""
    return data.replace(b"<!--", b"").replace(b"<![CDATA[", b"")


def _loaded(path: str, data: bytes, kind: str) -> list[Any]:
    """The meshes of a file, each where its scene has it."""
    import trimesh

    try:
        scene: Any = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=None)
        meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh) and len(mesh.faces)]
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - readers of damaged files fail in every way
        reason = f"{type(error).__name__} {str(error)[:120]}".strip().rstrip(".")
        raise ModelRefused(NOT_CONVERTED.at(path, file=path, reason=reason)) from None
    for mesh in meshes:
        mesh.apply_scale(_metres(mesh.metadata.get("units")))
    return meshes


def _metres(unit: object) -> float:
    """Metres in a unit as trimesh writes it: "meters" or "0.01 * meters"."""
    factor, times, _ = str(unit).partition(" * ")
    return float(factor) if times else 1.0


def _colour(mesh: Any) -> tuple[float, ...]:
    """Colour of a mesh's material, 0 to 1; empty for a material that is only a picture, or none."""
    material = getattr(mesh.visual, "material", None)
    found = getattr(material, "baseColorFactor", None)
    if found is None or getattr(material, "baseColorTexture", None) is not None:
        return ()
    values = [float(x) / 255.0 for x in np.asarray(found).ravel()[:4]]
    values += [1.0] * (4 - len(values))
    opacity = values[3] if values[3] > 0.0 else 1.0  # exporters that mean "not transparent" write 0
    return (*(round(x, 4) for x in values[:3]), round(opacity, 4))


_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])


def _packed(triangles: Array) -> bytes:
    """A binary STL of triangles. Shape (n, 3, 3)."""
    rows = np.zeros(len(triangles), dtype=_TRIANGLE)
    rows["corners"] = triangles
    return bytes(80) + struct.pack("<I", len(rows)) + rows.tobytes()


def picture_data(path: str, data: bytes) -> bytes:
    """Check a texture; returns the data to store.

    Raises:
        ModelRefused: It is not a PNG, or too large.
    """
    if not path.lower().endswith(".png") or data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 33:
        raise ModelRefused(NO_PNG.at(path, file=path))
    width, height = struct.unpack_from(">II", data, 16)
    if not (0 < width <= MAX_PIXELS and 0 < height <= MAX_PIXELS):
        raise ModelRefused(PIXELS.at(path, file=path, width=width, height=height, most=MAX_PIXELS))
    return data
