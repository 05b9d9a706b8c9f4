"""Faults carry their data: for every kind the text can be made, and the values survive JSON and a process."""

import ast
import importlib
import json
import math
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.core.codes import CODES
from pult.core.errors import Fault, FaultKind, FaultPrefix, advice, choose, declared
from pult.core.wording import (
    ADVICE,
    ADVICE_VALUES,
    Placeholder,
    format_english,
    parse_template,
    placeholder_names,
    plain,
)

SOURCE = Path(pult.__file__).parent
DECLARED = declared(pult)
KINDS = {name: kind for name, kind in DECLARED.items() if isinstance(kind, FaultKind)}
LEADS = {name: lead for name, lead in DECLARED.items() if isinstance(lead, FaultPrefix)}

words = st.text(max_size=20)
numbers = st.integers() | st.floats(allow_nan=True, allow_infinity=True)
scalars = words | numbers
values = scalars | st.lists(scalars, max_size=4)
names = st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=4), max_size=30)


@st.composite
def faults(draw: st.DrawFn) -> Fault:
    """A fault of any kind with any values, perhaps with words before it."""
    kind = draw(st.sampled_from(list(KINDS.values())))
    given_values = {name: draw(values) for name in sorted(kind.names)}
    if ADVICE in placeholder_names(kind.template):
        near = advice(draw(words), draw(names), draw(st.sampled_from(["", "See there."])))
        given_values |= near
    found = kind.at(draw(words), **given_values)
    lead = draw(st.sampled_from([None, *LEADS.values()]))
    if lead is None:
        return found
    return lead.before(found, draw(words), **{name: draw(values) for name in sorted(placeholder_names(lead.template))})


@given(faults())
def test_the_text_of_every_kind_can_be_made_whatever_the_values(fault):
    assert isinstance(fault.message, str)
    assert str(fault) == (f"{fault.place}: {fault.message}" if fault.place else fault.message)


@given(faults())
def test_faults_survive_json_and_a_process_and_are_hashable(fault):
    again = Fault.from_plain(json.loads(json.dumps(fault.plain(), allow_nan=False)))
    assert again == fault == pickle.loads(pickle.dumps(fault))
    assert hash(again) == hash(fault)
    assert again.message == fault.message


@given(faults())
def test_a_fault_seen_from_outside_says_where_it_is(fault):
    outer = fault.inside("robots[0].robot")
    assert (outer.place, outer.code) == ("robots[0].robot", fault.code)
    assert outer.message == str(fault)
    assert outer.inside("world 'w'").message == f"robots[0].robot: {fault}"


@given(faults(), st.lists(st.sampled_from(list(LEADS.values())), max_size=5), st.data())
def test_words_before_a_fault_stand_from_the_outermost_to_the_innermost_however_often(fault, leads, data):
    expected = fault.message
    for lead in leads:
        given_values = {name: data.draw(words) for name in sorted(placeholder_names(lead.template))}
        fault = lead.before(fault, **given_values)
        expected = f"{format_english(lead.template, given_values)} {expected}"
    assert fault.message == expected
    assert Fault.from_plain(json.loads(json.dumps(fault.plain()))).message == expected


@given(words, names)
def test_advice_is_data_and_says_what_choose_says(word, options):
    found = advice(word, options)
    kind = FaultKind("x", "{advice}")
    assert kind.at(**found).message == choose(word, options)
    assert set(found) <= ADVICE_VALUES
    assert found.get("suggestion", word) in [*options, word]
    assert set(found.get("allowed", ())) <= set(options)
    shown = len(found.get("allowed", ())) + found.get("more", 0)
    assert shown == len(options) or "hint" in found


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 2**60, -(2**60)])
def test_numbers_that_json_cannot_hold_are_texts(value):
    assert isinstance(plain(value), str)
    assert FaultKind("x", "{value:g}").at(value=value).message == str(value)


def test_values_that_do_not_fit_are_refused_where_the_fault_is_made():
    kind = FaultKind("x", "no {name!r}.")
    for wrong in ({}, {"name": "a", "more": 1}, {"nmae": "a"}, {"name": "a", "allowed": ()}):
        with pytest.raises(TypeError):
            kind.at(**wrong)
    with pytest.raises(TypeError):
        FaultPrefix("{name}:").before(kind.at(name="a"), name="b")


