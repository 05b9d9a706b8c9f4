"""Blocks of other packages: found by their entry point alone, and harmless to the rest when broken."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pult
from pult.core.registry import blocks

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = ROOT / "examples" / "plugin"
LIBRARY = Path(pult.__file__).resolve().parents[1]

LIST_BLOCKS = """
import json, sys, warnings
from pult.core.registry import PluginWarning, blocks

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    names = list(blocks())
said = [str(w.message) for w in caught if issubclass(w.category, PluginWarning)]
json.dump({"names": names, "said": said, "modules": list(sys.modules)}, sys.stdout)
"""


def python(*arguments, path, folder):
    """Run a fresh interpreter with these folders first on its path."""
    inherited = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    found = [str(p) for p in (*path, LIBRARY)] + inherited
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**clean, "PYTHONPATH": os.pathsep.join(found), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment, cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def listed(*path, folder):
    return json.loads(python("-c", LIST_BLOCKS, path=path, folder=folder))


def install(folder, name, entry_points):
    """What an installer leaves of a package's metadata, and nothing else."""
    info = folder / f"{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    lines = [f"{entry} = {module}" for entry, module in entry_points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pult.blocks]", *lines, ""]))


def declared_in(pyproject):
    project = tomllib.loads(pyproject.read_text())["project"]
    return project["name"], project["entry-points"]["pult.blocks"]


@pytest.fixture
def site(tmp_path):
    """A folder of installed metadata that has the standard library in it."""
    install(tmp_path / "site", *declared_in(ROOT / "pyproject.toml"))
    return tmp_path / "site"


def test_the_example_package_passes_its_own_tests_without_being_installed():
    python("-m", "pytest", "-q", "-p", "no:cacheprovider", path=[PLUGIN / "src"], folder=PLUGIN)


def test_blocks_are_found_by_the_entry_point_the_example_declares(site, tmp_path):
    install(site, *declared_in(PLUGIN / "pyproject.toml"))
    found = listed(site, PLUGIN / "src", folder=tmp_path)
    assert {"example.cubic_stick", "example.leaky_peak", "example.host_mean"} <= set(found["names"])
    assert "control.pd" in found["names"]
    assert found["said"] == []


def test_a_package_without_an_entry_point_is_left_alone(site, tmp_path):
    (tmp_path / "quiet_blocks.py").write_text("raise RuntimeError('nobody asked')\n")
    found = listed(site, tmp_path, folder=tmp_path)
    assert "quiet_blocks" not in found["modules"]
    assert found["said"] == []


def test_the_wheel_of_the_example_brings_its_blocks(site, tmp_path):
    pytest.importorskip("hatchling", reason="builds the wheel")
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    build = f"import hatchling.build; hatchling.build.build_wheel({str(wheels)!r})"
    python("-c", build, path=[], folder=PLUGIN)
    (wheel,) = wheels.glob("pult_example_blocks-*.whl")
    assert "example.cubic_stick" in listed(site, wheel, folder=tmp_path)["names"]


def test_a_plugin_that_fails_is_named_and_the_others_still_load(site, tmp_path):
    (tmp_path / "broken_blocks.py").write_text("raise RuntimeError('no licence for the motors')\n")
    install(site, "broken", {"motors": "broken_blocks"})
    install(site, "gone", {"ghosts": "no_such_module_of_blocks"})
    install(site, *declared_in(PLUGIN / "pyproject.toml"))
    found = listed(site, tmp_path, PLUGIN / "src", folder=tmp_path)
    assert {"example.cubic_stick", "control.pd"} <= set(found["names"])
    assert sorted(found["said"]) == [
        "blocks of 'ghosts' (no_such_module_of_blocks) could not be loaded: "
        "ModuleNotFoundError: No module named 'no_such_module_of_blocks'",
        "blocks of 'motors' (broken_blocks) could not be loaded: RuntimeError: no licence for the motors",
    ]


def test_a_plugin_cannot_take_a_name_that_is_taken(site, tmp_path):
    source = '''
        import pult.blocks
        from pult.core.block import block
        from pult.core.signals import Number

        @block("control.pd")
        def pd(x: Number) -> Number:
            """Not the one you know."""
            return x
    '''
    (tmp_path / "thief.py").write_text("\n".join(line.removeprefix(" " * 8) for line in source.splitlines()))
    install(site, "thief", {"thief": "thief"})
    found = listed(site, tmp_path, folder=tmp_path)
    assert found["said"] == [
        "blocks of 'thief' (thief) could not be loaded: BlockError: block 'control.pd': "
        f"the name is taken by {blocks()['control.pd'].module}; choose another family or name."
    ]
