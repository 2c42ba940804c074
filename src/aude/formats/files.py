"""Texts in files: records and set-ups."""

from __future__ import annotations

from pathlib import Path

from aude.errors import Unreadable

MAX_BYTES = 5_000_000


def read_file(path: str | Path) -> str:
    """The text of a file; anything that goes wrong raises `Unreadable`."""
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError, RuntimeError) as error:
        raise Unreadable(f"{str(path)!r} cannot be read: {reason(error)}") from None
    if len(data) > MAX_BYTES:
        raise Unreadable(f"{str(path)!r} is too large: {MAX_BYTES // 1_000_000} megabytes is the limit")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{str(path)!r} is not a text file") from None


def write_file(path: str | Path, text: str) -> None:
    """Write a file; anything that goes wrong raises `Unreadable`."""
    try:
        Path(path).expanduser().write_text(text, encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:
        raise Unreadable(f"{str(path)!r} cannot be written: {reason(error)}") from None


def reason(error: Exception) -> str:
    """The message of an operating system error, without its number."""
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
