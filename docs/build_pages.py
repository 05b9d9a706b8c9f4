"""Writes the pages that come from the program itself: blocks, command line, errors, speed, proofs, papers, tables.

python docs/build_pages.py          writes them
python docs/build_pages.py --check  fails if one is out of date
"""

import argparse
import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import typer.main
from typer.testing import CliRunner

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(ROOT))

from benchmarks.figures import Environment, SchemesReport, Target
from benchmarks.ik_figures import IkReport, Solved
from benchmarks.ik_peers import IK_LM
from benchmarks.ik_report import percent
from benchmarks.loop import LoopReport
from benchmarks.loop_report import loop_rows, paced_words
from benchmarks.prm1 import Prm1Report
from benchmarks.prm1_report import HEADS as PRM1_HEADS
from benchmarks.prm1_report import prm1_rows
from benchmarks.snake import SnakeReport
from benchmarks.snake_report import HEADS as SNAKE_HEADS
from benchmarks.snake_report import snake_rows
from benchmarks.start import StartReport
from benchmarks.start_report import start_rows
from benchmarks.studio import StudioReport
from benchmarks.studio_report import studio_rows
from benchmarks.sweep import SweepReport
from benchmarks.sweep_report import sweep_rows
from benchmarks.walk import HEADS as WALK_HEADS
from benchmarks.walk import WalkReport, part_rows, walk_rows
from docs.papers import linked, papers_page
from docs.tables import with_tables

import pult
from pult import blocks
from pult.cli import app
from pult.core.block_type import MISSING, UNKNOWN_PARAMETER, BlockType
from pult.core.codes import CODES
from pult.core.document_kinds import tag
from pult.core.errors import FaultKind, FaultPrefix, advice, declared
from pult.core.wording import ADVICE, placeholder_names, plural_of
from pult.equipment.sensors.document import SENSOR_KINDS
from pult.equipment.sensors.kind import QuantitySensor

BENCHMARKS = ROOT / "benchmarks"
FAMILIES = (
    "sources",
    "arithmetic",
    "trigonometry",
    "logic",
    "digital",
    "control",
    "vector",
    "geometry",
    "kinematics",
    "carry",
    "grab",
    "mobile",
    "balance",
    "walk",
    "sinks",
)
"""Families in the order of the docs; one that is not named comes after these."""


READ_ON = {"geometry": "vector-algebra.md", "carry": "mango.md", "grab": "prm1-kinematics.md", "balance": "biped.md", "walk": "walking.md"}
"""Pages about what a family is for."""


def family_text(family: str) -> str:
    """What a family of blocks is for: the docstring of its module, and the page that uses it."""
    text = (inspect.getdoc(sys.modules[f"pult.blocks.{family}"]) or "").replace("``", "`")
    if page := READ_ON.get(family):
        title = (DOCS / page).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        text += f"\n\nMore: [{title}](../{page})."
    return text


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def _json(value: object) -> str:
    """A default as a document would write it."""
    return json.dumps(np.asarray(value).tolist())


