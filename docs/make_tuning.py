"""Makes picture, listing and table of the page on tuning: python docs/make_tuning.py."""

import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from models.massage.tune import respond

from pult.batch.tuning import parzen, trust_region
from pult.batch.tuning import tune as tuning
from pult.batch.tuning.optimiser import Answer, Point
from pult.batch.tuning.space import Range, Space

ASSETS = ROOT / "docs/assets"
COMMAND = "pult tune mine/exercises/two-link-reach.exercise.json --vary pd.kp=2:200 --vary pd.kd=0.02:5 --trials 40 -o gains.jsonl"
TRIALS, SEARCHES = 50, 15
Function = Callable[[Point], Answer]
Problem = tuple[str, Space, Function]


def example() -> None:
    """The command of the page, what it says, and its map."""
    environment = {**os.environ, "COLUMNS": "120"}

    def pult(*words: str) -> str:
        command = [sys.executable, "-m", "pult", *words]
        return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout

    with tempfile.TemporaryDirectory() as folder:
        pult("copy", "two-link-reach", "mine")
        found = pult(*COMMAND.split()[1:], "--plot", str(ASSETS / "tuning-map.svg"))
    (ASSETS / "tuning-run.txt").write_text("\n".join(line.rstrip() for line in found.splitlines()) + "\n", encoding="utf-8")


def _wave(size: int, seed: int) -> Callable[[list[float]], float]:
    """What seeds leave in an objective: many small waves. Root of the mean square 0.03."""
    g = np.random.default_rng(seed)
    k, phase, a = g.normal(0.0, 12.0, (40, size)), g.uniform(0.0, 2.0 * math.pi, 40), g.normal(0.0, 1.0, 40)
    return lambda x: float(0.03 * math.sqrt(2.0 / 40) * (a @ np.cos(k @ np.array(x) + phase)))


def problems(seed: int) -> list[Problem]:
    """Functions whose minimum is known, and the force law of the massage tool."""
    unit = Range(low=0.0, high=1.0)
    two, four, six = _wave(2, seed), _wave(4, seed), _wave(6, seed)
    g = np.random.default_rng(seed)
    centre, weight = g.uniform(0.2, 0.8, 6), g.uniform(0.3, 3.0, 6)

    def valley(p: Point) -> Answer:
        u, v = p["a"] - 0.62, p["b"] - 0.35
        return Answer(4 * (u + 0.8 * v) ** 2 + 9 * (0.8 * u - v) ** 2 + two([p["a"], p["b"]]), {"line": p["a"] + p["b"] - 0.9})

    def rosenbrock(p: Point) -> Answer:
        x = list(p.values())
        z = 4.0 * np.array(x) - 1.7
        steep = float(np.sum(100.0 * (z[1:] - z[:-1] ** 2) ** 2 + (1.0 - z[:-1]) ** 2))
        return Answer(math.log1p(steep) / 5.0 + four(x), {})

    def bowl(p: Point) -> Answer:
        x = list(p.values())
        return Answer(float(weight @ (np.array(x) - centre) ** 2) + six(x), {})

    def force(delay: int) -> Function:
        def settle(p: Point) -> Answer:
            found = respond(np.array([p["kpf"]]), np.array([p["kvf"]]), delay)
            late = min(float(found.settled[0]), 0.3)
            return Answer(1e3 * late, {"overshoot": 10.0 * (float(found.overshoot[0]) - 0.01)})

        return settle

    gains = {"kpf": Range(low=1e4, high=1e6, scale="log"), "kvf": Range(low=10.0, high=3000.0, scale="log")}
    return [
        ("valley, 2 parameters, active constraint", dict.fromkeys("ab", unit), valley),
        ("Rosenbrock, 4 parameters", dict.fromkeys("abcd", unit), rosenbrock),
        ("bowl, 6 parameters", dict.fromkeys("abcdef", unit), bowl),
        ("force law of the massage tool, sensor 4 ms late: settling time [ms], overshoot below 1 %", gains, force(4)),
    ]


def _random(space: Space, trials: int, evaluate: Callable[..., object], seed: int, _first: object) -> None:
    g = np.random.default_rng(seed)
    for _ in range(trials):
        evaluate([{name: axis.at(g.random()) for name, axis in space.items()}])


def _evolution(space: Space, trials: int, evaluate: Callable[..., list[Answer]], seed: int, _first: object) -> None:
    """SciPy's differential evolution with the smallest population that it recommends for few trials."""
    from scipy.optimize import NonlinearConstraint, differential_evolution

    known: dict[tuple[float, ...], Answer] = {}

    def at(x: np.ndarray) -> Answer:
        key = tuple(map(float, x))
        if key not in known:
            if len(known) == trials:
                raise StopIteration
            [known[key]] = evaluate([{name: axis.at(u) for (name, axis), u in zip(space.items(), key, strict=True)}])
        return known[key]

    limits = NonlinearConstraint(lambda x: [*at(x).violations.values(), -1.0], -np.inf, 0.0)
    try:
        differential_evolution(
            lambda x: at(x).worth, [(0.0, 1.0)] * len(space), rng=seed, popsize=3, maxiter=10_000, polish=False,
            constraints=limits, tol=0.0, atol=0.0,
        )  # fmt: skip
    except StopIteration:
        return


METHODS: Mapping[str, Callable[..., None]] = {
    "drawn at random": _random,
    "SciPy, differential evolution": _evolution,
    "Optuna, Parzen estimator": parzen.search,
    "SciPy, COBYQA": trust_region.search,
}


def _best(problem: Problem, search: Callable[..., None], seed: int) -> float:
    _, space, function = problem
    found = []

    def evaluate(points: list[Point]) -> list[Answer]:
        answers = [function(point) for point in points]
        found.extend(answers)
        return answers

    search(space, TRIALS, evaluate, seed, None)
    return min((one.worth for one in found if all(v <= 0.0 for v in one.violations.values())), default=math.nan)


def comparison() -> None:
    """The table of optimisers."""
    lines = [f"| after {TRIALS} trials | {' | '.join(METHODS)} |", "|---|" + "---:|" * len(METHODS)]
    for index, (name, _, _) in enumerate(problems(0)):
        cells = []
        for search in METHODS.values():
            values = [_best(problems(seed)[index], search, seed) for seed in range(SEARCHES)]
            cells.append(f"{np.nanmedian(values):.3g} ({np.nanmax(values):.3g})")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    (ASSETS / "tuning-optimisers.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def on_the_exercise() -> None:
    """The score of the example, searched with each of them three times."""
    lines = ["| two-link-reach, 40 trials | best score of three searches | with trial |", "|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for name, search in METHODS.items():
            found = []
            for seed in range(3):
                tuning.optimise = search
                found.append(
                    tuning.tune(
                        "two-link-reach", Path(folder) / "all.jsonl", vary={"pd.kp": (2.0, 200.0), "pd.kd": (0.02, 5.0)},
                        trials=40, seeds=range(5), check=0, seed=seed,
                    ).best
                )  # fmt: skip
            scores, trials = (", ".join(cells) for cells in ([f"{t.objective:.1f}" for t in found], [str(t.number) for t in found]))
            lines.append(f"| {name} | {scores} | {trials} |")
    (ASSETS / "tuning-exercise.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    comparison()
    on_the_exercise()
    example()
