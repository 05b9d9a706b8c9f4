"""Discovery of blocks: the standard library and users' packages use the same entry points, ``pult.blocks``; files of
one's own are named by the user.
"""

import importlib.metadata
import threading
import warnings
from collections.abc import Mapping

from pult.core.block import REGISTRY
from pult.core.block_files import load_block_file, named_block_files
from pult.core.block_type import BlockType
from pult.core.errors import UsageError

GROUP = "pult.blocks"


class PluginWarning(UserWarning):
    """A package with blocks or kinds of equipment could not be loaded; the others are available."""


class _Discovery:
    def __init__(self) -> None:
        self.done = False
        self.lock = threading.RLock()


_discovery = _Discovery()


def blocks() -> Mapping[str, BlockType]:
    """All block types by name: of the standard library, installed packages and named files, and declared so far."""
    with _discovery.lock:
        if not _discovery.done:
            _discovery.done = True
            for entry in importlib.metadata.entry_points(group=GROUP):
                try:
                    entry.load()
                except Exception as error:  # noqa: BLE001 - somebody else's code may fail in any way
                    text = (
                        f"blocks of {entry.name!r} ({entry.value}) could not be loaded: {type(error).__name__}: {error}"
                    )
                    warnings.warn(PluginWarning(text), stacklevel=2)
            for path in named_block_files():
                try:
                    load_block_file(path)
                except UsageError as error:
                    warnings.warn(PluginWarning(str(error)), stacklevel=2)
    return REGISTRY.types()
