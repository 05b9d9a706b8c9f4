"""The report of the scheme benchmark: plain data, stored as `schemes.json`.

The file is a JSON object with the keys of `SchemesReport`, documented at each class. Names, units and meanings stay as
they are while `version` is 1; keys may be added, so readers should ignore unknown ones. Times are in the unit of the
suffix of their key (`_us`, `_ns`, `_s`).
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct


class Environment(Struct, frozen=True, kw_only=True):
    """The environment of the measurements.

    Attributes:
        date: UTC, ISO 8601.
        processor: Name of the processor.
        cores: Processors that the process may use.
        system: Operating system.
        python: Version of Python.
        packages: Versions of pult, the compiler and the peers that are installed.
        clock: Python's clock that times are from.
        load_before: Load average over a minute before measuring; None where the system has none.
        load_after: The same afterwards.
    """

    date: str
    processor: str
    cores: int
    system: str
    python: str
    packages: dict[str, str]
    clock: str
    load_before: float | None
    load_after: float | None


class Sample(Struct, frozen=True, kw_only=True):
    """Repeated measurements of one quantity, in the unit of its key."""

    median: float
    minimum: float
    repeats: int

    @staticmethod
    def of(values: Sequence[float]) -> "Sample":
        """Summarise measurements."""
        return Sample(median=float(np.median(values)), minimum=float(np.min(values)), repeats=len(values))


class Agreement(Struct, frozen=True, kw_only=True):
    """Whether an engine computed the right trajectory: all angles of all steps against NumPy.

    Attributes:
        steps: Control steps compared.
        largest_rad: Largest difference of any angle [rad].
        tolerance_rad: Allowed difference [rad].
        holds: Whether it is within the tolerance.
    """

    steps: int
    largest_rad: float
    tolerance_rad: float
    holds: bool


class Stepped(Struct, frozen=True, kw_only=True):
    """One engine at one size, one call per control step from Python, all angles read.

    Attributes:
        engine: "pult", "pult plain", or the peer's name.
        blocks: Size of the scheme.
        missing: Why it was not measured ("not installed"); "" if it was.
        step_us: Time per control step.
        steps: Control steps per repeat.
        ratio: Median over pult's median: how many times slower.
        ratio_of_minima: The same of the minima.
        agreement: The check of its trajectory.
        note: How the scheme is expressed in it.
    """

    engine: str
    blocks: int
    missing: str = ""
    step_us: Sample | None = None
    steps: int = 0
    ratio: float | None = None
    ratio_of_minima: float | None = None
    agreement: Agreement | None = None
    note: str = ""


class Native(Struct, frozen=True, kw_only=True):
    """The loop over time inside native code, at one size: pult's `run_array` and Numba written by hand.

    Attributes:
        blocks: Size of the scheme.
        steps: Control steps per repeat.
        pult_ns: Time per control step of pult.
        by_hand_ns: Time per control step of the hand-written function.
        ratio: pult's median over the other's.
        ratio_of_minima: The same of the minima.
        agreement: The check of pult's trajectory.
        by_hand_agreement: The check of the hand-written one's.
        same_bits: Whether both gave the same bits.
    """

    blocks: int
    steps: int
    pult_ns: Sample
    by_hand_ns: Sample
    ratio: float
    ratio_of_minima: float
    agreement: Agreement
    by_hand_agreement: Agreement
    same_bits: bool


class FirstStep(Struct, frozen=True, kw_only=True):
    """From a scheme's file to the end of its first step, each time in a new process.

    Attributes:
        blocks: Size of the scheme.
        mode: "cold" (nothing in the cache), "cached" (a second start), or "plain" (no compiler).
        python_s: Start of the interpreter.
        imports_s: Importing pult and NumPy.
        document_to_step_s: Load, compile and step, the sum of the next three; importing Numba is part of
            `compile_s`.
        load_s: Read and check the document.
        compile_s: Make the program.
        step_s: The first step.
    """

    blocks: int
    mode: Literal["cold", "cached", "plain"]
    python_s: Sample
    imports_s: Sample
    document_to_step_s: Sample
    load_s: Sample
    compile_s: Sample
    step_s: Sample


class Target(Struct, frozen=True, kw_only=True):
    """A target of the benchmark.

    Attributes:
        what: Description.
        wanted: The target: a ratio.
        found: The measured value, the less favourable of medians and minima; None if it could not be measured.
        holds: Whether it is met; None if it could not be measured.
    """

    what: str
    wanted: float
    found: float | None
    holds: bool | None


class SchemesReport(Struct, frozen=True, kw_only=True):
    """Everything measured in one run.

    Attributes:
        format: Always "pult.bench.schemes".
        version: Always 1.
        step_s: Control step of the schemes [s].
        environment: The environment.
        stepped: One row per engine and size.
        native: One row per size.
        first_step: One row per size and mode.
        targets: The targets.
    """

    format: Literal["pult.bench.schemes"] = "pult.bench.schemes"
    version: Literal[1] = 1
    step_s: float
    environment: Environment
    stepped: list[Stepped]
    native: list[Native]
    first_step: list[FirstStep]
    targets: list[Target]

    @property
    def agrees(self) -> bool:
        """Whether everything that was measured computed the same trajectory."""
        checks = [row.agreement for row in self.stepped if row.agreement is not None]
        checks += [check for row in self.native for check in (row.agreement, row.by_hand_agreement)]
        return all(check.holds for check in checks)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def to_json(self) -> bytes:
        """As JSON for a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @staticmethod
    def from_json(data: bytes | str) -> "SchemesReport":
        """The reverse of `to_json`."""
        return msgspec.json.decode(data, type=SchemesReport)
