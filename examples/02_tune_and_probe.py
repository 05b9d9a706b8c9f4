"""Tune a parameter while the scheme runs, and look at any signal inside it, without recompiling."""

import pult

program = pult.compile_scheme(pult.shipped_scheme("servo"))
print("parameters:", ", ".join(sorted(program.parameters())))

for stiffness in (1.0, 4.0, 16.0):
    program.reset()
    program.set("axis.pd.kp", stiffness)
    angle = program.run(300, {"wanted": 0.2})["angle"]
    overshoot = 100 * (angle.max() - 0.2) / 0.2
    rise = next(k for k, value in enumerate(angle) if value > 0.18) * program.scheme.step
    print(f"kp = {stiffness:4.1f} V/rad: 90 % after {rise:.2f} s, overshoot {overshoot:4.1f} %")

print("last voltage inside the sub-scheme:", f"{program.probe('axis.pd.y'):.6f} V")
try:
    program.set("axis.pd.kp", -1.0)
except pult.PultError as error:
    print("refused:", error)
