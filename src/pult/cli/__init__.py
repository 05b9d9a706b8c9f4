"""The command line: `pult`. A user's mistake ends in a message on stderr and a meaningful exit code, never in a
traceback.

Exit codes: 0 all well; 1 a document has faults, or a run failed; 2 the command line itself is wrong; 130 interrupted.
"""

import sys
import warnings

import typer

from pult import __version__
from pult.cli import (
    bench,
    blocks,
    documents,
    grab,
    kinematics,
    mango,
    pictures,
    prm1,
    procedure,
    program,
    replay,
    robot_import,
    run,
    scheme,
    stream,
    studio,
    sweep,
    tune,
    tunnel,
    walk,
)
from pult.cli.console import complain, err, note
from pult.core.errors import PultError

app = typer.Typer(
    name="pult",
    help="Training simulator and control studio for robots.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("studio")(studio.studio)
app.command("check")(documents.check)
app.command("schema")(documents.schema)
app.command("copy")(documents.copy)
app.command("import")(robot_import.import_)
app.command("run")(run.run)
app.command("stream")(stream.stream)
app.command("replay")(replay.replay)
app.command("plot")(pictures.plot)
app.command("render")(pictures.render)
app.command("ik")(kinematics.ik)
app.command("reach")(kinematics.reach)
app.add_typer(blocks.app, name="list")
app.add_typer(scheme.app, name="scheme")
app.add_typer(procedure.app, name="procedure")
app.add_typer(program.app, name="program")
app.add_typer(tunnel.app, name="tunnel")
app.add_typer(walk.app, name="walk")
app.add_typer(sweep.app, name="sweep")
app.add_typer(mango.app, name="mango")
app.add_typer(grab.app, name="grab")
app.add_typer(prm1.app, name="prm1")
app.command("tune")(tune.tune)
app.add_typer(bench.app, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pult {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    pass


def main() -> None:
    """Entry point."""
    for console in (sys.stdout, sys.stderr):
        if hasattr(console, "reconfigure"):
            console.reconfigure(errors="replace")  # a console that cannot show a sign must not end the command
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = lambda message, *_args, **_kwargs: note(str(message))
            app(prog_name="pult")
    except PultError as error:
        complain(str(error))
        sys.exit(1)
    except BrokenPipeError:  # `pult list blocks | head`
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:  # a full disk, a closed terminal
        complain(f"{error.filename}: {error.strerror}." if error.filename and error.strerror else f"{error}")
        sys.exit(1)
    except KeyboardInterrupt:
        err.print("interrupted")
        sys.exit(130)


__all__ = ["app", "main"]
