"""What people read, in English, Dutch and Norwegian (bokmål).

`texts.toml` of the catalog holds the texts of the table and the command line; each box has its own beside its rules.
Every entry has all three languages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from aude.errors import Unreadable

if TYPE_CHECKING:
    from aude.catalog.boxes import BoxInfo

LANGUAGES = ("en", "nl", "nb")
SLOT = re.compile(r"\{(\w+)\}")
SIDES = re.compile(r"[NESW][LR]?(?:\.[NESW][LR]?)*")
ARTICLE = re.compile(r"\ba (?=[aeio])")


def read_texts(path: Path) -> dict[str, dict[str, str]]:
    """The entries of one file by their dotted key, each with its languages."""
    found: dict[str, dict[str, str]] = {}

    def walk(prefix: str, table: Mapping[str, object]) -> None:
        if all(isinstance(value, str) for value in table.values()):
            found[prefix] = {language: str(text) for language, text in table.items()}
            return
        for key, value in table.items():
            if not isinstance(value, Mapping):
                raise Unreadable(f"{path.parent.name}/{path.name}: {prefix}.{key} is not an entry with languages")
            walk(f"{prefix}.{key}" if prefix else key, value)

    try:
        walk("", tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path.parent.name}/{path.name}: {getattr(error, 'says', error)}") from None
    return found


@cache
def _file(path: Path) -> dict[str, dict[str, str]]:
    return read_texts(path) if path.exists() else {}


class Texts:
    """The texts of one language for a game with certain boxes; later folders override earlier ones."""

    def __init__(self, language: str = "en", folders: Sequence[Path] = ()) -> None:
        if language not in LANGUAGES:
            raise Unreadable(f"there is no language {language!r}; languages: {', '.join(LANGUAGES)}")
        self.language = language
        self.spoken = False  # whether sides are spelt out, for those who listen
        self.entries = dict(_file(Path(__file__).parent / "texts.toml"))
        for folder in folders:
            self.entries.update(_file(folder / "texts.toml"))

    def has(self, key: str) -> bool:
        return key in self.entries

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key with its placeholders filled: ``{name}``."""
        entry = self.entries.get(key)
        if entry is None:
            return key
        text = entry.get(self.language, entry.get("en", key))
        return self._smooth(SLOT.sub(lambda slot: str(values.get(slot[1], slot[0])), text))

    def sentence(self, key: str, values: Mapping[str, object]) -> str:
        """The same, with words of the game among the values (figures, features) translated."""
        return self(key, **{name: self.word(v) if isinstance(v, str) else v for name, v in values.items()})

    def _smooth(self, sentence: str) -> str:
        """The sentence with the English articles that suit the words after them: an abbot, a meeple."""
        return ARTICLE.sub("an ", sentence) if self.language == "en" else sentence

    def word(self, word: str) -> str:
        """A word of the game (a figure, a feature, a seat), translated if it is known."""
        key = f"words.{word}"
        if key in self.entries:
            return self(key)
        return self.sides(word) if self.spoken and SIDES.fullmatch(word) else word

    def sides(self, word: str) -> str:
        """Sides and half sides of a tile in full: `N.EL` is north, east left."""
        named = (
            " ".join([self.side(side[0]), *(self(f"table.half_{half}") for half in side[1:])])
            for side in word.split(".")
        )
        return ", ".join(named)

    def side(self, letter: str) -> str:
        """A side of a tile in full: north for N."""
        return self(f"table.side_{letter}")

    def option(self, verb: str, pieces: Sequence[tuple[str, Sequence[str]]], step: str = "") -> str:
        """Something that can be chosen, in a sentence: `options.VERB` says how.

        `pieces` is what stands behind the verb, each with the name of its slot (``{figure}``), or none. ``{rest}`` is
        everything behind the last slot that the sentence names before it. Where a verb means something else as the
        answer to one step than elsewhere, `answers.STEP.VERB` says it.
        """
        key = f"answers.{step}.{verb}"
        if key not in self.entries:
            key = f"options.{verb}"
        said = [self._said(name, words) for name, words in pieces]
        if key not in self.entries:
            return " ".join([self.word(verb), *said])
        text = self.entries[key].get(self.language, self.entries[key]["en"])
        values = {name: what for (name, _), what in zip(pieces, said, strict=True) if name}
        last = max((at for at, (name, _) in enumerate(pieces) if name and f"{{{name}}}" in text), default=-1)
        values["rest"] = " ".join(said[last + 1 :])
        return self._smooth(SLOT.sub(lambda slot: values.get(slot[1], ""), text))

    def _said(self, name: str, words: Sequence[str]) -> str:
        if name == "side":
            return self.side(words[0])
        return " ".join(self.word(word) for word in words)


def title_of(box: BoxInfo, language: str) -> str:
    """The title of a box in a language."""
    texts = Texts(language, box.text_folders)
    return texts("title") if texts.has("title") else box.title
