"""Robots of a project that can be driven as they are: their world, scheme and panel have their name."""

from pult.server.documents.project import Project
from pult.server.messages.uploads import OwnRobot

PARTS = ("world", "scheme", "panel")


def own_robots(project: Project) -> list[OwnRobot]:
    """The robots, the newest first."""
    found = []
    for entry in project.entries("robot"):
        if not entry.own or not all(project.own_file(kind, entry.name).is_file() for kind in PARTS):  # type: ignore[arg-type]
            continue
        picture = f"/api/documents/panel/{entry.name}/picture"
        found.append(OwnRobot(entry.name, entry.title, picture, entry.changed or 0.0))
    return sorted(found, key=lambda robot: -robot.changed)
