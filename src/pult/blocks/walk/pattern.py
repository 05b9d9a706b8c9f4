"""Look-up of walking patterns."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.walk._table import GaitFile, Joints, WalkerName, gait_file, refusal
from pult.core.block import block
from pult.core.errors import DocumentError, KinematicsError
from pult.core.kernels import clamped_index
from pult.core.signals import Array, Folder, Number, Shape
from pult.motion.walk.check import checked_table
from pult.motion.walk.pattern import make_table
from pult.motion.walk.rows import SUPPORT


class PatternArrays(NamedTuple):
    """Table of patterns: angles [rad], rates [rad/s], voltages and support, row by row."""

    table_angles: Array
    table_rates: Array
    table_voltages: Array
    table_support: Array


class Wanted(NamedTuple):
    """What the joints are to do."""

    angles: Annotated[Array, "rad", Shape("n"), "desired joint angles, left leg first"]
    rates: Annotated[Array, "rad/s", Shape("n"), "their rates"]
    feed_forward: Annotated[Array, "V", Shape("n"), "voltages by inverse dynamics along the plan"]
    support: Annotated[Number, "0 both feet, 1 left, 2 right"]


@block("walk.pattern")
class Pattern:
    r"""Wanted joint angles, rates and feed-forward voltages of a row of the table of patterns.

    $$ q^d = q_{row}, \qquad \dot q^d = \dot q_{row}, \qquad
       U_{ff} = \frac{\tau_{row}}{M_s} + \frac{\dot q_{row} + \ddot q_{row}\, \Delta t/2}{\omega_{idle}} $$

    The table holds first step, steps with either foot, last steps and turns, planned from a gait document for the legs
    of the robot: centre of mass and feet, inverse kinematics, inverse dynamics. A gait that the robot cannot walk is
    refused with the reason, unless `checked` is off. The row comes from `walk.commands`.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        gait: GaitFile,
        n: Joints = 14,
        checked: Annotated[bool, "1", "refuse a gait that would make the robot fall"] = True,
        folder: Folder,
    ) -> PatternArrays:
        """Plan the table."""
        if len(walker.joints) != n:
            raise ValueError(f"the legs have {len(walker.joints)} joints, but 'n' is {n}.")
        document = gait_file(folder, gait)
        try:
            table = checked_table(document, walker) if checked else make_table(document, walker)
        except (DocumentError, KinematicsError) as error:
            raise refusal(gait, error) from None
        support = np.ascontiguousarray(table.rows[:, SUPPORT])
        return PatternArrays(table.angles, table.rates, table.voltages, support)

    @staticmethod
    def output(
        row: Annotated[Number, "row of the table"],
        *,
        table_angles: Array,
        table_rates: Array,
        table_voltages: Array,
        table_support: Array,
        n: int,
    ) -> Wanted:
        """The row."""
        k = clamped_index(row, len(table_support))
        q, w, u = np.empty(n), np.empty(n), np.empty(n)
        for i in range(n):
            q[i], w[i], u[i] = table_angles[k, i], table_rates[k, i], table_voltages[k, i]
        return Wanted(q, w, u, float(table_support[k]))
