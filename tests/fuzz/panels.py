"""Panel inputs of every kind: values that fit an element, values that fit another one, and values that fit nothing."""

import functools
import random
from typing import Any

import numpy as np

from pult.core.shipped import shipped, shipped_file
from pult.panel.panel import load_panel
from pult.panel.state import PanelState
from pult.panel.values import Choice, Deflection, Flag, Level, Subset
from tests.fuzz.watch import Outcome, watched
from tests.scheme.fuzz import NUMBERS, WORDS, anything


@functools.cache
def _panels() -> tuple[PanelState, ...]:
    return tuple(PanelState(load_panel(shipped_file("panel", name))) for name in shipped("panel"))


def fuzz_panel(seed: int) -> Outcome:
    """Set elements of a shipped panel; a refused input must change nothing, an accepted one must be read back."""
    rng = random.Random(f"panel {seed}")
    state = rng.choice(_panels())
    names = [_name(state, rng) for _ in range(rng.randint(1, 3))]
    values = {name: _fitting(state, name, rng) if rng.random() < 0.7 else _value(state, rng) for name in names}
    given: Any = values if rng.random() < 0.98 else anything(rng)
    before = state.values.copy()

    def call() -> bool | str:
        refused = True
        try:
            state.set_many(given)
            refused = False
        finally:
            if refused and not np.array_equal(state.values, before):
                raise AssertionError(f"a refused input has changed the panel: {given!r}")
        if not np.isfinite(state.values).all():
            return f"not finite after {given!r}"
        kept = state.as_dict()
        state.set_many(kept)
        return False if state.as_dict() == kept else f"not read back: {given!r}"

    return watched(call)


def _name(state: PanelState, rng: random.Random) -> Any:
    return rng.choice(list(state.panel.inputs)) if rng.random() < 0.9 else rng.choice([*WORDS, *state.panel.shows, 1])


def _fitting(state: PanelState, name: Any, rng: random.Random) -> Any:
    """A value of the kind that an element takes."""
    kind = state.panel.inputs[name].values if name in state.panel.inputs else None
    match kind:
        case Flag():
            return rng.random() < 0.5
        case Choice():
            return rng.choice(kind.options)
        case Subset():
            return rng.sample(kind.options, rng.randint(0, min(kind.most, len(kind.options))))
        case Level():
            return rng.uniform(kind.low, kind.high)
        case Deflection():
            return [rng.uniform(-1.0, 1.0) for _ in range(kind.axes)]
    return _value(state, rng)


def _value(state: PanelState, rng: random.Random) -> Any:
    match rng.randrange(7):
        case 0:
            return state.get(rng.choice(list(state.panel.inputs)))
        case 1:
            return [rng.choice([*NUMBERS, rng.uniform(-1.0, 1.0)]) for _ in range(rng.randrange(5))]
        case 2:
            return np.array([rng.uniform(-1.2, 1.2) for _ in range(rng.randrange(5))], dtype=rng.choice(["f4", "f8"]))
        case 3:
            signal = rng.choice(list(state.panel.inputs.values()))
            options = list(getattr(signal.values, "options", WORDS))
            return rng.choice([rng.choice(options), rng.sample(options, rng.randrange(len(options) + 1))])
        case 4:
            return rng.choice([*NUMBERS, rng.uniform(-2.0, 2.0)])
        case 5:
            return rng.random() < 0.5
    return anything(rng)
