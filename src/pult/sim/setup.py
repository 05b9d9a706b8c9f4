"""The setup of a session as plain data: enough to make it again, here or from a record."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from pult.core.document import Part


class ScheduledPush(Part, frozen=True):
    """A push that comes by itself: a force at the centre of mass of a body."""

    body: str
    time: Annotated[float, Meta(description="When it begins, after the start of the session or a reset [s].")]
    force: Annotated[list[float], Meta(description="Force in world axes [N].", min_length=3, max_length=3)]
    duration: Annotated[float, Meta(description="How long it acts [s].")] = 0.1


class Start(Part, frozen=True):
    """The state a session starts from."""

    pose: Annotated[str | dict[str, str], Meta(description="Named pose of all robots, or of each by its prefix.")] = (
        "home"
    )
    bodies: Annotated[
        dict[str, list[float]], Meta(description="Poses of bodies: position [m] and quaternion (w, x, y, z).")
    ] = {}
    joints: Annotated[dict[str, float], Meta(description="Joint values that override the pose [rad or m].")] = {}
    resistance: Annotated[
        dict[str, list[float]],
        Meta(
            description="Dry [N*m or N] and viscous friction [N*m*s/rad or N*s/m] of joints, instead of the world's; a "
            "third number is the stiffness of its spring [N*m/rad or N/m]."
        ),
    ] = {}
    panel: Annotated[
        dict[str, Any], Meta(description="Elements of the panel that are set to other values at the start.")
    ] = {}
    elements: Annotated[
        dict[str, dict[str, float]],
        Meta(description="Force elements with stiffness, damping or friction other than the world's."),
    ] = {}
    pushes: Annotated[list[ScheduledPush], Meta(description="Pushes that come by themselves, 16 at most.")] = []


class Setup(Part, frozen=True):
    """Description of a session."""

    world: Annotated[str, Meta(description="World: a name or a file.")]
    scheme: Annotated[str, Meta(description="Scheme: a name or a file.")]
    panel: Annotated[str, Meta(description="Panel: a name or a file; none if omitted.")] = ""
    inputs: Annotated[
        dict[str, str | list[str]],
        Meta(
            description="Scheme input, or one entry of it, to 'panel.NAME', 'stream.NAME', 'sensor.NAME', an entry of "
            "one, or a list of these."
        ),
    ] = {}
    outputs: Annotated[
        dict[str, str], Meta(description="Drive, or one entry of it, to scheme output, or one entry of it.")
    ] = {}
    idle: Annotated[list[str], Meta(description="Drives that get no signal.")] = []
    parameters: Annotated[dict[str, Any], Meta(description="Parameters of the scheme set at the start.")] = {}
    contacts: Annotated[list[list[str]], Meta(description="Pairs of bodies whose contact forces are published.")] = []
    start: Annotated[Start, Meta(description="Initial state.")] = Start()
    seed: Annotated[int, Meta(description="Seed of the sensors' noise.")] = 0


def contact_pairs(setup: Setup) -> Sequence[tuple[str, str]]:
    """The pairs of bodies as tuples."""
    return [(pair[0], pair[1]) for pair in setup.contacts if len(pair) == 2]


Files = Mapping[str, bytes]
"""Documents by their paths in a folder of documents: 'worlds/NAME.world.json' and so on."""
