"""Bring the hand of a robot to a point and to a pose, follow a path, and see what happens out of reach."""

import numpy as np

import pult

robot = pult.load_robot("panda")
arm = robot.chain("arm")
home = robot.home("arm")

point = pult.solve_ik(arm, [0.4, 0.2, 0.5], home)
print(f"point: {point.reason}, {1e3 * point.residual:.3f} mm off, {point.iterations} iterations")

downwards = pult.pose([0.4, 0.2, 0.5], [np.pi, 0.0, 0.0])  # roll, pitch, yaw
tool = pult.solve_ik(arm, downwards, home, prefer="centre")
print(f"pose: {tool.reason}; joints stay {arm.limit_distances(tool.q).min():.2f} rad from their limits")

q, largest = tool.q, 0.0
for angle in np.linspace(0.0, 2.0 * np.pi, 200):  # a circle of 10 cm, the tool pointing down all the way
    target = pult.pose([0.4 + 0.1 * np.sin(angle), 0.1 + 0.1 * np.cos(angle), 0.5], [np.pi, 0.0, 0.0])
    result = pult.solve_ik(arm, target, q)
    largest, q = max(largest, float(np.abs(result.q - q).max())), result.q
print(f"circle: largest joint step {largest:.3f} rad for {2e3 * np.pi * 0.1 / 200:.1f} mm of path")

far = pult.solve_ik(arm, [2.0, 0.0, 0.5], home)
print(f"far away: {far.reason}; the closest point is {far.residual:.3f} m from there")

descent = pult.coordinate_descent(arm, home, [0.4, 0.2, 0.5], trace=True)
print(f"coordinate descent: {descent.reason} after {descent.rotations} rotations; the first of them:")
for step in descent.trace[:4]:
    print(f"  {step.name} {np.degrees(step.change):+7.2f} deg, {1e3 * step.distance:6.1f} mm left")
