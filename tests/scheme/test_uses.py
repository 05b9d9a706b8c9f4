"""Parts that schemes share: found, resolved, refused with all faults at once, kept in records and taken along."""

import json
import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pult
from pult.core.shipped import catalog, shipped, shipped_parts, shipped_scheme
from pult.robot.robot import load_robot
from pult.scheme.compile import check_scheme
from pult.scheme.document import (
    format_scheme,
    level_content,
    read_scheme_document,
    scheme_hash,
)
from pult.scheme.uses import bundle_parts, resolve_parts, users_of
from pult.world.world import load_world
from tests.scheme.random_schemes import random_scheme

HEAD = {"format": "pult.scheme", "version": 1}
GAIN = {
    "inputs": {"x": {"unit": "?a"}}, "outputs": {"y": {"unit": "?a"}},
    "blocks": [{"id": "g", "type": "arithmetic.gain", "parameters": {"k": 2.0}}],
    "wires": [{"from": "x", "to": "g.x"}, {"from": "g.y", "to": "y"}],
}  # fmt: skip
TWICE = {
    "inputs": {"x": {"unit": "?a"}}, "outputs": {"y": {"unit": "?a"}},
    "blocks": [{"id": "one", "type": "scheme.inner"}, {"id": "two", "type": "scheme.inner"}],
    "wires": [{"from": "x", "to": "one.x"}, {"from": "one.y", "to": "two.x"}, {"from": "two.y", "to": "y"}],
}  # fmt: skip


def write(folder: Path, name: str, *contents) -> Path:
    """Write a scheme document."""
    file = folder / f"{name}.scheme.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    data = dict(HEAD)
    for content in contents:
        data |= content
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def user(**uses: str) -> dict:
    """A scheme with one block of each part."""
    ports = [name for name in uses if name.isidentifier()]
    return {
        "inputs": {"u": {"unit": "V"}},
        "outputs": {f"y_{name}": {"unit": "V"} for name in ports},
        "blocks": [{"id": name, "type": f"scheme.{name}"} for name in ports],
        "wires": [wire for name in ports
                  for wire in ({"from": "u", "to": f"{name}.x"}, {"from": f"{name}.y", "to": f"y_{name}"})],
        "uses": uses,
    }  # fmt: skip


def faults_of(file: Path) -> list[tuple[str, str, str]]:
    return [(fault.place, fault.code, fault.message) for fault in check_scheme(file)[1]]


# --- resolving -------------------------------------------------------------------------------------------------------


def test_a_part_becomes_a_sub_scheme_under_its_local_name_and_unit(tmp_path):
    write(tmp_path, "double", GAIN, {"description": "twice as much", "notes": [{"text": "a note"}]})
    whole = pult.load_scheme({**HEAD, **user(), **user(law=""), "uses": {}, "schemes": {"law": GAIN}})
    scheme = pult.load_scheme(write(tmp_path, "main", user(law="double")))
    assert scheme.hash == whole.hash
    assert scheme.document.uses == {} and scheme.document.schemes["law"].description == "twice as much"
    assert [note.text for note in scheme.document.schemes["law"].notes] == ["a note"]
    assert pult.compile_scheme(scheme, plain=True).step({"u": 3.0}) == {"y_law": 6.0}


def test_one_part_serves_two_units_and_each_use_has_its_own_parameters(tmp_path):
    write(tmp_path, "double", GAIN)
    document = {
        "inputs": {"force": {"unit": "N"}, "moment": {"unit": "N*m"}},
        "outputs": {"f": {"unit": "N"}, "m": {"unit": "N*m"}},
        "blocks": [{"id": "a", "type": "scheme.law"}, {"id": "b", "type": "scheme.law", "parameters": {"g.k": 5.0}}],
        "wires": [{"from": "force", "to": "a.x"}, {"from": "a.y", "to": "f"},
                  {"from": "moment", "to": "b.x"}, {"from": "b.y", "to": "m"}],
        "uses": {"law": "double"},
    }  # fmt: skip
    program = pult.compile_scheme(write(tmp_path, "main", document), plain=True)
    assert program.step({"force": 1.0, "moment": 1.0}) == {"f": 2.0, "m": 5.0}


