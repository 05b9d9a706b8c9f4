"""Makes the documents of SnakeMan, the arm of many links: `python -m models.snakeman.make` in the root.

The tunnel is given by its middle line and widths; everything else is made from it by `pult.makers`, as
`pult tunnel make --from` does it for any other tunnel. The space with pillars has the same arm.
"""

from pathlib import Path
from typing import Any

import numpy as np
from models.snakeman.pillars import STROKE, open_documents

from pult.makers.snakeman import tunnel_documents
from pult.motion.tunnel.document import plain_tunnel
from pult.motion.tunnel.random_tunnel import walls_along
from pult.motion.tunnel.tunnel import Arm, Tunnel

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/snakeman"
ARM = Arm((0.1,) * 12, 0.03)
MIDDLE = ((0.0, 0.0), (0.36, 0.0), (0.56, -0.24), (0.80, -0.12), (0.78, 0.16), (1.08, 0.30))
"""Middle line of the tunnel [m]."""
WIDTHS = (0.1, 0.095, 0.1, 0.09, 0.1)
TITLE = {"en": "Through the tunnel", "ru": "Через тоннель"}
WORDS = {
    "en": "SnakeMan, an arm of 12 links, goes through a tunnel with four elbows to a marker, and back.",
    "ru": "SnakeMan, манипулятор из 12 звеньев, проходит тоннель с четырьмя коленами до метки и обратно.",
}


def tunnel() -> dict[str, Any]:
    """The tunnel document."""
    middle = np.array(MIDDLE)
    left, right = walls_along(middle, np.array(WIDTHS))
    last = middle[-1] - middle[-2]
    target = middle[-1] - 0.05 * last / np.hypot(*last)
    return plain_tunnel("snake-tunnel", Tunnel(left, right, target), ARM, title=TITLE, description=WORDS)


def documents() -> dict[str, bytes]:
    """All documents by file name."""
    return {**tunnel_documents(tunnel(), "snakeman", STROKE + 0.02), **open_documents(ARM)}


def main() -> None:
    """Write them."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in documents().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
