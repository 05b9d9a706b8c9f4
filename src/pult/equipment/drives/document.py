"""Drives in the document of a robot."""

from typing import TYPE_CHECKING

from pult.core.document_kinds import kinds_in, union
from pult.equipment.drives import kinds
from pult.equipment.drives.kind import DriveKind

GROUP = "pult.drives"
"""Group of entry points for kinds from other packages."""

DRIVE_KINDS = kinds_in(kinds, DriveKind, GROUP)  # type: ignore[type-abstract]  # it is not called
"""All kinds of drives. `Drive` is any of them, discriminated by 'type'."""

if TYPE_CHECKING:
    Drive = DriveKind
else:
    Drive = union(DRIVE_KINDS)
