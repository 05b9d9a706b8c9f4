"""What the actuators of a model itself are: what they act on, the units of their controls, which hold a position.

The force of an actuator with the transmission length l and control u is, in MuJoCo's words, f = gain u + bias, where an
affine bias is b0 + b1 l + b2 l'. A position servo has b1 = -gain, a velocity servo b1 = 0 and b2 = -gain.
"""

from typing import Any

import mujoco

_JOINT = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
_TENDON, _SITE = int(mujoco.mjtTrn.mjTRN_TENDON), int(mujoco.mjtTrn.mjTRN_SITE)
_FIXED, _AFFINE = int(mujoco.mjtGain.mjGAIN_FIXED), int(mujoco.mjtBias.mjBIAS_AFFINE)
_NO_BIAS, _NO_DYNAMICS = int(mujoco.mjtBias.mjBIAS_NONE), int(mujoco.mjtDyn.mjDYN_NONE)
_INTEGRATOR = int(mujoco.mjtDyn.mjDYN_INTEGRATOR)
_LENGTHS = {int(mujoco.mjtJoint.mjJNT_HINGE): "rad", int(mujoco.mjtJoint.mjJNT_SLIDE): "m"}
_FORCES = {"rad": "N*m", "m": "N"}


def driven_joint(model: Any, actuator: int) -> int:
    """Number of the hinge or slide that an actuator acts on; -1 if it acts on something else."""
    if int(model.actuator_trntype[actuator]) not in _JOINT:
        return -1
    joint = int(model.actuator_trnid[actuator, 0])
    return joint if int(model.jnt_type[joint]) in _LENGTHS else -1


def is_servo(model: Any, actuator: int) -> bool:
    """Whether an actuator holds a position that its control sets: an affine bias with b1 < 0, and no dynamics."""
    return (
        int(model.actuator_gaintype[actuator]) == _FIXED
        and int(model.actuator_biastype[actuator]) == _AFFINE
        and int(model.actuator_dyntype[actuator]) != _INTEGRATOR
        and float(model.actuator_biasprm[actuator, 1]) < 0.0
        and float(model.actuator_gainprm[actuator, 0]) != 0.0
    )


def holding_control(model: Any, actuator: int, length: float) -> float:
    """Control with which a servo holds a transmission length: u = -(b0 + b1 l) / gain, which is l for a plain one."""
    b0, b1 = (float(one) for one in model.actuator_biasprm[actuator, :2])
    gain = float(model.actuator_gainprm[actuator, 0])
    if b0 == 0.0 and b1 == -gain:
        return float(length)
    return -(b0 + b1 * length) / gain


def is_velocity_servo(model: Any, actuator: int) -> bool:
    """Whether the control of an actuator is a speed: by b1 = 0 and b2 = -gain, or by integration to a position."""
    gain, bias = model.actuator_gainprm[actuator, 0], model.actuator_biasprm[actuator]
    if int(model.actuator_gaintype[actuator]) != _FIXED or int(model.actuator_biastype[actuator]) != _AFFINE:
        return False
    if int(model.actuator_dyntype[actuator]) == _INTEGRATOR:
        return bool(bias[1] == -gain and bias[0] == 0.0)
    return bool(bias[0] == 0.0 and bias[1] == 0.0 and bias[2] == -gain and gain > 0.0)


def is_motor(model: Any, actuator: int) -> bool:
    """Whether the control of an actuator is a force: no bias, and no dynamics but a filter."""
    return (
        int(model.actuator_gaintype[actuator]) == _FIXED
        and int(model.actuator_biastype[actuator]) == _NO_BIAS
        and int(model.actuator_dyntype[actuator]) != _INTEGRATOR
    )


def control_unit(model: Any, actuator: int) -> str:
    """Unit of the control of an actuator; "1" where the model scales it or does not tell.

    A position servo on a hinge is in rad, a motor with the gear and gain 1 in N*m, and so on. Tendons over several
    joints and scaled controls, such as 0 to 255, are plain numbers.
    """
    length = _length_unit(model, actuator)
    if not length or int(model.actuator_ctrlnum[actuator]) != 1:
        return "1"
    gain, bias = float(model.actuator_gainprm[actuator, 0]), model.actuator_biasprm[actuator]
    if is_velocity_servo(model, actuator):
        return f"{length}/s"
    if is_servo(model, actuator):
        return length if bias[0] == 0.0 and bias[1] == -gain else "1"
    scaled = gain != 1.0 or int(model.actuator_dyntype[actuator]) != _NO_DYNAMICS
    return "1" if scaled or not is_motor(model, actuator) else _FORCES[length]


def _length_unit(model: Any, actuator: int) -> str:
    """Unit of the transmission length, if it is that of the thing itself: rad, m, or "" for none."""
    gear = model.actuator_gear[actuator]
    joint = driven_joint(model, actuator)
    if joint >= 0:
        return _LENGTHS[int(model.jnt_type[joint])] if gear[0] == 1.0 else ""
    kind = int(model.actuator_trntype[actuator])
    if kind == _TENDON and gear[0] == 1.0:
        return "m" if _is_spatial(model, int(model.actuator_trnid[actuator, 0])) else ""
    if kind == _SITE:
        pulls, turns = abs(gear[:3]), abs(gear[3:])
        if pulls.sum() == 1.0 and pulls.max() == 1.0 and not turns.any():
            return "m"
        if turns.sum() == 1.0 and turns.max() == 1.0 and not pulls.any():
            return "rad"
    return ""


def _is_spatial(model: Any, tendon: int) -> bool:
    first = int(model.tendon_adr[tendon])
    return int(model.wrap_type[first]) != int(mujoco.mjtWrap.mjWRAP_JOINT)
