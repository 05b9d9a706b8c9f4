"""What all parts of a running server share."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from pult.server.jobs import Jobs
    from pult.server.project import Project
    from pult.server.record_index import RecordIndex
    from pult.server.sessions import Sessions
    from pult.server.settings import Settings


@dataclass(frozen=True)
class Studio:
    """A running server.

    Attributes:
        project: The project folder.
        jobs: Work that goes on.
        sessions: The sessions.
        index: The records.
        settings: What it was started with.
    """

    project: "Project"
    jobs: "Jobs"
    sessions: "Sessions"
    index: "RecordIndex"
    settings: "Settings"


def studio_of(connection: HTTPConnection) -> Studio:
    """The server that a request or a WebSocket came to."""
    state = connection.app.state
    return Studio(state.project, state.jobs, state.sessions, state.record_index, state.settings)
