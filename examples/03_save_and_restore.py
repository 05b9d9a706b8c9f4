"""Save the whole state, go on, go back, and get the same bits again."""

import pult

program = pult.compile_scheme(pult.shipped_scheme("servo"))
program.run(50, {"wanted": 1.0})
saved = program.state
print("state at 0.5 s:", {name: round(value, 6) for name, value in saved.named().items()})

first = program.run(100, {"wanted": 1.0})["angle"]
program.restore(pult.State.from_json(saved.to_json()))
second = program.run(100, {"wanted": 1.0})["angle"]
print("the same bits again:", first.tobytes() == second.tobytes())
