"""Jobs, each one run of a sweep, and the protocol of runners."""

import abc
import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from pult.batch.bundle import Patch
from pult.batch.results.file import Row


class Job(msgspec.Struct, frozen=True):
    """A run that is to be done.

    Attributes:
        key: Its name; see `job_key`.
        seed: Seed of the start, the noise and the pilot.
        values: What is varied, by name, for the row.
        parameters: Parameters of the scheme.
        patches: Changes of documents.
        faults: Faults that are injected; see `pult.sim.fault_notation`.
        record: File to record a failed run to, or every run if `always`.
        always: Whether successes are recorded, too.
    """

    key: str
    seed: int
    values: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    patches: list[Patch] = []
    faults: list[str] = []
    record: str = ""
    always: bool = False


def job_key(documents: str, variant: str, pilot: str, values: Mapping[str, Any], seed: int) -> str:
    """Name of a run: the same for the same documents, operator, values and seed, in every sweep.

    Args:
        documents: Hash of the bundle before changes.
        variant, pilot: Variant and operator.
        values: What is varied, by name.
        seed: The seed.
    """
    content = json.dumps([documents, variant, pilot, values, seed], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


class Runner(abc.ABC):
    """Does runs in this process, one after another."""

    @abc.abstractmethod
    def warm(self) -> None:
        """Compile everything that runs need.

        Raises:
            PultError: Runs cannot begin; the message says why.
        """

    @abc.abstractmethod
    def run(self, job: Job) -> Row:
        """Do a run; failures are reported in its row."""

    @abc.abstractmethod
    def close(self) -> None:
        """Release its resources."""
