"""Build a servo as a scheme, check it, compile it to native code, and watch it move.

A PD controller turns the wanted angle into a voltage; the drive turns the voltage into acceleration; two integrators
make speed and angle of it. The angle comes back to the controller.
"""

import pult

servo = {
    "format": "pult.scheme",
    "version": 1,
    "name": "servo",
    "step": 0.01,
    "inputs": {"wanted": {"unit": "rad"}},
    "outputs": {"angle": {"unit": "rad"}, "voltage": {"unit": "V"}},
    "blocks": [
        {"id": "pd", "type": "control.pd", "parameters": {"kp": 4.0, "kd": 1.0}},
        {"id": "drive", "type": "arithmetic.gain", "parameters": {"k": 8.0}},
        {"id": "speed", "type": "control.integrator"},
        {"id": "angle", "type": "control.integrator"},
    ],
    "wires": [
        {"from": "wanted", "to": "pd.wanted"},
        {"from": "angle.y", "to": "pd.angle"},
        {"from": "speed.y", "to": "pd.speed"},
        {"from": "pd.y", "to": "drive.x"},
        {"from": "drive.y", "to": "speed.x"},
        {"from": "speed.y", "to": "angle.x"},
        {"from": "angle.y", "to": "angle"},
        {"from": "pd.y", "to": "voltage"},
    ],
}

program = pult.compile_scheme(servo)
series = program.run(steps=200, inputs={"wanted": 1.0})

print(f"{program.scheme.name}: {len(servo['blocks'])} blocks, {'native code' if program.native else 'plain Python'}")
print(f"the drive's output, by its wires: {program.signal('drive.y')}")
print("\n time   angle   voltage")
for k in range(0, 200, 10):
    angle, voltage = series["angle"][k], series["voltage"][k]
    print(f"{k * 0.01:4.1f} s {angle:6.3f} {voltage:8.3f}   |{'#' * round(40 * angle)}")
print(f"\nafter 2 s the angle is {series['angle'][-1]:.4f} rad of the wanted 1 rad")