def block_page(block_type: BlockType) -> str:
    lines = [f"## {block_type.name}", "", linked(block_type.doc, "../"), ""]
    rows = []
    for side, ports in (("input", block_type.inputs), ("output", block_type.outputs)):
        for port in ports:
            name = f"`{port.name}1` ... `{port.name}[{port.count}]`" if port.count else f"`{port.name}`"
            shape = f"[{', '.join(map(str, port.shape))}]" if port.shape else "scalar"
            kind = "boolean" if port.kind == "boolean" else f"`{port.unit}`"
            default = "" if port.default is MISSING else f"`{port.default}`"
            through = side == "output" or block_type.fed_through(f"{port.name}1" if port.count else port.name)
            notes = "; ".join(text for text in (port.description, "" if through else "breaks loops") if text)
            rows.append([side, name, kind, shape, default, "", notes])
    for p in block_type.parameters:
        allowed = ", ".join(f"`{c}`" for c in p.choices) or (
            p.pattern.says if p.pattern else str(p.range) if p.range else ""
        )
        shape = f"[{', '.join(map(str, p.shape))}]" if p.shape else p.kind
        default = "needed" if p.required else f"`{_json(p.default)}`"
        about = [p.description, f"[from the robot](../schemes.md#numbers-of-the-robot): {p.provided}" if p.figure else ""]
        rows.append(
            [
                "parameter" + ("" if not p.structural else " (fixed)"),
                f"`{p.name}`",
                f"`{p.unit}`" if p.kind in ("number", "array") else "",
                shape,
                default,
                allowed,
                "; ".join(text for text in about if text),
            ]
        )
    if rows:
        lines += ["| | name | unit | shape | default | allowed | |", "|---|---|---|---|---|---|---|"]
        lines += ["| " + " | ".join(cell(c) for c in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def block_pages() -> dict[str, str]:
    types = [t for t in blocks().values() if t.module.startswith("pult.blocks")]
    pages = {}
    overview = [
        "# Blocks",
        "",
        f"The standard library has {len(types)} blocks. A unit such as `?a` is open: the same letter means the same unit; `#` stands for the number of a counted port. Every one is tested against a closed form or an independent implementation, and gives",
        "the same bits plainly and natively.",
        "",
    ]
    found = {t.family for t in types}
    for family in (*(name for name in FAMILIES if name in found), *sorted(found - set(FAMILIES))):
        text = family_text(family)
        members = [t for t in types if t.family == family]
        pages[f"blocks/{family}.md"] = f"# {family.capitalize()}\n\n{text}\n\n" + "\n".join(
            block_page(t) for t in members
        )
        overview += [f"## {family.capitalize()}", "", text, "", "| block | |", "|---|---|"]
        overview += [
            f"| [`{t.name}`]({family}.md#{t.name.replace('.', '')}) | {linked(cell(t.summary), '../')} |" for t in members
        ] + [""]
    pages["blocks/index.md"] = "\n".join(overview)
    return pages


def sensor_rows() -> str:
    """The table of kinds of sensors, from their classes; docs/worlds.md includes it."""
    lines = ["| `type` | keys of its own | unit | reads |", "|---|---|---|---|"]
    for kind in SENSOR_KINDS:
        own = [f for f in msgspec.structs.fields(kind) if f.name not in QuantitySensor.__struct_fields__]
        needed = ", ".join(f"`{f.encode_name}`" for f in own if f.required)
        others = ", ".join(f"`{f.encode_name}`" for f in own if not f.required)
        units = [unit for unit in (kind.unit, getattr(kind, "unit_sliding", "")) if unit]
        unit = " or ".join(f"`{unit}`" for unit in units) if kind.signal_kind == "number" else "on or off"
        text = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
        text = re.sub(r" \[[^\]]*\]", "", text)  # units, which have a column of their own
        keys = f"{needed}; optional {others}" if others else needed
        lines.append(f"| `{tag(kind)}` | {keys} | {unit} | {cell(text)} |")
    return "\n".join(lines) + "\n"


def cli_page() -> str:
    runner = CliRunner()
    lines = [
        "# Command line",
        "",
        "Exit codes: 0 all well; 1 a document has faults, or a run failed; 2 the command line itself is wrong. Errors go to stderr.",
    ]

    def walk(command: object, path: list[str]) -> None:
        text = runner.invoke(
            app, [*path, "--help"], env={"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}, prog_name="pult"
        ).output
        lines.extend(
            [
                "",
                f"## pult {' '.join(path)}".rstrip(),
                "",
                "```text",
                re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip(),
                "```",
            ]
        )
        for name, inner in getattr(command, "commands", {}).items():
            walk(inner, [*path, name])

    walk(typer.main.get_command(app), [])
    return "\n".join(lines) + "\n"


def errors_page() -> str:
    cases = json.loads((ROOT / "tests/scheme/malformed.json").read_text(encoding="utf-8"))
    first: dict[str, str] = {}
    for case in cases:
        for fault in case["faults"]:
            first.setdefault(fault["code"], f"{fault['place']}: {fault['message']}".lstrip(": "))
    found = declared(pult).values()
    leads = [kind for kind in found if isinstance(kind, FaultPrefix)]
    kinds = {code: [kind for kind in found if isinstance(kind, FaultKind) and kind.code == code] for code in CODES}
    near = advice("Kp", ["kd", "kp"])
    example = UNKNOWN_PARAMETER.at("blocks[0].parameters.Kp", type="control.pd", parameter="Kp", **near)
    lines = [
        "# What is refused, and how", "",
        "All faults of a document are reported at once, each with its place, what is allowed, and the nearest right name. Algebraic",
        "loops are looked for once everything else is right.", "",
        "A fault is data: a code, a place, and the values that its text speaks of, by name. `pult check --json`, the studio's server and "
        "`DocumentError.faults` of a program all give it so; programs go by the code and the values, and never by the text:", "",
        "```json", json.dumps({**example.plain(), "message": example.message}, indent=2), "```", "",
        "The text is made of the `templates` and the `values`; in other languages of templates with the same names. `{advice}` stands for what these "
        "values have to say, as far as they are there: `suggestion`, the name that was probably meant; `near`, others like it; `allowed`, all that are "
        "allowed (of many the first, and in `more` how many more there are); `hint`, words instead of these. A value is a text, a finite number or a list of these.", "",
        "## Codes", "",
        f"The {len(CODES)} codes, what they mean, and the values that all faults of a code have; those in brackets only some have.", "",
        "| code | meaning | values |", "|---|---|---|",
    ]  # fmt: skip
    lines += [f"| `{code}` | {cell(meaning)} | {_values(kinds[code])} |" for code, meaning in CODES.items()]
    lines += [
        "", "## Texts", "",
        f"The {sum(map(len, kinds.values()))} texts by code. A fault of something inside another says so before its text: "
        + ", ".join(_plain(lead.template) for lead in leads)
        + ". Where such words stand again further out, the names of their values have a number: `within_2`.", "",
        "| code | text |", "|---|---|",
    ]  # fmt: skip
    for code, some in kinds.items():
        lines += [f"| `{code}` | {cell(_plain(text))} |" for text in sorted({_many(kind.template) for kind in some})]
    lines += [
        "", "## Examples", "",
        f"The tests hold {len(cases)} malformed schemes with the exact message for each; here is the first for every code among them.", "",
        "| code | example |", "|---|---|",
    ]  # fmt: skip
    lines += [f"| `{code}` | {cell(_plain(message))} |" for code, message in sorted(first.items())]
    return "\n".join(lines) + "\n"


def _values(kinds: list[FaultKind]) -> str:
    """Names of the values that all of these have, and in brackets those that some have."""
    names = [kind.names | ({ADVICE} & placeholder_names(kind.template)) for kind in kinds]
    always = frozenset.intersection(*names) if names else frozenset[str]()
    some = frozenset[str]().union(*names) - always
    shown = [f"`{name}`" for name in sorted(always)]
    return ", ".join([*shown, *([f"({', '.join(f'`{name}`' for name in sorted(some))})"] if some else [])])


def _many(template: str) -> str:
    """A template as a sentence; one that counts with the word for many."""
    plural = plural_of(template)
    return plural.many if plural else template


def _plain(text: str) -> str:
    return "`" + text.replace("`", "'") + "`"


UNDRAWN = ", on fixed seeds: measured before seeds were drawn, and to be measured again by `make validate`"


def _seeds(data: dict[str, Any]) -> str:
    """Where a proof has its seeds from; proofs that have no seeds say so in their report."""
    if data.get("seeds") == "none":
        return ""
    return f", seeds drawn for version {data['version']}" if "version" in data else UNDRAWN


def figures_page(title: str, folder: Path, intro: str) -> str:
    lines = [f"# {title}", "", intro]
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if "claims" not in data:
            continue
        lines += ["", f"## {data['title']}", "", data["about"], "", "| claim | figure | holds |", "|---|---|---|"]
        lines += [
            f"| {cell(c['claim'])} | {cell(c['figure'])} | {'yes' if c['holds'] else '**no**'} |"
            for c in data["claims"]
        ]
        if data.get("failures"):
            lines += ["", "Attempts that failed:", "", "| attempt | how it ended | cause |", "|---|---|---|"]
            lines += [f"| {cell(f['what'])} | {cell(f['how'])} | {cell(f['cause'])} |" for f in data["failures"]]
        lines += ["", f"Measured by `{data['command']}` on {data['machine']}{_seeds(data)}."]
    return "\n".join(lines) + "\n"


def speed_page() -> str:
    report = SchemesReport.from_json((BENCHMARKS / "schemes.json").read_bytes())
    lines = [
        "# Speed",
        "",
        "A PD loop with saturation round a drive is 8 blocks; 10 and 100 copies are 80 and 800. All engines step the same discrete",
        "equations with the same 10 ms step, in one run, and are checked against the same trajectory.",
        "",
        "![Time per step, loop in native code, and time to the first step](assets/schemes.svg)",
        "",
        "## What is promised",
        "",
        "Found is the less favourable of medians and minima.",
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        "## One call per control step from Python, all outputs read",
        "",
        "| engine | blocks | median, us | least, us | times pult |",
        "|---|---|---|---|---|",
    ]
    for row in report.stepped:
        if row.step_us is None:
            lines.append(f"| {row.engine} | {row.blocks} | {row.missing} | | |")
        else:
            lines.append(
                f"| {row.engine} | {row.blocks} | {_number(row.step_us.median)} | {_number(row.step_us.minimum)} | {_ratio(row.ratio)} |"
            )
    lines += [
        "",
        "## The loop over time inside native code",
        "",
        "| blocks | pult, ns | by hand, ns | ratio |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {n.blocks} | {n.pult_ns.median:.3g} | {n.by_hand_ns.median:.3g} | {n.ratio:.3g} |" for n in report.native
    ]
    lines += ["", "By hand: the same equations as one flat Numba function that stores every signal.", ""]
    lines += ["## From document to first step", "", "| start | blocks | median, s | least, s |", "|---|---|---|---|"]
    lines += [
        f"| {f.mode} | {f.blocks} | {f.document_to_step_s.median:.3g} | {f.document_to_step_s.minimum:.3g} |"
        for f in report.first_step
    ]
    lines += [
        "",
        "Cold: nothing compiled before. Cached: the compiled program is on disk; what remains is Numba's own start. Plain: the same text",
        "as plain Python; with `background=True` a program starts so and changes over to native code when that is ready.",
        "",
        _measured_on(report.environment),
    ]
    return "\n".join(lines + loop_section() + start_section() + sweep_section() + studio_section() + snake_section() + prm1_section() + walk_section() + ik_section()) + "\n"


def loop_section() -> list[str]:
    if not (BENCHMARKS / "loop.json").exists():
        return []
    report = LoopReport.from_json((BENCHMARKS / "loop.json").read_bytes())
    return [
        "",
        "## The loop with physics",
        "",
        f"An arm of {report.joints} joints with a scheme of {report.blocks} blocks, {report.substeps} physics steps in a control step, {report.numbers} numbers in a frame. The session and",
        "the bare physics take turns from the same states with the same commands; the bare physics is `mj_step` in a native loop that does nothing else.",
        "",
        "| a control step | median, us | least, us |",
        "|---|---|---|",
        *(f"| {words} | {median} | {least} |" for words, median, least in loop_rows(report)),
        "",
        paced_words(report),
        "",
        "How this is measured was settled on after other ways had missed on this shared machine: the p99 of one run, and of the median of five rounds, was 1.02 to 1.23 of the period and missed 1.10 in three",
        "of four runs, so the promise is that of the quietest round; and 15 long rounds of the free run once gave 1.36 by their minima, so rounds are short and many.",
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def prm1_section() -> list[str]:
    if not (BENCHMARKS / "prm1.json").exists():
        return []
    report = Prm1Report.from_json((BENCHMARKS / "prm1.json").read_bytes())
    heads = ["function", *PRM1_HEADS]
    return [
        "",
        "## Kinematics of PRM-1",
        "",
        f"`pult bench prm1`: the closed forms of the [manipulator](prm1-kinematics.md) for {report.targets_count} random targets, called inside native code as schemes call them, and numeric solvers for the same targets in the same run.",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in prm1_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def snake_section() -> list[str]:
    if not (BENCHMARKS / "snake.json").exists():
        return []
    report = SnakeReport.from_json((BENCHMARKS / "snake.json").read_bytes())
    heads = ["links", *SNAKE_HEADS]
    return [
        "",
        "## Arms of many links",
        "",
        "`pult bench snake`: an arm that fills a [tunnel](snakeman.md) with an elbow every three links. Planning is done once for a tunnel; following gives all joint angles and rates for one place of the tip, in one call from Python. The promise counts both, planning",
        "spread over steps of 1 mm. Contact forces are the method of the thesis, a simulation: one step of 1 ms, and its largest difference from the closed form at 0.1 m/s.",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in snake_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def walk_section() -> list[str]:
    if not (BENCHMARKS / "walk.json").exists():
        return []
    report = WalkReport.from_json((BENCHMARKS / "walk.json").read_bytes())
    heads = ["gait", *WALK_HEADS]
    return [
        "",
        "## Walking",
        "",
        "`pult bench walk`: a [walk](walking.md) of 100 steps with joint motion and feed-forward, and the free run of the biped with its walking scheme, in processor time.",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in walk_rows(report)),
        "",
        f"Free run, walking: {report.free_run.median:.1f} times real time. What a control step of 10 ms costs:",
        "",
        "| part | us |",
        "|---|---|",
        *(f"| {' | '.join(row)} |" for row in part_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def start_section() -> list[str]:
    if not (BENCHMARKS / "start.json").exists():
        return []
    report = StartReport.from_json((BENCHMARKS / "start.json").read_bytes())
    return [
        "",
        "## Starts",
        "",
        "`pult bench start`: seconds from the start of Python to the first control step of an exercise, in new processes. The compiler fills an empty cache once on a machine; another scheme of the same blocks costs only what",
        "stands between them ([how](compiler.md#units)). Some blocks stand twice in the other scheme.",
        "",
        "| exercise | empty cache, s | another scheme of the same blocks, s | full cache, s |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in start_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def sweep_section() -> list[str]:
    if not (BENCHMARKS / "sweep.json").exists():
        return []
    report = SweepReport.from_json((BENCHMARKS / "sweep.json").read_bytes())
    return [
        "",
        "## Sweeps",
        "",
        f"`pult bench sweep`: {report.runs} attempts at `{report.exercise}` in a plain loop, in [sweeps](sweeps.md) with one worker and with two, and on two Dask workers, in turns; free runs of an arm of seven joints with its scheme against",
        "`mujoco.rollout` of the same model with as many steps, which has no scheme and no frames. Times are wall time by runs. Many rows are appended as a pool appends them, then shown by `pult sweep show --plot`.",
        "",
        "| a run | median | least |",
        "|---|---|---|",
        *(f"| {words} | {median} | {least} |" for words, median, least in sweep_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def studio_section() -> list[str]:
    if not (BENCHMARKS / "studio.json").exists():
        return []
    report = StudioReport.from_json((BENCHMARKS / "studio.json").read_bytes())
    return [
        "",
        "## The studio",
        "",
        "`pult bench studio`: a studio started by its command, with clients that are programs and with Chromium on the same two cores. The scene is drawn in software there, in a window of 960 by 640.",
        "From the stick to the picture counts from the event of the pointer to the end of the first drawing of a state in which the session has taken the input.",
        "",
        "| what | figure |",
        "|---|---|",
        *(f"| {words} | {figure} |" for words, figure in studio_rows(report)),
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        _measured_on(report.environment),
    ]


def ik_section() -> list[str]:
    if not (BENCHMARKS / "ik.json").exists():
        return []
    report = IkReport.from_json((BENCHMARKS / "ik.json").read_bytes())
    lines = [
        "",
        "## Inverse kinematics",
        "",
        f"{report.targets_per_robot} random reachable targets a robot, random starts inside the limits, the same for every solver. A position",
        f"counts as reached within {report.position_tolerance_m:g} m, a pose within {report.position_tolerance_m:g} m and {report.angle_tolerance_rad:g} rad; pult's forward kinematics and the limits decide it, not the",
        "solver. Times are those of single calls from Python. The solvers take turns; a turn begins with calls that are not counted, until the",
        "processor's caches are the solver's own. The very first of them is given as cold: what a call costs after the other solvers' calls.",
    ]
    if (BENCHMARKS / "ik.svg").exists():
        lines += ["", "![Time per call and share of targets reached, by robot and solver](assets/ik.svg)"]
    lines += [
        "",
        "### What is promised",
        "",
        "Found is the share of the targets or of the step, or the time over that of roboticstoolbox's `ik_LM`. Times are promised for calls in a",
        f"loop. {_cold_words(report)}",
        "",
        "| promise | found | |",
        "|---|---|---|",
        *_promises(report.targets),
        "",
        "### Times and successes",
        "",
        "| robot | target | solver | reached | median, us | p99, us | mean, us | times solve_ik | p99, times | cold, us | cold, times |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        *(_solved_row(row) for row in report.solved),
        "",
        *(f"- **{name}**: {cell(note)}" for name, note in {row.solver: row.note for row in report.solved}.items()),
        "",
        "### A block in a scheme",
        "",
        f"What the block adds to a control step of {1e3 * report.step_s:g} ms, in a compiled scheme that follows a moving target.",
        "",
        "| block | robot | us per step | share of the step | steps reached |",
        "|---|---|---|---|---|",
        *(
            f"| `{b.block}` | {b.robot} | {_number(b.cost_us)} | {100 * b.share:.2g} % | {b.reached} of {b.steps} |"
            for b in report.blocks
        ),
        "",
        _measured_on(report.environment),
    ]
    return lines


def _cold_words(report: IkReport) -> str:
    shares = [1.0 / row.cold_ratio for row in report.solved if row.solver == IK_LM and row.cold_ratio is not None]
    if not shares:
        return "Cold calls are not part of a promise."
    return f"Cold calls are not part of a promise: there `solve_ik` takes {min(shares):.2f} to {max(shares):.2f} of the time of `ik_LM`, which is more than half. This way of timing was settled on after strictly alternating calls had been measured, which missed half."


def _solved_row(row: Solved) -> str:
    head = f"| {row.robot} | {row.mode} | {row.solver} |"
    if row.call_us is None or row.cold_us is None:
        return f"{head} {cell(row.missing)} |" + " |" * 7
    times = f"{_number(row.call_us.median)} | {_number(row.call_us.p99)} | {_number(row.call_us.mean)}"
    ratios = f"{_ratio(row.ratio)} | {_ratio(row.ratio_of_p99)}"
    cold = f"{_number(row.cold_us.median)} | {_ratio(row.cold_ratio)}"
    return f"{head} {percent(row.success or 0.0)} | {times} | {ratios} | {cold} |"


def _promises(targets: list[Target]) -> list[str]:
    words = {True: "kept", False: "**missed**", None: "not measured"}
    return [f"| {t.what} | {_ratio(t.found)} | {words[t.holds]} |" for t in targets]


def _measured_on(where: Environment) -> str:
    load = " and ".join(
        f"{'?' if load is None else format(load, '.1f')} {when}"
        for load, when in ((where.load_before, "before"), (where.load_after, "after"))
    )
    packages = ", ".join(f"{name} {version}" for name, version in where.packages.items() if version)
    return f"Measured by `make bench` on {where.processor}, {where.cores} cores, load {load}, Python {where.python}, {packages}."


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def pages() -> dict[str, str]:
    intro = (
        "Claims over many seeds and long runs, proved by `make validate`; `make test` has a fast sample of each. Seeds are drawn by a generator "
        "that is seeded with the name of the version and the purpose of the proof (`validation/seeds.py`), so that nobody chooses them; seeds 0 to "
        "999 are for tuning and prove nothing. A rate of failure comes with its confidence interval: 95 % by Wilson's formula, and where nothing "
        "failed the exact bound of 95 % as well. What failed is listed with its cause. Runs are made by [sweeps](sweeps.md) on all cores, and a proof that "
        "was stopped goes on where it was."
    )
    return {
        **block_pages(),
        "assets/sensor_kinds.txt": sensor_rows(),
        "cli.md": cli_page(),
        "errors.md": errors_page(),
        "validation.md": figures_page("Proofs", ROOT / "validation", intro),
        "speed.md": speed_page(),
        "papers.md": papers_page(),
        "index.md": with_tables((DOCS / "index.md").read_text(encoding="utf-8")),
    }


def assets() -> dict[str, bytes]:
    pictures = [BENCHMARKS / "schemes.svg", BENCHMARKS / "ik.svg"]
    return {f"assets/{path.name}": path.read_bytes() for path in pictures if path.exists()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = []
    files = {name: text.encode() for name, text in pages().items()} | assets()
    for name, data in files.items():
        path = DOCS / name
        if not path.exists() or path.read_bytes() != data:
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    if check and stale:
        print(f"out of date: {', '.join(stale)}. Run `make docs` and commit.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