def test_parts_bring_their_own_parts_and_sub_schemes_and_share_what_is_the_same(tmp_path):
    write(tmp_path, "double", GAIN, {"ui": {"blocks": {"g": {"position": [1, 2]}}}})
    write(tmp_path, "by_file", TWICE, {"uses": {"inner": "double"}})
    write(tmp_path, "by_hand", TWICE, {"schemes": {"inner": GAIN}})  # the same but for its drawing
    scheme = pult.load_scheme(write(tmp_path, "main", user(a="by_file", b="by_hand")))
    assert list(scheme.document.schemes) == ["inner", "a", "b"]
    assert pult.compile_scheme(scheme, plain=True).step({"u": 1.0}) == {"y_a": 4.0, "y_b": 4.0}
    assert [(used.name, used.part, used.by and used.by.name) for used in scheme.parts] == [
        ("inner", "double", "by_file.scheme.json"), ("a", "by_file", None), ("b", "by_hand", None)
    ]  # fmt: skip


def test_names_are_looked_for_next_to_the_document_then_in_the_projects_schemes_then_among_the_shipped(tmp_path):
    file = write(tmp_path / "mine", "main", user(law="massage-axis"))
    assert resolve_parts(read_scheme_document(file)[0], file.parent).parts[0].file == shipped_scheme("massage-axis")
    beside = write(tmp_path / "schemes", "massage-axis", GAIN)
    assert resolve_parts(read_scheme_document(file)[0], file.parent).parts[0].file == beside
    nearest = write(tmp_path / "mine", "massage-axis", GAIN)
    assert resolve_parts(read_scheme_document(file)[0], file.parent).parts[0].file == nearest
    below = write(tmp_path / "mine" / "deep", "other", GAIN)
    file = write(tmp_path / "mine", "main", user(law="deep/other.scheme.json"))
    assert resolve_parts(read_scheme_document(file)[0], file.parent).parts[0].file == below


def test_a_changed_part_changes_the_hash_of_the_scheme_and_its_drawing_does_not(tmp_path):
    write(tmp_path, "double", GAIN)
    file = write(tmp_path, "main", user(law="double"))
    before = pult.load_scheme(file).hash
    write(tmp_path, "double", GAIN, {"ui": {"blocks": {"g": {"position": [1, 2]}}}, "description": "other words"})
    assert pult.load_scheme(file).hash == before
    write(tmp_path, "double", json.loads(json.dumps(GAIN).replace("2.0", "2.5")))
    assert pult.load_scheme(file).hash != before


def test_a_document_whose_parts_are_not_resolved_has_no_hash(tmp_path):
    document, _, _ = read_scheme_document({**HEAD, **user(law="force-law")})
    with pytest.raises(ValueError, match="resolved first"):
        scheme_hash(document)


# --- faults ----------------------------------------------------------------------------------------------------------


def test_all_faults_of_parts_are_told_at_once_with_their_places(tmp_path):
    write(tmp_path, "double", GAIN)
    write(tmp_path, "wrong", GAIN, {"blocks": [{"id": "g", "type": "arithmetic.gian"}]})
    write(tmp_path, "not_read", {"blokcs": []})
    write(tmp_path, "outer", TWICE, {"uses": {"inner": "nowhere"}})
    write(tmp_path.parent, "stranger", GAIN)
    uses = {"missing": "duoble", "wrong": "wrong", "out": "../stranger.scheme.json", "bad": "not_read", "outer": "outer"}
    file = write(tmp_path, "main", user(**uses), {"step": -1, "schemes": {"wrong2": GAIN}})
    found = faults_of(file)
    assert [(place, code) for place, code, _ in found] == [
        ("uses.missing", "unknown-name"), ("uses.out", "bad-path"), ("uses.bad", "unknown-key"),
        ("uses.outer.uses.inner", "unknown-name"), ("step", "out-of-range"), ("uses.wrong.blocks[0].type", "unknown-type"),
    ]  # fmt: skip
    assert "Did you mean 'double'?" in found[0][2]
    assert found[2][2].startswith("the part 'not_read': blokcs: unknown key 'blokcs'. Did you mean 'blocks'?")


