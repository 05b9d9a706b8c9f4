"""Shared state of a running server."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from pult.server.documents.project import Project
    from pult.server.http.settings import Settings
    from pult.server.live.sessions import Sessions
    from pult.server.records.index import RecordIndex
    from pult.server.workers.jobs import Jobs


@dataclass(frozen=True)
class Studio:
    """A running server.

    Attributes:
        project: The project folder.
        jobs: Work that goes on.
        sessions: The sessions.
        index: The records.
        settings: Its settings.
    """

    project: "Project"
    jobs: "Jobs"
    sessions: "Sessions"
    index: "RecordIndex"
    settings: "Settings"


def studio_of(connection: HTTPConnection) -> Studio:
    """The studio of a request or a WebSocket."""
    state = connection.app.state
    return Studio(state.project, state.jobs, state.sessions, state.record_index, state.settings)
