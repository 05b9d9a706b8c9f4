"""Dimensions, masses, ranges and drives of the biped, and where they are from.

Upper body and arms are those of the torso robot (`models.torso.table`). Legs, soles and drives are those of a trial in
which the walk of paper 003 was made to work: thigh and shank 0.52 m, ankle 0.10 m above the sole, half the distance of
the feet 0.1009 m (x0 of the paper), 13 kg a leg, 90 kg in all. Batteries and computer in the chest and the pelvis make
up for the shells, so that 64 kg rest on the hips and the centre of mass stands at 1.2 m (z0 of the paper) with bent
knees.
"""

from models.torso.table import BODY_MASS, TRUNK, Mass

HIP = 0.1009
"""Half the distance between the hips, and between the feet: x0 of paper 003 [m]."""
THIGH = SHANK = 0.52
ANKLE = 0.10
"""Height of the ankle above the sole [m]."""
HALF_WIDTH, HEEL, TOE = 0.055, 0.10, 0.16
"""Half width of the sole, and how far it reaches behind and before the ankle [m]."""
WAIST = 0.165
"""Height of the waist above the hips [m]."""

CARRIED = 64.0
"""Mass above the hips [kg]."""
PELVIS = 10.0
_chest = CARRIED - PELVIS - (BODY_MASS - TRUNK["pelvis"].mass - TRUNK["chest"].mass)
PELVIS_MASS = Mass(PELVIS, (0.0, 0.0, 0.05), (0.20, 0.26, 0.16))
CHEST_MASS = Mass(_chest, (0.0, 0.0, 0.36), (0.21, 0.32, 0.40))
LEG = {
    "hip_yoke": Mass(0.6, (0.0, 0.0, 0.03), (0.09, 0.09, 0.07)),
    "hip_cross": Mass(0.6, (0.0, 0.0, 0.0), (0.09, 0.09, 0.09)),
    "thigh": Mass(5.8, (0.0, 0.0, -0.235), (0.13, 0.13, 0.45)),
    "shank": Mass(4.0, (0.0, 0.0, -0.20), (0.11, 0.11, 0.46)),
    "ankle_cross": Mass(0.2, (0.0, 0.0, 0.0), (0.05, 0.05, 0.05)),
    "ankle_yoke": Mass(0.2, (0.0, 0.0, -0.01), (0.05, 0.05, 0.04)),
    "foot": Mass(1.6, (0.035, 0.0, -0.068), (0.25, 0.10, 0.05)),
}
"""Bodies of a leg in their own frames, z along the hanging leg upwards."""

JOINTS = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll", "ankle_yaw")
RANGES = {
    "hip_yaw": (-57.0, 57.0), "hip_roll": (-46.0, 46.0), "hip_pitch": (-57.0, 126.0), "knee": (-5.0, 137.0),
    "ankle_pitch": (-57.0, 80.0), "ankle_roll": (-46.0, 46.0), "ankle_yaw": (-57.0, 57.0),
}  # fmt: skip
"""Ranges of the joints [degrees]. Positive: toes outwards, leg outwards, thigh forward, knee bent, toes up."""
STALL_TORQUE = [200, 400, 400, 500, 300, 250, 100]
NO_LOAD_SPEED = [12, 10, 12, 12, 12, 12, 12]
INERTIA = [0.3, 0.6, 0.6, 0.8, 0.4, 0.3, 0.1]
"""Stall torque [N*m], idle speed [rad/s] and reflected inertia of the rotors [kg*m^2] in the order of the joints."""

HEIGHT_OF_MASS = 1.2
"""Height of the centre of mass of the standing robot: z0 of paper 003 [m]."""