def test_parts_that_contain_each_other_are_refused_with_the_whole_circle(tmp_path):
    write(tmp_path, "a", TWICE, {"uses": {"inner": "b"}})
    write(tmp_path, "b", TWICE, {"uses": {"inner": "a"}})
    assert faults_of(tmp_path / "a.scheme.json")[0] == (
        "uses.inner.uses.inner", "recursive-scheme", "the part 'a' contains itself: a -> b -> a."
    )  # fmt: skip
    file = write(tmp_path, "main", user(law="a"))
    assert faults_of(file)[0][1:] == ("recursive-scheme", "the part 'a' contains itself: a -> b -> a.")
    itself = write(tmp_path, "itself", user(law="itself"))
    assert faults_of(itself)[0][1:] == ("recursive-scheme", "the part 'itself' contains itself: itself -> itself.")


def test_different_sub_schemes_under_one_name_are_one_fault_that_names_both_places(tmp_path):
    write(tmp_path, "double", GAIN)
    write(tmp_path, "triple", json.loads(json.dumps(GAIN).replace("2.0", "3.0")))
    write(tmp_path, "one", TWICE, {"uses": {"inner": "double"}})
    write(tmp_path, "two", TWICE, {"uses": {"inner": "triple"}})
    message = (
        "the part 'triple' has a sub-scheme 'inner', and the part 'double' has a different one of that name; "
        "rename one of them."
    )
    file = write(tmp_path, "main", user(a="one", b="two"))
    assert faults_of(file) == [("uses.b.uses.inner", "duplicate-id", message)]
    own = write(tmp_path, "main", user(a="one"), {"schemes": {"inner": TWICE | {"blocks": [], "wires": []}}})
    assert faults_of(own)[0][:2] == ("uses.a.uses.inner", "duplicate-id")


def test_nesting_and_number_of_parts_are_bounded(tmp_path):
    for number in range(150):
        write(tmp_path, f"p{number}", GAIN, {"uses": {f"n{number}": f"p{number + 1}"}})
    write(tmp_path, "p150", GAIN)
    assert [code for _, code, _ in faults_of(tmp_path / "p0.scheme.json")] == ["too-deep"]
    write(tmp_path, "many", {"uses": {f"n{number}": "p150" for number in range(1001)}})
    assert faults_of(tmp_path / "many.scheme.json")[0][:2] == ("uses.n1000", "too-large")
    for number in range(41):  # 2^40 ways lead from the first to the last, 41 files are read
        inner = {f"x{number}": f"q{number + 1}", f"y{number}": f"q{number + 1}"} if number < 40 else {}
        write(tmp_path, f"q{number}", GAIN, {"uses": inner})
    assert pult.load_scheme(tmp_path / "q0.scheme.json").hash


def test_a_part_from_elsewhere_cannot_bring_a_file_that_its_blocks_read(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "table.csv").write_text("time,y\n0,1\n1,2\n", encoding="utf-8")
    part = {
        "outputs": {"y": {}},
        "blocks": [{"id": "f", "type": "sources.file", "parameters": {"file": "table.csv"}}],
        "wires": [{"from": "f.y", "to": "y"}],
    }
    write(tmp_path / "lib", "table", part)
    main = {"outputs": {"y": {}}, "blocks": [{"id": "t", "type": "scheme.t"}], "wires": [{"from": "t.y", "to": "y"}]}
    file = write(tmp_path, "main", main, {"uses": {"t": "lib/table.scheme.json"}})
    found = faults_of(file)
    assert [(place, code) for place, code, _ in found] == [("uses.t", "bad-path")]
    assert "reads 'table.csv' beside it" in found[0][2]


