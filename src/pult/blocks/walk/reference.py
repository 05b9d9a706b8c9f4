"""What a walking pattern wants of the centre of mass, where the feet stand."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import Contacts, Headings, Places, feet_of
from pult.blocks.walk._table import GaitFile, WalkerName, gait_file, refusal
from pult.core.block import block
from pult.core.errors import DocumentError, KinematicsError
from pult.core.kernels import clamped_index
from pult.core.signals import Array, Folder, Number, Shape
from pult.motion.walk.pattern import make_table
from pult.motion.walk.pressure import at_feet, planned_dcm, planned_feet, planned_shares
from pult.motion.walk.rows import LEFT_FOOT, RIGHT_FOOT, SUPPORT


class ReferenceArrays(NamedTuple):
    """Row by row: divergent component, centre of pressure and feet of the table [m, rad], share of the left foot, and
    contacts.
    """

    table_dcm: Array
    table_pressure: Array
    table_feet: Array
    table_shares: Array
    table_contacts: Array


class Reference(NamedTuple):
    """What the pattern wants now, in the frame of the places of the feet."""

    wanted: Annotated[Array, "m", Shape(2), "wanted divergent component of motion"]
    pressure: Annotated[Array, "m", Shape(2), "centre of pressure of the pattern"]
    contacts: Contacts


@block("walk.reference")
class PatternReference:
    r"""Divergent component of motion and centre of pressure of a row of the table of patterns, where the feet stand.

    $$ \xi^* = \bar f + R(\bar\psi)\left(\xi_{row} - \bar f_{row}\right), \qquad \bar f = s f_l + (1 - s) f_r $$

    $f_l$, $f_r$ are the feet, $s$ the share of the weight that the left one bears in the plan, $\bar\psi$ the turn from
    the plan's feet to the real ones. Use it with `balance.motion`, which finds the feet, and `balance.pressure`.
    """

    @staticmethod
    def prepare(*, walker: WalkerName, gait: GaitFile, folder: Folder) -> ReferenceArrays:
        """Plan the table."""
        try:
            table = make_table(gait_file(folder, gait), walker)
        except (DocumentError, KinematicsError) as error:
            raise refusal(gait, error) from None
        support = table.rows[:, SUPPORT]
        contacts = np.column_stack([support != RIGHT_FOOT, support != LEFT_FOOT]).astype(np.float64)
        shares = planned_shares(table, (walker.toe - walker.heel) / 2.0)
        return ReferenceArrays(
            np.ascontiguousarray(planned_dcm(table)), np.ascontiguousarray(table.zmps), planned_feet(table), shares,
            np.ascontiguousarray(contacts),
        )  # fmt: skip

    @staticmethod
    def output(
        row: Annotated[Number, "row of the table"], places: Places, headings: Headings,
        *, table_dcm: Array, table_pressure: Array, table_feet: Array, table_shares: Array, table_contacts: Array,
    ) -> Reference:  # fmt: skip
        """Take the row to the feet."""
        k = clamped_index(row, len(table_shares))
        feet, share = feet_of(places, headings), float(table_shares[k])
        planned, wanted, pressure = np.empty((2, 3)), np.empty(2), np.empty(2)
        for foot in range(2):
            for r in range(3):
                planned[foot, r] = table_feet[k, 3 * foot + r]
        at_feet(planned, feet, share, table_dcm[k], wanted)
        at_feet(planned, feet, share, table_pressure[k], pressure)
        return Reference(wanted, pressure, table_contacts[k].copy())
