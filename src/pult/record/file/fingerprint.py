"""Versions and machine of a run: bits are reproducible only with the same versions on the same kind of machine."""

import hashlib
import importlib.metadata
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_PACKAGES = {"pult": ("pult",), "mujoco": ("mujoco-core", "mujoco"), "numpy": ("numpy",), "numba": ("numba",)}


def fingerprint() -> dict[str, str]:
    """Versions, operating system, architecture and processor of this machine.

    Results depend on the mathematical functions of the C library and on the instructions of the processor, so both are
    included; the flags of the processor are hashed.
    """
    return dict(_fingerprint())


def differences(one: Mapping[str, str], two: Mapping[str, str]) -> list[str]:
    """Differences of two fingerprints, one line each, such as "numpy: 2.0.1, here 2.1.0"."""
    keys = [*one, *(key for key in two if key not in one)]
    return [
        f"{key}: {one.get(key) or 'unknown'}, here {two.get(key) or 'unknown'}"
        for key in keys
        if one.get(key, "") != two.get(key, "")
    ]


@cache
def _fingerprint() -> dict[str, str]:
    found = {name: _version(packages) for name, packages in _PACKAGES.items()}
    processor, flags = _processor()
    return found | {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.system(),
        "libc": " ".join(platform.libc_ver()).strip() or platform.release(),
        "machine": platform.machine(),
        "cpu": processor,
        "cpu_flags": flags,
    }


def _version(packages: tuple[str, ...]) -> str:
    for package in packages:
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return ""


def _processor() -> tuple[str, str]:
    """Name of the processor, and the hash of its sorted flags; empty if the system does not provide them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    said: dict[str, str] = {}
    for line in lines:
        key, _, value = line.partition(":")
        said.setdefault(key.strip().lower(), value.strip())
    flags = said.get("flags") or said.get("features") or ""
    name = said.get("model name") or platform.processor() or platform.machine()
    return name, hashlib.sha256(" ".join(sorted(flags.split())).encode()).hexdigest()[:16] if flags else ""