def test_a_scheme_that_leaves_units_open_is_a_part_and_not_for_a_session(tmp_path):
    from pult.sim.open import check_setup
    from pult.sim.setup import Setup

    file = write(tmp_path, "open", GAIN)
    assert check_scheme(file)[1] == []
    _, faults = check_setup(Setup(world="two-link", scheme=str(file)))
    assert [(fault.place, fault.code) for fault in faults] == [("inputs.x", "bad-unit"), ("outputs.y", "bad-unit")]
    assert "leaves its unit open" in faults[0].message and "is a part" in faults[0].message


# --- splitting and gathering -----------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), choice=st.randoms(use_true_random=False))
def test_a_random_scheme_split_into_parts_is_the_same_scheme(seed, choice, tmp_path_factory):
    folder = tmp_path_factory.mktemp("split")
    whole = random_scheme(seed, size=6, subschemes=4)
    file = split(whole, folder, choice)
    assert pult.load_scheme(file).hash == pult.load_scheme(whole).hash
    document, _, _ = read_scheme_document(file)
    # all in one folder under new names: the same again
    moved, texts = bundle_parts(document, resolve_parts(document, folder, file).parts, lambda name, _: "-" in name)
    other = folder / "elsewhere"
    other.mkdir()
    for name, text in texts.items():
        (other / f"{name}.scheme.json").write_text(text, encoding="utf-8")
    (other / "main.scheme.json").write_text(format_scheme(moved), encoding="utf-8")
    assert pult.load_scheme(other / "main.scheme.json").hash == pult.load_scheme(whole).hash


def split(whole: dict, folder: Path, choice: random.Random) -> Path:
    """Write some of the sub-schemes as files of their own, each with what it uses; returns the file of the scheme."""
    schemes = whole.get("schemes", {})
    parts = {name for name in schemes if choice.random() < 0.6}

    def inside(level: dict) -> dict:
        inner = {block["type"].removeprefix("scheme.") for block in level["blocks"]} & set(schemes)
        below = {name: schemes[name] for name in sorted(reached(inner - parts)) if name not in parts}
        named = inner | {
            block["type"].removeprefix("scheme.") for part in below.values() for block in part["blocks"]
        } & set(schemes)
        return {"schemes": below, "uses": {name: f"part_{name}" for name in sorted(named & parts)}}

    def reached(names: set[str]) -> set[str]:
        found = set(names)
        for name in names:
            inner = {block["type"].removeprefix("scheme.") for block in schemes[name]["blocks"]} & set(schemes)
            found |= reached(inner - parts)
        return found

    for name in parts:
        write(folder, f"part_{name}", schemes[name], inside(schemes[name]))
    unused = {name for name in schemes if name not in parts}
    top = inside(whole)
    return write(
        folder, "main", {key: value for key, value in whole.items() if key != "schemes"},
        {"schemes": {**top["schemes"], **{name: schemes[name] for name in unused}},
         "uses": {**{name: f"part_{name}" for name in sorted(parts)}, **top["uses"]}},
    )  # fmt: skip


def test_users_of_a_part_are_those_that_name_it_themselves(tmp_path):
    part = write(tmp_path, "double", GAIN)
    outer = write(tmp_path, "outer", TWICE, {"uses": {"inner": "double"}})
    through = write(tmp_path, "through", user(a="outer"))
    direct = write(tmp_path, "direct", user(a="double"))
    damaged = tmp_path / "damaged.scheme.json"
    damaged.write_text("{double", encoding="utf-8")
    assert users_of(part, [outer, through, direct, damaged, tmp_path / "gone.scheme.json"]) == [outer, direct]


# --- the catalog -----------------------------------------------------------------------------------------------------

