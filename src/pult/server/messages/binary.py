"""Heads of binary answers: where everything lies in their first bytes. Arrays of numbers follow, little-endian.

The page's side is generated (`web/src/gen/binary.ts`).
"""

from typing import Annotated, NamedTuple

from msgspec import Meta

from pult.core.packed import F32, U32, Packed


class RowsHead(NamedTuple):
    """Before the rows of a record: f32[rows, 1 + width], the time since the first row [s], then the numbers."""

    rows: Annotated[U32, Meta(description="How many rows follow.")]
    width: Annotated[U32, Meta(description="Numbers in a row besides the time.")]


class PosesHead(NamedTuple):
    """Before the poses of a record: f32[rows, bodies, 7], positions [m] and quaternions (w, x, y, z)."""

    rows: Annotated[U32, Meta(description="How many rows follow.")]
    bodies: Annotated[U32, Meta(description="Poses in a row.")]
    step: Annotated[F32, Meta(description="Time from one row to the next [s].")]


class MeshHead(NamedTuple):
    """Before a mesh: f32[vertices, 3] positions [m], f32[vertices, 3] normals, u32[faces, 3] numbers of vertices."""

    vertices: Annotated[U32, Meta(description="How many vertices there are.")]
    faces: Annotated[U32, Meta(description="How many triangles there are.")]


ROWS_HEAD, POSES_HEAD, MESH_HEAD = Packed(RowsHead), Packed(PosesHead), Packed(MeshHead)
