"""Numba compiler pipeline that avoids repeated optimisation.

Numba optimises every function it compiles and generates its machine code, then again as a part of each caller. Here
only the outermost function is optimised: the functions it calls are kept as lowered, and are linked and optimised once,
with their caller.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite import binding
from numba import _dynfunc
from numba.core import compiler, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import register_pass
from numba.core.runtime import rtsys


class Lowered(JITCodeLibrary):  # type: ignore[misc] # Numba has no types
    """Code library of a lowered function, neither optimised nor loaded; others link it in."""

    def finalize(self) -> None:
        """Mark the library as complete."""
        self._whole: Any = None
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _get_module_for_linking(self) -> Any:
        """The module with everything it calls, for libraries of Numba's own class."""
        self._ensure_finalized()
        if self._whole is None:
            self._whole = linked(self)
        return self._whole

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - Numba's signature
        """Zero: there is no machine code."""
        return 0


def linked(library: Lowered) -> Any:
    """A new module with a function and everything it calls, each once; duplicates in other modules are identical."""
    module = library._final_module.clone()
    others = list(_closure(library._linking_libraries, {library}))
    for other in others:
        if isinstance(other, Lowered):
            module.link_in(other._final_module, preserve=True)
    for other in sorted(others, key=_is_runtime):  # from these LLVM takes only what already linked code calls
        if not isinstance(other, Lowered):
            module.link_in(other._get_module_for_linking(), preserve=True)
    for function in module.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            function.linkage = "linkonce_odr"
    return module


def _is_runtime(library: Any) -> bool:
    return library is rtsys.library


def _closure(libraries: Iterable[Any], seen: set[Any]) -> Iterator[Any]:
    for library in libraries:
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, Lowered):
                yield from _closure(library._linking_libraries, seen)


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerOnly(typed_passes.NativeLowering):  # type: ignore[misc]
    """Numba's lowering, up to the point where machine code would be generated."""

    _name = "pult_lower_only"

    def run_pass(self, state: Any) -> bool:
        """Lower the function, and register it for calls from others."""
        target, name = state.targetctx, state.func_id.func_qualname
        state.library = Lowered(target.codegen(), name)
        state.flags.no_compile = True
        super().run_pass(state)
        found = state["cr"]
        description = found.fndesc
        # placeholder for the function in Numba's tables; it cannot be called
        token = _dynfunc.make_function(description.lookup_module(), name, "", 0, found.env, (state.library,))
        target.insert_user_function(token, description, [state.library])
        state["cr"] = found._replace(cfunc=token)
        return True


class LoweringCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler with this lowering: `numba.njit(pipeline_class=LoweringCompiler)`."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes, with one replaced."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (LowerOnly if one is typed_passes.NativeLowering else one, text) for one, text in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]
