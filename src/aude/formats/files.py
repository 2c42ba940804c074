"""Reads and writes files of text: records and set-ups."""

from __future__ import annotations

from pathlib import Path

from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase

MAX_BYTES = 5_000_000
REASONS: dict[type[OSError], str] = {
    FileNotFoundError: "absent",
    IsADirectoryError: "folder",
    NotADirectoryError: "not_folder",
    PermissionError: "permission",
}


def read_file(path: str | Path) -> str:
    """The text of a file; anything that goes wrong raises `Unreadable`."""
    try:
        with Path(path).expanduser().open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError, RuntimeError) as error:
        raise unreadable("file.read", path=str(path), reason=reason(error)) from None
    if len(data) > MAX_BYTES:
        raise unreadable("file.large", path=str(path), most=MAX_BYTES // 1_000_000)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable("file.not_text", path=str(path)) from None


def write_file(path: str | Path, text: str) -> None:
    """Write a file; anything that goes wrong raises `Unreadable`."""
    try:
        Path(path).expanduser().write_text(text, encoding="utf-8")
    except (OSError, ValueError, RuntimeError) as error:
        raise unreadable("file.written", path=str(path), reason=reason(error)) from None


def check_writable(path: str | Path) -> None:
    """Raise `Unreadable` if a file cannot be written, before spending time on the result.

    An existing file is not changed, and no new one is left behind.
    """
    try:
        file = Path(path).expanduser()
        existed = file.exists()
        file.open("ab").close()
        if not existed:
            file.unlink()
    except (OSError, ValueError, RuntimeError) as error:
        raise unreadable("file.written", path=str(path), reason=reason(error)) from None


def reason(error: Exception) -> Phrase | str:
    """The message of an operating system error, without its number; common ones are translated."""
    for kind, key in REASONS.items():
        if isinstance(error, kind):
            return Phrase(f"errors.file.{key}")
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
