"""Every signal of a record by its name, as arrays or as one table."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pult.core.channels import Channels, entry_names
from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.record.file.contents import Record
from pult.record.file.reader import read_record
from pult.record.replay import complete_rows, reopened

if TYPE_CHECKING:
    from pandas import DataFrame


class RecordSignals(Mapping[str, Array]):
    """All signals of a record by name, one value for each control step.

    Poses of bodies and sites are not in the rows of a record; they are computed from the coordinates when one of them
    is asked for.

    Attributes:
        record: The record.
    """

    def __init__(self, record: Record) -> None:
        self.record = record

    @cached_property
    def _complete(self) -> tuple[Array, Channels]:
        with reopened(self.record, plain=True) as session:
            return complete_rows(self.record, session), session.channels

    @property
    def times(self) -> Array:
        """Time of each row [s]. Shape (n,)."""
        return self.record.times

    @property
    def real_times(self) -> Array:
        """Real time at which each row was recorded [s since 1970]; NaN in records that do not have it. Shape (n,)."""
        return self.record.real_times

    def __getitem__(self, name: str) -> Array:
        """A signal, or an entry of one: "sensor.angles", "sensor.angles[elbow]", "site.hand[x]". Shape (n, ...).

        Raises:
            UsageError: There is no such signal; the message lists those that exist.
            RecordError: A pose is wanted, and the documents or the state it follows from are missing.
        """
        channel = self.record.header.channels.find(name)
        rows, channels = self.record.rows, self.record.channels
        if channel.name.partition("[")[0] not in channels:
            rows, channels = self._complete
        channel = channels.find(name)
        return rows[:, channel.place].reshape(len(rows), *channel.shape)

    def __iter__(self) -> Iterator[str]:
        return iter(self.record.header.channels.names)

    def __len__(self) -> int:
        return len(self.record.header.channels.names)

    def __contains__(self, name: object) -> bool:
        return name in self.record.header.channels.names

    def frame(self) -> "DataFrame":
        """All signals as a table of pandas: a column for each number, the time [s] as index.

        Raises:
            UsageError: pandas is missing.
        """
        try:
            from pandas import DataFrame, Index
        except ModuleNotFoundError:
            raise UsageError("tables need pandas: pip install pandas.") from None
        rows, channels = self._complete
        taken = [channel for channel in channels if channel.name != "time"]
        columns = [name for channel in taken for name in entry_names(channel)]
        values = np.concatenate([rows[:, channel.place] for channel in taken], axis=1)
        return DataFrame(values, columns=columns, index=Index(self.times, name="time"))


def signals(record: Record | str | Path) -> RecordSignals:
    """Every signal of a record by its name.

    Args:
        record: The record, or its file.

    Raises:
        RecordError: It is not a record, or nothing of it can be read.
    """
    return RecordSignals(record if isinstance(record, Record) else read_record(record))
