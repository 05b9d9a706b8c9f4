"""Random valid schemes, nested and with states, from every block of the library that needs no file."""

import random
from typing import Any

import numpy as np

from pult import blocks
from pult.core.block_type import BlockType, ConcretePort
from pult.core.units import UnitSolver, format_unit, parse_unit, rename_variables

# what blocks without usable defaults need
PARAMETERS: dict[str, dict[str, Any]] = {}
PORTS = [("number", "1", []), ("number", "rad", []), ("number", "m", [3]), ("boolean", "1", []), ("number", "V", [])]


def usable() -> dict[str, BlockType]:
    """Block types of the standard library that run without files."""
    return {
        name: t
        for name, t in blocks().items()
        if t.module.startswith("pult.blocks")
        and not t.host
        and name != "sources.file"
        and t.concrete(PARAMETERS.get(name, {}))[0]
    }


class _Level:
    def __init__(self, rng: random.Random, top: bool) -> None:
        self.rng, self.top = rng, top
        self.solver = UnitSolver()
        self.document: dict[str, Any] = {"inputs": {}, "outputs": {}, "blocks": [], "wires": []}
        self.sources: list[tuple[str, ConcretePort, Any]] = []
        self.late: list[tuple[dict[str, Any], ConcretePort]] = []

    def add_input(self, name: str) -> None:
        kind, unit, shape = self.rng.choice(PORTS)
        self.document["inputs"][name] = {"kind": kind, "unit": unit, "shape": shape}
        self.sources.append((name, ConcretePort(name, kind, tuple(shape), parse_unit(unit), None), parse_unit(unit)))

    def add(self, block: dict[str, Any], inputs: Any, outputs: Any, fed: Any) -> None:
        shape = tuple(block.get("shape", []))
        for port in inputs:
            port = port._replace(shape=shape or port.shape)
            if fed(port.name):
                self.connect(block, port, self.sources)
            else:
                self.late.append((block, port))
        for port in outputs:
            port = port._replace(shape=shape or port.shape)
            self.sources.append((f"{block['id']}.{port.name}", port, rename_variables(port.unit, block["id"])))
        self.document["blocks"].append(block)

    def connect(self, block: dict[str, Any], port: ConcretePort, sources: Any) -> None:
        unit = rename_variables(port.unit, block["id"])
        fitting = [s for s in sources if s[1].kind == port.kind and s[1].shape == port.shape]
        self.rng.shuffle(fitting)
        for name, _, source_unit in fitting[:6]:
            if self.rng.random() < 0.9 and self.solver.equate(source_unit, unit):
                self.document["wires"].append({"from": name, "to": f"{block['id']}.{port.name}"})
                return
        block.setdefault("inputs", {})[port.name] = self.constant(port)

    def constant(self, port: ConcretePort) -> Any:
        def one() -> Any:
            return self.rng.random() < 0.5 if port.kind == "boolean" else round(self.rng.uniform(-2, 2), 3)

        if not port.shape:
            return one()
        if len(port.shape) == 1:
            return [one() for _ in range(port.shape[0])]
        return [[one() for _ in range(port.shape[1])] for _ in range(port.shape[0])]

    def finish(self, outputs: int) -> dict[str, Any]:
        for block, port in self.late:
            self.connect(block, port, self.sources)
        known = [s for s in self.sources if not any(v[0] == "?" for v, _ in self.solver.reduce(s[2]))]
        for number, (name, port, unit) in enumerate(self.rng.sample(known, min(outputs, len(known)))):
            text = format_unit(self.solver.reduce(unit))
            self.document["outputs"][f"o{number}"] = {"kind": port.kind, "unit": text, "shape": list(port.shape)}
            self.document["wires"].append({"from": name, "to": f"o{number}"})
        return self.document


