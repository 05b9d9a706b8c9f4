"""Parts of schemes in the studio: who uses what, copies that take them along, checks and caches that see changes."""

import json
from pathlib import Path

import msgspec
import pytest

import pult
from pult.core.document import read_json
from pult.core.shipped import shipped_parts, shipped_scheme
from pult.scheme.document import read_scheme_document
from pult.server.documents.check_work import check, draw, lay_out
from pult.server.documents.new import new_document
from pult.server.documents.project import Project
from pult.server.http.wire import Refusal
from pult.server.live.warm_work import Way, _key
from pult.server.messages import CheckDocument, LevelQuery
from pult.server.translation.messages import translated

HEAD = {"format": "pult.scheme", "version": 1}
PART = {
    **HEAD,
    "inputs": {"x": {"unit": "?a"}}, "outputs": {"y": {"unit": "?a"}},
    "blocks": [{"id": "g", "type": "arithmetic.gain"}],
    "wires": [{"from": "x", "to": "g.x"}, {"from": "g.y", "to": "y"}],
}  # fmt: skip
USER = {
    **HEAD,
    "inputs": {"u": {"unit": "V"}}, "outputs": {"v": {"unit": "V"}},
    "blocks": [{"id": "b", "type": "scheme.law"}],
    "wires": [{"from": "u", "to": "b.x"}, {"from": "b.y", "to": "v"}],
    "uses": {"law": "my-law"},
}  # fmt: skip
OUTER = {**USER, "inputs": PART["inputs"], "outputs": PART["outputs"],
         "wires": [{"from": "x", "to": "b.x"}, {"from": "b.y", "to": "y"}]}  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Project:
    found = Project(tmp_path / "project")
    found.save("scheme", "my-law", PART, None)
    found.save("scheme", "user", USER, None)
    return found


def test_a_scheme_tells_its_parts_and_a_part_its_users(project):
    state = project.read("scheme", "user")
    assert msgspec.to_builtins(state.parts) == {
        "law": {"part": "my-law", "scheme": "my-law", "own": True, "file": "schemes/my-law.scheme.json"}
    }
    assert state.brought["law"].by == ["law"] and state.brought["law"].scheme["blocks"] == PART["blocks"]
    assert state.document == USER  # as its author wrote it
    assert msgspec.to_builtins(project.read("scheme", "my-law").used_by) == [{"name": "user", "own": True}]
    torso = project.read("scheme", "torso")
    assert torso.parts["servo"].scheme == "torso-servo" and not torso.parts["servo"].own
    assert torso.parts["servo"].file == "library/torso-servo.scheme.json"
    users = project.read("scheme", "torso-servo").used_by
    assert {"airlock", "torso"} <= {user.name for user in users if not user.own}
    assert project.read("panel", "torso").parts == {}


def test_what_a_part_brings_tells_all_parts_that_bring_it(project):
    outer = {key: value for key, value in OUTER.items() if key != "format"}
    project.save("scheme", "outer", {**HEAD, **outer, "uses": {"inner": "my-law"},
                                     "blocks": [{"id": "b", "type": "scheme.inner"}]}, None)  # fmt: skip
    uses = {"one": "outer", "inner": "my-law", "gone": "nowhere"}
    project.save("scheme", "both", {**USER, "blocks": [{"id": "b", "type": "scheme.one"}], "uses": uses}, None)
    state = project.read("scheme", "both")
    assert {name: found.by for name, found in state.brought.items()} == {"inner": ["one", "inner"], "one": ["one"]}
    assert list(state.parts) == ["one", "inner"]


def test_an_own_part_comes_before_a_shipped_one_for_own_schemes_alone(project):
    shipped = project.read("scheme", "torso-servo").document
    project.save("scheme", "torso-servo", shipped, project.read("scheme", "torso-servo").version)
    assert project.read("scheme", "torso-servo").used_by == []  # shipped schemes use the shipped one
    project.save("scheme", "mine", {**HEAD, "uses": {"servo": "torso-servo"}}, None)
    assert [user.name for user in project.read("scheme", "torso-servo").used_by] == ["mine"]
    assert project.read("scheme", "mine").parts["servo"].own


def test_library_parts_are_marked_in_the_list(project):
    marked = {entry.name for entry in project.entries("scheme") if entry.part}
    assert marked == set(shipped_parts())


def test_saving_keeps_the_names_of_parts_and_never_their_content(project):
    version = project.read("scheme", "user").version
    project.save("scheme", "user", {**USER, "description": "changed"}, version)
    saved = read_json(project.own_file("scheme", "user"))
    assert saved["uses"] == {"law": "my-law"} and "schemes" not in saved
    with pytest.raises(Refusal, match="leads out"):
        project.save("scheme", "hostile", {**USER, "uses": {"law": "../../x.scheme.json"}}, None)