def test_every_code_has_a_meaning_and_every_meaning_a_kind():
    assert {kind.code for kind in DECLARED.values() if kind.code} == set(CODES)
    assert all(meaning.endswith(".") for meaning in CODES.values())
    assert len(set(CODES.values())) == len(CODES)


def test_what_goes_before_a_fault_has_names_of_its_own():
    """So whatever goes before whatever, no value stands for two things."""
    taken = {name for kind in KINDS.values() for name in kind.names} | ADVICE_VALUES
    for where, lead in LEADS.items():
        assert not placeholder_names(lead.template) & taken, where
        taken |= placeholder_names(lead.template)


def test_no_kind_is_declared_twice():
    seen: dict[FaultKind | FaultPrefix, str] = {}
    for name, kind in DECLARED.items():
        assert seen.setdefault(kind, name) == name, f"{name} and {seen[kind]} are the same"


def test_values_of_a_code_that_bear_one_name_are_of_one_sort():
    """Where one text of a code quotes a value, the others do not put something else under its name."""
    for code in ("unknown-type", "unknown-port", "unknown-block", "unknown-parameter", "missing-input", "two-wires"):
        quoted: dict[str, bool] = {}
        for kind in KINDS.values():
            for part in parse_template(kind.template) if kind.code == code else ():
                if isinstance(part, Placeholder) and part.name not in (ADVICE, "port"):
                    assert quoted.setdefault(part.name, part.quoted) == part.quoted, (code, part.name)


READ_BY_THE_PAGE = {
    "unknown-port": {"port"},
    "missing-input": {"port"},
    "algebraic-loop": {"ports"},
    "unit-mismatch": {"one", "two"},
    "two-wires": {"port"},
}
"""Values that the quick fixes of the page (web/src/model/scheme/fixes.ts) find in every fault of a code."""


def test_faults_have_the_values_that_quick_fixes_read():
    for kind in KINDS.values():
        assert READ_BY_THE_PAGE.get(kind.code, set()) <= kind.names, kind
        if kind.code == "unknown-parameter":
            assert kind.names & {"path", "parameter"}, kind


def made(path: Path) -> Iterator[tuple[int, str, ast.Call]]:
    """Calls of a module that make a fault: where, of which kind, and the call."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("at", "before"):
            name = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
            if name.isupper():
                yield node.lineno, name, node


def test_every_call_gives_the_values_of_its_kind():
    """Faults of rare checks, too: a missing value would be found only when somebody makes that mistake."""
    seen = set()
    for path in sorted(SOURCE.rglob("*.py")):
        calls = list(made(path))
        module = ".".join(["pult", *path.relative_to(SOURCE).with_suffix("").parts])
        known = vars(importlib.import_module(module)) if calls else {}
        for line, name, call in calls:
            kind = known[name]
            if not isinstance(kind, (FaultKind, FaultPrefix)):
                continue
            seen.add(kind)
            wanted = kind.names if isinstance(kind, FaultKind) else placeholder_names(kind.template)
            given_names = {one.arg for one in call.keywords if one.arg is not None}
            assert given_names <= wanted, f"{path}:{line}: {name} has no {given_names - wanted}"
            if all(one.arg is not None for one in call.keywords):
                assert given_names == wanted, f"{path}:{line}: {name} lacks {wanted - given_names}"
    assert len(seen) > 0.8 * len(DECLARED)  # the others are chosen from a table, or by a condition


def test_faults_are_made_by_their_kinds_alone():
    """Nowhere does a fault get a text that was put together on the spot: nobody could translate it."""
    for path in sorted(SOURCE.rglob("*.py")):
        if path == SOURCE / "core" / "errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            assert called != "Fault", f"{path}:{node.lineno}"
            if called in ("FaultKind", "FaultPrefix"):
                assert not any(isinstance(part, ast.JoinedStr) for part in ast.walk(node)), f"{path}:{node.lineno}"
