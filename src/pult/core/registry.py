"""Discovery of blocks: the standard library and users' packages use the same entry points, ``pult.blocks``."""

import importlib.metadata
import threading
import warnings
from collections.abc import Mapping

from pult.core.block import REGISTRY
from pult.core.block_type import BlockType

GROUP = "pult.blocks"


class PluginWarning(UserWarning):
    """A package with blocks or kinds of equipment could not be loaded; the others are available."""


class _Discovery:
    def __init__(self) -> None:
        self.done = False
        self.lock = threading.RLock()


_discovery = _Discovery()


def blocks() -> Mapping[str, BlockType]:
    """All block types by name: from the standard library, from installed packages, and declared so far."""
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
    return REGISTRY.types()
