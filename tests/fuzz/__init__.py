"""Fuzzed inputs of every kind: documents, models, messages of the live protocol, panel inputs, command lines, records."""

from collections.abc import Callable

from tests.fuzz.documents import fuzz_document, fuzz_model
from tests.fuzz.lines import fuzz_line
from tests.fuzz.messages import fuzz_message
from tests.fuzz.panels import fuzz_panel
from tests.fuzz.records import fuzz_record
from tests.fuzz.watch import Outcome

SUBJECTS: dict[str, Callable[[int], Outcome]] = {
    "document": fuzz_document,
    "model": fuzz_model,
    "message": fuzz_message,
    "panel": fuzz_panel,
    "line": fuzz_line,
    "record": fuzz_record,
}
"""What is fuzzed, by name: tries the input of a seed."""
