"""Locks on open files; the operating system releases them when the process ends, however it ends."""


def try_lock(handle: int) -> bool:
    """Try to lock an open file without waiting; closing the file unlocks it.

    Args:
        handle: The open file; it must be writable.

    Returns:
        False if another process holds the lock.

    Raises:
        OSError: The file system does not support locks.
    """
    try:
        import fcntl
    except ImportError:
        return _try_lock_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_windows(handle: int) -> bool:
    import msvcrt

    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except PermissionError:
        return False
    return True
