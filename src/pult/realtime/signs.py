"""Signs of life of an operator, in memory shared by the server and the session.

They could be sent as requests, but then a thread of the server writes them to a pipe and a thread of the session reads
them from it. On a busy machine each may wait for the processor for tenths of a second, and the operator would seem
silent. Here the session's own loop sees them at every check.

The cell holds the numbers of a sign and a checksum. A torn copy is ignored; the next check is a few milliseconds later.
"""

import struct
import threading
import zlib
from ctypes import Array, c_char
from multiprocessing.context import SpawnContext
from typing import NamedTuple, get_args

from pult.realtime.link import Hand, OperatorLink, Sign

_HANDS: tuple[Hand, ...] = get_args(Hand)
_SIGNS = struct.Struct("<QQQdd")  # signs so far, times that the server was late, hand, page [s], late [s]
_CHECK = struct.Struct("<L")

Cell = Array[c_char]
"""The memory; passed to the session's process at its start."""


def new_cell(context: SpawnContext) -> Cell:
    """Memory for the signs of one session; it is freed with its last user."""
    cell: Cell = context.RawArray(c_char, _SIGNS.size + _CHECK.size)
    return cell


class _Cell(NamedTuple):
    """Contents of the cell."""

    signs: int = 0
    late_server: int = 0
    hand: int = 0
    page: float = 0.0
    late: float = 0.0


class SignWriter:
    """The server's end; may be used from several threads."""

    def __init__(self, cell: Cell) -> None:
        """Start without a sign."""
        self._data = memoryview(cell).cast("B")
        self._lock = threading.Lock()
        self._said = _Cell()

    def write(self, sign: Sign) -> None:
        """Write a sign of life."""
        with self._lock:
            signs, hand = self._said.signs + 1, _HANDS.index(sign.hand)
            self._put(self._said._replace(signs=signs, hand=hand, page=sign.page, late=sign.late))

    def server_is_late(self) -> None:
        """Report that the server cannot forward messages in time."""
        with self._lock:
            self._put(self._said._replace(late_server=self._said.late_server + 1))

    def _put(self, said: _Cell) -> None:
        self._said = said
        body = _SIGNS.pack(*said)
        self._data[:] = body + _CHECK.pack(zlib.crc32(body))


class SignReader:
    """The session's end."""

    def __init__(self, cell: Cell, link: OperatorLink) -> None:
        """Start without a sign.

        Args:
            cell: The memory.
            link: Receives the signs.
        """
        self._data = memoryview(cell).cast("B")
        self._link = link
        self._seen = _Cell()

    def look(self) -> None:
        """Pass new signs to the link."""
        copy = bytes(self._data)
        body, check = copy[: _SIGNS.size], copy[_SIGNS.size :]
        if _CHECK.pack(zlib.crc32(body)) != check:
            return
        said = _Cell(*_SIGNS.unpack(body))
        if said.signs != self._seen.signs:
            self._link.hear(Sign(_HANDS[said.hand], said.page, said.late))
        if said.late_server != self._seen.late_server:
            self._link.server_is_late()
        self._seen = said
