"""Versions of the formats of documents, and how documents of older versions are brought up to date.

A migration turns a document of one version into one of the next, as plain data, when it is read. It is also given
documents with a base, which hold only what differs from it; the base is up to date by then.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pult.core.rotor_inertia import rotor_inertia_at_joint

Migration = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
"""From a document of a version, and its merged base (empty without one), to the document of the next version."""

MIGRATIONS: Mapping[str, tuple[Migration, ...]] = {"pult.robot": (rotor_inertia_at_joint,)}
"""For each format its migrations, from version 1 on; formats that are not listed have version 1."""


def current_version(name: str) -> int:
    """The version of a format, such as "pult.robot", that this pult writes."""
    return 1 + len(MIGRATIONS.get(name, ()))


def migrated(data: Mapping[str, Any], name: str, base: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """A document in the current version of its format; the same object if it is that already, or of no known version.

    Args:
        data: The document.
        name: Name of its format.
        base: The base that it changes, in the current version.
    """
    version = data.get("version")
    if type(version) is not int or version < 1:
        return data
    for migration in MIGRATIONS.get(name, ())[version - 1 :]:
        data = {**migration(data, base or {}), "version": version + 1}
        version += 1
    return data
