"""The standard block library, one family per module or package. Importing this package registers every block."""

import importlib
import pkgutil

for _found in pkgutil.iter_modules(__path__, f"{__name__}."):
    if not _found.name.rpartition(".")[2].startswith("_"):
        importlib.import_module(_found.name)
