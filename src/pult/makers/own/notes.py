"""What an import chose, guessed and left out, in sentences for people."""

from collections.abc import Mapping, Sequence

import mujoco

from pult.makers.own.axes import Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.own_model import OwnModel
from pult.makers.own.scheme import Arm
from pult.makers.own.stance import Stance


def notes_of(
    model: OwnModel, chains: Mapping[str, ChainChoice], moved: Moved, arms: Sequence[Arm], key: str, stands: Stance
) -> list[str]:
    """Sentences about a made robot, the most important first.

    Args:
        model: The model.
        chains: Its chains.
        moved: What moves it.
        arms: What semi-automatic mode moves.
        key: Key frame of the home pose.
        stands: Where it stands.
    """
    found = []
    if any(axis.how == "voltage" for axis in moved.axes):
        found.append(
            "Drives are electric motors sized by the weight and inertia before each joint; "
            "replace their figures by those of the robot where they are known."
        )
        if model.compiled.nactuator:
            found.append(f'The model\'s own {model.compiled.nactuator} actuators are left out ("actuators": "drop").')
    else:
        n = len(moved.axes)
        count = "1 joint follows its set-point" if n == 1 else f"{n} joints follow set-points"
        found.append(f"Drives are the model's own actuators: {count}{_others(moved)}.")
    shown = ", ".join(f"{name} to {choice.effector}" for name, choice in chains.items())
    found.append(f"Chains, one to each end: {shown}." if chains else "The model has no chains.")
    if arms:
        found.append(f"The joystick moves {', '.join(arm.name for arm in arms)} in semi-automatic mode.")
    found.append(f"Home is the key frame {key!r}." if key else "Home is the model's own pose, with stretched arms bent.")
    if stands.falls:
        found.append('The robot does not stand up by itself, so it stands fixed, as on a stand ("fixed" in the world).')
    elif model.is_free:
        found.append("Its body moves freely; it stands on the floor.")
    if stands.lift:
        how = "higher" if stands.lift > 0.0 else "lower"
        found.append(f"In its world it stands {abs(stands.lift):g} m {how} than in its model.")
    found += _passive(model, moved)
    return found


def _others(moved: Moved) -> str:
    words = []
    if moved.selected:
        words.append(f"{len(moved.selected)} more actuators are commanded directly")
    if moved.hands:
        words.append(f"{', '.join(hand.actuator for hand in moved.hands)} by a slider")
    return f", {' and '.join(words)}" if words else ""


def _passive(model: OwnModel, moved: Moved) -> list[str]:
    compiled = model.compiled
    axes = {axis.joint for axis in moved.axes}
    still = [name for name in model.joints if name not in axes]
    found = []
    if still:
        shown = ", ".join(still[:6]) + (f" and {len(still) - 6} more" if len(still) > 6 else "")
        found.append(f"No drive has {shown}: tendons, linkages or nothing moves them.")
    linked = sum(int(kind) != int(mujoco.mjtEq.mjEQ_JOINT) for kind in compiled.eq_type)
    if linked or compiled.ntendon:
        found.append(f"Kept as they are: {compiled.ntendon} tendons and {compiled.neq} equality constraints.")
    several = sum(int(count) > 1 for count in compiled.actuator_ctrlnum)
    if several:
        found.append(f"{several} actuators with several controls each are left without commands.")
    return found
