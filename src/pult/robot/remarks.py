"""What MuJoCo remarks, for us to pass on; by itself it writes to the screen and to a file in the present folder."""

from collections.abc import Iterator
from contextlib import contextmanager

import mujoco


@contextmanager
def remarks() -> Iterator[list[str]]:
    """Collect MuJoCo's warnings instead of letting it write them."""
    found: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(found.append)
    try:
        yield found
    finally:
        mujoco.set_mju_user_warning(before)
