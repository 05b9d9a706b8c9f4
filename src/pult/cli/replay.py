"""`pult replay`: show a record, and verify it by replay."""

import json as json_text
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import complain, emit_json, note, out
from pult.cli.records import CANNOT_BE_READ, FileArgument, JsonOption, exercise_of, progress_bar, read_file
from pult.core.errors import PultError
from pult.exercise.score import Score, score
from pult.record import Record, differences, fingerprint
from pult.record.replay import ReplayResult, complete_rows, reopened
from pult.record.replay import replay as run_again
from pult.sim.loop import native_steps


def replay(
    file: FileArgument,
    check: Annotated[
        bool, typer.Option("--check", help="Replay it from its inputs and compare every number, bit by bit.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the contents of a record; with --check replay it: exit code 0 the same, 1 different, 2 not readable."""
    record = read_file(file)
    facts = _facts(record)
    if not json:
        _show(facts)
    if check:
        replayed = _check(record, json)
        rows = int((record.ticks >= record.keyframes[0].tick).sum()) if record.keyframes else 0
        facts["check"] = _checked(replayed, rows)
        if not json:
            _show_check(facts["check"], replayed)
    else:
        facts["score"], problem = _score(record)
        facts["score_problem"] = problem
        stored = _stored(record)
        facts["score_differences"] = _unlike(stored, facts["score"]) if stored and facts["score"] else []
        if not json:
            _show_score(facts, stored)
    if json:
        emit_json(facts)
    if check and not facts["check"]["same"]:
        raise typer.Exit(CANNOT_BE_READ if facts["check"]["ticks"] == 0 and replayed.difference is None else 1)


def _real_duration(record: Record) -> float | None:
    """How long the run took in real time [s]; None if the record does not tell."""
    real = record.real_times
    return float(real[-1] - real[0]) if len(real) and np.isfinite(real).all() else None


def _facts(record: Record) -> dict[str, Any]:
    header, times = record.header, record.times
    return {
        "file": str(record.path), "exercise": header.exercise, "variant": header.variant, "pilot": header.pilot,
        "seed": header.seed, "started": record.started, "reason": header.reason,
        "from_s": float(times[0]) if len(times) else None, "to_s": float(times[-1]) if len(times) else None,
        "real_s": _real_duration(record), "dt_s": header.dt, "rows": len(times), "numbers_a_row": record.channels.size,
        "bytes": record.path.stat().st_size, "complete": record.complete, "problem": record.problem,
        "machine": differences(record.fingerprint, fingerprint()), "hash": record.hash,
        "events": [event._asdict() for event in record.events], "inputs": len(record.inputs),
        "commands": len(record.commands), "keyframes": len(record.keyframes), "result": record.result,
    }  # fmt: skip


def _show(facts: dict[str, Any]) -> None:
    pilot = f", pilot {facts['pilot']}" if facts["pilot"] else ""
    out.print(f"[bold]{escape(facts['exercise'] or facts['file'])}[/]{escape(_variant(facts))}{escape(pilot)}, "
              f"seed {facts['seed']}")  # fmt: skip
    when = f"recorded {facts['started'].replace('T', ' ')}, " if facts["started"] else ""
    span = f"{facts['from_s']:.2f} to {facts['to_s']:.2f} s, " if facts["rows"] else ""
    rows = f"{facts['rows']} rows of {facts['numbers_a_row']} numbers, {facts['bytes'] / 1e6:.2f} MB"
    out.print(f"{escape(when)}{span}{rows}; {facts['commands']} commands, {facts['keyframes']} states")
    if facts["reason"]:
        out.print(f"kept because: {escape(facts['reason'])}")
    if facts["complete"]:
        out.print("[green]complete[/]")
    else:
        out.print(f"[yellow]not complete[/]: {escape(facts['problem'])}; {facts['rows']} rows are recovered")
    if facts["machine"]:
        out.print(f"computed elsewhere: {escape('; '.join(facts['machine']))}")
    if facts["events"]:
        table = Table(box=None, pad_edge=False)
        for heading in ("time", "event", "what"):
            table.add_column(heading, justify="right" if heading == "time" else "left", overflow="fold")
        for event in facts["events"]:
            kind, text = event["kind"], event["text"].removeprefix(f"{event['kind']}: ")
            table.add_row(f"{event['time']:.2f} s", escape(kind), "" if text == kind else escape(text))
        out.print(table)


def _variant(facts: dict[str, Any]) -> str:
    return f" ({facts['variant']})" if facts["variant"] else ""


def _score(record: Record) -> tuple[dict[str, Any] | None, str]:
    """The score recomputed from the rows as plain JSON data, or why there is none."""
    if record.header.reason:
        return None, "the record does not begin at the start of the attempt."
    if not len(record.ticks):
        return None, "there are no rows."
    try:
        document = exercise_of(record)
        if document is None:
            return None, "the record holds no exercise."
        with reopened(record, plain=True) as session:
            found: Score = score(document, session.channels, complete_rows(record, session), session.dt)
    except PultError as error:
        return None, str(error)
    plain: dict[str, Any] = json_text.loads(json_text.dumps(found.plain()))
    return plain, ""


def _stored(record: Record) -> dict[str, Any] | None:
    found = (record.result or {}).get("score")
    return found if isinstance(found, dict) else None


def _unlike(stored: dict[str, Any], anew: dict[str, Any]) -> list[str]:
    """Differences of two scores, one line each."""
    lines = [
        f"{name}: stored {stored.get(name)}, computed {anew.get(name)}"
        for name in ("points", "passed", "reason", "limit", "medal", "time")
        if stored.get(name) != anew.get(name)
    ]
    one, two = stored.get("metrics", {}), anew.get("metrics", {})
    for name in dict.fromkeys([*one, *two]):
        values = [metrics.get(name, {}).get("value") for metrics in (one, two)]
        if values[0] != values[1]:
            lines.append(f"{name}: stored {values[0]}, computed {values[1]}")
    return lines or (["details of the breakdown"] if stored != anew else [])


def _show_score(facts: dict[str, Any], stored: dict[str, Any] | None) -> None:
    if stored:
        out.print(f"result stored: {escape(_points(stored))}")
    elif facts["exercise"]:
        out.print("no result is stored: the attempt was not ended, or its end is cut off")
    if facts["score"] is None:
        if facts["exercise"]:
            note(f"the score cannot be recomputed: {facts['score_problem']}")
        return
    if not stored:
        out.print(f"score of the rows that are there: {escape(_points(facts['score']))}")
    elif not facts["score_differences"]:
        out.print("score recomputed from the rows: [green]the same[/]")
    else:
        out.print(f"score recomputed from the rows: [yellow]{escape(_points(facts['score']))}[/]")
        for line in facts["score_differences"]:
            out.print(f"  {escape(line)}")


def _points(found: dict[str, Any]) -> str:
    medal = f", {found['medal']}" if found.get("medal") else ""
    limit = f" ({found['limit']})" if found.get("limit") else ""
    points, time = float(found.get("points", 0.0)), float(found.get("time", 0.0))
    how = "still running" if found.get("reason") == "running" else f"ended by {found.get('reason')}{limit}"
    return f"{points:.1f} of 100 points{medal}; {how} after {time:.2f} s"


def _check(record: Record, quiet: bool) -> ReplayResult:
    if not native_steps.is_kept():
        note("compiling the loop for this machine, which takes some seconds; later runs find it in the cache.")
    try:
        with progress_bar("running it again", quiet) as tell:
            return run_again(record, progress=tell)
    except PultError as error:
        complain(str(error))
        raise typer.Exit(CANNOT_BE_READ) from None


def _checked(replayed: ReplayResult, rows: int) -> dict[str, Any]:
    found = replayed.difference
    return {
        "same": replayed.same and replayed.ticks == rows,
        "ticks": replayed.ticks, "of": rows, "numbers": replayed.numbers,
        "difference": None if found is None else {
            "tick": found.tick, "time": found.time, "signal": found.signal, "recorded": found.recorded.hex(),
            "computed": found.computed.hex(), "bit": found.bit,
        },
        "machine": list(replayed.machine), "problem": replayed.problem,
    }  # fmt: skip


def _show_check(check: dict[str, Any], replayed: ReplayResult) -> None:
    if check["same"]:
        out.print(f"[green]every bit as recorded[/]: {check['ticks']} ticks, {check['numbers']} numbers")
    elif replayed.difference is not None:
        where = escape(str(replayed.difference))
        out.print(f"[bold red]different[/] after {check['ticks']} ticks as recorded: {where}")
    elif check["ticks"]:
        out.print(f"[bold red]different[/]: run again it ends after {check['ticks']} of {check['of']} ticks: "
                  f"{escape(check['problem'])}")  # fmt: skip
    else:
        complain(f"nothing could be compared: {check['problem']}")
    if check["same"] and check["problem"]:
        out.print(f"compared as far as the record goes: {escape(check['problem'])}")
    if check["machine"]:
        note("bits are guaranteed only for the same versions and the same kind of processor, and these differ: "
             + "; ".join(check["machine"]))  # fmt: skip
