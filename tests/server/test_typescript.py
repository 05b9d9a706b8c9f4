"""The page's types follow the Python classes."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from pult.server.http.typescript import GENERATED, Writer

FOLDER = Path(__file__).parents[2] / "web" / "src" / "gen"


@pytest.mark.parametrize("name", GENERATED)
def test_generated_types_are_as_the_classes_say(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == GENERATED[name](), f"web/src/gen/{name} is stale: run `python web/generate.py`"


class Inner(msgspec.Struct, tag_field="type", tag="inner"):
    """Inside."""

    count: int
    name: str = ""


class Outer(msgspec.Struct):
    """Outside."""

    inner: Inner
    parts: Annotated[list[Inner | None], Meta(description="Some of them */ twice.")]
    by_name: dict[str, list[float]]
    pair: tuple[int, str]
    kind: Literal["a", "b"] = "a"


def test_structs_become_interfaces_with_their_words() -> None:
    writer = Writer()
    writer.add("Outer", Outer)
    text = writer.text()
    assert '/** Inside. */\nexport interface Inner {\n  type: "inner";\n  count: number;\n  name?: string;\n}' in text
    assert "  /** Some of them * / twice. */\n  parts: (Inner | null)[];" in text
    assert "  by_name: Record<string, number[]>;" in text
    assert "  pair: [number, string];" in text
    assert '  kind?: "a" | "b";' in text


def test_what_the_server_sends_has_no_field_left_out() -> None:
    writer = Writer(always={"Inner"})
    writer.add("Outer", Outer)
    assert "  name: string;" in writer.text()
    assert '  kind?: "a"' in writer.text()


def test_two_classes_of_one_name_are_told_apart() -> None:
    other = msgspec.defstruct("Inner", [("size", float)], module="somewhere.boxes")
    writer = Writer()
    writer.add("One", Inner | other)
    assert "export type One = Inner | BoxesInner;" in writer.text()


def test_a_class_without_a_type_is_refused() -> None:
    with pytest.raises(TypeError, match="no TypeScript type"):
        Writer().add("Bad", complex)
