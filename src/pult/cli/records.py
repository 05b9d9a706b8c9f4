"""`pult replay`, `pult plot` and `pult render`: look at a record, prove it, and make pictures of it."""

import json as json_text
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pult.cli.console import complain, emit_json, err, note, out
from pult.core.document import said
from pult.core.errors import PultError, choose
from pult.exercise.document import ExerciseDocument, read_exercise_document
from pult.exercise.score import Score, score
from pult.sim.loop import native_steps
from pult.sim.plot import curves, draw_curves, entry_unit, save_figure, short_text, write_csv
from pult.sim.record import Record, RecordError, differences, fingerprint, read_record
from pult.sim.render import (
    Painter,
    check_time,
    film_rows,
    nearest_row,
    pictures_of,
    write_film,
    write_gif,
    write_png,
)
from pult.sim.replay import Replayed, complete_rows, reopened
from pult.sim.replay import replay as run_again

CANNOT_BE_READ = 2
FileArgument = Annotated[Path, typer.Argument(help="A record (MCAP).", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def add(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command("replay")(replay)
    app.command("plot")(plot)
    app.command("render")(render)


def _read(file: Path) -> Record:
    """Read a record, or end with the exit code for what cannot be read."""
    try:
        return read_record(file)
    except RecordError as error:
        complain(str(error))
        raise typer.Exit(CANNOT_BE_READ) from None


@contextmanager
def _bar(title: str, quiet: bool = False) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, and nothing elsewhere."""
    if quiet or not err.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


# --- replay ----------------------------------------------------------------------------------------------------------


def replay(
    file: FileArgument,
    check: Annotated[
        bool, typer.Option("--check", help="Run it again from its inputs and compare every number, bit by bit.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Tell what a record holds; with --check run it again and compare: 0 the same, 1 different, 2 not readable."""
    record = _read(file)
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


def _facts(record: Record) -> dict[str, Any]:
    header, times = record.header, record.times
    return {
        "file": str(record.path), "exercise": header.exercise, "variant": header.variant, "pilot": header.pilot,
        "seed": header.seed, "started": record.started, "reason": header.reason,
        "from_s": float(times[0]) if len(times) else None, "to_s": float(times[-1]) if len(times) else None,
        "dt_s": header.dt, "rows": len(times), "numbers_a_row": record.channels.size,
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


def _document(record: Record) -> ExerciseDocument | None:
    """The exercise that a record was made of, if it holds one.

    Raises:
        PultError: This version of pult does not accept it.
    """
    names = [name for name in record.files if name.startswith("exercises/") and name.endswith(".json")]
    if not names:
        return None
    try:
        plain = json_text.loads(record.files[names[0]])
    except ValueError as error:
        raise RecordError(record.path, f"{names[0]} is not JSON: {error}.") from None
    return read_exercise_document(plain)[0]


def _score(record: Record) -> tuple[dict[str, Any] | None, str]:
    """The score computed anew from the rows as plain JSON data, or why there is none."""
    if record.header.reason:
        return None, "the record does not begin at the start of the attempt."
    if not len(record.ticks):
        return None, "there are no rows."
    try:
        document = _document(record)
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
    """In what two scores differ, a line each."""
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
            note(f"the score cannot be computed anew: {facts['score_problem']}")
        return
    if not stored:
        out.print(f"score of the rows that are there: {escape(_points(facts['score']))}")
    elif not facts["score_differences"]:
        out.print("score computed anew from the rows: [green]the same[/]")
    else:
        out.print(f"score computed anew from the rows: [yellow]{escape(_points(facts['score']))}[/]")
        for line in facts["score_differences"]:
            out.print(f"  {escape(line)}")


def _points(found: dict[str, Any]) -> str:
    medal = f", {found['medal']}" if found.get("medal") else ""
    limit = f" ({found['limit']})" if found.get("limit") else ""
    points, time = float(found.get("points", 0.0)), float(found.get("time", 0.0))
    how = "still running" if found.get("reason") == "running" else f"ended by {found.get('reason')}{limit}"
    return f"{points:.1f} of 100 points{medal}; {how} after {time:.2f} s"


def _check(record: Record, quiet: bool) -> Replayed:
    if not native_steps.is_kept():
        note("compiling the loop for this machine, which takes some seconds; later runs find it in the cache.")
    try:
        with _bar("running it again", quiet) as tell:
            return run_again(record, progress=tell)
    except PultError as error:
        complain(str(error))
        raise typer.Exit(CANNOT_BE_READ) from None


def _checked(replayed: Replayed, rows: int) -> dict[str, Any]:
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


def _show_check(check: dict[str, Any], replayed: Replayed) -> None:
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
        note("bits are promised on the same versions and the same kind of processor only, and these differ: "
             + "; ".join(check["machine"]))  # fmt: skip


# --- plot ------------------------------------------------------------------------------------------------------------


def plot(
    file: FileArgument,
    signals: Annotated[
        list[str] | None,
        typer.Argument(help="Signals: sensor.angles, sensor.angles\\[elbow], site.hand\\[x].", show_default=False),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write here: .png, .svg, .pdf, or .csv for the numbers.")
    ] = None,
    degrees: Annotated[bool, typer.Option("--degrees", help="Degrees instead of radians.")] = False,
    list_signals: Annotated[bool, typer.Option("--list", help="List all signals of the record.")] = False,
    json: Annotated[bool, typer.Option("--json", help="With --list: answer as JSON.")] = False,
) -> None:
    """Draw signals of a record over time, or write them as a table."""
    record = _read(file)
    if list_signals:
        _list(record, json)
        return
    if not signals:
        raise typer.BadParameter("name one signal or more; --list lists them.", param_hint="SIGNALS")
    if output is None:
        raise typer.BadParameter("say where to write: -o FILE.png, .svg, .pdf or .csv.", param_hint="--output")
    kinds = (".png", ".svg", ".pdf", ".csv")
    if output.suffix.lower() not in kinds:
        raise typer.BadParameter(f"{str(output)!r}. {choose(output.suffix, kinds)}", param_hint="--output")
    lines = curves(record, signals, degrees=degrees)
    if output.suffix.lower() == ".csv":
        write_csv(output, record.times, lines)
        out.print(f"{len(record.ticks)} rows of {len(lines) + 1} numbers written to {escape(str(output))}")
        return
    save_figure(draw_curves(record.times, lines, record.events, _title(record)), output)
    out.print(f"picture written to {escape(str(output))}")


def _title(record: Record) -> str:
    header = record.header
    words = [header.exercise or record.path.stem, header.variant, f"seed {header.seed}"]
    return ", ".join(word for word in words if word)


def _list(record: Record, json: bool) -> None:
    channels = record.header.channels
    facts: list[dict[str, Any]] = [
        {
            "name": channel.name, "unit": ", ".join(dict.fromkeys(entry_unit(channel, i) for i in range(channel.size))),
            "shape": list(channel.shape), "entries": list(channel.labels),
            "recorded": channel.name in record.channels, "description": channel.description,
        }
        for channel in channels
    ]  # fmt: skip
    if json:
        emit_json(facts)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("signal", "unit", "shape", "entries", ""):
        table.add_column(heading, overflow="fold", no_wrap=heading == "signal")
    for fact in facts:
        words = fact["description"] or ("" if fact["recorded"] else "follows from qpos")
        cells = (fact["name"], fact["unit"], " x ".join(map(str, fact["shape"])), " ".join(fact["entries"]), words)
        table.add_row(*(escape(cell) for cell in cells))
    out.print(table)


# --- render ----------------------------------------------------------------------------------------------------------


def render(
    file: FileArgument,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Write here: .png, .mp4 or .gif.", show_default=False)
    ],
    camera: Annotated[
        str, typer.Option(help="A camera of the world, or 'free'.", show_default="the first of the world")
    ] = "",
    width: Annotated[int, typer.Option(min=16, max=8192, help="Width \\[pixels].")] = 960,
    height: Annotated[int, typer.Option(min=16, max=8192, help="Height \\[pixels].")] = 540,
    fps: Annotated[float, typer.Option(help="Pictures a second, of a film or GIF.")] = 30.0,
    speed: Annotated[float, typer.Option(help="Seconds of the record a second of the film.")] = 1.0,
    at: Annotated[float | None, typer.Option(help="Time of a single picture \\[s].", show_default="the end")] = None,
    begin: Annotated[float | None, typer.Option("--from", help="Begin of a film \\[s].", show_default=False)] = None,
    end: Annotated[float | None, typer.Option("--to", help="End of a film \\[s].", show_default=False)] = None,
    captions: Annotated[bool, typer.Option("--caption/--no-caption", help="Time and stage at the bottom.")] = True,
) -> None:
    """Draw a record: a picture (.png), a film (.mp4) or a moving picture (.gif)."""
    kind = output.suffix.lower()
    if kind not in (".png", ".mp4", ".gif"):
        raise typer.BadParameter(f"{str(output)!r}. {choose(kind, ('.png', '.mp4', '.gif'))}", param_hint="--output")
    if kind != ".png" and at is not None:
        raise typer.BadParameter("is for a single picture (.png); a film has --from and --to.", param_hint="--at")
    if kind == ".png" and (begin is not None or end is not None):
        raise typer.BadParameter("are for films; a single picture has --at.", param_hint="--from, --to")
    record = _read(file)
    rows = film_rows(record, fps, speed, begin, end)
    if kind == ".png":
        rows = [len(record.ticks) - 1 if at is None else nearest_row(record.times, check_time(record, at, "a picture"))]
    words = _words(record) if captions else None
    with (
        reopened(record, plain=True) as session,
        Painter(session, width, height, camera, record.signal("qpos")[rows]) as painter,
        _bar("drawing", quiet=kind == ".png") as tell,
    ):
        pictures = pictures_of(record, painter, rows, words, tell)
        if kind == ".png":
            write_png(output, next(pictures))
        elif kind == ".gif":
            some = list(pictures_of(record, painter, rows[:: max(1, len(rows) // 8)], words))
            write_gif(output, pictures, fps, some)
        else:
            write_film(output, pictures, fps, width, height)
    what = "picture" if kind == ".png" else f"{len(rows)} pictures, {len(rows) / fps:.1f} s,"
    out.print(f"{what} written to {escape(str(output))} (camera {escape(painter.camera)})")


def _words(record: Record) -> Callable[[int], tuple[str, str]]:
    """Caption of a row: time and stage at the left, what it is at the right."""
    try:
        document = _document(record)
    except PultError:
        document = None
    stages = [said(stage.title) or stage.name for stage in document.stages] if document is not None else []
    right = ", ".join(word for word in (record.header.exercise, record.header.pilot) if word)

    def words(row: int) -> tuple[str, str]:
        past = [event for event in record.events if event.tick <= record.ticks[row]]
        passed = sum(event.kind == "stage" for event in past)
        last = [short_text(event) for event in past if event.kind != "stage"]
        now = stages[passed] if passed < len(stages) else ""
        if last and (not now or past[-1].kind != "stage"):
            now = last[-1]
        return f"{record.times[row]:.2f} s   {now}", right

    return words
