"""What the legs carry, by the angles of the joints above them."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import Load, WalkerName
from pult.core.block import block
from pult.core.signals import Array, Fixed, Range, Shape
from pult.robot.load import LOAD_SIZE, gather


class UpperArrays(NamedTuple):
    """Joints and masses above the pelvis."""

    links: Array
    bodies: Array


@block("balance.load")
class UpperLoad:
    r"""What the pelvis carries: the bodies above it as one, where the joint sensors say they are.

    $$ m = \sum_k m_k, \qquad c = \frac{1}{m} \sum_k m_k c_k(q), \qquad
       I = \sum_k \left(R_k I_k R_k^T + m_k\,(|d_k|^2 E - d_k d_k^T)\right), \quad d_k = c_k - c $$

    The joints are those of the chains that the walker `carries` in the robot's document, in their order, each once;
    all others stay in the standing pose. Without this block, `balance.motion` and `balance.torques` take all of them to
    be in that pose.
    """

    @staticmethod
    def prepare(
        *, walker: WalkerName, joints: Annotated[int, "number of joints above the pelvis", Range(1, 100), Fixed]
    ) -> UpperArrays:
        """Fetch the joints and masses."""
        upper = walker.upper_body
        if len(upper.names) != joints:
            raise ValueError(
                f"the walker carries {len(upper.names)} joints ({', '.join(upper.names) or 'it names no chains'}), "
                f"but 'joints' is {joints}."
            )
        return UpperArrays(upper.links, upper.bodies)

    @staticmethod
    def output(
        angles: Annotated[Array, "rad", Shape("joints"), "joints above the pelvis"],
        rates: Annotated[Array, "rad/s", Shape("joints")],
        *,
        links: Array,
        bodies: Array,
    ) -> Load:
        """Gather the bodies."""
        load = np.empty(LOAD_SIZE)
        gather(links, bodies, angles, rates, load)
        return load
