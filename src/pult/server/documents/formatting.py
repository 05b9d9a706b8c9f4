"""Documents as text: the same form as the shipped ones have, which reads and diffs well."""

import json
from typing import Any

from pult.core.document import decode, head_faults, parse_json
from pult.scheme.document import FORMAT as SCHEME_FORMAT
from pult.scheme.document import SchemeDocument, format_scheme
from pult.server.http.wire import Refusal, fault_messages
from pult.server.messages import DocumentKind

WIDTH = 110
"""What fits into one line stands in one line."""


def document_text(kind: DocumentKind, document: Any) -> str:
    """A document as it is written into a file. Its faults are written too; something else is refused.

    Args:
        kind: Kind of document.
        document: Plain data.

    Raises:
        Refusal: It is no document of that kind at all.
        DocumentError: It could not be read again.
    """
    if faults := head_faults(document, f"pult.{kind}"):
        raise Refusal(422, "not-a-document", f"This is no {kind}: {faults[0]}", fault_messages(faults))
    scheme = None
    if kind == "scheme" and not head_faults(document, SCHEME_FORMAT):
        scheme, _ = decode(SchemeDocument, document)
    text = format_scheme(scheme) if scheme is not None else format_plain(document) + "\n"
    parse_json(text.encode(), kind)
    return text


def format_plain(value: Any, indent: str = "", before: int = 0) -> str:
    """JSON with one entry a line, unless a whole object or list fits into one.

    Args:
        value: Plain data.
        indent: Spaces before the line it stands in.
        before: Signs that stand before it in its line, indent left out.
    """
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, (dict, list)) or not value:
        return flat
    if indent and len(indent) + before + len(flat) <= WIDTH:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        keys = {key: f"{json.dumps(key, ensure_ascii=False)}: " for key in value}
        rows = [f"{inner}{keys[key]}{format_plain(item, inner, len(keys[key]))}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    rows = [f"{inner}{format_plain(item, inner)}" for item in value]
    return "[\n" + ",\n".join(rows) + f"\n{indent}]"
