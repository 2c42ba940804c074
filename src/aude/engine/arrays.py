"""`vec[i64]`, the engine's array of ints: packed if the engine is compiled, otherwise a plain list.

This module itself is never compiled. Type checkers and mypyc see librt's `vec`; the interpreted engine gets lists,
which are faster there than boxed elements.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import TYPE_CHECKING

_spec = find_spec("aude.engine.state")
COMPILED: bool = _spec is not None and str(_spec.origin).endswith(tuple(EXTENSION_SUFFIXES))
"""Whether the engine is compiled; interpreted it plays the same games, about thirty times slower."""

if TYPE_CHECKING or COMPILED:
    from librt.vecs import append as append
    from librt.vecs import extend as extend
    from librt.vecs import vec as vec
else:

    def _vec(items=(), *, capacity=0):
        return list(items)

    class vec:
        """`vec[i64](numbers)`: an array of numbers of one type."""

        def __class_getitem__(cls, item):
            return _vec

    def append(array, item):
        """The array with one more item; rebind it: `array = append(array, item)`."""
        array.append(item)
        return array

    def extend(array, items):
        """The array with more items; rebind it, as with `append`."""
        array.extend(items)
        return array
