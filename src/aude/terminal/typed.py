"""Translates what people type in their language, `leg 0,-1 draai 180`, to the notation of records.

Games and records only use the English words. `Texts.typed` translates in the other direction.
"""

from __future__ import annotations

from aude.catalog.texts import Texts
from aude.engine.rules import Rules
from aude.game.setup import composed, seat_named


class TypedWords:
    """The words of a game that can be typed in a language, besides the English ones.

    >>> from aude import Game
    >>> game = Game(boxes=["inns_and_cathedrals"], deal=False)
    >>> words = TypedWords(game.rules, game.texts("nb"))
    >>> words.in_english("Legg 0,-1 drei 180"), words.in_english("sett stor meeple by N"), words.in_english("pass")
    ('place 0,-1 turn 180', 'deploy large_follower city N', 'pass')
    """

    def __init__(self, rules: Rules, texts: Texts) -> None:
        self.seats = list(rules.seat_names)
        self.verbs = {texts.typed([verb]).casefold(): verb for verb in rules.forms_of}
        words = {kind.name for kind in rules.kinds} | {kind.name for kind in rules.figure_kinds} | {*self.seats}
        for forms in rules.forms_of.values():
            words |= {word for form in forms for field in form.fields for word in field.words}
        self.words = {tuple(texts.typed_word(word).casefold().split()): word for word in sorted(words)}
        self.longest = max(map(len, self.words))

    def in_english(self, line: str) -> str:
        """A line in the notation of records. Anything that is not a word of the language is unchanged."""
        verb, *rest = composed(line).split() or [""]
        found = [self.verbs.get(verb.casefold(), verb)]
        while rest:
            for length in range(self.longest, 0, -1):
                word = self.words.get(tuple(part.casefold() for part in rest[:length]))
                if word is not None or length == 1:
                    found.append(word if word is not None else rest[0])
                    rest = rest[length:]
                    break
        return " ".join(found)

    def seat(self, word: str) -> str | None:
        """The seat that a word means, ignoring case: its name, or its colour in the language."""
        named = self.words.get((composed(word).casefold(),), word)
        return seat_named(word, self.seats) or seat_named(named, self.seats)
