"""Faults in Russian: made of the Russian template and the values, without a look at the English text.

The tables in ``tables/faults`` have every English template of `pult.core.errors.FaultKind` with its Russian, which has
the same placeholders (`pult.core.wording`).
"""

from collections.abc import Mapping

from pult.core.wording import FaultScalar, FaultValue, Placeholder, english, fill, plain, with_number, without_number
from pult.server.messages import FaultMessage
from pult.server.russian.phrases import UNIT, UNITS, form_of
from pult.server.russian.speech import fault_templates, number, quoted, russian, word


def fault_text(fault: FaultMessage) -> str:
    """What is wrong, in Russian; text of others as far as the tables know it."""
    if not fault.templates:
        return russian(fault.message)
    values = {name: plain(value) for name, value in fault.values.items()}
    return " ".join(_filled(template, values) for template in fault.templates)


def _filled(template: str, values: Mapping[str, FaultValue]) -> str:
    return fill(template, values, _translated, _shown)


def _translated(template: str) -> str:
    plain_template, number = without_number(template)
    said = fault_templates().get(plain_template, plain_template)
    return with_number(said, number) if number else said


def _shown(placeholder: Placeholder, value: FaultScalar) -> str:
    if placeholder.forms:
        return f"{value} {form_of(str(value), list(placeholder.forms))}"
    if placeholder.quoted:
        return quoted(repr(value))
    if placeholder.words:
        return "\n".join(word(line) for line in str(value).split("\n"))
    if placeholder.name == UNIT:
        return UNITS.get(str(value), str(value))
    return value if isinstance(value, str) else number(english(placeholder, value))
