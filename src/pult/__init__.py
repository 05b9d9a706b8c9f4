"""pult: a training simulator and control studio for robots."""

import pult.blocks  # noqa: F401 - first: importing a package sets its name here, and `pult.blocks()` must be the function
from pult.core.block import block
from pult.core.block_type import BlockType
from pult.core.errors import BlockError, DocumentError, Fault, PultError
from pult.core.kernels import kernel
from pult.core.registry import blocks
from pult.scheme.compile import check_scheme, compile_scheme, load_scheme
from pult.scheme.diagnose import BlockRunError
from pult.scheme.model import Scheme
from pult.scheme.program import Program
from pult.scheme.shipped import shipped_scheme
from pult.scheme.signals import UnknownName, ValueRefused
from pult.scheme.state import State

__version__ = "0.1.0"

__all__ = [
    "BlockError",
    "BlockRunError",
    "BlockType",
    "DocumentError",
    "Fault",
    "Program",
    "PultError",
    "Scheme",
    "State",
    "UnknownName",
    "ValueRefused",
    "block",
    "blocks",
    "check_scheme",
    "compile_scheme",
    "kernel",
    "load_scheme",
    "shipped_scheme",
]
