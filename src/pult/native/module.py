"""A source text as a module of native functions, by way of the disk cache."""

import hashlib
import pickle
import shutil
import sys
import threading
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.native import cache, progress
from pult.native.apart import make_known, needs_of, through_symbols
from pult.native.functions import jit

_PREFIX = "pult_program_"
_NEEDS = "needs.pickle"
"""File of an entry that tells which large functions its code calls through symbols."""
Namespace = Callable[[Callable[[Function], Function]], dict[str, Any]]


class Loaded(NamedTuple):
    """A module of native functions.

    Attributes:
        module: The module.
        cached: Whether its native code was there before, on disk or in this process.
        key: Name of the cache entry.
    """

    module: types.ModuleType
    cached: bool
    key: str


def load_module(source: str, content: str, namespace: Namespace, signatures: Mapping[str, Any]) -> Loaded:
    """Compile the functions of a text, or load them from the disk cache.

    Args:
        source: The text.
        content: Hash of everything that enters the native code, apart from compiler and processor.
        namespace: Gives the names the text uses; it is handed the decorator for the functions that are kept on disk.
        signatures: Functions that are called from Python, and their arguments as Numba writes them.
    """
    key = key_of(content)
    with _lock(key):  # two threads that want the same module: the second finds it made
        loaded = sys.modules.get(_PREFIX + key)
        if loaded is not None:  # the functions are pure: all users of one text share them
            return Loaded(loaded, True, key)
        folder = cache.open_cache()
        if folder is None:
            return Loaded(_build(source, key, namespace, signatures, None), False, key)
        entry = cache.find(folder, key)
        if entry is not None:
            try:
                return Loaded(_build(source, key, namespace, signatures, entry), True, key)
            except Exception:  # noqa: BLE001 - an entry that cannot be used is made anew, whatever is wrong with it
                shutil.rmtree(entry, ignore_errors=True)
        workplace = cache.begin(folder, key, source)
        try:
            module = _build(source, key, namespace, signatures, workplace)
        except BaseException:
            shutil.rmtree(workplace, ignore_errors=True)
            raise
        cache.publish(folder, key, workplace)
        return Loaded(module, False, key)


def key_of(content: str) -> str:
    """Name of a cache entry, from the hash of what enters the native code."""
    return hashlib.sha256(f"{content}|{cache.environment_key()}".encode()).hexdigest()[:40]


def is_kept(content: str) -> bool:
    """Whether native code is there already, in this process or on disk."""
    key = key_of(content)
    folder = cache.open_cache()
    return _PREFIX + key in sys.modules or (folder is not None and (folder / key).is_dir())


_locks: dict[str, threading.Lock] = {}


def _lock(key: str) -> threading.Lock:
    return _locks.setdefault(key, threading.Lock())


def _build(
    source: str, key: str, namespace: Namespace, signatures: Mapping[str, Any], folder: Path | None
) -> types.ModuleType:
    module = types.ModuleType(_PREFIX + key)
    module.__dict__.update(namespace(jit(no_cfunc_wrapper=True, nogil=True, cache=folder is not None)))
    sys.modules[module.__name__] = module  # Numba looks the module up when it loads from its cache
    filename = str(folder / cache.SOURCE) if folder is not None else f"<pult {key[:12]}>"
    needs = folder / _NEEDS if folder is not None else None
    # what is compiled apart tells of itself when its turn comes: here it is only counted
    apart = through_symbols(module.__dict__)
    if apart:
        progress.expect(len(apart) + len(signatures))
    try:
        if needs is not None and needs.exists():
            make_known(module.__dict__, pickle.loads(needs.read_bytes()))  # noqa: S301 - the user's own folder, checked
        exec(compile(source, filename, "exec"), module.__dict__)  # noqa: S102 - our own text; nothing of a document is code in it
        for name, signature in signatures.items():
            function = getattr(module, name)
            function.compile(signature)
            function.disable_compile()
            progress.compiled()
        called = needs_of(module.__dict__)
        if needs is not None and called and not needs.exists():
            needs.write_bytes(pickle.dumps(called))
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module
