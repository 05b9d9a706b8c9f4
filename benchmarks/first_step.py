"""Run in a fresh process: the time from a scheme's file to the end of its first control step.

    python first_step.py scheme.json native|plain

Prints a JSON object: the moment of its first line (seconds since the epoch), the seconds taken to import
pult, load, compile and step, and whether the native code came from the disk cache.
"""

import time

BEGIN = time.time()

if __name__ == "__main__":
    import json
    import sys

    marks = [time.perf_counter()]

    import numpy as np

    import pult

    marks.append(time.perf_counter())
    scheme = pult.load_scheme(sys.argv[1])
    marks.append(time.perf_counter())
    program = pult.compile_scheme(scheme, plain=sys.argv[2] == "plain")
    marks.append(time.perf_counter())
    program.step_array(np.ones(len(program.inputs)), np.zeros(len(program.outputs)))
    marks.append(time.perf_counter())
    names = ("imports", "load", "compile", "step")
    taken = {name: after - before for name, before, after in zip(names, marks, marks[1:], strict=False)}
    json.dump({"begin": BEGIN, **taken, "cached": program.cached}, sys.stdout)
