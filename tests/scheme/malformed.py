"""Malformed documents: a right one and what is changed in it. The exact messages stand in malformed.json.

python -m tests.scheme.malformed      writes malformed.json anew; read the difference before committing it
"""

import copy
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pult import check_scheme

TABLE = Path(__file__).resolve().with_name("malformed.json")
GONE = "(removed)"


def wires(*rows: str) -> list[dict[str, str]]:
    return [dict(zip(("from", "to"), row.split(" -> "), strict=True)) for row in rows]


BASE: dict[str, Any] = {
    "format": "pult.scheme",
    "version": 1,
    "name": "arm",
    "step": 0.01,
    "inputs": {"wanted": {"unit": "rad"}, "on": {"kind": "boolean"}, "force": {"unit": "N", "shape": [3]}},
    "outputs": {"voltage": {"unit": "V"}, "lamp": {"kind": "boolean"}, "size": {"unit": "N"}},
    "blocks": [
        {"id": "pd", "type": "control.pd", "parameters": {"kp": 20.0}},
        {"id": "drive", "type": "arithmetic.gain", "parameters": {"k": 5.0}},
        {"id": "speed", "type": "control.integrator"},
        {"id": "angle", "type": "control.integrator", "parameters": {"initial": 0.5}},
        {"id": "both", "type": "logic.and", "inputs": {"x2": True}},
        {"id": "tare", "type": "arithmetic.difference", "shape": [3], "inputs": {"b": [1.0, 2.0, 3.0]}},
        {"id": "norm", "type": "vector.norm"},
        {"id": "soft", "type": "scheme.smooth", "parameters": {"gain.k": 0.5}},
    ],
    "wires": wires(
        "wanted -> soft.raw", "soft.fine -> pd.wanted", "angle.y -> pd.angle", "speed.y -> pd.speed", "pd.y -> drive.x",
        "drive.y -> speed.x", "speed.y -> angle.x", "pd.y -> voltage", "on -> both.x1", "both.y -> lamp", "force -> tare.a",
        "tare.y -> norm.x", "norm.y -> size",
    ),
    "schemes": {
        "smooth": {
            "inputs": {"raw": {"unit": "?a"}},
            "outputs": {"fine": {"unit": "?a"}},
            "blocks": [
                {"id": "gain", "type": "arithmetic.gain", "parameters": {"k": 1.0}},
                {"id": "memory", "type": "digital.unit_delay"},
                {"id": "mix", "type": "arithmetic.difference"},
            ],
            "wires": wires("raw -> mix.a", "memory.y -> mix.b", "mix.y -> gain.x", "gain.y -> memory.x", "mix.y -> fine"),
        }
    },
}  # fmt: skip

PD, DRIVE, SPEED, ANGLE, BOTH, TARE, NORM, SOFT = range(8)


def changed(patch: list[list[Any]]) -> Any:
    """The right document with values replaced, added (a list index beyond the end appends) or removed."""
    document = copy.deepcopy(BASE)
    for path, value in patch:
        if not path:
            return value
        *steps, last = path
        spot = document
        for step in steps:
            spot = spot[step]
        if value == GONE:
            del spot[last]
        elif isinstance(spot, list) and last >= len(spot):
            spot.append(copy.deepcopy(value))
        else:
            spot[last] = copy.deepcopy(value)
    return document


def _wrong_types() -> list[tuple[str, list[list[Any]]]]:
    """Every key of every part of a document with values of every wrong type."""
    values = {"null": None, "number": 3.5, "text": "x", "list": [], "object": {}, "true": True}
    right: dict[tuple[Any, ...], set[str]] = {
        ("name",): {"text"}, ("description",): {"text"}, ("step",): {"number"}, ("inputs",): {"object"}, ("outputs",): {"object"},
        ("blocks",): {"list"}, ("wires",): {"list"}, ("schemes",): {"object"}, ("notes",): {"list"}, ("ui",): {"object"},
        ("blocks", PD): {"object"}, ("blocks", PD, "id"): {"text"}, ("blocks", PD, "type"): {"text"},
        ("blocks", PD, "shape"): {"list"}, ("blocks", PD, "parameters"): {"object"}, ("blocks", PD, "inputs"): {"object"},
        ("wires", 0): {"object"}, ("wires", 0, "from"): {"text"}, ("wires", 0, "to"): {"text"},
        ("inputs", "wanted"): {"object"}, ("inputs", "wanted", "unit"): {"text"}, ("inputs", "wanted", "shape"): {"list"},
        ("inputs", "wanted", "kind"): set(), ("outputs", "voltage", "description"): {"text"},
        ("schemes", "smooth"): {"object"}, ("schemes", "smooth", "blocks"): {"list"}, ("schemes", "smooth", "inputs"): {"object"},
    }  # fmt: skip
    found = []
    for path, fine in right.items():
        for name, value in values.items():
            if name not in fine and not (name == "object" and path in {("blocks", PD), ("wires", 0)}):
                found.append((f"{'.'.join(map(str, path))} is {name}", [[list(path), value]]))
    return found


