"""Locks of the operating system on open files, which it gives back when a process is gone, however it ended."""


def try_lock(handle: int) -> bool:
    """Lock an open file, without waiting; closing it unlocks it.

    Args:
        handle: The open file; it must be writable.

    Returns:
        False if another process has the lock.

    Raises:
        OSError: The file system has no locks.
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
