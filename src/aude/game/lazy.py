"""Sequences whose items are made when they are first read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence that compares, adds and prints like a list, but cannot be changed."""

    __slots__ = ("_made",)
    _made: list[T] | None

    def make(self) -> list[T]:
        """Make the items, in order."""
        raise NotImplementedError

    def _items(self) -> list[T]:
        if self._made is None:
            self._made = self.make()
        return self._made

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._items()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __add__(self, other: Iterable[T]) -> list[T]:
        return [*self, *other]

    def __radd__(self, other: Iterable[T]) -> list[T]:
        return [*other, *self]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, list | Lazy):
            return NotImplemented
        return self._items() == list(other)

    __hash__ = None  # type: ignore[assignment]  # as for a list

    def __repr__(self) -> str:
        return repr(self._items())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._items(),)
