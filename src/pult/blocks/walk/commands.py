"""Command logic of walking: buttons to the row of a table of patterns."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.walk._table import GaitFile, WalkerName, gait_file, refusal
from pult.core.block import block
from pult.core.errors import DocumentError, KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array, Folder, Number, Step
from pult.motion.walk.plan import plan_table

FIRST_LEFT, STEP_RIGHT, STEP_LEFT, LAST_RIGHT, LAST_LEFT, TURN_LEFT, TURN_RIGHT = range(7)
"""Segments of a table of patterns, see `pult.motion.walk.plan.SEGMENTS`."""
STANDING = -1
FORWARD, LEFT, RIGHT, STOP = 1, 2, 3, 4
"""Commands; the first three can wait."""
QUEUE = 4
"""Number of commands that can wait."""
_BASE = 4


class TableStarts(NamedTuple):
    """First rows of the segments and the number of rows, shape (8,), and the time between two rows [s]."""

    starts: Array
    row_time: float


class CommandState(NamedTuple):
    """Segment, rows since its start, commands that wait (digits of base 4, the next one last), steps taken, buttons."""

    segment: int = STANDING
    at: float = 0.0
    queue: int = 0
    stopping: bool = False
    steps: int = 0
    forward: bool = False
    left: bool = False
    right: bool = False


class WalkCommand(NamedTuple):
    """What is to be done now."""

    row: Annotated[Number, "row of the table of patterns"]
    segment: Annotated[
        Number,
        "-1 standing, 0 first step, 1 and 2 steps with the right and the left foot, 3 and 4 last steps, 5 and 6 turns",
    ]
    walking: Annotated[bool, "1", "it moves"]
    waiting: Annotated[Number, "number of commands that wait"]
    steps: Annotated[Number, "steps taken"]
    command: Annotated[Number, "command in work: 0 none, 1 forward, 2 left, 3 right, 4 stop"]
    next: Annotated[Number, "command that waits first: 0 none, 1 forward, 2 left, 3 right"]


@kernel
def queued(queue: int, command: int) -> int:
    """The queue with a command at its end; a full queue stays as it is."""
    place = 1
    for _ in range(QUEUE):
        if (queue // place) % _BASE == 0:
            return queue + command * place
        place *= _BASE
    return queue


@kernel
def waiting(queue: int) -> int:
    """Number of commands in a queue."""
    count = 0
    while queue > 0:
        queue //= _BASE
        count += 1
    return count


@kernel
def after(segment: int, stopping: bool, queue: int) -> tuple[int, int]:
    """The segment that follows one that has ended, and the queue that is left."""
    if is_walking(segment):
        left_in_front = segment != STEP_RIGHT
        if stopping or queue > 0:
            return (LAST_RIGHT if left_in_front else LAST_LEFT), queue
        return (STEP_RIGHT if left_in_front else STEP_LEFT), queue
    command = queue % _BASE
    if command == FORWARD:
        return FIRST_LEFT, queue // _BASE
    if command == LEFT:
        return TURN_LEFT, queue // _BASE
    if command == RIGHT:
        return TURN_RIGHT, queue // _BASE
    return STANDING, 0


@kernel
def is_walking(segment: int) -> bool:
    """Whether steps go on by themselves after a segment."""
    return FIRST_LEFT <= segment <= STEP_LEFT


@kernel
def command_of(segment: int, stopping: bool) -> int:
    """The command that a segment belongs to; 0: none."""
    if segment == STANDING:
        return 0
    if segment == TURN_LEFT:
        return LEFT
    if segment == TURN_RIGHT:
        return RIGHT
    return STOP if stopping or segment in (LAST_RIGHT, LAST_LEFT) else FORWARD


@block("walk.commands")
class Commands:
    r"""Command logic of walking: buttons forward, stop, left and right to the row of a table of patterns.

    $$ row_k = start_{segment} + k\, \frac{\Delta t}{T_{row}} $$

    A command that is given while the robot moves waits for the end of that motion; up to four wait, in the order in
    which they were given. *Forward* makes the first step and then steps with the right and the left foot in turn; it
    goes on until *stop*, or until a turn is asked for, for which it stops first. *Stop* drops what waits and ends the
    walk with the last step, so that the robot stands on both feet; wire the stop of the session to it as well. Each
    press of *left* or *right* is one turn. Buttons act when they are pressed, stop while it is held.

    Use it with `walk.pattern` and `walk.tracking`, with the same gait: buttons -> command logic -> pattern -> PD.
    """

    @staticmethod
    def prepare(*, walker: WalkerName, gait: GaitFile, folder: Folder) -> TableStarts:
        """Plan the table of patterns for its rows."""
        try:
            plan = plan_table(gait_file(folder, gait), walker)
        except (DocumentError, KinematicsError) as error:
            raise refusal(gait, error) from None
        return TableStarts(plan.starts.astype(np.float64), plan.gait.step)

    @staticmethod
    def output(state: CommandState, *, starts: Array, row_time: float) -> WalkCommand:
        """The row of this step."""
        moving = state.segment != STANDING
        row = 0.0
        if moving:
            row = float(starts[state.segment]) + float(int(state.at + 1e-6))
        command = command_of(state.segment, state.stopping)
        return WalkCommand(
            row, float(state.segment), moving, float(waiting(state.queue)), float(state.steps), float(command),
            float(state.queue % _BASE),
        )  # fmt: skip

    @staticmethod
    def update(
        state: CommandState,
        forward: Annotated[bool, "1", "button: walk"] = False,
        stop: Annotated[bool, "1", "button: end the walk and stand"] = False,
        left: Annotated[bool, "1", "button: turn to the left"] = False,
        right: Annotated[bool, "1", "button: turn to the right"] = False,
        *,
        starts: Array,
        row_time: float,
        dt: Step,
    ) -> CommandState:
        """One step on; at the end of a segment the next one begins."""
        queue, stopping, segment, steps = state.queue, state.stopping, state.segment, state.steps
        pressed = forward and not state.forward
        if pressed and (queue > 0 or stopping or not is_walking(segment)):
            queue = queued(queue, FORWARD)
        if left and not state.left:
            queue = queued(queue, LEFT)
        if right and not state.right:
            queue = queued(queue, RIGHT)
        if stop:
            queue, stopping = 0, is_walking(segment)
        at = state.at + dt / row_time if segment != STANDING else 0.0
        length = float(starts[segment + 1]) - float(starts[segment]) if segment != STANDING else 0.0
        if segment == STANDING or at >= length - 1e-6:
            if FIRST_LEFT <= segment <= LAST_LEFT:
                steps += 1
            segment, queue = after(segment, stopping, queue)
            at = 0.0
            if not is_walking(segment):
                stopping = False
        return CommandState(segment, at, queue, stopping, steps, forward, left, right)
