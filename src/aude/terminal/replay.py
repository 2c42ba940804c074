"""A recorded game, step by step."""

from __future__ import annotations

from typing import Any

from aude.board.sentences import capital
from aude.errors import AudeError
from aude.game.game import GameCore
from aude.terminal.descriptions import describe
from aude.terminal.narrator import NUMBER, Left, Narrator
from aude.terminal.textboard import draw


class Replay(Narrator):
    """Steps through a recorded game; nothing can be changed."""

    def __init__(self, game: GameCore, **options: Any) -> None:
        super().__init__(game, **options)
        self.whole = game
        self.at = 0
        self.alone["quit"] = self.quit

    def play_all(self) -> None:
        """Every move, explained, and the board at the end."""
        self.move_to(len(self.whole.moves), tell=True)
        self.picture()
        self.result()

    def picture(self) -> None:
        """The board and the scores."""
        if self.screen.plain:
            self.screen.say(capital(describe(self.game, self.texts)))
        else:
            self.draw(whole_legend=True)
        self.scores()

    def result(self) -> None:
        """Print who has won, or the current position and who is asked next."""
        if self.game.over:
            self.tell_winners()
            return
        actor, last = self.game.actor or "", self.at == len(self.whole.moves)
        then = self.t("replay_draw") if actor == "chance" else self.t("replay_asked", seat=self.seat(actor))
        key = "replay_open" if last else "replay_after"
        self.say(key, then=then, number=self.at, moves=len(self.whole.moves))

    def move_to(self, number: int, tell: bool = False) -> None:
        """Go to the position after this many moves; with `tell`, print what happens on the way."""
        before = self.game_at(self.at).scores if tell else {}
        start, self.at = self.at, number
        self.game = self.game_at(number)
        if tell:
            self.tell(self.whole.moves[start:number], before)

    def game_at(self, number: int) -> GameCore:
        """The game after this many moves."""
        return self.whole if number == len(self.whole.moves) else self.whole.at(number)

    def steps(self) -> list[int]:
        """The numbers of moves after which to stop: after every choice of a seat and the draws that follow it."""
        moves = self.whole.moves
        return [0, *(n for n in range(1, len(moves) + 1) if n == len(moves) or moves[n].seat != "chance")]

    def run(self) -> str:
        """Step through with Enter until the user leaves."""
        self.move_to(0)
        self.picture()
        self.hint()
        return self.until_left(lambda: self.answer(self.ask(f"{self.at}/{len(self.whole.moves)}> ")))

    def answer(self, line: str) -> None:
        """Step, or look around."""
        word, _, rest = line.partition(" ")
        command = self.command_named(word)
        number = NUMBER.fullmatch(line)
        try:
            if not line:
                self.step_on()
            elif line.lower() in ("b", "back", self.t("back")):
                self.step_back()
            elif number:
                self.go_to(int(number[1]))
            elif command:
                self.command(command, rest.strip())
            else:
                self.hint()
        except AudeError as error:
            self.complain(error)

    def hint(self) -> None:
        """What can be typed."""
        self.say("replay_hint", moves=self.count("moves", len(self.whole.moves)))

    def quit(self) -> None:
        """Leave."""
        raise Left("left")

    def step_on(self) -> None:
        """Show the next choice, or, after the last one, the result."""
        later = [stop for stop in self.steps() if stop > self.at]
        if not later:
            self.result()
            raise Left("over")
        before, board = self.game.scores, "" if self.screen.plain else draw(self.game)
        self.move_to(later[0], tell=True)
        if not self.screen.plain and draw(self.game) != board:
            self.draw()
        if self.game.scores != before:
            self.scores()

    def step_back(self) -> None:
        """Go back to the previous choice."""
        earlier = [stop for stop in self.steps() if stop < self.at]
        if not earlier:
            self.say("replay_begin", "red")
            return
        self.move_to(earlier[-1])
        self.say("replay_at", number=self.at, moves=len(self.whole.moves))
        if not self.screen.plain:
            self.draw()

    def go_to(self, number: int) -> None:
        """Go to the position after this many moves."""
        if number > len(self.whole.moves):
            self.say("replay_far", "red", number=number, moves=len(self.whole.moves))
            return
        self.move_to(number)
        self.picture()