# What each shipped scheme computes, as it was when every scheme held copies of its sub-schemes and of its robot's numbers:
# records made then name these hashes. Today's documents, written out as they were, have them still. Younger schemes have
# the hashes of their first documents.
HASHES = {
    "prm1-contact": "f99845b9daefa3c1f03cf1210942976ecbaab5403541b215e11b40fd3bc79e30",
    "prm1": "6dbfb1d20a5e100d38cc76d0c8c6101604bced3e5d78c513f02e0ec191d416c3",
    "prm1-key": "a50dbdb9d2fda7eb0134bed2b0f79baf69e5f0633a369368c937203e411abc47",
    "airlock": "a4ab0fe8f56f964d7f3c9ebcc4a3b60e4c747e713c56d412cea78f19194e7498",
    "force-admittance": "e10f8119dd7bb527149d15ea2b55085173c3b4d8c793580fbb1e984520f7b3d0",
    "force-hybrid": "0d531ff2309636b401d0053333bb724d7d17893f647c2398f710fb314f6e8fd2",
    "force-impedance": "58d177812625ae7fe3926928e990caeab662802bcba1addc5f1f107eeab9cd73",
    "force-joints": "f28c75a26c57dc6386193f0c9e2e1a9597c7de1a79309719e4493cb9c541329d",
    "force-transform": "a80e957a3757a9d792c01205a46a457616baf14a5a81323cf843f650f3fcfe69",
    "force-wrist": "a34e710dcc5b33b496f8779000e0d062d3447d1b92119628f670a5fcef99bbd3",
    "joint-force": "8a0da6cc408027236b8f543409c81809ca06ae86fa852c71b6b4dd764464fd9e",
    "mango": "c1c4bafc7e49b72683db3149efc9e9a943b06cf90645bede705e8687335a6ec7",
    "mango-each-arm": "0bf8c39684ca447c0752617940bbaab879d2b124b0efba8992b32235bd79f9c7",
    "mango-no-feedback": "491e38a05daa0dac4453e1c6b94d680b4a029ef36fe2d0403daf7e5004000b26",
    "mango-pair": "f6d4b73522b333b9f789b64d1d6f1cc3fbab2f0a15de38854ca9645f48858017",
    "mango-pair-path": "f60d9311b53d55f50f028ec93c9aac0e56481020b86b6f81eb0014b734e46f9d",
    "mango-path": "59c6dd8db33404d9bc78f26009869b920287170714c64028c303b1f9a69bb66c",
    "mango-trio": "7a5f26f2405ad59339108b007a1777d6133f128a6580a6dddd2235663efd3cc0",
    "mango-trio-path": "47b6137f4ed71194b077001c67eff64307c0cbdaa837d9846623789aea788f3b",
    "massage-force": "5764d59dd9e7d8d865c65ea2dfca30ea211e269998c9f787f5924efbf4ffd51c",
    "massage-position": "7f8c29d514a84772a7db9609bacefad642478f59ab0e667d1ab67497d5c6a632",
    "semi-automatic": "57039c5421877b877c29d4a27485373a0cd5051caa42a9b53cf219c18b24cd1a",
    "servo": "6ae2a334648b94b9515b193b404b0aecf4f79a5b0a53d6a5421d12f780c2e116",
    "snake-open": "c6751a30707f6ef56f53b72d2c548f8b26264498920244f2026b38375c8fa9c2",
    "snake-tunnel": "8d8f3dc09b8ee57084add593c0f798a88340df7aa70411eb48c07845479e07a9",
    "start-sequence": "549759fa885289c74e48fb35bf3077b5fe730225e3b8bdeaab74a77db11a743f",
    "torso": "cac3e4bd6189c87352641fdcd735ca80e8a099b52fe70024f088416896a0a5e3",
    "two-link-command": "06eea378a3a8d574c536f0a1e46d85112449b57fb13d51a4a49ba894e6562ef2",
    "two-link-semi-automatic": "1a04aa09cd67f97baf248731c5d555b61b80476e297aabd27bdf6a269092834a",
}
JOINTS = {"angles": ("joints", "rad", {}), "speeds": ("joints", "rad/s", {}), "parts": ("parts", "rad", {})}
LAW = {"kp.k": [0.7] * 3, "ki.k": [70.0] * 3}
# The sub-schemes of before: name, the part it is now, its unit, and its parameters.
BEFORE = {
    "torso": JOINTS,
    "airlock": {
        **JOINTS,
        "force_law": ("law", "N", {**LAW, "integral.high": 0.75, "integral.low": -0.75}),
        "moment_law": ("law", "N*m", {**LAW, "integral.high": 0.25, "integral.low": -0.25}),
    },
    "force-hybrid": {
        "force_law": ("law", "N", {}),
        "moment_law": ("law", "N*m", {"integral.high": 0.5, "integral.low": -0.5}),
    },
    "force-wrist": {
        "force_law": ("law", "N", {}),
        "moment_law": ("law", "N*m", {}),
        "motors": ("motors", "", {"elbow.damping": 10.0}),
    },
}


