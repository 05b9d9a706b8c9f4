"""Processes that do runs: on this machine, or on a Dask cluster."""
