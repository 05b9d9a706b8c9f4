"""Tables of patterns that the blocks of a walking scheme share: made from a gait document and the robot's legs."""

from pathlib import Path
from typing import Annotated

from pult.core.errors import DocumentError, KinematicsError, choose
from pult.core.folders import is_file_beside
from pult.core.signals import Fixed, Provided, Range
from pult.motion.walk.gait import GaitDocument, read_gait
from pult.motion.walk.legs import Legs

WalkerName = Annotated[Legs, "1", Provided("walker"), "pair of legs of the robot, by name"]
GaitFile = Annotated[str, "1", "gait document in the folder of the scheme"]
Joints = Annotated[int, "number of joints of both legs", Range(12, 14), Fixed]


def gait_file(folder: str, name: str) -> GaitDocument:
    """The gait of a file in the folder of a scheme.

    Raises:
        ValueError: There is no such gait, or its numbers are out of range.
    """
    if not is_file_beside(Path(folder), name):
        near = sorted(file.name for file in Path(folder).glob("*.gait.json"))
        advice = f" {choose(name, near)}" if near else ""
        raise ValueError(f"there is no gait {name!r} in the folder of the scheme.{advice}")
    try:
        return read_gait(Path(folder) / name)
    except DocumentError as error:
        raise ValueError(f"gait {name!r}: {error.faults[0]}") from None


def refusal(name: str, error: DocumentError | KinematicsError) -> ValueError:
    """Why a gait cannot be walked, as an error of the block."""
    return ValueError(f"gait {name!r}: {error.faults[0] if isinstance(error, DocumentError) else error}")
