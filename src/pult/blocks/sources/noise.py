"""Noise from a seed: the same seed gives the same sequence, on every machine."""

from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.random import gaussian, next_x, next_y, seeded, uniform
from pult.core.signals import AnyUnit, Range

_Seed = Annotated[int, Range(0, 2**32 - 1), "the same seed gives the same sequence"]


class NoiseState(NamedTuple):
    """The generator's last six numbers, and the random number of the present step made from them."""

    x0: int
    x1: int
    x2: int
    y0: int
    y1: int
    y2: int
    sample: float


@block("sources.white_noise")
class WhiteNoise:
    r"""White Gaussian noise, a new value every control step.

    $$ y_k = mean + \sigma\, z_k, \qquad z_k \sim \mathcal N(0, 1)\ \text{independent} $$

    Blocks with the same seed give the same noise: give each its own, and when the block is repeated over a
    vector, a list of seeds. To stand for continuous white noise of two-sided power density $S$, take $\sigma
    = \sqrt{S / \Delta t}$. Generator: MRG32k3a with the method of Box and Muller; $|z|$ stays below 6.67.
    """

    @staticmethod
    def initial(*, seed: _Seed = 1) -> NoiseState:
        """Expand the seed and draw the first number."""
        return WhiteNoise.update(NoiseState(*seeded(seed), 0.0))

    @staticmethod
    def output(
        state: NoiseState,
        *,
        mean: Annotated[float, "?a", "mean value"] = 0.0,
        deviation: Annotated[float, "?a", Range(0), "standard deviation"] = 1.0,
    ) -> AnyUnit:
        """The number drawn for this step, scaled."""
        return mean + deviation * state.sample

    @staticmethod
    def update(state: NoiseState) -> NoiseState:
        """Two steps of the generator make the next number."""
        x3 = next_x(state.x0, state.x1)
        y3 = next_y(state.y0, state.y2)
        x4 = next_x(state.x1, state.x2)
        y4 = next_y(state.y1, y3)
        return NoiseState(state.x2, x3, x4, state.y2, y3, y4, gaussian(uniform(x3, y3), uniform(x4, y4)))


@block("sources.uniform_noise")
class UniformNoise:
    r"""Noise spread evenly between two values, a new value every control step.

    $$ y_k = low + (high - low)\, u_k, \qquad u_k \sim \mathcal U(0, 1)\ \text{independent} $$

    Blocks with the same seed give the same noise: give each its own, and when the block is repeated over a
    vector, a list of seeds. Generator: MRG32k3a.
    """

    @staticmethod
    def initial(*, seed: _Seed = 1) -> NoiseState:
        """Expand the seed and draw the first number."""
        return UniformNoise.update(NoiseState(*seeded(seed), 0.0))

    @staticmethod
    def output(
        state: NoiseState,
        *,
        low: Annotated[float, "?a", "one end"] = 0.0,
        high: Annotated[float, "?a", "the other end"] = 1.0,
    ) -> AnyUnit:
        """The number drawn for this step, scaled."""
        return low + (high - low) * state.sample

    @staticmethod
    def update(state: NoiseState) -> NoiseState:
        """One step of the generator makes the next number."""
        x3 = next_x(state.x0, state.x1)
        y3 = next_y(state.y0, state.y2)
        return NoiseState(state.x1, state.x2, x3, state.y1, state.y2, y3, uniform(x3, y3))
