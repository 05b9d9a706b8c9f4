"""Kinds of sensors, drives and force elements: each carries all that is told of it, and no other module decides by kinds."""

import ast
import re
from pathlib import Path

import msgspec
import pytest

import pult
from pult.core.document_kinds import missing, tag
from pult.core.units import parse_unit
from pult.equipment.drives.document import DRIVE_KINDS
from pult.equipment.drives.kind import DriveKind
from pult.equipment.elements.document import ELEMENT_KINDS
from pult.equipment.elements.kind import ElementKind
from pult.equipment.elements.table import READINGS
from pult.equipment.sensors.document import SENSOR_KINDS
from pult.equipment.sensors.kind import SensorKind

SOURCE = Path(pult.__file__).parent
DOCS = Path(__file__).resolve().parents[2] / "docs"
FAMILIES = {"sensors": SENSOR_KINDS, "drives": DRIVE_KINDS, "elements": ELEMENT_KINDS}
ALL = [kind for kinds in FAMILIES.values() for kind in kinds]
SHAPES_OF_PATIENTS = {("procedure/contact.py", "Contact"), ("procedure/contact.py", "SurfaceContact")}
"""A procedure is planned on the surface that a contact has; one of another kind is refused there."""


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_a_kind_carries_its_texts_and_units(kind):
    assert missing(kind) == []
    for unit in (getattr(kind, "unit", "1"), getattr(kind, "unit_sliding", "1")):
        parse_unit(unit)
    info = msgspec.json.schema(kind)["$defs"][kind.__name__]
    assert info["description"] and info["properties"]["type"] == {"enum": [tag(kind)]}
    assert [key for key, value in info["properties"].items() if key != "type" and not value.get("description")] == []


@pytest.mark.parametrize("kind", [*DRIVE_KINDS, *ELEMENT_KINDS], ids=lambda kind: kind.__name__)
def test_numbers_that_must_be_positive_are_keys_of_the_kind(kind):
    assert kind.positive <= set(kind.__struct_fields__)


@pytest.mark.parametrize("kind", ELEMENT_KINDS, ids=tag)
def test_an_element_reports_as_many_numbers_as_the_loop_has_room_for(kind):
    assert len(kind.readings) == READINGS
    for reading in kind.readings:
        parse_unit(reading.unit)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_other_module_names_a_kind(family):
    """What one kind needs is in its own module."""
    names = {kind.__name__ for kind in FAMILIES[family]}
    found = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        where = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"pult.equipment.{family}"):
                found |= {(where, alias.name) for alias in node.names if alias.name in names}
    assert found - SHAPES_OF_PATIENTS == set()


@pytest.mark.parametrize(
    ("base", "brings"),
    [
        (SensorKind, ["unit", "signal_kind", "add_to", "check", "labels", "sources"]),
        (DriveKind, ["unit", "command", "positive", "actuator_names", "add_to", "check", "lay_out"]),
        (ElementKind, ["readings", "positive", "fill"]),
    ],
)
def test_a_base_knows_what_its_kinds_have_to_bring(base, brings):
    assert missing(base) == brings


@pytest.mark.parametrize("kind", [*DRIVE_KINDS, *ELEMENT_KINDS], ids=lambda kind: kind.__name__)
def test_the_docs_have_every_kind(kind):
    """Sensors have a table that is made from their classes."""
    text = (DOCS / "worlds.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{tag(kind)}` \|", text, re.MULTILINE)
