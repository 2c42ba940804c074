"""The table in sentences: what `aude play --plain` would say to the people at these seats, or to spectators."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from aude.board.sentences import capital
from aude.game.game import GameCore
from aude.game.options import Option
from aude.tables.view import Picture
from aude.terminal.descriptions import describe, describe_tile
from aude.terminal.prompts import Prompter
from aude.wire import InWords, SpokenAnswer, SpokenChoice


class Reader(Prompter):
    """The plain table as the people of some seats hear it. It waits for nobody."""

    def __init__(self, game: GameCore, own: Sequence[str], language: str) -> None:
        self.page = StringIO()
        super().__init__(game, language=language, plain=True, out=self.page)
        self.own = own

    @property
    def people(self) -> list[str]:
        return list(self.own)

    def offered(self) -> list[Option]:
        """What these seats may choose: nothing if it is another's turn, but for what may be done in between."""
        return [option for option in super().offered() if option.seat in self.own]

    def turn(self, question: str) -> list[str]:
        """Who plays, how much everybody has, the tile in hand, and what is asked."""
        self.number_options()
        self.screen.say(self.heading())
        self.scores()
        self.hand()
        for event in self.game.about:
            self.screen.say(capital(event.text(self.texts)))
        self.choice_of_tiles()
        if question:
            self.screen.say(question)
        return self.page.getvalue().splitlines()

    def spoken_choices(self) -> list[SpokenChoice]:
        """The options, in the lines and in the order of the plain table."""
        return [
            SpokenChoice(self.line_text(options), [self._answer(option, len(options) > 1) for option in options])
            for options in self.choices
        ]

    def _answer(self, option: Option, one_of_many: bool) -> SpokenAnswer:
        """An option; of several turns of a tile, what the tile shows then."""
        action = option.action
        text = option.sentence(self.texts, self.game.step)
        if one_of_many:
            tile = str(action.facts.get("tile", self.game.tile))
            text = describe_tile(self.game, tile, action.rotation // 90, self.texts)
            text = self.t("hand_turned", rotation=action.rotation, sides=text)
        return SpokenAnswer(option.seat, action.to_json(), text)


def words_of(picture: Picture, game: GameCore, person: str, language: str) -> InWords:
    """The table in sentences, with what the seats of a person may choose."""
    reader = Reader(game, picture.table.seats_of(person), language)
    reader.tells_worth = picture.table.has_aids
    question = picture.question(person, language)
    turn = reader.turn(question.text if question is not None else "")
    choices = reader.spoken_choices() if picture.table.state == "running" else []
    return InWords(turn, choices, describe(game, reader.texts, reader.tells_worth).splitlines())
