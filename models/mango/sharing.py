"""Parts that several schemes of ManGo share, taken out of the schemes that the maker writes.

A made scheme holds its sub-schemes itself, so that it stands alone. The shipped ones name parts of the library instead:
sub-schemes of the same blocks and wires are one part, and each scheme says which parameters differ.
"""

import json
from collections.abc import Mapping
from typing import Any

from pult.makers.mango.documents import scheme_text

ENDING = ".scheme.json"


class Library:
    """Parts that were found, by what they are made of."""

    def __init__(self) -> None:
        """Without parts."""
        self._names: dict[str, str] = {}
        self._parts: dict[str, dict[str, Any]] = {}

    def share(self, content: bytes, arms: int) -> bytes:
        """A scheme that uses parts in place of its sub-schemes.

        Args:
            content: The scheme as it was made.
            arms: How many arms it is for; parts for other numbers have other shapes.
        """
        scheme = json.loads(content)
        uses = {}
        for key, level in scheme.pop("schemes").items():
            uses[key] = name = self._named(key, level, arms)
            changed = _changed(self._parts[name], level)
            for block in scheme["blocks"]:
                if changed and block["type"] == f"scheme.{key}":
                    block["parameters"] = changed
        return scheme_text({**scheme, "uses": uses})

    def files(self) -> dict[str, bytes]:
        """All parts as files of the library."""
        head = {"format": "pult.scheme", "version": 1}
        return {f"{name}{ENDING}": scheme_text({**head, "name": name, **level}) for name, level in self._parts.items()}

    def _named(self, key: str, level: dict[str, Any], arms: int) -> str:
        """The name of the part that a sub-scheme is; a new one if there is none yet."""
        form = json.dumps(_form(level), sort_keys=True)
        if form not in self._names:
            name = f"mango-{key.replace('_', '-')}"
            if name in self._parts:
                name += f"-{arms}"
            if name in self._parts:
                name += "-apart"  # another law for the same number of arms
            self._names[form], self._parts[name] = name, level
        return self._names[form]


def _form(level: Mapping[str, Any]) -> list[Any]:
    """What makes a sub-scheme another one: ports, blocks and wires, not units and parameters."""
    ports = [
        [side, port, {key: value for key, value in facts.items() if key not in ("unit", "description")}]
        for side in ("inputs", "outputs")
        for port, facts in level[side].items()
    ]
    blocks = [{key: value for key, value in block.items() if key != "parameters"} for block in level["blocks"]]
    return [ports, blocks, level["wires"]]


def _changed(part: Mapping[str, Any], level: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters in which a sub-scheme differs from a part, by block and name."""
    return {
        f"{block['id']}.{name}": value
        for block, usual in zip(level["blocks"], part["blocks"], strict=True)
        for name, value in block.get("parameters", {}).items()
        if value != usual.get("parameters", {}).get(name)
    }
