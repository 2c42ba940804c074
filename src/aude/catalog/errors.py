"""Makes errors about records, set-ups and flags that can be printed in every language.

>>> error = unreadable("boxes.none", name="rivver", known=["river"])
>>> str(error)
"there is no box 'rivver'; known boxes: river (or the path of a box's folder)"
>>> said(error, "nl")
"er is geen doos 'rivver'; bekende dozen: river (of het pad van de map van een doos)"

The sentences are in errors.toml beside this file. Only where the author of a box, a bot or a program reads it, is
`Unreadable` raised with an English sentence instead: for mistakes in the files of a box, in calls of the API, in
snapshots and measurements, and in the English assertions of saves of JCloisterZone.
"""

from __future__ import annotations

from aude.catalog.texts import Phrase, Texts, english
from aude.errors import AudeError, Unreadable


def unreadable(key: str, line: int | None = None, **values: object) -> Unreadable:
    """The error with this key in errors.toml; a value may be a phrase, or another error. `line` is that of a text."""
    key = f"errors.{key}"
    return Unreadable(english()(key, **values), line, key=key, values=values)


def about(field: object, error: AudeError | Phrase) -> Unreadable:
    """An error that also names the flag or the field with the mistake: ``order: there is no tile …``."""
    return unreadable("about", field=field, says=error)


def said(error: AudeError, language: str) -> str:
    """The message of an error in a language; `str(error)` is English."""
    return Texts(language, error.folders).error(error)
