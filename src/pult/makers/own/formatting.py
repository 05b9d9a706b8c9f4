"""Documents as text that people read: what fits stands on one line."""

import json
from typing import Any

WIDTH = 118


def document_text(value: Any) -> str:
    """A document as JSON text.

    Args:
        value: Plain data.
    """
    return _text(value, 0) + "\n"


def _text(value: Any, depth: int) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or (depth > 1 and len(flat) + 2 * depth < WIDTH):
        return flat
    pad = "  " * (depth + 1)
    if isinstance(value, dict):
        rows = [f"{pad}{json.dumps(key, ensure_ascii=False)}: {_text(one, depth + 1)}" for key, one in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + "  " * depth + "}"
    return "[\n" + ",\n".join(pad + _text(one, depth + 1) for one in value) + "\n" + "  " * depth + "]"
