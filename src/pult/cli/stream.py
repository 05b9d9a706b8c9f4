"""`pult stream`: sends a recorded motion to a session of the studio like a device."""

import json
import math
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from pult.cli.console import note, out
from pult.core.errors import UsageError
from pult.panel.streams import StreamDocument
from pult.record.motion_file import Motion, read_motion

OVER = ("dead", "ended")
MAX_TOLD = 5
"""Maximum number of different refusals that are reported."""


@dataclass(frozen=True)
class Studio:
    """A running studio.

    Attributes:
        address: Its address, "http://127.0.0.1:8600/".
        bearer: Its secret for programs.
    """

    address: str
    bearer: str

    @property
    def headers(self) -> dict[str, str]:
        """HTTP headers for authorization."""
        return {"Authorization": f"Bearer {self.bearer}"}

    def get(self, path: str) -> Any:
        """Send a GET request.

        Raises:
            UsageError: It does not respond.
        """
        request = urllib.request.Request(self.address.rstrip("/") + path, headers=self.headers)  # noqa: S310 - http alone
        try:
            with urllib.request.urlopen(request, timeout=10.0) as answer:  # noqa: S310
                return json.load(answer)
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise UsageError(f"the studio at {self.address} does not answer: {error}.") from None

    def socket(self, path: str) -> str:
        """Address of a WebSocket."""
        return "ws" + self.address.rstrip("/").removeprefix("http") + path


def find_studio(project: Path) -> Studio:
    """The studio that runs on a project folder.

    Raises:
        UsageError: There is none.
    """
    from pult.server.documents.project_lock import KEY_FILE

    try:
        found = json.loads((project / KEY_FILE).read_text(encoding="utf-8"))
        studio = Studio(str(found["address"]), str(found["bearer"]))
    except (OSError, ValueError, KeyError, TypeError):
        advice = "start one with `pult studio`, or name its folder by --project"
        raise UsageError(f"no studio runs on the project folder {project}: {advice}.") from None
    if not studio.address.startswith("http://"):
        raise UsageError(f"{project / KEY_FILE} does not name a studio.")
    return studio


def stream(
    file: Annotated[
        str, typer.Argument(help="A table (CSV), a record (MCAP, FILE:SIGNAL+SIGNAL), or a shipped motion by name.")
    ],
    name: Annotated[str, typer.Option(help="Name of the stream.")] = "master",
    session: Annotated[str, typer.Option(help="Number of the session.", show_default="the most recent one")] = "",
    rate: Annotated[float, typer.Option(min=1.0, max=500.0, help="Samples per second.")] = 100.0,
    repeat: Annotated[bool, typer.Option("--repeat", help="Start again at the end, until Ctrl-C.")] = False,
    project: Annotated[
        Path | None, typer.Option(help="Project folder of the studio.", show_default="your user data")
    ] = None,
) -> None:
    """Send a recorded motion to a running session in real time, as a master device would."""
    from pult.server.http.settings import default_project

    studio = find_studio(project if project is not None else default_project())
    number = session or _last_session(studio)
    sent, refused = send(studio, number, name, file, rate=rate, repeat=repeat)
    out.print(f"{sent} samples sent, {sum(refused.values())} refused")
    raise typer.Exit(1 if sum(refused.values()) == sent else 0)


def _last_session(studio: Studio) -> str:
    alive = [one for one in studio.get("/api/sessions") if one["state"] not in OVER]
    if not alive:
        raise UsageError("the studio runs no session; open an exercise first.")
    return str(alive[-1]["id"])


def send(
    studio: Studio, session: str, name: str, file: str, *, rate: float = 100.0, repeat: bool = False
) -> tuple[int, Counter[str]]:
    """Send a file in real time.

    Args:
        studio: The studio.
        session: Number of the session.
        name: Name of the stream.
        file: The file, see `read_motion`.
        rate: Samples per second [Hz].
        repeat: Whether to start again at the end.

    Returns:
        Number of samples sent, and number of refusals by reason.

    Raises:
        UsageError: There is no such session or stream, or the file does not contain its data.
    """
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect

    refused: Counter[str] = Counter()
    sent = 0
    try:
        with connect(
            studio.socket(f"/ws/sessions/{session}/streams/{name}"), additional_headers=studio.headers
        ) as line:
            declared = json.loads(line.recv(timeout=10.0))
            motion = read_motion(file, name, msgspec.convert(declared["stream"], StreamDocument))
            where = escape(f"{motion.name} to {name} of session {session}")
            out.print(f"sending {where}: {motion.duration:.1f} s; Ctrl-C ends")
            for t, values in _in_time(motion, rate, repeat):
                line.send(json.dumps({"time": t, "values": values}))
                sent += 1
                _listen(line, refused, 0.0)
            _listen(line, refused, 0.5)
    except ConnectionClosed as error:
        reason = error.rcvd.reason if error.rcvd is not None else "the connection was lost"
        raise UsageError(f"session {session}: {reason}.") from None
    except (OSError, InvalidHandshake, TimeoutError) as error:
        raise UsageError(f"session {session} of the studio at {studio.address} cannot be reached: {error}.") from None
    except KeyboardInterrupt:
        out.print("interrupted")
    return sent, refused


def _in_time(motion: Motion, rate: float, repeat: bool) -> Iterator[tuple[float, list[float]]]:
    """Times and samples, each when it is due."""
    begin, count = time.monotonic(), 0
    while True:
        t = count / rate
        if t > motion.duration and not (repeat and motion.duration > 0.0):
            return
        time.sleep(max(0.0, begin + t - time.monotonic()))
        values = motion.at(math.fmod(t, motion.duration) if t > motion.duration else t)
        if values is not None:
            yield t, values.tolist()
        count += 1


def _listen(line: Any, refused: Counter[str], patience: float) -> None:
    """Receive refusals, and report each reason once."""
    while True:
        try:
            message = json.loads(line.recv(timeout=patience))
        except TimeoutError:
            return
        if message.get("type") == "refused":
            kind = str(message["error"]).split(":")[0 if ":" not in message["error"] else 1].strip()[:24]
            if kind not in refused and len(refused) < MAX_TOLD:
                note(message["error"])
            refused[kind] += 1
