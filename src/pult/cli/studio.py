"""`pult studio`: the studio in the browser."""

import asyncio
import contextlib
import errno
import json
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pult.cli.browser import BrowserPage, has_display, page_base
from pult.cli.console import note
from pult.cli.own_blocks import load_project_blocks
from pult.core.errors import UsageError, choose
from pult.core.temporary import remove_stale

PORT = 8600
TRIED = 20
"""Number of ports to try."""


def studio(
    exercise: Annotated[
        str, typer.Argument(help="Exercise to open: a shipped one, or one of the project.", show_default=False)
    ] = "",
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help=f"Port to listen on; {PORT} or the next free one.", min=0, max=65535)
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    no_warming: Annotated[
        bool, typer.Option("--no-warming", help="Do not compile the shipped exercises ahead while nothing runs.")
    ] = False,
    project: Annotated[
        Path | None,
        typer.Option(help="Folder for your documents and records; created if it does not exist.", show_default=False),
    ] = None,
    end_after: Annotated[
        float, typer.Option(help="Minutes without an operator after which a session is ended.", min=0.1)
    ] = 10.0,
) -> None:
    """Open the studio: drive robots, draw schemes, look at records."""
    from pult.server.documents.left_over import tidy_project
    from pult.server.documents.project import Project
    from pult.server.documents.project_lock import project_lock
    from pult.server.http.settings import default_project, is_loopback

    found = Project(project if project is not None else default_project())
    folder, names = found.folder, found.names("exercise")
    load_project_blocks(folder, ask=sys.stdin is not None and sys.stdin.isatty())
    if exercise and exercise not in names:
        raise UsageError(f"there is no exercise {exercise!r}. {choose(exercise, names)}")
    if host.strip("[]") in ("0.0.0.0", "::", ""):  # noqa: S104 - it is refused
        raise UsageError(f"{host!r} is not an address that a browser can open. Give one of this computer's own.")
    if not is_loopback(host):
        note(
            f"{host} is more than this computer: whoever gets the printed address can use the studio, and what is "
            "sent can be read on the way. Use it in networks that you trust."
        )
    with project_lock(folder) as locked:
        if locked:
            tidy_project(folder)
        else:
            note(f"{str(folder)!r} cannot be written to: you can look at what is there; nothing is saved or recorded.")
        for base in {None, page_base()}:
            remove_stale(base)
        _run(folder, host, port, exercise, no_browser, 60.0 * end_after, not no_warming)


def _run(
    folder: Path, host: str, port: int | None, exercise: str, no_browser: bool, end_after: float, warming: bool
) -> None:
    """Serve a project until Ctrl-C or another signal."""
    from pult.server.http.app import make_app
    from pult.server.http.serving import ended_by
    from pult.server.http.settings import Settings

    listener = listen(host, port)
    chosen = listener.getsockname()[1]
    settings = Settings(
        project=folder, host=host, port=chosen, exercise=exercise, end_after=end_after, warming=warming
    )  # fmt: skip
    address = f"{settings.address}?token={settings.token}"
    page = BrowserPage(address, lambda: note("no browser has opened the studio yet; open the printed address in one."))
    app = make_app(settings, page.remove)

    def ready() -> None:
        typer.echo(f"pult studio: {address}")
        sys.stdout.flush()
        if not no_browser and has_display():
            try:
                page.show()
            except OSError as error:
                note(f"the browser could not be opened ({error.strerror}); open the printed address in one.")

    try:
        with ended_by(_leave), program_key(folder, settings.address, settings.bearer):
            serve(app, listener, ready)
    finally:
        page.remove()


def _leave(number: int, _: Any) -> None:
    """Handle a signal before or after the server does: exit with cleanup."""
    raise SystemExit(128 + number)


@contextlib.contextmanager
def program_key(project: Path, address: str, bearer: str) -> Iterator[None]:
    """While the studio runs, keep its address and secret in a file that only programs of this user can read."""
    from pult.server.documents.project_lock import KEY_FILE

    path = project / KEY_FILE
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError:  # a read-only folder: programs cannot find the studio, people can
        yield
        return
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"address": address, "bearer": bearer}, file)
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def listen(host: str, port: int | None) -> socket.socket:
    """Open a socket on the given port, or on the first free one from the default port on.

    Raises:
        UsageError: The port is taken, or the address is not one of this computer.
    """
    wanted = [port] if port is not None else list(range(PORT, PORT + TRIED))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio leaves Nagle on
        if os.name != "nt":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host.strip("[]"), number))
            listener.listen(128)
        except socket.gaierror:
            listener.close()
            raise UsageError(f"{host!r} is not an address of this computer.") from None
        except OSError as error:
            listener.close()
            if port is not None or error.errno not in _TAKEN:
                reason = "it is taken by another program" if error.errno in _TAKEN else str(error.strerror)
                raise UsageError(f"cannot listen on {host}, port {number}: {reason}.") from None
            continue
        if number != wanted[0]:
            note(f"port {wanted[0]} is taken; using {number}.")
        listener.setblocking(False)
        return listener
    raise UsageError(f"ports {wanted[0]} to {wanted[-1]} are all taken; name one by --port.")


_TAKEN = {errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)}


def serve(app: object, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal requests the end; sessions and jobs are ended in an orderly way.

    Args:
        app: The application.
        listener: A bound socket.
        ready: Called when the server is ready.
    """
    from pult.server.http.serving import server_for

    server = server_for(app, ready)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listener]))
