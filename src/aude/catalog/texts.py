"""Texts for people, in English, Dutch and Norwegian (bokmål).

`texts.toml` of the catalog has the texts of the table and the command line, `errors.toml` the error messages
(`aude.catalog.errors`); each box has its own texts beside its rules. Every entry has all three languages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from aude.errors import AudeError, Illegal, Unreadable, shortened

if TYPE_CHECKING:
    from aude.catalog.boxes import BoxInfo

HERE = Path(__file__).parent
LANGUAGES = ("en", "nl", "nb")
SLOT = re.compile(r"\{(\w+)(!r)?\}")  # {name}, or {name!r}: in quotes, as it was typed
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


class Phrase:
    """A translatable part of a sentence: a key of the catalog's texts, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return english().said(self)


class Typed:
    """Actions, or verbs, in the notation of records, which are shown as they are typed at a table."""

    def __init__(self, actions: Iterable[Sequence[str]], between: str = ", ") -> None:
        self.actions = [list(words) for words in actions]
        self.between = between

    def __str__(self) -> str:
        return self.between.join(" ".join(words) for words in self.actions)


class Texts:
    """The texts of one language for a game with certain boxes; later folders override earlier ones."""

    def __init__(self, language: str = "en", folders: Sequence[Path] = ()) -> None:
        if language not in LANGUAGES:
            raise Unreadable(f"there is no language {language!r}; languages: {', '.join(LANGUAGES)}")
        self.language = language
        self.folders = list(folders)
        self.spoken = False  # whether sides are spelt out, for screen readers
        self.tile_name: Callable[[str], str] | None = None  # gives the name of a tile; otherwise its id is used
        self.entries = {**_file(HERE / "texts.toml"), **_file(HERE / "errors.toml")}
        for folder in folders:
            self.entries.update(_file(folder / "texts.toml"))
        self._plain: dict[str, str] = {}  # a cache of texts without values

    def has(self, key: str) -> bool:
        return key in self.entries

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key, with its placeholders ``{name}`` filled in. Values may be phrases or errors themselves."""
        if not values:  # the same every time
            if key not in self._plain:
                self._plain[key] = self._filled(key, values)
            return self._plain[key]
        return self._filled(key, values)

    def _filled(self, key: str, values: Mapping[str, object]) -> str:
        entry = self.entries.get(key)
        if entry is None:
            return key

        def filled(slot: re.Match[str]) -> str:
            if slot[1] not in values:
                return slot[0]
            value = values[slot[1]]
            if not slot[2]:
                return self.said(value)
            return repr(self.said(value) if isinstance(value, Typed) else value)

        text = SLOT.sub(filled, entry.get(self.language, entry.get("en", key)))
        return text if key.startswith("errors.") else self._smooth(text)  # errors quote what was typed

    def said(self, value: object) -> str:
        """The value of a placeholder in this language."""
        if isinstance(value, Phrase):
            return self(value.key, **value.values)
        if isinstance(value, Typed):
            return value.between.join(self.typed(words) for words in value.actions)
        if isinstance(value, AudeError):
            return self.error(value)
        return ", ".join(map(self.said, value)) if isinstance(value, list | tuple) else str(value)

    def error(self, error: AudeError) -> str:
        """The message of an error in this language; errors without a key are always English."""
        if not error.key:
            return str(error)
        says = self.reason(error)
        if isinstance(error, Illegal):
            by = f" ({error.rule})" if error.rule else ""
            return shortened(self("errors.illegal", action=error.action, by=by, says=says))
        if error.rule:
            says = f"{says} ({error.rule})"
        return shortened(says) if error.line is None else self("errors.line", line=error.line, says=shortened(says))

    def reason(self, error: AudeError) -> str:
        """Why something is wrong or not allowed. Words of the game are only translated if a rule forbids it."""
        texts = self if error.key in self.entries else Texts(self.language, error.folders)
        if not error.key.startswith("refusals."):
            return texts(error.key, **error.values)
        says = texts.sentence(error.key, error.values)
        is_in_record = isinstance(error, Illegal) and error.line is not None
        return self("errors.behind_line", line=error.line, says=says) if is_in_record else says

    def sentence(self, key: str, values: Mapping[str, object]) -> str:
        """The text of a key, with words of the game among its values (figures, features) translated."""
        return self(key, **{name: self.word(v) if isinstance(v, str) else v for name, v in values.items()})

    def _smooth(self, sentence: str) -> str:
        """Correct the English articles in a sentence: an abbot, a meeple."""
        return ARTICLE.sub("an ", sentence) if self.language == "en" else sentence

    def word(self, word: str) -> str:
        """A word of the game (a figure, a feature, a seat), translated if it is known."""
        key = f"words.{word}"
        if key in self.entries:
            return self(key)
        if self.tile_name is not None and "/" in word:
            return self.tile_name(word)
        return self.sides(word) if self.spoken and SIDES.fullmatch(word) else word

    def typed(self, words: Sequence[str]) -> str:
        """An action, or the beginning of one, as it is typed at the table: its verb, and the words after it."""
        if self.language == "en":
            return " ".join(words)
        verb = f"verbs.{words[0]}"
        return " ".join([self(verb) if self.has(verb) else words[0], *map(self.typed_word, words[1:])])

    def typed_word(self, word: str) -> str:
        """A word after the verb as it is typed: `typed.WORD`, or else `words.WORD` if that can be typed."""
        return next((self(key) for key in (f"typed.{word}", f"words.{word}") if self.has(key)), word)

    def sides(self, word: str) -> str:
        """Sides and half sides of a tile in full: `N.EL` is north, east left. Both halves make a side."""
        sides = word.split(".")
        wholes = {side[0] for side in sides if {f"{side[0]}L", f"{side[0]}R"} <= set(sides)}
        names = dict.fromkeys(side[0] if side[0] in wholes else side for side in sides)
        named = (" ".join([self.side(name[0]), *(self(f"table.half_{half}") for half in name[1:])]) for name in names)
        return ", ".join(named)

    def side(self, letter: str) -> str:
        """A side of a tile in full: north for N."""
        return self(f"table.side_{letter}")

    def option(self, verb: str, pieces: Sequence[tuple[str, Sequence[str]]], step: str = "") -> str:
        """An option as a sentence, which is the text `options.VERB`.

        `pieces` are the words after the verb, each with the name of its placeholder (``{figure}``), or none. ``{rest}``
        is everything after the last placeholder before it in the sentence. If a verb has another meaning as the answer
        to a certain step, the text is `answers.STEP.VERB`.
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


@cache
def english() -> Texts:
    """The texts of the catalog in English, for programs."""
    return Texts()


def title_of(box: BoxInfo, language: str) -> str:
    """The title of a box in a language."""
    texts = Texts(language, box.text_folders)
    return texts("title") if texts.has("title") else box.title
