"""Force elements in the document of a world."""

from typing import TYPE_CHECKING

from pult.core.document_kinds import kinds_in, union
from pult.equipment.elements import kinds
from pult.equipment.elements.kind import ElementKind

ELEMENT_KINDS = kinds_in(kinds, ElementKind)  # type: ignore[type-abstract]  # it is not called
"""All kinds of force elements. `Element` is any of them, discriminated by 'type'."""

if TYPE_CHECKING:
    Element = ElementKind
else:
    Element = union(ELEMENT_KINDS)
