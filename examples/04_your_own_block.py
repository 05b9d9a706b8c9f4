"""Write a block: the signature is the declaration. Check it, then use it in a scheme."""

from typing import Annotated

import pult
from pult.core.signals import Number, Range
from pult.testing import check_block


@pult.block("mine.stick")
def stick(x: Number, *, dead_zone: Annotated[float, "1", Range(0, 0.9), "ignored travel"] = 0.1) -> Number:
    r"""Response of a joystick: a dead zone, then a cubic for fine work.

    $$ y = \operatorname{sgn}(x) \left(\frac{\max(|x| - d, 0)}{1 - d}\right)^3 $$
    """
    size = max(abs(x) - dead_zone, 0.0) / (1.0 - dead_zone)
    cubed = size * size * size
    return cubed if x >= 0.0 else -cubed


check_block("mine.stick")
print("mine.stick keeps the rules: pure, documented, the same bits natively and plainly")

program = pult.compile_scheme(
    {
        "format": "pult.scheme",
        "version": 1,
        "inputs": {"deflection": {}},
        "outputs": {"command": {}},
        "blocks": [{"id": "stick", "type": "mine.stick"}],
        "wires": [{"from": "deflection", "to": "stick.x"}, {"from": "stick.y", "to": "command"}],
    }
)
for deflection in (-1.0, -0.5, 0.05, 0.5, 1.0):
    print(f"{deflection:5.2f} -> {program.step({'deflection': deflection})['command']:7.4f}")
