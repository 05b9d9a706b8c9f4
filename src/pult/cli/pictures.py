"""`pult plot` and `pult render`: pictures of a record."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pult.cli.console import emit_json, out
from pult.cli.records import FileArgument, exercise_of, progress_bar, read_file
from pult.core.document import localized
from pult.core.errors import PultError, choose
from pult.media.film import pictures_of, write_film, write_gif, write_png
from pult.media.plot import curves, draw_curves, entry_unit, save_figure, short_text, write_csv
from pult.media.render import Painter, check_time, film_rows, nearest_row
from pult.record import Record
from pult.record.replay import reopened


def plot(
    file: FileArgument,
    signals: Annotated[
        list[str] | None,
        typer.Argument(
            help="Signals: sensor.angles, sensor.angles\\[elbow], site.hand\\[x]. Before them, records to lay over the "
            "first (names that end in .mcap).",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write here: .png, .svg, .pdf, or .csv for the numbers.")
    ] = None,
    degrees: Annotated[bool, typer.Option("--degrees", help="Degrees instead of radians.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All signals, into a table (.csv).")] = False,
    list_signals: Annotated[bool, typer.Option("--list", help="List all signals of the record.")] = False,
    json: Annotated[bool, typer.Option("--json", help="With --list: answer as JSON.")] = False,
) -> None:
    """Draw signals of a record over time, or write them as a table."""
    record = read_file(file)
    if list_signals:
        _list(record, json)
        return
    laid = {name: read_file(Path(name)) for name in signals or [] if name.lower().endswith(".mcap")}
    names = [name for name in signals or [] if name not in laid]
    if every and names:
        raise typer.BadParameter("means every signal; name none.", param_hint="--all")
    if not names and not every:
        raise typer.BadParameter("name one signal or more; --list lists them.", param_hint="SIGNALS")
    if output is None:
        raise typer.BadParameter("say where to write: -o FILE.png, .svg, .pdf or .csv.", param_hint="--output")
    kinds = (".png", ".svg", ".pdf", ".csv")
    if output.suffix.lower() not in kinds:
        raise typer.BadParameter(f"{str(output)!r}. {choose(output.suffix, kinds)}", param_hint="--output")
    is_table = output.suffix.lower() == ".csv"
    if every and not is_table:
        raise typer.BadParameter("makes a table; name the signals of a picture.", param_hint="--all")
    if laid and is_table:
        raise typer.BadParameter("a table has the rows of one record.", param_hint="--output")
    if every:  # the time has a column of its own
        names = [name for name in record.header.channels.names if name != "time"]
    lines = curves(record, names, degrees=degrees)
    if is_table:
        write_csv(output, record.times, lines)
        out.print(f"{len(record.ticks)} rows of {len(lines) + 1} numbers written to {escape(str(output))}")
        return
    if laid:
        short = len({file.stem, *(Path(name).stem for name in laid)}) == len(laid) + 1
        own = [replace(line, name=f"{line.name} ({file.stem if short else file})") for line in lines]
        others = {
            Path(name).stem if short else name: (other.times, curves(other, names, degrees=degrees))
            for name, other in laid.items()
        }
        save_figure(draw_curves(record.times, own, others=others), output)
    else:
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
    rows = [("signal", "unit", "shape", "entries", "")]
    for fact in facts:
        words = fact["description"] or ("" if fact["recorded"] else "follows from qpos")
        rows.append((fact["name"], fact["unit"], " x ".join(map(str, fact["shape"])), " ".join(fact["entries"]), words))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:  # one line each, however wide, so that grep works
        head = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        out.print(escape(f"{head}  {'  '.join(cell for cell in row[3:] if cell)}".rstrip()))


def render(
    file: FileArgument,
    output: Annotated[Path, typer.Option("-o", "--output", help="Write here: .png, .mp4 or .gif.", show_default=False)],
    camera: Annotated[
        str, typer.Option(help="A camera of the world, or 'free'.", show_default="the first of the world")
    ] = "",
    width: Annotated[int, typer.Option(min=16, max=8192, help="Width \\[pixels].")] = 960,
    height: Annotated[int, typer.Option(min=16, max=8192, help="Height \\[pixels].")] = 540,
    fps: Annotated[float, typer.Option(help="Pictures per second, of a film or GIF.")] = 30.0,
    speed: Annotated[float, typer.Option(help="Seconds of the record per second of the film.")] = 1.0,
    at: Annotated[float | None, typer.Option(help="Time of a single picture \\[s].", show_default="the end")] = None,
    begin: Annotated[float | None, typer.Option("--from", help="Start of a film \\[s].", show_default=False)] = None,
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
    record = read_file(file)
    rows = film_rows(record, fps, speed, begin, end)
    if kind == ".png":
        rows = [len(record.ticks) - 1 if at is None else nearest_row(record.times, check_time(record, at, "a picture"))]
    words = _words(record) if captions else None
    with (
        reopened(record, plain=True) as session,
        Painter(session, width, height, camera, record.signal("qpos")[rows]) as painter,
        progress_bar("drawing", quiet=kind == ".png") as tell,
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
    """Caption of a row: time and stage at the left, title at the right."""
    try:
        document = exercise_of(record)
    except PultError:
        document = None
    stages = [localized(stage.title) or stage.name for stage in document.stages] if document is not None else []
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
