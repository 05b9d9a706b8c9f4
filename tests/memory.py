"""How much memory a process took at most, for processes of tests."""

PEAK = """
def peak():
    import resource, sys
    from pathlib import Path
    status = Path("/proc/self/status")
    if status.exists():  # getrusage counts what the process was forked from, too
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
"""