# What was a number before the robot gave it, as documents have it now and had it then.
ARM = '"no_load_speed": [4, 4, 5, 5, 6, 6, 6], "stall_torque": [120, 120, 70, 70, 20, 15, 15]'
TORSO = (
    '"no_load_speed": [3, 2.5, 6, 6, 4, 4, 5, 5, 6, 6, 6, 4, 4, 5, 5, 6, 6, 6], '
    '"stall_torque": [300, 400, 15, 15, 120, 120, 70, 70, 20, 15, 15, 120, 120, 70, 70, 20, 15, 15]'
)
HIGH = [1.0297, 0.8552, 1.3788, 0.8552, *[2.9496, 2.2515, 1.5533, 2.5133, 1.7279, 1.3788, 0.7679] * 2]
LOW = [-1.0297, -0.2443, -1.3788, -0.5934, *[-1.0297, 0.0524, -1.5533, 0.0698, -1.7279, -1.2043, -0.7679] * 2]
CHAINS, DRIVES = '["head", "right_arm", "left_arm"]', '["waist", "neck", "right_arm", "left_arm"]'
NUMBERS = {
    '"no_load_speed": "motors", "stall_torque": "motors"': ARM,
    '"no_load_speed": "right_arm", "stall_torque": "right_arm"': ARM,
    f'"no_load_speed": {DRIVES}, "stall_torque": {DRIVES}': TORSO,
    f'"high": {CHAINS}, "low": {CHAINS}': f'"high": {HIGH}, "low": {LOW}',
    '"u_max": "motors"': '"u_max": 40.0',
    '"rest": "right_arm.home"': '"rest": [0.0, 0.15, 0.0, 1.5708, -0.15, 0.0, 0.0]',
    '"relax.rest": "left_arm.home", ': "",
}
WORLDS = {"airlock": "airlock", "torso": "laboratory", "massage-force": "massage", "massage-position": "massage"}


def as_it_was(name: str, text: str) -> dict:
    """A document with the copies and the numbers that it held before."""
    for now, before in NUMBERS.items():
        text = text.replace(now, before)
    document = json.loads(text)
    return unmerged(document, BEFORE[name]) if name in BEFORE else document


@pytest.mark.parametrize("name", HASHES)
def test_what_a_shipped_scheme_computes_is_what_it_was(name, tmp_path):
    """The document of before, made from that of now, has the hash of before and gives the program of now, bit for bit."""
    now = pult.load_scheme(shipped_scheme(name))
    for named in shipped_scheme(name).parent.glob("*.tunnel.json"):
        shutil.copy(named, tmp_path)
    before = pult.load_scheme(write(tmp_path, name, as_it_was(name, format_scheme(now.document))))
    assert before.hash == HASHES[name]
    if now.hash == before.hash:
        return
    robot = load_world(WORLDS[name]) if name in WORLDS else load_robot("human-arm")
    one, two = (pult.compile_scheme(scheme, plain=True, robot=robot) for scheme in (before, now))
    assert one.text.source == two.text.source
    assert one.state == two.state
    assert one._p.tobytes() == two._p.tobytes()


