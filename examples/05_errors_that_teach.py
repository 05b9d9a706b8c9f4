"""All faults of a document come at once, each with its place and a way out."""

import pult

wrong = {
    "format": "pult.scheme",
    "version": 1,
    "inputs": {"stick": {"unit": "deg"}, "speed": {"unit": "rad/s"}},
    "outputs": {"voltage": {"unit": "V"}},
    "blocks": [
        {"id": "pd", "type": "control.pd", "parameters": {"kp": -20.0, "kd_": 0.3}},
        {"id": "lag", "type": "control.lagg"},
        {"id": "pd2", "type": "control.pd"},
        {"id": "double", "type": "arithmetic.gain", "parameters": {"k": 2.0}},
        {"id": "mean", "type": "arithmetic.difference"},
    ],
    "wires": [
        {"from": "stick", "to": "pd2.wanted"},
        {"from": "speed", "to": "pd2.sped"},
        {"from": "pd2.y", "to": "voltage"},
        {"from": "double.y", "to": "mean.a"},
        {"from": "mean.y", "to": "double.x"},
    ],
}

scheme, faults = pult.check_scheme(wrong)
print(f"refused with {len(faults)} faults:")
for fault in faults:
    print(f"  [{fault.code}] {fault}")

loop = {
    **wrong,
    "inputs": {},
    "outputs": {},
    "blocks": [
        {"id": "double", "type": "arithmetic.gain", "parameters": {"k": 2.0}},
        {"id": "minus", "type": "arithmetic.difference", "inputs": {"b": 1.0}},
    ],
    "wires": [{"from": "double.y", "to": "minus.a"}, {"from": "minus.y", "to": "double.x"}],
}
print("\na loop without a delay:")
for fault in pult.check_scheme(loop)[1]:
    print(f"  {fault}")
