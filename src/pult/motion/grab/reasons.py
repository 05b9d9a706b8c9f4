"""Why a motion is refused: numbered reasons with texts."""

import math
from enum import IntEnum

NONE = 0
COLUMN_STOP, SHOULDER_STOP, ELBOW_STOP, WRIST_STOP, ROLL_STOP = range(1, 6)
ARM_UNDER_FLOOR, GRAB_UNDER_FLOOR, OBJECT_UNDER_FLOOR = range(11, 14)
ARM_OUTSIDE, GRAB_OUTSIDE, OBJECT_OUTSIDE = range(14, 17)
ARM_IN_PLATFORM, GRAB_IN_PLATFORM, OBJECT_IN_PLATFORM = range(21, 24)
TIPS_EMPTY, TIPS_LOADED = 31, 32
TOO_FAR, TOO_NEAR, INSIDE_SHIFT_CIRCLE, NO_CONFIGURATION = range(41, 45)
ELBOW_CHANGE, COLUMN_CHANGE, PATH_NEAR_COLUMN, JOINT_STEP = range(51, 55)
UNSET, NOT_FINITE = 61, 62
BEHIND_CAMERA, BESIDE_WRIST = 71, 72


class Reason(IntEnum):
    """Why f1, f2, f3, aiming or a look-ahead refuses; 0 if it does not. Kernels return the plain numbers."""

    NONE = NONE
    """Nothing is refused."""
    COLUMN_STOP = COLUMN_STOP
    SHOULDER_STOP = SHOULDER_STOP
    ELBOW_STOP = ELBOW_STOP
    WRIST_STOP = WRIST_STOP
    ROLL_STOP = ROLL_STOP
    """Angles beyond a stop."""
    ARM_UNDER_FLOOR = ARM_UNDER_FLOOR
    GRAB_UNDER_FLOOR = GRAB_UNDER_FLOOR
    OBJECT_UNDER_FLOOR = OBJECT_UNDER_FLOOR
    """Below the floor."""
    ARM_OUTSIDE = ARM_OUTSIDE
    GRAB_OUTSIDE = GRAB_OUTSIDE
    OBJECT_OUTSIDE = OBJECT_OUTSIDE
    """Outside the operating space."""
    ARM_IN_PLATFORM = ARM_IN_PLATFORM
    GRAB_IN_PLATFORM = GRAB_IN_PLATFORM
    OBJECT_IN_PLATFORM = OBJECT_IN_PLATFORM
    """Through the platform or the base below it."""
    TIPS_EMPTY = TIPS_EMPTY
    TIPS_LOADED = TIPS_LOADED
    """The base tips over, even without the load or because of it."""
    TOO_FAR = TOO_FAR
    TOO_NEAR = TOO_NEAR
    INSIDE_SHIFT_CIRCLE = INSIDE_SHIFT_CIRCLE
    """No angles at all reach the target."""
    NO_CONFIGURATION = NO_CONFIGURATION
    """Every configuration that reaches the target is refused, for different reasons."""
    ELBOW_CHANGE = ELBOW_CHANGE
    COLUMN_CHANGE = COLUMN_CHANGE
    PATH_NEAR_COLUMN = PATH_NEAR_COLUMN
    JOINT_STEP = JOINT_STEP
    """The motion must be interrupted, or must go another way."""
    UNSET = UNSET
    NOT_FINITE = NOT_FINITE
    """A number of CONFIG is missing, or is not a number."""
    BEHIND_CAMERA = BEHIND_CAMERA
    BESIDE_WRIST = BESIDE_WRIST
    """The camera cannot be aimed at the point."""


STOPS = {COLUMN_STOP: "column", SHOULDER_STOP: "shoulder", ELBOW_STOP: "elbow", WRIST_STOP: "wrist", ROLL_STOP: "roll"}
PARTS = ("arm", "grab", "held object")


def stop_text(reason: int, angle: float, low: float, high: float) -> str:
    """An angle beyond its stop: which, where it would be, and by how much [rad]."""
    stop = low if angle < low else high
    beyond = math.degrees(abs(angle - stop))
    return (
        f"the {STOPS[reason]} would turn to {math.degrees(angle):.2f} degrees, "
        f"{f'{beyond:.2f}' if beyond >= 0.01 else f'{beyond:.1g}'} beyond its stop at {math.degrees(stop):.0f}."
    )


def reason_text(reason: int, amount: float) -> str:
    """What is refused, and by how much.

    Args:
        reason: A reason other than a stop, which `stop_text` words.
        amount: Metres by which a limit is exceeded; radians for a step of a joint.
    """
    mm = 1e3 * amount
    if ARM_UNDER_FLOOR <= reason <= OBJECT_UNDER_FLOOR:
        return f"the {PARTS[reason - ARM_UNDER_FLOOR]} would be {mm:.1f} mm under the floor."
    if ARM_OUTSIDE <= reason <= OBJECT_OUTSIDE:
        return f"the {PARTS[reason - ARM_OUTSIDE]} would be {mm:.1f} mm outside the operating space."
    if ARM_IN_PLATFORM <= reason <= OBJECT_IN_PLATFORM:
        return f"the {PARTS[reason - ARM_IN_PLATFORM]} would go through the platform, by {mm:.1f} mm."
    return _TEXTS[reason].format(mm=f"{mm:.1f}", degrees=f"{math.degrees(amount):.1f}")


_TEXTS = {
    NONE: "",
    TIPS_EMPTY: "the base would tip over: the centre of mass is {mm} mm outside the safe part of the wheels' triangle.",
    TIPS_LOADED: "the base would tip over with the load: the centre of mass is {mm} mm outside the safe part of the "
    "wheels' triangle.",
    TOO_FAR: "the target is out of reach: {mm} mm too far.",
    TOO_NEAR: "the target is out of reach: {mm} mm too near to the shoulder.",
    INSIDE_SHIFT_CIRCLE: "the target is out of reach: {mm} mm too near to the column axis for the grab's side shift.",
    NO_CONFIGURATION: "no configuration satisfies all conditions.",
    ELBOW_CHANGE: "the elbow would have to change over from one side to the other: interrupt the motion.",
    COLUMN_CHANGE: "the column would have to change over between forward and fling-over: interrupt the motion.",
    PATH_NEAR_COLUMN: "the path comes {mm} mm too near to the column axis for the grab's side shift.",
    JOINT_STEP: "a joint would turn by {degrees} degrees in one step, however short.",
    UNSET: "a number of CONFIG is not set, and there is nothing to inherit.",
    NOT_FINITE: "a number is not finite.",
    BEHIND_CAMERA: "the point would be behind the camera.",
    BESIDE_WRIST: "the point is {mm} mm too near to an axis of the arm for the camera's offset.",
}
