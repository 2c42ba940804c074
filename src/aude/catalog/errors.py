"""What is said to mistakes, in every language: the one place where errors about records, set-ups and flags are made.

>>> error = unreadable("boxes.none", name="rivver", known=["river"])
>>> str(error)
"there is no box 'rivver'; known boxes: river (or the path of a box's folder)"
>>> said(error, "nl")
"er is geen doos 'rivver'; bekende dozen: river (of het pad van de map van een doos)"

The sentences are in errors.toml beside this file. `Unreadable` is raised with an English sentence of its own only where
the author of a box, a bot or a program reads it: mistakes in the files of a box and in calls of the API, snapshots,
measurements; and by `aude.formats.jcz`, about the saves of another program.
"""

from __future__ import annotations

from aude.catalog.texts import Phrase, Texts, english
from aude.errors import AudeError, Unreadable


def unreadable(key: str, line: int | None = None, **values: object) -> Unreadable:
    """The error with this key in errors.toml; a value may be a phrase, or another error. `line` is that of a text."""
    key = f"errors.{key}"
    return Unreadable(english()(key, **values), line, key=key, values=values)


def about(field: object, error: AudeError | Phrase) -> Unreadable:
    """An error that names the flag or the field in which the mistake is: ``order: there is no tile …``."""
    return unreadable("about", field=field, says=error)


def said(error: AudeError, language: str) -> str:
    """An error in a language; `str(error)` is English."""
    return Texts(language, error.folders).error(error)
