"""A folder of packages in which somebody has installed a kind of equipment, and processes that find it there."""

import os
import subprocess
import sys


def install(folder, module, text, entry_points):
    """A module, and what an installer leaves of its metadata."""
    (folder / f"{module}.py").write_text(text)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.replace('_', '-')}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)


def python(site, *arguments, wrong=False):
    """What a process of its own says that finds what the site has; `wrong` if it is to fail."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)])}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=site, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == wrong, done.stdout + done.stderr
    return done.stdout + (done.stderr if wrong else "")
