"""Numba's compiler, told not to do things several times.

Numba optimises every function it compiles and turns it into machine code, then once more as a part of everybody who
calls it. Here only the outermost function goes that way: those inside are kept as they were lowered and are linked
and optimised once, with the one that is wanted.
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
    """A function as it was lowered, neither optimised nor loaded. Others link it in."""

    def finalize(self) -> None:
        """Nothing is added to it any more."""
        self._whole: Any = None
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _get_module_for_linking(self) -> Any:
        """With all that it calls: for libraries that do not know of this class."""
        self._ensure_finalized()
        if self._whole is None:
            self._whole = linked(self)
        return self._whole

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - Numba's signature
        """No machine code was made."""
        return 0


def linked(library: Lowered) -> Any:
    """A new module with a function and all that it calls, each once; duplicates elsewhere are the same."""
    module = library._final_module.clone()
    others = list(_closure(library._linking_libraries, {library}))
    for other in others:
        if isinstance(other, Lowered):
            module.link_in(other._final_module, preserve=True)
    for other in sorted(others, key=_is_runtime):  # of these LLVM takes what is called by something linked before
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
    """Numba's lowering, up to the point where machine code would be made."""

    _name = "pult_lower_only"

    def run_pass(self, state: Any) -> bool:
        """Lower, and let other functions call it."""
        target, name = state.targetctx, state.func_id.func_qualname
        state.library = Lowered(target.codegen(), name)
        state.flags.no_compile = True
        super().run_pass(state)
        found = state["cr"]
        description = found.fndesc
        # what stands for the function in tables of Numba's; it cannot be called
        token = _dynfunc.make_function(description.lookup_module(), name, "", 0, found.env, (state.library,))
        target.insert_user_function(token, description, [state.library])
        state["cr"] = found._replace(cfunc=token)
        return True


class LoweringCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler with this lowering: `numba.njit(pipeline_class=LoweringCompiler)`."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes, but for one."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (LowerOnly if one is typed_passes.NativeLowering else one, text) for one, text in passes.passes
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]