def cases() -> list[tuple[str, list[list[Any]]]]:
    """Names and changes of all malformed documents."""
    b, w = "blocks", "wires"
    found: list[tuple[str, list[list[Any]]]] = [
        # the head
        ("a list", [[[], []]]), ("a number", [[[], 3]]), ("null", [[[], None]]), ("empty", [[[], {}]]),
        ("no format", [[["format"], GONE]]), ("other format", [[["format"], "pult.panel"]]), ("format is a number", [[["format"], 1]]),
        ("no version", [[["version"], GONE]]), ("version 2", [[["version"], 2]]), ("version 0", [[["version"], 0]]),
        ("version text", [[["version"], "1"]]), ("version true", [[["version"], True]]), ("version 1.5", [[["version"], 1.5]]),
        # keys
        ("unknown key", [[["blokcs"], []]]), ("unknown key far from any", [[["zzz"], 1]]),
        ("unknown key in a block", [[[b, PD, "param"], {}]]), ("unknown key in a wire", [[[w, 0, "via"], "x"]]),
        ("unknown key in a port", [[["inputs", "wanted", "units"], "rad"]]), ("unknown key in a sub-scheme", [[["schemes", "smooth", "step"], 0.1]]),
        ("unknown key in ui", [[["ui"], {"zoom": 2}]]), ("three unknown keys", [[["a1"], 1], [[b, PD, "a2"], 1], [[w, 0, "a3"], 1]]),
        ("block without id", [[[b, PD, "id"], GONE]]), ("block without type", [[[b, PD, "type"], GONE]]),
        ("wire without from", [[[w, 0, "from"], GONE]]), ("wire without to", [[[w, 0, "to"], GONE]]),
        ("block empty", [[[b, PD], {}]]), ("wire empty", [[[w, 0], {}]]), ("note without text", [[["notes"], [{}]]]),
        ("ui position of one", [[["ui"], {"blocks": {"pd": {"position": [1]}}}]]), ("ui position text", [[["ui"], {"blocks": {"pd": {"position": ["a", 2]}}}]]),
        # the step
        ("step 0", [[["step"], 0]]), ("step negative", [[["step"], -0.01]]), ("step NaN", [[["step"], float("nan")]]),
        ("step infinite", [[["step"], float("inf")]]), ("step of a day", [[["step"], 86400]]),
        # names
        ("id with a dot", [[[b, NORM, "id"], "no.rm"]]), ("id empty", [[[b, 8], {"id": "", "type": "sources.clock"}]]),
        ("id with a space", [[[b, 8], {"id": "a b", "type": "sources.clock"}]]), ("id starts with a digit", [[[b, 8], {"id": "1a", "type": "sources.clock"}]]),
        ("id in Cyrillic", [[[b, 8], {"id": "часы", "type": "sources.clock"}]]),
        ("duplicate id", [[[b, 8], {"id": "pd", "type": "sources.clock"}]]), ("triple id", [[[b, 8], {"id": "pd", "type": "sources.clock"}], [[b, 9], {"id": "pd", "type": "sources.clock"}]]),
        ("duplicate id of a broken block", [[[b, 8], {"id": "q", "type": "no.such"}], [[b, 9], {"id": "q", "type": "sources.clock"}]]),
        ("input name with a dot", [[["inputs", "a.b"], {}]]), ("sub-scheme name with a space", [[["schemes", "a b"], {}]]),
        # types
        ("type misspelt", [[[b, PD, "type"], "control.dp"]]), ("type without family", [[[b, PD, "type"], "pd"]]), ("type empty", [[[b, PD, "type"], ""]]),
        ("type of another family", [[[b, SPEED, "type"], "arithmetic.integrator"]]), ("type in capitals", [[[b, PD, "type"], "Control.PD"]]),
        ("unknown sub-scheme", [[[b, SOFT, "type"], "scheme.smoth"]]), ("sub-scheme type without name", [[[b, SOFT, "type"], "scheme."]]),
        ("unknown type is reported once, not again for its wires", [[[b, DRIVE, "type"], "arithmetic.gian"]]),
        # parameters
        ("unknown parameter", [[[b, PD, "parameters"], {"Kp": 3}]]), ("two unknown parameters", [[[b, PD, "parameters"], {"ki": 3, "td": 2}]]),
        ("parameter below its range", [[[b, PD, "parameters"], {"kp": -1}]]), ("parameter negative limit", [[[b, PD, "parameters"], {"u_max": -0.5}]]),
        ("parameter text", [[[b, PD, "parameters"], {"kp": "20"}]]), ("parameter true", [[[b, PD, "parameters"], {"kp": True}]]),
        ("parameter null", [[[b, PD, "parameters"], {"kp": None}]]), ("parameter list", [[[b, PD, "parameters"], {"kp": [1]}]]),
        ("parameter object", [[[b, PD, "parameters"], {"kp": {"value": 1}}]]), ("parameter NaN", [[[b, PD, "parameters"], {"kp": float("nan")}]]),
        ("parameter infinite", [[[b, PD, "parameters"], {"kp": float("inf")}]]), ("parameter minus infinite", [[[b, ANGLE, "parameters"], {"low": float("-inf")}]]),
        ("three wrong parameters", [[[b, PD, "parameters"], {"kp": -1, "kd": "a", "u_max": float("nan")}]]),
        ("parameters for a block that has none", [[[b, NORM, "parameters"], {"order": 2}]]),
        ("sub-scheme parameter without block", [[[b, SOFT, "parameters"], {"k": 2}]]), ("sub-scheme parameter of unknown block", [[[b, SOFT, "parameters"], {"gian.k": 2}]]),
        ("sub-scheme parameter unknown", [[[b, SOFT, "parameters"], {"gain.kk": 2}]]), ("sub-scheme parameter of wrong type", [[[b, SOFT, "parameters"], {"gain.k": "2"}]]),
        ("sub-scheme parameter into no sub-scheme", [[[b, SOFT, "parameters"], {"gain.in.k": 2}]]),
        # counted and structural parameters
        ("whole number expected", [[[b, BOTH, "parameters"], {"n": 2.5}]]), ("count below its range", [[[b, BOTH, "parameters"], {"n": 0}]]),
        ("count above its range", [[[b, BOTH, "parameters"], {"n": 65}]]), ("more inputs than wired", [[[b, BOTH, "parameters"], {"n": 4}]]),
        ("fewer inputs than wired", [[[b, BOTH, "parameters"], {"n": 1}]]),
        ("signs of a sum", [[[b, 8], {"id": "s", "type": "arithmetic.sum", "parameters": {"signs": "+x"}, "inputs": {"x1": 1, "x2": 2}}]]),
        ("signs empty", [[[b, 8], {"id": "s", "type": "arithmetic.sum", "parameters": {"signs": ""}}]]),
        ("choice misspelt", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": [0, 1], "values": [0, 1], "between": "linaer"}}]]),
        ("table of unequal lengths", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": [0, 1, 2], "values": [0, 1]}}]]),
        ("table that goes back in time", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": [0, 1, 1], "values": [0, 1, 2]}}]]),
        ("table of texts", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": ["a", "b"], "values": [0, 1]}}]]),
        ("table of a number", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": 3, "values": [0, 1]}}]]),
        ("table with NaN", [[[b, 8], {"id": "t", "type": "sources.table", "parameters": {"times": [0, 1], "values": [0, float("nan")]}}]]),
        ("file that is not there", [[[b, 8], {"id": "f", "type": "sources.file", "parameters": {"path": "no-such-file.csv", "column": "a"}}]]),
        ("file outside the folder", [[[b, 8], {"id": "f", "type": "sources.file", "parameters": {"path": "../secret.csv", "column": "a"}}]]),
        ("file by absolute path", [[[b, 8], {"id": "f", "type": "sources.file", "parameters": {"path": "/etc/passwd", "column": "a"}}]]),
        ("expression with a name of Python", [[[b, 8], {"id": "e", "type": "arithmetic.expression", "parameters": {"expression": "__import__('os')", "n": 1}, "inputs": {"x1": 1}}]]),
        ("expression cut off", [[[b, 8], {"id": "e", "type": "arithmetic.expression", "parameters": {"expression": "x1 + ", "n": 1}, "inputs": {"x1": 1}}]]),
        ("expression with an unknown name", [[[b, 8], {"id": "e", "type": "arithmetic.expression", "parameters": {"expression": "sn(x1)", "n": 1}, "inputs": {"x1": 1}}]]),
        ("conversion between quantities", [[[b, 8], {"id": "c", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "m", "to_unit": "s"}, "inputs": {"x": 1}}]]),
        ("conversion of an unknown unit", [[[b, 8], {"id": "c", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "inch", "to_unit": "m"}, "inputs": {"x": 1}}]]),
        ("transfer function that is not proper", [[[b, 8], {"id": "c", "type": "control.transfer_function", "parameters": {"numerator": [1, 2, 3], "denominator": [1, 1]}, "inputs": {"x": 1}}]]),
        # shapes of blocks
        ("shape of a vector block", [[[b, NORM, "shape"], [3]]]), ("shape of a sub-scheme", [[[b, SOFT, "shape"], [3]]]),
        ("shape of three sizes", [[[b, TARE, "shape"], [3, 3, 3]]]), ("shape zero", [[[b, TARE, "shape"], [0]]]), ("shape negative", [[[b, TARE, "shape"], [-3]]]),
        ("shape not whole", [[[b, TARE, "shape"], [2.5]]]), ("shape too large", [[[b, TARE, "shape"], [100000]]]),
        ("entries of the wrong number", [[[b, DRIVE, "shape"], [3]], [[b, DRIVE, "parameters"], {"k": [1, 2]}]]),
        ("entries ragged", [[[b, TARE, "inputs"], {"b": [1, [2], 3]}]]),
        ("entry out of range", [[[b, 8], {"id": "p", "type": "control.pd", "shape": [2], "parameters": {"kp": [1, -1]}, "inputs": {"wanted": 0, "angle": 0, "speed": 0}}]]),
        ("entry not finite", [[[b, 8], {"id": "p", "type": "control.pd", "shape": [2], "parameters": {"kp": [1, float("inf")]}, "inputs": {"wanted": 0, "angle": 0, "speed": 0}}]]),
        ("entries without a shape", [[[b, DRIVE, "parameters"], {"k": [1, 2]}]]),
        # constants
        ("constant at an unknown port", [[[b, BOTH, "inputs"], {"x2": True, "x3": True}]]), ("constant of the wrong kind", [[[b, BOTH, "inputs"], {"x2": 1}]]),
        ("constant boolean at a number", [[[b, TARE, "inputs"], {"b": True}]]), ("constant of the wrong shape", [[[b, TARE, "inputs"], {"b": [1, 2]}]]),
        ("constant NaN", [[[b, TARE, "inputs"], {"b": [1, 2, float("nan")]}]]), ("constant text", [[[b, TARE, "inputs"], {"b": "one"}]]),
        ("constant null", [[[b, TARE, "inputs"], {"b": None}]]), ("constant scalar at a vector port", [[[w, 11], GONE], [[b, NORM, "inputs"], {"x": 1.0}]]),
        ("constant and wire", [[[b, PD, "inputs"], {"speed": 0.0}]]), ("constants at a block without inputs", [[[b, 8], {"id": "c", "type": "sources.clock", "inputs": {"x": 1}}]]),
        # wires
        ("wire from an unknown block", [[[w, 4], wires("dp.y -> drive.x")[0]]]), ("wire to an unknown block", [[[w, 4], wires("pd.y -> drvie.x")[0]]]),
        ("wire from an unknown port", [[[w, 4], wires("pd.u -> drive.x")[0]]]), ("wire to an unknown port", [[[w, 4], wires("pd.y -> drive.input")[0]]]),
        ("wire from an input port", [[[w, 4], wires("pd.angle -> drive.x")[0]]]), ("wire to an output port", [[[w, 4], wires("pd.y -> drive.y")[0]]]),
        ("wire from an unknown external input", [[[w, 0], wires("wnated -> soft.raw")[0]]]), ("wire to an unknown external output", [[[w, 7], wires("pd.y -> volts")[0]]]),
        ("wire from a block without port", [[[w, 4], wires("pd -> drive.x")[0]]]), ("wire to a block without port", [[[w, 4], wires("pd.y -> drive")[0]]]),
        ("wire from an external output", [[[w, 4], wires("voltage -> drive.x")[0]]]), ("wire to an external input", [[[w, 7], wires("pd.y -> wanted")[0]]]),
        ("wire with empty ends", [[[w, 4], {"from": "", "to": ""}]]), ("wire into a deep path", [[[w, 4], wires("pd.y -> soft.gain.x")[0]]]),
        ("two wires into one input", [[[w, 13], wires("angle.y -> pd.wanted")[0]]]), ("three wires into one input", [[[w, 13], wires("angle.y -> pd.wanted")[0]], [[w, 14], wires("wanted -> pd.wanted")[0]]]),
        ("two wires into one external output", [[[w, 13], wires("pd.y -> voltage")[0]]]),
        ("missing input", [[[w, 3], GONE]]), ("missing input of a sub-scheme", [[[w, 0], GONE]]), ("missing external output", [[[w, 7], GONE]]),
        ("no wires at all", [[[w], []]]), ("no blocks at all", [[[b], []]]),
        # kinds, shapes and units
        ("boolean into a number", [[[w, 4], wires("on -> drive.x")[0]]]), ("number into a boolean", [[[w, 8], wires("wanted -> both.x1")[0]]]),
        ("vector into a scalar", [[[w, 4], wires("force -> drive.x")[0]]]), ("scalar into a vector", [[[w, 11], wires("wanted -> norm.x")[0]]]),
        ("vector into a vector of other length", [[["inputs", "force", "shape"], [4]]]), ("matrix into a vector", [[["inputs", "force", "shape"], [3, 1]]]),
        ("vector into a scalar of a sub-scheme", [[[w, 0], wires("force -> soft.raw")[0]]]), ("vector into an external output", [[[w, 12], wires("tare.y -> size")[0]]]),
        ("degrees into radians", [[["inputs", "wanted", "unit"], "deg"]]), ("radians into an output in degrees", [[[w, 7], wires("angle.y -> voltage")[0]], [["outputs", "voltage", "unit"], "deg"]]),
        ("millimetres into metres", [[["inputs", "force", "unit"], "mm"], [["outputs", "size", "unit"], "m"]]), ("kilonewtons into newtons", [[["inputs", "force", "unit"], "kN"]]),
        ("volts into radians", [[[w, 1], wires("pd.y -> pd.wanted")[0]]]), ("speed into an angle", [[[w, 2], wires("speed.y -> pd.angle")[0]]]),
        ("plain number into radians", [[["inputs", "wanted", "unit"], "1"]]), ("newtons into an output in volts", [[[w, 7], wires("norm.y -> voltage")[0]]]),
        ("unit that contradicts itself in a loop", [[[w, 5], wires("pd.y -> speed.x")[0]]]),
        ("unknown unit", [[["inputs", "wanted", "unit"], "radian"]]), ("empty unit", [[["inputs", "wanted", "unit"], ""]]), ("unit with a wrong sign", [[["inputs", "wanted", "unit"], "m+s"]]),
        ("unit variable at the top", [[["inputs", "wanted", "unit"], "?a"]]), ("unit of a boolean", [[["inputs", "on", "unit"], "V"]]),
        ("unknown kind", [[["inputs", "on", "kind"], "bool"]]), ("unit variable fixed inside", [[["schemes", "smooth", "blocks", 0], {"id": "gain", "type": "trigonometry.sin"}]]),
        ("port shape zero", [[["inputs", "force", "shape"], [0]]]), ("port shape of three", [[["inputs", "force", "shape"], [1, 2, 3]]]), ("port shape not whole", [[["inputs", "force", "shape"], [1.5]]]),
        # sub-schemes
        ("sub-scheme that contains itself", [[["schemes", "smooth", "blocks", 3], {"id": "again", "type": "scheme.smooth", "inputs": {"raw": 0}}]]),
        ("two sub-schemes that contain each other", [[["schemes", "other"], {"blocks": [{"id": "s", "type": "scheme.smooth", "inputs": {"raw": 0}}]}], [["schemes", "smooth", "blocks", 3], {"id": "o", "type": "scheme.other"}]]),
        ("fault inside a sub-scheme", [[["schemes", "smooth", "blocks", 0, "type"], "arithmetic.gian"]]), ("missing input inside a sub-scheme", [[["schemes", "smooth", "wires", 1], GONE]]),
        ("fault in a sub-scheme that nobody uses", [[["schemes", "spare"], {"blocks": [{"id": "x", "type": "no.such"}]}]]),
        ("wire to an unknown port of a sub-scheme", [[[w, 0], wires("wanted -> soft.rough")[0]]]), ("sub-scheme output without wire", [[["schemes", "smooth", "wires", 4], GONE]]),
        # parts
        ("part that is not there", [[["uses"], {"law": "force-lax"}]]), ("part of no near name", [[["uses"], {"law": "zzzzzz"}]]),
        ("part that is a sub-scheme as well", [[["uses"], {"smooth": "force-law"}]]), ("part named by a number", [[["uses"], {"mix": 1}]]),
        ("part under a name that is none", [[["uses"], {"my law": "force-law"}]]), ("parts as a list", [[["uses"], ["force-law"]]]),
        ("block of a part that is not there", [[["uses"], {"law": "force-lax"}], [[b, DRIVE, "type"], "scheme.law"]]),
        ("fault at a block of a part", [[["uses"], {"law": "force-law"}], [[b, 8], {"id": "law", "type": "scheme.law", "parameters": {"kp.q": 1}}]]),
        # algebraic loops
        ("algebraic loop of one block", [[[w, 4], wires("drive.y -> drive.x")[0]]]),
        ("algebraic loop through a sub-scheme", [[[w, 0], wires("soft.fine -> soft.raw")[0]]]),
        ("algebraic loop inside a sub-scheme", [[["schemes", "smooth", "wires", 1], wires("gain.y -> mix.b")[0]], [["schemes", "smooth", "blocks", 1], {"id": "memory", "type": "digital.unit_delay"}]]),
        ("algebraic loop of two blocks", [[[b, 8], {"id": "g1", "type": "arithmetic.gain"}], [[b, 9], {"id": "g2", "type": "arithmetic.gain"}], [[w, 13], wires("g1.y -> g2.x")[0]], [[w, 14], wires("g2.y -> g1.x")[0]]]),
        ("two algebraic loops", [[[b, 8], {"id": "g1", "type": "arithmetic.gain"}], [[b, 9], {"id": "g2", "type": "arithmetic.gain"}], [[w, 13], wires("g1.y -> g1.x")[0]], [[w, 14], wires("g2.y -> g2.x")[0]]]),
        ("circle of wires without a block", [[["schemes", "pass"], {"inputs": {"a": {}}, "outputs": {"b": {}}, "wires": wires("a -> b")}], [[b, 8], {"id": "p", "type": "scheme.pass"}], [[w, 13], wires("p.b -> p.a")[0]]]),
        # many at once
        ("faults of every sort at once", [[["step"], 0], [[b, PD, "parameters"], {"kp": -1, "q": 2}], [[b, DRIVE, "type"], "arithmetic.gian"], [[w, 3], GONE], [["inputs", "wanted", "unit"], "deg"], [[b, 8], {"id": "pd", "type": "sources.clock"}]]),
    ]  # fmt: skip
    return found + _wrong_types()


def main() -> None:
    """Write the table."""
    rows = []
    os.chdir(tempfile.mkdtemp())  # messages that list a folder's files must not depend on it
    for name, patch in cases():
        _, faults = check_scheme(changed(patch))
        rows.append(
            {
                "name": name,
                "patch": patch,
                "faults": [{"place": f.place, "code": f.code, "message": f.message} for f in faults],
            }
        )
    text = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    TABLE.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