def test_the_editor_checks_lays_out_and_draws_schemes_with_unsaved_uses(project):
    found = check(project.folder, "scheme", CheckDocument(document=USER))
    assert found.faults == [] and found.warnings == [] and found.blocks == 1
    assert [port.unit for port in found.levels[""].blocks["b"].outputs] == ["V"]
    assert "g" in found.levels["law"].blocks
    assert "g" in lay_out(project.folder, LevelQuery(document=USER, level="law")).blocks
    assert "<svg" in draw(project.folder, LevelQuery(document=USER))
    # a change of the part is seen at once
    project.save("scheme", "my-law", {**PART, "blocks": []}, project.read("scheme", "my-law").version)
    found = check(project.folder, "scheme", CheckDocument(document=USER))
    places = [(fault.place, fault.level) for fault in found.faults]
    assert places == [("uses.law.wires[0].to", "law"), ("uses.law.wires[1].from", "law")]


def test_the_library_has_own_schemes_and_shipped_parts_with_all_that_placing_one_needs(project):
    project.save("scheme", "outer", {**OUTER, "description": "Мой закон"}, None)
    project.save("scheme", "faulty", {**USER, "uses": {"law": "nowhere"}}, None)
    project.save("scheme", "closed", HEAD, None)  # without ports it is of no use to others
    parts = {part.info.part: part for part in project.parts()}
    assert set(parts) == {"my-law", "outer", "user", *shipped_parts()}
    outer = parts["outer"]
    assert outer.info.own and outer.info.file == "schemes/outer.scheme.json" and outer.uses == ["my-law"]
    assert outer.scheme["blocks"] == OUTER["blocks"] and outer.inner == {"law": parts["my-law"].scheme}
    for name in shipped_parts():
        uses = {**HEAD, "uses": {"it": name}, "blocks": [{"id": "b", "type": "scheme.it"}]}
        found = check(project.folder, "scheme", CheckDocument(document=uses))
        assert {fault.code for fault in found.faults} <= {"missing-input"}, name
    assert translated(outer, "ru") == outer
    assert translated(parts["force-law"], "ru").description != parts["force-law"].description


def test_a_part_whose_units_are_open_has_no_faults_and_cannot_run_by_itself(project):
    found = check(project.folder, "scheme", CheckDocument(document=PART))
    assert found.faults == [] and found.warnings == []
    assert [(why.place, why.values["name"]) for why in found.not_runnable] == [("inputs.x", "x"), ("outputs.y", "y")]
    assert check(project.folder, "scheme", CheckDocument(document=USER)).not_runnable == []


def test_faults_of_parts_and_parts_without_use_are_told(project):
    found = check(project.folder, "scheme", CheckDocument(document={**USER, "uses": {"law": "my-lax"}}))
    assert [(fault.place, fault.code) for fault in found.faults] == [("uses.law", "unknown-name")]
    idle = {**USER, "uses": {"law": "my-law", "spare": "force-law"}}
    warnings = check(project.folder, "scheme", CheckDocument(document=idle)).warnings
    assert [(warning.place, warning.code, warning.level) for warning in warnings] == [("uses.spare", "unused-scheme", "")]


def test_a_copy_of_an_exercise_takes_the_parts_along(project):
    new_document(project, "exercise", "my-valve", "airlock-valve")
    made = sorted(path.name for path in (project.folder / "schemes").glob("*.json"))
    document, _, _ = read_scheme_document(shipped_scheme("airlock"))
    assert {f"{part}.scheme.json" for part in document.uses.values()} <= set(made)
    scheme = next(name for name in made if name.startswith("my-valve"))
    copied = pult.load_scheme(project.folder / "schemes" / scheme)
    assert copied.hash == pult.load_scheme(shipped_scheme("airlock")).hash
    assert {used.file.parent for used in copied.parts} == {project.folder / "schemes"}
    new_document(project, "scheme", "my-torso", "torso")  # shares the parts that are the same


def test_a_copy_does_not_take_an_own_part_of_the_same_name_for_the_one_it_needs(project):
    other = json.loads(json.dumps(PART).replace("?a", "?b"))
    project.save("scheme", "torso-servo", other, project.read("scheme", "torso-servo").version)
    made = new_document(project, "scheme", "my-torso", "torso")
    assert made.document["uses"]["servo"] == "torso-servo-2"
    copied = pult.load_scheme(project.own_file("scheme", "my-torso"))
    assert copied.hash == pult.load_scheme(shipped_scheme("torso")).hash
    assert read_json(project.own_file("scheme", "torso-servo")) == other


def test_a_changed_part_is_compiled_ahead_anew(project):
    new_document(project, "exercise", "my-valve", "airlock-valve")
    way = Way("my-valve", project.exercise("my-valve").document.default_variant)
    before = _key(project, way)
    assert _key(project, way) == before
    file = project.own_file("scheme", "force-law")
    file.write_text(file.read_text(encoding="utf-8").replace("3.0", "4.0"), encoding="utf-8")
    assert _key(project, way) != before
