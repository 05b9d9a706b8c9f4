"""Single proofs of schemes, as calls of a sweep: one random scheme, one mutated document, one block."""

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from tests.scheme.fuzz import mutate
from tests.scheme.malformed import BASE
from tests.scheme.random_schemes import PARAMETERS, random_inputs, random_scheme, shuffled
from validation.seeds import drawn_seeds

import pult
from pult import Figures
from pult.testing import check_block

STEPS = 300


def outcome(program: pult.Program, rows: Iterable[dict[str, Any]]) -> tuple[list[bytes], str]:
    """Every output bit, and the error that ended the run."""
    bits: list[bytes] = []
    try:
        for row in rows:
            found = program.step(row)
            bits.append(b"".join(np.asarray(v, dtype=float).tobytes() for v in found.values()))
    except pult.PultError as error:
        return bits, str(error)
    return bits, ""


def equivalence(seed: int) -> Figures:
    """Whether plain Python and native code agree in every bit."""
    scheme = pult.load_scheme(random_scheme(seed, size=20))
    plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    rows = random_inputs(plain, seed, STEPS)
    one, two = outcome(plain, rows), outcome(native, rows)
    return Figures(
        success=one == two and plain.state == native.state,
        metrics={"steps": len(one[0]), "blocks": len(plain.layout.flat.leaves), "ended": bool(one[1])},
    )


def order(seed: int) -> Figures:
    """Whether the order of blocks and wires changes nothing."""
    document = random_scheme(seed, size=20)
    one, two = (pult.compile_scheme(d, plain=True) for d in (document, shuffled(document, seed)))
    rows = random_inputs(one, seed, 30)
    same = one.text.source == two.text.source and one.scheme.hash == two.scheme.hash
    return Figures(success=same and outcome(one, rows) == outcome(two, rows))


def restore(seed: int) -> Figures:
    """Whether a state that was saved and restored gives the same bits again."""
    program = pult.compile_scheme(random_scheme(seed, size=20), plain=True)
    rows = random_inputs(program, seed, 60)
    if outcome(program, rows[:30])[1]:
        return Figures(metrics={"skipped": True})
    saved = pult.State.from_json(program.state.to_json())
    first = outcome(program, rows[30:])
    program.restore(saved)
    return Figures(success=outcome(program, rows[30:]) == first, metrics={"skipped": False})


def fuzz(seed: int) -> Figures:
    """Whether a mutated document ends with faults, not with a traceback; how many "seconds" that takes."""
    base = BASE if seed % 2 else random_scheme(seed % 200)
    begin = time.perf_counter()
    try:
        scheme, faults = pult.check_scheme(mutate(base, seed))
        ok = (scheme is None) == bool(faults)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return Figures(success=False, cause=repr(error), metrics={"seconds": 0.0, "refused": False})
    return Figures(success=ok, metrics={"seconds": time.perf_counter() - begin, "refused": scheme is None})


def blocks(seed: int, block: str) -> Figures:  # noqa: ARG001 - a block draws its seeds itself
    """Whether a block is pure, and the same natively as plainly."""
    try:
        for size, drawn in enumerate(drawn_seeds(f"schemes block {block}", 5)):
            check_block(block, PARAMETERS.get(block), steps=2000, seed=drawn, scale=10.0 ** (size - 2))
    except pult.PultError as error:
        return Figures(success=False, cause=str(error))
    return Figures()


MEASURES: dict[str, Callable[..., Figures]] = {
    "order": order, "restore": restore, "fuzz": fuzz, "blocks": blocks, "equivalence": equivalence,
}  # fmt: skip


def trial(*, seed: int, measure: str, **values: str) -> Figures:
    """One proof, by name."""
    return MEASURES[measure](seed, **values)
