"""Which tests could fail by chance is told by what their modules import."""

from pathlib import Path

import pytest

from tests.chance import chance_modules, is_left_to_chance


@pytest.mark.parametrize(
    "module",
    [
        "tests/batch/test_sweep.py",  # workers of pult's own
        "tests/browser/test_gamepad.py",  # nothing but the fixtures of its folder
        "tests/cli/test_sweep_progress.py",
        "tests/docs/test_fences.py",  # a helper that starts programs
        "tests/realtime/test_process.py",
        "tests/record/test_kill.py",
        "tests/server/test_live.py",
    ],
)
def test_clocks_processes_and_sockets_are_found(module):
    assert module in chance_modules()


def test_arithmetic_is_not_left_to_chance():
    found = chance_modules()
    assert not {"tests/geometry/test_rotation.py", "tests/motion/ik/test_errors.py", "tests/scheme/test_uses.py"} & {
        *found
    }


def test_what_a_helper_imports_and_what_fixtures_bring_counts(tmp_path):
    files = {
        "tests/conftest.py": "import signal",
        "tests/test_top.py": "",
        "tests/far/conftest.py": "from tests.far import helper",
        "tests/far/helper.py": "def wait():\n    import time",
        "tests/far/test_it.py": "",
        "tests/near/test_it.py": "from tests.far.helper import wait",
        "tests/near/test_sum.py": "import timeit",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert chance_modules(tmp_path) == ["tests/far/test_it.py", "tests/near/test_it.py"]
    assert not is_left_to_chance(Path("tests/test_top.py"), tmp_path)
