"""Kinds of things in documents: found in a package and by entry points, complete or refused."""

import importlib
import sys

import pytest

from pult.core.document import Part, decode
from pult.core.document_kinds import kinds_in, missing, tag, union
from pult.core.registry import PluginWarning

BASE = '''
from abc import abstractmethod
from typing import ClassVar
from pult.core.document import Part

class Shape(Part, frozen=True, kw_only=True):
    """A shape."""
    name: str = ""
    sides: ClassVar[int]
    @abstractmethod
    def area(self) -> float:
        """Its area."""
'''
ROUND = '''
from toy_shapes_base import Shape

class Round(Shape, frozen=True):
    """Shapes without sides; lacks an area, and is the base of others."""
    sides = 0

class Circle(Round, frozen=True, tag_field="type", tag="circle"):
    """A circle."""
    r: float
    def area(self):
        return 3.0 * self.r**2
'''
SQUARE = '''
from toy_shapes_base import Shape
from toy_shapes.a_round import Circle

class Square(Shape, frozen=True{tag}):
    """A square."""
    a: float
    {sides}
    {area}
'''
AREA, SIDES, TAG = "def area(self): return self.a**2", "sides = 4", ', tag_field="type", tag="square"'


@pytest.fixture
def shapes(tmp_path, monkeypatch):
    """Writes a package of shapes, and returns what is found in it."""
    (tmp_path / "toy_shapes_base.py").write_text(BASE)
    package = tmp_path / "toy_shapes"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a_round.py").write_text(ROUND)
    monkeypatch.syspath_prepend(str(tmp_path))

    def find(square="", entry_points=""):
        if square:
            (package / "b_square.py").write_text(square)
        if entry_points:
            info = tmp_path / "others-1.0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
            (info / "entry_points.txt").write_text(f"[toy.shapes]\n{entry_points}\n")
        importlib.invalidate_caches()
        base = importlib.import_module("toy_shapes_base").Shape
        return kinds_in(importlib.import_module("toy_shapes"), base, "toy.shapes")

    yield find
    for name in [name for name in sys.modules if name.startswith(("toy_", "other_shapes"))]:
        del sys.modules[name]


def square(sides=SIDES, area=AREA, tag=TAG):
    return SQUARE.format(sides=sides, area=area, tag=tag)


def test_kinds_of_all_modules_are_found_once_and_make_one_tagged_type(shapes):
    kinds = shapes(square())
    assert [tag(kind) for kind in kinds] == ["circle", "square"]
    document = type("D", (Part,), {"__annotations__": {"shapes": list[union(kinds)]}})
    found, faults = decode(document, {"shapes": [{"type": "square", "a": 3.0}, {"type": "circle", "r": 1.0}]})
    assert faults == [] and [shape.area() for shape in found.shapes] == [9.0, 3.0]


@pytest.mark.parametrize(
    ("given", "lacks"),
    [
        ({"area": ""}, "area"),
        ({"sides": ""}, "sides"),
        ({"area": "", "sides": ""}, "sides, area"),
        ({"tag": ""}, "a tag"),
    ],
)
def test_a_kind_that_forgets_something_is_refused_by_its_name_at_import(shapes, given, lacks):
    with pytest.raises(TypeError, match=rf"toy_shapes\.b_square\.Square lacks {lacks}$"):
        shapes(square(**given))


def test_a_kind_without_a_docstring_is_refused(shapes):
    with pytest.raises(TypeError, match="lacks a docstring"):
        shapes(square().replace('"""A square."""', ""))


def test_two_kinds_of_one_name_are_refused(shapes):
    with pytest.raises(TypeError, match=r"Square is called 'circle', as toy_shapes\.a_round\.Circle is"):
        shapes(square(tag=TAG.replace("square", "circle")))


def test_bases_are_not_kinds(shapes):
    (circle,) = shapes()
    assert missing(circle) == [] and missing(circle.__mro__[1]) == ["area"]


def test_kinds_of_other_packages_come_by_entry_points_and_those_that_fail_are_named(shapes, tmp_path):
    (tmp_path / "other_shapes.py").write_text(square())
    assert [tag(kind) for kind in shapes(entry_points="square = other_shapes:Square")] == ["circle", "square"]


@pytest.mark.parametrize(
    ("point", "text", "told"),
    [
        ("x = no_such_module:X", "", "'no_such_module:X', named by toy.shapes, could not be loaded: ModuleNotFoundError"),
        ("x = other_shapes:Square", square(area=""), "TypeError: the kind other_shapes.Square lacks area"),
        ("x = other_shapes:x", "x = 1", "TypeError: it is not a class below Shape"),
        ("x = other_shapes:C", square(tag=TAG.replace("square", "circle")) + "\nC = Square", "is called 'circle', as"),
    ],
)  # fmt: skip
def test_a_foreign_kind_that_fails_is_named_and_the_others_are_there(shapes, tmp_path, point, text, told):
    (tmp_path / "other_shapes.py").write_text(text)
    with pytest.warns(PluginWarning) as said:
        assert [tag(kind) for kind in shapes(entry_points=point)] == ["circle"]
    assert told in str(said[0].message)
