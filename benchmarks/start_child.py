"""Run in a fresh process: from the command to the first control step of an exercise.

    python start_child.py EXERCISE as-it-is|altered

Prints a JSON object: seconds taken to import pult, to open the session and to do the first step, whether the scheme's
native code came from the disk cache, and the seconds of the processor that this process used.
"""

import time

if __name__ == "__main__":
    import json
    import sys
    import tempfile
    from pathlib import Path
    from typing import Any

    marks = [time.perf_counter()]

    import msgspec

    import pult
    from pult.exercise.exercise import load_exercise
    from pult.sim.open import open_session

    def altered(document: dict[str, Any]) -> dict[str, Any]:
        """The same blocks in another scheme: some of them are duplicated."""
        plain = [block for block in document["blocks"] if "type" in block][:5]
        copies = {block["id"]: f"{block['id']}_again" for block in plain}
        wires = [
            {**wire, "to": f"{copies[block]}.{port}"}
            for wire in document["wires"]
            for block, _, port in [wire["to"].partition(".")]
            if port and block in copies
        ]
        blocks = [{**block, "id": copies[block["id"]]} for block in plain]
        return {**document, "blocks": [*document["blocks"], *blocks], "wires": [*document["wires"], *wires]}

    marks.append(time.perf_counter())
    exercise = load_exercise(sys.argv[1])
    setup = exercise.setup("", 0)
    with tempfile.TemporaryDirectory(prefix="pult-bench-") as folder:
        if sys.argv[2] == "altered":
            source = pult.shipped_scheme(setup.scheme)
            other = Path(folder) / Path(source).name
            other.write_text(json.dumps(altered(json.loads(Path(source).read_text()))))
            setup = msgspec.structs.replace(setup, scheme=str(other))
        session = open_session(setup, exercise.folder)
        marks.append(time.perf_counter())
        session.advance(1)
        marks.append(time.perf_counter())
    names = ("imports", "open", "step")
    taken = {name: after - before for name, before, after in zip(names, marks, marks[1:], strict=False)}
    json.dump({**taken, "cached": session.program.cached, "processor": time.process_time()}, sys.stdout)