def test_the_schemes_of_before_are_still_shipped():
    assert set(HASHES) <= set(shipped("scheme")) - set(shipped_parts())


def unmerged(document: dict, before: dict) -> dict:
    merged = {part: document["schemes"].pop(part) for part in {part for part, _, _ in before.values()}}
    for name, (part, unit, parameters) in before.items():
        level = json.loads(json.dumps(merged[part]).replace("?a", unit))
        for block in level["blocks"]:
            block.get("parameters", {}).update(
                {path.split(".")[1]: value for path, value in parameters.items() if path.split(".")[0] == block["id"]}
            )
        document["schemes"][name] = level
    for level in (document, *document["schemes"].values()):
        for block in level["blocks"]:
            part = block["type"].removeprefix("scheme.")
            if part not in merged or not block["type"].startswith("scheme."):
                continue
            given = block.pop("parameters", {})
            fitting = [name for name, (of, _, values) in before.items() if of == part and values == given]
            near = [name for name in fitting if name == block["id"]] or fitting[:1]
            block["type"] = f"scheme.{near[0]}"
    return document


def test_no_sub_scheme_stands_twice_in_the_catalog():
    found: dict[str, str] = {}
    for name in shipped("scheme"):
        document, _, _ = read_scheme_document(shipped_scheme(name))
        levels = [(f"{name}: {inner}", part) for inner, part in document.schemes.items()]
        for place, level in levels + ([(name, document)] if name in shipped_parts() else []):
            content = json.dumps(level_content(level), sort_keys=True)
            assert content not in found, f"{place} is {found[content]}; use one part of the library"
            found[content] = place


def test_sub_schemes_of_the_catalog_differ_in_more_than_units_and_parameters():
    found: dict[str, str] = {}
    for name in shipped("scheme"):
        document, _, _ = read_scheme_document(shipped_scheme(name))
        levels = [(f"{name}: {inner}", part) for inner, part in document.schemes.items()]
        for place, level in levels + ([(name, document)] if name in shipped_parts() else []):
            content = level_content(level)
            ports = [[port, {k: v for k, v in facts.items() if k != "unit"}]
                     for side in ("inputs", "outputs") for port, facts in content[side]]  # fmt: skip
            blocks = [{k: v for k, v in block.items() if k not in ("parameters", "inputs")} for block in content["blocks"]]
            form = json.dumps([ports, blocks, content["wires"]], sort_keys=True)
            assert form not in found, f"{place} is {found[form]} but for units and parameters; use one part"
            found[form] = place


def test_all_parts_of_the_library_can_be_used_together_and_each_is_used():
    names = shipped_parts()
    document, _, _ = read_scheme_document({**HEAD, "uses": {name: name for name in names}})
    assert resolve_parts(document, Path()).faults == []
    files = [shipped_scheme(name) for name in shipped("scheme")]
    makers = "".join(path.read_text(encoding="utf-8") for path in (catalog().parent / "makers").rglob("*.py"))
    for name in names:
        used = users_of(shipped_scheme(name), files) or f'"{name}"' in makers
        assert used, f"nothing that is shipped uses {name}, and nothing is made of it"
        assert read_scheme_document(shipped_scheme(name))[0].name == name


def test_every_part_that_a_shipped_scheme_uses_has_a_block():
    for name in shipped("scheme"):
        document, _, _ = read_scheme_document(shipped_scheme(name))
        levels = [document, *document.schemes.values()]
        types = {block.type for level in levels for block in level.blocks}
        assert {f"scheme.{used}" for used in document.uses} <= types, name
