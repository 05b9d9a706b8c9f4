"""Playback of recorded signals: from the document itself, or from a file next to it."""

from typing import Annotated, Literal, NamedTuple

from pult.blocks._recording import read_columns
from pult.blocks._table import held_line, interval, nodes, require_axis, require_moderate
from pult.blocks._time import EDGE, just_after
from pult.core.block import block
from pult.core.kernels import kernel, modulo
from pult.core.signals import AnyUnit, Array, Folder, Shape, Step, Time

_TIMES = nodes(0.0, 1.0)
_VALUES = nodes(0.0, 1.0)
_Between = Annotated[Literal["linear", "hold"], "1", "between two instants: a line, or the earlier value"]
_Repeat = Annotated[bool, "1", "begin again at the end"]


class Recording(NamedTuple):
    """A signal at given instants. Times [s], values. Shape (n,) each."""

    times: Array
    values: Array
    linear: bool


@kernel
def play(t: float, dt: float, times: Array, values: Array, linear: bool, repeat: bool) -> float:
    """The recorded value at time t; first and last are held outside, unless the recording repeats."""
    first = float(times[0])
    span = float(times[len(times) - 1]) - first
    now = t
    moment_after = just_after(t, dt)
    if repeat and span > 0.0 and moment_after - first >= span:
        moment_after = first + modulo(moment_after - first, span)
        now = max(first, moment_after - EDGE * dt)
    if linear:
        return held_line(now, times, values)
    return float(values[interval(moment_after, times)])


@block("sources.table")
class Table:
    r"""Values at given instants, joined by lines or held.

    $$ y = v_i + (v_{i+1} - v_i) \frac{t - t_i}{t_{i+1} - t_i}, \qquad t_i \le t < t_{i+1} $$

    With "hold" $y = v_i$ there. Before the first instant and after the last the end values are held. With
    repeat the last instant is the first of the next round, so the period is $t_n - t_1$.
    """

    @staticmethod
    def prepare(
        *,
        times: Annotated[Array, "s", Shape("n"), "instants, strictly increasing"] = _TIMES,
        values: Annotated[Array, "?a", Shape("n"), "value at each instant"] = _VALUES,
        between: _Between = "linear",
        repeat: _Repeat = False,
    ) -> Recording:
        """Check the order of the instants."""
        require_axis("times", times)
        require_moderate("values", values)
        return Recording(times, values, between == "linear")

    @staticmethod
    def output(*, times: Array, values: Array, linear: bool, repeat: bool, t: Time, dt: Step) -> AnyUnit:
        """The value of this step."""
        return play(t, dt, times, values, linear, repeat)


@block("sources.file")
class File:
    r"""A column of a CSV file, played back against its column of time.

    $$ y = v_i + (v_{i+1} - v_i) \frac{t - t_i}{t_{i+1} - t_i}, \qquad t_i \le t < t_{i+1} $$

    The path is relative to the folder of the scheme and may not leave it. The first line of the file names
    the columns; commas, semicolons or tabs separate them, and numbers have a decimal point. Time is in seconds
    and increases strictly. With "hold" $y = v_i$; outside the recording the end values are held, or it
    repeats with the period $t_n - t_1$. At most 16 MiB and 200 000 lines.
    """

    @staticmethod
    def prepare(
        *,
        path: Annotated[str, "1", "CSV file in the folder of the scheme"],
        column: Annotated[str, "1", "name of the column to play"],
        time: Annotated[str, "1", "name of the column of time in seconds"] = "t",
        between: _Between = "linear",
        repeat: _Repeat = False,
        folder: Folder,
    ) -> Recording:
        """Read the two columns."""
        times, values = read_columns(folder, path, time, column)
        return Recording(times, values, between == "linear")

    @staticmethod
    def output(*, times: Array, values: Array, linear: bool, repeat: bool, t: Time, dt: Step) -> AnyUnit:
        """The value of this step."""
        return play(t, dt, times, values, linear, repeat)