def random_scheme(seed: int, size: int = 25, subschemes: int = 2) -> dict[str, Any]:
    """A valid scheme document of about `size` blocks a level, with sub-schemes that use each other."""
    rng = random.Random(seed)
    types = usable()
    names = sorted(types)
    schemes: dict[str, Any] = {}
    for number in [*range(subschemes), -1]:
        level = _Level(rng, number < 0)
        for i in range(rng.randint(1, 4)):
            level.add_input(f"i{i}")
        for n in range(rng.randint(2, size)):
            if schemes and rng.random() < 0.2:
                inner = rng.choice(sorted(schemes))
                block = {"id": f"b{n}", "type": f"scheme.{inner}"}
                ports = [
                    tuple(
                        ConcretePort(p, d["kind"], tuple(d["shape"]), parse_unit(d["unit"]), None)
                        for p, d in schemes[inner][side].items()
                    )
                    for side in ("inputs", "outputs")
                ]
                level.add(block, ports[0], ports[1], lambda _: True)
                continue
            name = rng.choice(names)
            block = {"id": f"b{n}", "type": name}
            if name in PARAMETERS:
                block["parameters"] = PARAMETERS[name]
            concrete, _ = types[name].concrete(PARAMETERS.get(name, {}))
            assert concrete is not None
            scalar = not any(p.shape for p in (*concrete.inputs, *concrete.outputs))
            if scalar and rng.random() < 0.2:
                block["shape"] = rng.choice([[3], [2, 2], [5]])
            level.add(block, concrete.inputs, concrete.outputs, types[name].fed_through)
        made = level.finish(rng.randint(1, 6))
        if number < 0:
            return {
                "format": "pult.scheme",
                "version": 1,
                "name": f"random {seed}",
                "step": 0.01,
                "schemes": schemes,
                **made,
            }
        schemes[f"s{number}"] = made
    raise AssertionError


def side_by_side(documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Several schemes in one, each a sub-scheme of its own: the compiler's overhead is paid once for all."""
    schemes: dict[str, Any] = {}
    made: dict[str, Any] = {"inputs": {}, "outputs": {}, "blocks": [], "wires": []}
    for name, document in documents.items():

        def renamed(part: dict[str, Any], name: str = name) -> dict[str, Any]:
            """A level whose sub-schemes are called after the scheme they belong to."""
            blocks = [
                {**block, "type": block["type"].replace("scheme.", f"scheme.{name}_", 1)} for block in part["blocks"]
            ]
            return {key: blocks if key == "blocks" else part[key] for key in ("inputs", "outputs", "blocks", "wires")}

        schemes |= {f"{name}_{inner}": renamed(part) for inner, part in document["schemes"].items()}
        schemes[name] = renamed(document)
        made["blocks"].append({"id": name, "type": f"scheme.{name}"})
        for side in ("inputs", "outputs"):
            made[side] |= {f"{name}_{port}": described for port, described in document[side].items()}
        made["wires"] += [{"from": f"{name}_{port}", "to": f"{name}.{port}"} for port in document["inputs"]]
        made["wires"] += [{"from": f"{name}.{port}", "to": f"{name}_{port}"} for port in document["outputs"]]
    return {"format": "pult.scheme", "version": 1, "name": "side by side", "step": 0.01, "schemes": schemes, **made}


def shuffled(document: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same scheme with blocks and wires in another order."""
    rng = random.Random(seed)

    def level(part: dict[str, Any]) -> dict[str, Any]:
        found = dict(part)
        for key in ("blocks", "wires"):
            found[key] = rng.sample(part[key], len(part[key]))
        return found

    return {**level(document), "schemes": {name: level(part) for name, part in document["schemes"].items()}}


def random_inputs(program: Any, seed: int, steps: int) -> list[dict[str, Any]]:
    """A row of inputs for every step."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(steps):
        row: dict[str, Any] = {}
        for port in program.inputs:
            value = rng.normal(size=port.shape)
            row[port.name] = (value > 0) if port.kind == "boolean" else value
            if not port.shape:
                row[port.name] = bool(row[port.name]) if port.kind == "boolean" else float(row[port.name])
        rows.append(row)
    return rows
