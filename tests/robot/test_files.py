"""Which files a model consists of: all that are needed to read it elsewhere, and no more than are there."""

import struct

import mujoco
import numpy as np
import pytest

from pult.robot.files import model_files

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def stl(path, size=0.1):
    """A tetrahedron."""
    path.parent.mkdir(parents=True, exist_ok=True)
    sides = b"".join(struct.pack("<12fH", 0, 0, 0, *(size * CORNERS[list(face)]).ravel(), 0) for face in FACES)
    path.write_bytes(bytes(80) + struct.pack("<I", len(FACES)) + sides)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def moved(files, root, target):
    """Copies of these files, and of no others, in another folder."""
    for file in files:
        copy = target / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())


def same_model(one, two):
    a, b = mujoco.MjModel.from_xml_path(str(one)), mujoco.MjModel.from_xml_path(str(two))
    assert (a.nbody, a.ngeom, a.nmesh, a.nhfield) == (b.nbody, b.ngeom, b.nmesh, b.nhfield)
    for name in ("body_mass", "body_pos", "geom_pos", "mesh_vert", "hfield_data", "body_inertia"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    return a


def names(files, root):
    return sorted(file.relative_to(root).as_posix() for file in files)


def test_a_model_alone_is_one_file(tmp_path):
    file = write(tmp_path / "a.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    assert model_files(file) == [file]


def test_meshes_are_found_in_the_mesh_folder_also_from_included_files(tmp_path):
    for name in ("parts/a.stl", "parts/b.stl"):
        stl(tmp_path / "m" / name)
    stl(tmp_path / "m" / "parts" / "unused.stl")
    main = write(
        tmp_path / "m" / "main.xml",
        '<mujoco><compiler meshdir="parts"/><include file="inc/more.xml"/><asset><mesh file="a.stl"/></asset>'
        '<worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>',
    )
    write(
        tmp_path / "m" / "inc" / "more.xml",
        '<mujoco><asset><mesh file="b.stl"/></asset><worldbody><geom type="mesh" mesh="b"/></worldbody></mujoco>',
    )
    found = model_files(main)
    assert found[0] == main
    assert names(found, tmp_path / "m") == ["inc/more.xml", "main.xml", "parts/a.stl", "parts/b.stl"]
    moved(found, tmp_path / "m", tmp_path / "n")
    assert same_model(main, tmp_path / "n" / "main.xml").nmesh == 2


@pytest.mark.parametrize("inner", ["inc/deep/two.xml", "deep/two.xml"], ids=["from the model", "from the file"])
def test_includes_of_includes_are_found_relative_to_the_model_or_to_the_file(tmp_path, inner):
    root = tmp_path / "m"
    main = write(root / "main.xml", '<mujoco><include file="inc/one.xml"/></mujoco>')
    write(root / "inc" / "one.xml", f'<mujoco><include file="{inner}"/></mujoco>')
    write(root / "inc" / "deep" / "two.xml", "<mujoco><worldbody><body name='deep'/></worldbody></mujoco>")
    found = model_files(main)
    assert names(found, root) == ["inc/deep/two.xml", "inc/one.xml", "main.xml"]
    moved(found, root, tmp_path / "n")
    same_model(main, tmp_path / "n" / "main.xml")


def test_height_fields_lie_in_the_mesh_folder(tmp_path):
    root = tmp_path / "m"
    (root / "ground").mkdir(parents=True)
    (root / "ground" / "hills.bin").write_bytes(struct.pack("<2i4f", 2, 2, 0.0, 1.0, 0.5, 0.25))
    main = write(
        root / "main.xml",
        '<mujoco><compiler meshdir="ground"/><asset><hfield name="h" file="hills.bin" size="1 1 1 0.1"/></asset>'
        '<worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>',
    )
    found = model_files(main)
    assert names(found, root) == ["ground/hills.bin", "main.xml"]
    moved(found, root, tmp_path / "n")
    assert same_model(main, tmp_path / "n" / "main.xml").nhfield == 1


def test_models_inside_models_bring_their_own_files(tmp_path):
    root = tmp_path / "m"
    stl(root / "parts" / "c.stl")
    write(
        root / "hand.xml",
        '<mujoco><compiler meshdir="parts"/><asset><mesh file="c.stl"/></asset>'
        '<worldbody><body name="palm"><geom type="mesh" mesh="c"/></body></worldbody></mujoco>',
    )
    main = write(
        root / "main.xml",
        '<mujoco><asset><model name="hand" file="hand.xml"/></asset>'
        '<worldbody><attach model="hand" body="palm" prefix="left_"/></worldbody></mujoco>',
    )
    found = model_files(main)
    assert names(found, root) == ["hand.xml", "main.xml", "parts/c.stl"]
    moved(found, root, tmp_path / "n")
    assert same_model(main, tmp_path / "n" / "main.xml").nmesh == 1


URDF = """<robot name="arm">{settings}
  <link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><mesh filename="{name}"/></geometry></collision></link>
  <link name="tip"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint>
</robot>"""


@pytest.mark.parametrize(
    ("settings", "name", "place"),
    [
        ("", "meshes/base.stl", "meshes/base.stl"),
        ('<mujoco><compiler meshdir="shapes"/></mujoco>', "low/base.stl", "shapes/low/base.stl"),
        (
            '<mujoco><compiler meshdir="shapes" strippath="true"/></mujoco>',
            "/elsewhere/meshes/base.stl",
            "shapes/base.stl",
        ),
        ('<mujoco><compiler meshdir="shapes" strippath="false"/></mujoco>', "low/base.stl", "shapes/low/base.stl"),
    ],
)
def test_meshes_of_a_urdf_are_found_where_mujoco_looks_for_them(tmp_path, settings, name, place):
    root = tmp_path / "m"
    stl(root / place)
    main = write(root / "arm.urdf", URDF.format(settings=settings, name=name))
    found = model_files(main)
    assert names(found, root) == sorted(["arm.urdf", place])
    moved(found, root, tmp_path / "n")
    assert same_model(main, tmp_path / "n" / "arm.urdf").nmesh == 1


def test_files_that_are_not_there_are_left_out_and_loops_of_includes_end(tmp_path):
    main = write(tmp_path / "main.xml", '<mujoco><include file="gone.xml"/><include file="main.xml"/></mujoco>')
    assert model_files(main) == [main]
    assert model_files(tmp_path / "gone.xml") == []
    broken = write(tmp_path / "broken.xml", "<mujoco><a></mujoco>")
    assert model_files(broken) == [broken]
