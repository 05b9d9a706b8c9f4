"""Meshes are what they say, and Collada, GLB and text STL become what MuJoCo reads, of the same shape and colour."""

import json
import struct

import numpy as np
import pytest

from pult.importing import meshes
from pult.importing.meshes import MAX_MESH, mesh_parts, one_mesh
from pult.robot.model_xml import ModelRefused
from tests.importing.samples import stl

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=np.float32)
FACES = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], dtype=np.uint16)


def dae(unit: float = 1.0, matrix: str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1", colours: tuple[str, ...] = ("1 0 0 1",)) -> bytes:
    """A tetrahedron in Collada, once for each colour."""
    effects = "".join(f'<effect id="e{i}"><profile_COMMON><technique sid="t"><lambert><diffuse><color>{colour}</color></diffuse></lambert></technique></profile_COMMON></effect>' for i, colour in enumerate(colours))
    materials = "".join(f'<material id="m{i}"><instance_effect url="#e{i}"/></material>' for i in range(len(colours)))
    positions = " ".join(f"{x:g}" for x in CORNERS.ravel())
    index = " ".join(str(i) for i in FACES.ravel())
    geometry = (f'<geometry id="g"><mesh><source id="s"><float_array id="a" count="12">{positions}</float_array><technique_common><accessor source="#a" count="4" stride="3">'
                '<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>'
                f'<triangles count="4" material="M"><input semantic="VERTEX" source="#v" offset="0"/><p>{index}</p></triangles></mesh></geometry>')  # fmt: skip
    nodes = "".join(f'<node id="n{i}"><matrix>{matrix}</matrix><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="M" target="#m{i}"/></technique_common></bind_material></instance_geometry></node>' for i in range(len(colours)))
    return (f'<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="{unit}"/><up_axis>Y_UP</up_axis></asset>'
            f'<library_effects>{effects}</library_effects><library_materials>{materials}</library_materials><library_geometries>{geometry}</library_geometries>'
            f'<library_visual_scenes><visual_scene id="scene">{nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>').encode()  # fmt: skip


def glb() -> bytes:
    """A tetrahedron in GLB, green."""
    binary = CORNERS.tobytes() + FACES.tobytes()
    head = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "translation": [2, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0, 1]}}], "buffers": [{"byteLength": len(binary)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
                      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
    }  # fmt: skip
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def corners(data: bytes) -> set[tuple[float, ...]]:
    """Corners of a binary STL."""
    triangles = meshes._binary_stl(data)
    assert triangles is not None
    return {tuple(np.round(point, 5).tolist()) for point in triangles.reshape(-1, 3)}


def test_collada_keeps_its_shape_its_unit_and_its_colours_and_not_its_up_axis() -> None:
    [part] = mesh_parts("a.dae", dae(0.01, "1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1"))
    assert (part.path, part.colour) == ("a.stl", (1.0, 0.0, 0.0, 1.0))
    assert corners(part.data) == {(0.05, 0, 0), (0.06, 0, 0), (0.05, 0.01, 0), (0.05, 0, 0.01)}
    two = mesh_parts("a.dae", dae(colours=("1 0 0 1", "0 0 1 0.5")))
    assert [round(part.colour[3], 1) for part in two] == [1.0, 0.5]
    whole = one_mesh("a.dae", dae(colours=("1 0 0 1", "0 0 1 1")))
    assert whole is not None and len(whole.data) == 84 + 50 * 8


def test_glb_keeps_its_shape_and_colour() -> None:
    [part] = mesh_parts("a.glb", glb())
    assert part.colour == (0.0, 1.0, 0.0, 1.0) and corners(part.data) == {(2, 0, 0), (3, 0, 0), (2, 1, 0), (2, 0, 1)}


def test_stl_in_text_becomes_binary() -> None:
    lines = "".join("facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {' '.join(map(str, CORNERS[i]))}\n" for i in face) + "endloop\nendfacet\n" for face in FACES)
    [part] = mesh_parts("a.stl", f"solid x\n{lines}endsolid x\n".encode())
    assert corners(part.data) == {tuple(float(x) for x in corner) for corner in CORNERS}


def test_binary_stl_stays_as_it_is() -> None:
    assert [part.data for part in mesh_parts("a.stl", stl())] == [stl()]


def test_a_surface_gets_a_thickness() -> None:
    flat = meshes._packed(np.array([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]], dtype=np.float64))
    [part] = mesh_parts("a.stl", flat)
    triangles = meshes._binary_stl(part.data)
    assert triangles is not None and len(triangles) == 2 and not meshes._is_flat(triangles)
    assert np.ptp(triangles[..., 2]) == pytest.approx(meshes.THICKNESS)


def test_a_large_mesh_is_cut_into_pieces_or_becomes_its_hull(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meshes, "MAX_TRIANGLES", 6)
    parts = mesh_parts("a.stl", stl(20))
    assert sum(len(part.data) - 84 for part in parts) >= 50 * 20 and len(parts) == 7
    whole = one_mesh("a.stl", stl(20))
    assert whole is not None and len(corners(whole.data)) == 4


@pytest.mark.parametrize(("name", "data", "words"), [
    ("hand.stl", b"solid x\nfacet", "damaged"), ("hand.stl", stl()[:-1], "damaged"), ("hand.stl", bytes(84), "triangles"),
    ("hand.obj", b"\xff\xfe\x00", "not an OBJ"), ("hand.obj", b"mtllib /etc/passwd\n", "not an OBJ"), ("hand.dae", b"<COLLADA/>", "cannot be read"),
    ("hand.dae", b"PK\x03\x04", "not plain Collada"), ("hand.dae", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><COLLADA/>', "not plain Collada"),
    ("hand.glb", b"glTF", "cannot be read"), ("hand.msh", b"xx", "STL, OBJ"), ("hand.stl", b"\x89PNG\r\n\x1a\n", "STL"),
])  # fmt: skip
def test_what_is_no_mesh_is_refused(name: str, data: bytes, words: str) -> None:
    with pytest.raises(ModelRefused, match=words) as caught:
        mesh_parts(name, data)
    assert caught.value.fault.code == "bad-mesh"


def test_a_mesh_is_bounded() -> None:
    with pytest.raises(ModelRefused, match="larger"):
        mesh_parts("a.obj", b"v 0 0 0\n" * (MAX_MESH // 8 + 1))


def test_materials_of_an_obj_are_not_followed() -> None:
    [part] = mesh_parts("a.obj", b"mtllib /etc/passwd\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl x\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    assert b"mtllib" not in part.data and part.data.startswith(b"v ")
