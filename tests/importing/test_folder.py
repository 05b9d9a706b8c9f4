"""Files of a robot on disk: ROS packages around the model and on the search path, absolute and relative references."""

from pathlib import Path

import pytest

from pult.core.errors import UsageError
from pult.importing.folder import collect
from pult.importing.joints import set_ranges
from pult.importing.sanitise import sanitise
from pult.robot.model_xml import ModelRefused
from tests.importing.samples import MESH, URDF, mjcf, stl


def package(folder: Path, name: str, mesh: bytes = b"") -> Path:
    (folder / "meshes").mkdir(parents=True)
    (folder / "package.xml").write_text(f"<package><name>{name}</name></package>")
    (folder / "meshes" / "a.stl").write_bytes(mesh or stl())
    return folder


def model(path: Path, reference: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(URDF.format(mesh=reference))
    return path


def meshes_of(path: Path, *folders: Path) -> list[bytes]:
    found = collect(path, folders)
    return list(sanitise(found.bundle, found.main).files.values())


def test_a_package_is_found_by_the_name_it_gives_itself(tmp_path: Path) -> None:
    home = package(tmp_path / "folder-of-another-name", "r_description")
    assert meshes_of(model(home / "urdf" / "r.urdf", "package://r_description/meshes/a.stl")) == [stl()]


def test_packages_beside_it_and_on_the_search_path_are_found(tmp_path: Path) -> None:
    own = model(package(tmp_path / "ws" / "src" / "arm", "arm") / "urdf" / "r.urdf", "package://common/meshes/a.stl")
    package(tmp_path / "ws" / "src" / "common", "common", stl(8))
    assert meshes_of(own) == [stl(8)]
    far = model(tmp_path / "downloads" / "r.urdf", "package://hand/meshes/a.stl")
    package(tmp_path / "elsewhere" / "src" / "some" / "hand-1.2", "hand", stl(12))
    with pytest.raises(ModelRefused, match="missing"):
        meshes_of(far)
    assert meshes_of(far, tmp_path / "elsewhere") == [stl(12)]
    assert meshes_of(far, tmp_path / "elsewhere" / "src" / "some" / "hand-1.2" / "meshes") == [stl(12)]


def test_absolute_relative_and_encoded_references_are_found(tmp_path: Path) -> None:
    (tmp_path / "my meshes").mkdir()
    (tmp_path / "my meshes" / "a.stl").write_bytes(stl())
    for reference in (f"file://{tmp_path}/my%20meshes/a.stl", f"{tmp_path}/my meshes/a.stl", "../my meshes/a.stl"):
        assert meshes_of(model(tmp_path / "urdf" / "r.urdf", reference)) == [stl()]


def test_mjcf_brings_what_it_includes_and_its_folder_of_meshes(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "hand.stl").write_bytes(stl())
    (tmp_path / "inner.xml").write_bytes(b'<mujocoinclude><asset><mesh name="hand" file="hand.stl"/></asset></mujocoinclude>')
    (tmp_path / "bot.xml").write_bytes(mjcf(MESH, '<compiler meshdir="assets"/><include file="inner.xml"/>'))
    found = collect(tmp_path / "bot.xml")
    assert sorted(found.bundle.files) == ["assets/hand.stl", "bot.xml", "inner.xml"]
    assert list(sanitise(found.bundle, found.main).files) == ["hand.stl"]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        collect(tmp_path / "gone.urdf")
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(UsageError, match="not a robot"):
        collect(tmp_path / "a.txt")
    with pytest.raises(UsageError, match="folder of meshes"):
        collect(model(tmp_path / "r.urdf", "a.stl"), [tmp_path / "gone"])


def test_corrected_ranges_are_in_the_units_of_the_file() -> None:
    text = set_ranges(mjcf(), {"turn": (-0.5, 0.25), "out": (0.01, 0.02)})
    assert b'range="-0.5 0.25"' in text and b'range="0.01 0.02"' in text
    degrees = mjcf().replace(b"angle='radian'", b"angle='degree'")
    assert b'range="-90 45"' in set_ranges(degrees, {"turn": (-1.5707963267948966, 0.7853981633974483)})
    urdf = set_ranges(URDF.format(mesh="a.stl").encode(), {"j1": (-2.0, 2.0)})
    assert b'lower="-2" upper="2"' in urdf
    with pytest.raises(UsageError, match="no joint 'x'"):
        set_ranges(mjcf(), {"x": (0.0, 1.0)})
    with pytest.raises(UsageError, match="below"):
        set_ranges(mjcf(), {"turn": (1.0, 1.0)})
