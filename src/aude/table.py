"""The table in a terminal: people and bots play a game by typing, and every point is explained.

It asks `Game` what may be done and prints what happened, so it knows no box: whatever a box adds is offered, told and
scored here without a line of code. `plain` is for screen readers: sentences only, no drawings, no colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from rich.text import Text

from aude import bots as bot_shelf
from aude import rulebook, textboard
from aude.bots import Bot
from aude.errors import AudeError, Illegal, Unreadable
from aude.events import Event
from aude.game import Game, Move, Option
from aude.screen import Screen, in_columns, open_game, reason, side_by_side, write_file
from aude.textboard import Cell, capital
from aude.texts import Texts

NUMBER = re.compile(r"#?([0-9]{1,6})[.):]?")
PORTS_IN_TEXT = re.compile(r"(?<= )[NESW][LR]?(?:\.[NESW][LR]?)*(?= |$|,|\))")
LONGEST_LINE = 300
LARGEST_LIST = 12  # options that are written below each other, before they go into columns

YES = {"y", "yes", "j", "ja", "1"}
NO = {"n", "no", "nee", "nei", "0"}
ALIASES = {
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "b": "show",
    "board": "show",
    "u": "undo",
}
COMMANDS = ("help", "show", "look", "scores", "now", "left", "undo", "save", "load", "record", "rule", "quit")


def find_rule(typed: str) -> rulebook.Entry:
    """A rule by its id, whatever its case."""
    try:
        return rulebook.find(typed.upper().strip())
    except LookupError:
        pass
    return rulebook.find(typed.strip())


class Left(Exception):
    """Somebody has left the table."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Table:
    """A game at one keyboard: people type, bots choose by themselves."""

    def __init__(
        self,
        game: Game,
        *,
        bots: Mapping[str, Bot] | None = None,
        language: str = "en",
        plain: bool = False,
        source: TextIO | None = None,
        out: TextIO | None = None,
        path: str | Path | None = None,
        rescue: Path | None = None,
    ) -> None:
        self.game = game
        self.bots: dict[str, Bot] = dict(bots or {})
        self.language = language
        self.texts: Texts = game.texts(language)
        self.screen = Screen(source, out, plain=plain)
        self.path = Path(path) if path is not None else None
        self.rescue = rescue  # where an unfinished game is kept if the keyboard goes away
        self.saved = game.record if path is not None else ""
        self.options: list[Option] = []
        self.legend_shown = False
        self.commands = self._command_words()

    def _command_words(self) -> dict[str, str]:
        """The words for every command: English, the table's language, and short forms."""
        words = dict(ALIASES)
        for command in COMMANDS:
            words[command] = command
            words[self.texts(f"table.commands.{command}").lower()] = command
        return words

    # -- running ------------------------------------------------------------------------------------------------------
    def run(self) -> str:
        """Play until somebody leaves or, if only bots play, to the end: ``over``, ``left`` or ``interrupted``."""
        try:
            self.welcome()
            while True:
                actor = self.game.actor
                if actor is None:
                    self.after_the_end()
                elif actor in self.bots:
                    self.carry_out(self.bots[actor].choose(self.game))
                else:
                    self.question()
        except Left as left:
            return left.how
        except EOFError:
            self.gone()
            return "over" if self.game.over else "left"
        except KeyboardInterrupt:
            self.screen.say()
            self.gone()
            return "interrupted"

    def t(self, key: str, **values: object) -> str:
        """A text of the table."""
        return self.texts(f"table.{key}", **values)

    def say(self, key: str, style: str | None = None, **values: object) -> None:
        """Write a text of the table; one with a path in it is not folded, so that it can be copied."""
        self.screen.say(self.t(key, **values), style, wrap="path" not in values)

    def seat(self, seat: str) -> str:
        """A seat at the beginning of a sentence."""
        return capital(self.texts.word(seat))

    @property
    def people(self) -> list[str]:
        """The seats that no bot plays."""
        return [seat for seat in self.game.seats if seat not in self.bots]

    @property
    def unsaved(self) -> bool:
        """Whether a person has chosen something that no file knows."""
        chosen = any(move.seat not in self.bots and move.seat != "chance" for move in self.game.moves)
        return chosen and self.game.record != self.saved

    def welcome(self) -> None:
        """Who sits here, and what has happened so far."""
        seats = ", ".join(
            f"{self.texts.word(seat)} ({self.bots[seat].name})" if seat in self.bots else self.texts.word(seat)
            for seat in self.game.seats
        )
        self.screen.heading(self.t("welcome", seats=seats))
        if self.game.seed is not None:
            self.say("seed", "dim", seed=self.game.seed)
        if self.people:
            self.say("hint")
        if self.path is not None:
            self.say("loaded", path=self.path, moves=len(self.game.moves))
            self.scores()
        else:
            self.tell(self.game.moves, dict.fromkeys(self.game.seats, 0))

    def gone(self) -> None:
        """The keyboard is gone: leave, and lose nothing."""
        if self.unsaved and self.rescue is not None:
            try:
                self.rescue.parent.mkdir(parents=True, exist_ok=True)
                write_file(self.rescue, self.record())
                self.say("rescued", path=self.rescue)
                return
            except (OSError, AudeError):
                pass
        self.say("goodbye_unsaved" if self.unsaved else "goodbye")

    # -- telling ------------------------------------------------------------------------------------------------------
    def sentence(self, text: str) -> str:
        """A sentence for the screen; with `plain`, sides are spelt out."""
        text = capital(text)
        return PORTS_IN_TEXT.sub(lambda match: self.ports(match[0]), text) if self.screen.plain else text

    def ports(self, word: str) -> str:
        """`N.EL` as north, east left."""
        return ", ".join(
            " ".join([self.t(f"side_{port[0]}"), *(self.t(f"half_{half}") for half in port[1:])])
            for port in word.split(".")
        )

    def option_text(self, option: Option) -> str:
        """An option in a sentence."""
        text = self.texts.words(option.words)
        if option.low is not None:
            text += f" ({self.t('range', low=option.low, high=option.high)})"
        return PORTS_IN_TEXT.sub(lambda match: self.ports(match[0]), text) if self.screen.plain else text

    def tell(self, moves: Sequence[Move], totals: dict[str, int]) -> None:
        """What happened in these moves, every score with the lines that explain it. `totals` are those before."""
        for move in moves:
            if not move.events:
                who = "" if move.seat == "chance" else f"{self.seat(move.seat)}: "
                self.screen.say(self.sentence(who + self.texts.words(move.text.split())))
            for event in move.events:
                if event.name == "returned" and self.game.over:
                    continue  # at the end everybody packs up
                if event.name == "scored":
                    self.tell_score(event, totals)
                else:
                    self.screen.say(self.sentence(event.text(self.texts)))

    def tell_score(self, event: Event, totals: dict[str, int]) -> None:
        """A score, its lines, and the new total."""
        self.screen.say(self.score_sentence(event), "bold green")
        for line in event.lines:
            label = capital(self.texts(f"lines.{line.label}"))
            self.screen.say("    " + self.t("score_line", label=label, count=line.count, points=line.points))
        if event.seat in totals:
            totals[event.seat] += event.points
            self.screen.say("    " + self.t("score_total", seat=self.seat(event.seat), points=totals[event.seat]))

    def score_sentence(self, event: Event) -> str:
        """A score without its lines."""
        bare = Event(event.name, {**event.facts, "lines": ""}, ())
        return self.sentence(bare.text(self.texts).rstrip(": "))

    def carry_out(self, action: Option | str, seat: str | None = None) -> None:
        """Play and tell."""
        game = self.game
        before, count = game.scores, len(game.moves)
        game.play(action, seat)
        self.tell(game.moves[count:], before)

    # -- asking -------------------------------------------------------------------------------------------------------
    def question(self) -> None:
        """Put the open question to a person until the game goes on."""
        self.pose()
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves and not game.over:
            self.answer(self.ask(f"{self.prompt()}> "))

    def prompt(self) -> str:
        """Who is asked."""
        actor = self.game.actor
        return self.texts.word(actor) if actor else ""

    def ask(self, prompt: str) -> str:
        """One line, stripped; what cannot be read is asked again."""
        while True:
            try:
                line = self.screen.ask(prompt).strip()
            except UnicodeDecodeError:
                self.say("not_text")
                continue
            if len(line) <= LONGEST_LINE:
                return line
            self.say("too_long")

    def offered(self) -> list[Option]:
        """All options of the people at the keyboard, in the order in which they are numbered: by row and column."""
        game = self.game
        asked = game.options
        cells = [textboard.cell_in(option.words) for option in asked]
        if all(cell is not None and option.words[-2] == "turn" for cell, option in zip(cells, asked, strict=True)):
            order = sorted(range(len(asked)), key=lambda n: ((cells[n] or (0, 0))[::-1], int(asked[n].words[-1])))
            asked = [asked[n] for n in order]
        others = [seat for seat in self.people if seat != game.actor]
        return asked + [option for seat in others for option in game.options_of(seat)]

    def pose(self) -> None:
        """Show what is asked: the table, the tile, the options."""
        game = self.game
        self.options = self.offered()
        left = sum(game.tiles_left.values())
        actor = game.actor or ""
        turn = game.player if actor == "chance" else actor
        self.screen.heading(self.t("turn", seat=self.seat(turn), left=left))
        spots = textboard.spot_rows(game, self.options, plain=self.screen.ascii)
        if game.tile is not None or not spots:
            self.board()
            self.hand()
        elif not self.screen.plain:
            self.screen.show(textboard.styled([[("  ", "axis"), *row] for row in spots]))
        key = f"steps.{game.step}"
        self.screen.say(self.texts(key) if self.texts.has(key) else self.t("choose"), "bold")
        self.list_options()

    def board(self) -> None:
        """The table with the numbers of the options in their cells."""
        if self.screen.plain:
            self.scores()
            return
        self.draw(self.marks())
        self.scores()

    def marks(self) -> dict[Cell, str]:
        """The cells that can be chosen, with the numbers of the options there."""
        cells = textboard.legal_cells(self.options)
        return {cell: textboard.span(numbers) for cell, numbers in cells.items()}

    def draw(self, marks: Mapping[Cell, str] | None = None, centre: Cell | None = None, legend: bool = False) -> None:
        """The board in colours; the legend only once, unless it is asked for."""
        self.screen.show(
            textboard.render(
                self.game, width=self.screen.width, marks=marks, centre=centre, texts=self.texts,
                plain=self.screen.ascii, legend=legend or not self.legend_shown,
            )
        )  # fmt: skip
        self.legend_shown = True

    def hand(self) -> None:
        """The tile in hand, in all its turns."""
        tile = self.game.tile
        if tile is None:
            return
        turns = textboard.turns_of(self.game, tile)
        if self.screen.plain:
            self.say("hand", tile=tile)
            for turn in turns:
                sides = textboard.describe_tile(self.game, tile, turn, self.texts)
                self.say("hand_turned", turn=turn * 90, sides=sides)
            return
        self.say("hand", "bold", tile=tile)
        blocks = [
            (
                self.t("turned_short", turn=turn * 90),
                textboard.tile_rows(self.game, tile, turn, plain=self.screen.ascii),
            )
            for turn in turns
        ]
        self.screen.show(textboard.styled(side_by_side(blocks, self.screen.width)))

    def list_options(self) -> None:
        """The options with their numbers; those that differ only in how a tile is turned share a line."""
        groups: dict[tuple[str, ...], list[int]] = {}
        for number, option in enumerate(self.options, 1):
            words = tuple(option.words)
            stem = words[:-2] if len(words) > 2 and words[-2] == "turn" else (*words, option.seat)
            groups.setdefault(stem, []).append(number)
        verbs = {option.words[0] for option in self.options}
        lines = []
        for stem, numbers in groups.items():
            first = self.options[numbers[0] - 1]
            if first.words[-2:-1] == ["turn"]:
                where = " ".join(stem[1:] if len(verbs) == 1 else (self.texts.word(word) for word in stem))
                lines.append(self.turned_line(where, numbers))
            else:
                other = f"{self.seat(first.seat)}: " if first.seat != self.game.actor else ""
                dot = "." if self.screen.plain else " "
                lines.append(f"{numbers[0]:>3}{dot} {other}{self.option_text(first)}")
        if self.screen.plain or len(lines) <= LARGEST_LIST:
            self.screen.say("\n".join(lines))
        else:
            self.screen.say(in_columns(lines, self.screen.width))

    def turned_line(self, where: str, numbers: Sequence[int]) -> str:
        """A cell, and how the tile may be turned there."""
        turns = [(number, self.options[number - 1].words[-1]) for number in numbers]
        if self.screen.plain:
            return self.t("place_plain", cell=where) + " " + ", ".join(
                self.t("place_turn_plain", number=number, turn=turn) for number, turn in turns
            ) + "."  # fmt: skip
        degree = "" if self.screen.ascii else "°"
        return f"  {where:<6}" + "".join(f"{number:>4}: {turn + degree:<4}" for number, turn in turns).rstrip()

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, line: str) -> None:
        """Do what was typed, or say in a sentence why not."""
        if not line:
            if self.game.over:
                raise Left("over")
            self.pose()
            return
        number = NUMBER.fullmatch(line)
        word, _, rest = line.partition(" ")
        verbs = {option.words[0] for option in self.options}
        command = self.commands.get(word.lower()) if word not in verbs else None
        try:
            if number:
                self.choose(int(number[1]))
            elif command:
                self.command(command, rest.strip())
            elif self.game.over:
                self.say("unknown", text=repr(line))
            elif word in self.game.seats and rest:
                self.carry_out(rest, word)
            else:
                self.carry_out(line)
        except Illegal as error:
            self.refuse(error)
        except AudeError as error:
            self.screen.say(self.sentence(str(error)) + ".", "red")
            if not command and not number:
                self.say("unknown_hint")

    def refuse(self, error: Illegal) -> None:
        """Say why something is not allowed."""
        values = {name: self.texts.word(str(value)) for name, value in error.values.items()}
        says = self.texts(error.key, **values) if error.key else error.says
        self.say("refused", "red", says=says)
        if error.rule:
            self.say("refused_rule", rule=error.rule)

    def choose(self, number: int) -> None:
        """Carry out the option with this number."""
        if not 1 <= number <= len(self.options):
            if self.options:
                self.say("no_option", "red", number=number, most=len(self.options))
            else:
                self.say("unknown", "red", text=number)
            return
        option = self.options[number - 1]
        if option.low is None or option.high is None:
            self.carry_out(option)
            return
        while True:
            typed = self.ask(self.t("which_number", low=option.low, high=option.high) + " ")
            if not typed:
                self.say("nothing_changed")
                return
            if re.fullmatch(r"-?[0-9]{1,9}", typed) and option.low <= int(typed) <= option.high:
                break
            self.say("number_wrong", "red", text=repr(typed), low=option.low, high=option.high)
        self.carry_out(" ".join([*option.words[:-1], typed]), option.seat)

    def command(self, command: str, rest: str) -> None:
        """One of the commands. `rest` is what was typed behind it."""
        takes: dict[str, Callable[[str], None]] = {
            "show": self.show, "look": self.look, "save": self.save, "load": self.load, "rule": self.rule,
        }  # fmt: skip
        alone: dict[str, Callable[[], None]] = {
            "help": self.help, "scores": self.scores, "now": self.now, "left": self.left, "undo": self.undo,
            "record": self.show_record, "quit": self.quit,
        }  # fmt: skip
        if command in takes:
            takes[command](rest)
        elif rest:
            self.say("takes_nothing", "red", command=command)
        else:
            alone[command]()

    def help(self) -> None:
        """Everything that can be typed."""
        self.say("help_options")
        for command in COMMANDS:
            word = self.t(f"commands.{command}")
            args = self.t(f"arguments.{command}") if self.texts.has(f"table.arguments.{command}") else ""
            typed = f"{word} {args}".rstrip()
            self.screen.say(f"  {typed + ':' if self.screen.plain else typed:<16} {self.t(f'help.{command}')}")
        self.say("help_words")
        self.say("help_cells")
        if not self.screen.plain:
            self.say("help_signs")

    def cell(self, text: str) -> Cell | None:
        """A cell that was typed; a sentence if it is none."""
        words = re.sub(r"\s*[, ]\s*", ",", text.strip("() "))
        cell = textboard.cell_in([words])
        if cell is None:
            self.say("no_cell", "red", text=repr(text))
        return cell

    def show(self, rest: str) -> None:
        """The board again."""
        cell = self.cell(rest) if rest else None
        if rest and cell is None:
            return
        if self.screen.plain:
            self.screen.say(textboard.describe(self.game, self.texts))
            return
        self.draw(self.marks(), cell, legend=True)

    def look(self, rest: str) -> None:
        """One cell in sentences."""
        cell = self.cell(rest)
        if cell is not None:
            self.screen.say(textboard.describe_cell(self.game, cell, self.texts))

    def scores(self) -> None:
        """Points and figures of every seat."""
        rows = []
        for number, (seat, points) in enumerate(self.game.scores.items(), 1):
            figures = ", ".join(f"{self.texts.word(kind)} {count}" for kind, count in self.game.supply[seat].items())
            rows.append((number, seat, self.t("score", seat=self.seat(seat), points=points, figures=figures)))
        if self.screen.plain:
            self.screen.say("\n".join(f"{text}." for _, _, text in rows))
            return
        for number, seat, text in rows:
            mark = Text(f" {number} ", style=textboard.rich_style(f"seat:{seat}"))
            self.screen.show(Text.assemble(mark, " ", text))

    def now(self) -> None:
        """What the seats would have if the game ended now, feature by feature."""
        if self.game.over:
            self.scores()
            return
        self.say("now")
        for event in self.game.forecast():
            lines = ", ".join(
                self.t("score_line", label=self.texts(f"lines.{line.label}"), count=line.count, points=line.points)
                for line in event.lines
            )
            self.screen.say(f"  {self.score_sentence(event)}: {lines}")
        for seat, points in self.game.if_ended_now.items():
            gain = points - self.game.scores[seat]
            self.screen.say(self.t("now_total", seat=self.seat(seat), points=points, gain=gain))

    def left(self) -> None:
        """The tiles that have not been drawn."""
        tiles = self.game.tiles_left
        self.say("left", count=sum(tiles.values()), kinds=len(tiles))
        if self.screen.plain:
            for tile, count in tiles.items():
                self.screen.say(f"{count} x {tile}: {textboard.describe_tile(self.game, tile, 0, self.texts)}.")
            return
        times = "x" if self.screen.ascii else "×"
        size = (textboard.WIDE, textboard.HIGH)
        blocks = [
            (f"{count}{times}", textboard.tile_rows(self.game, tile, plain=self.screen.ascii, size=size))
            for tile, count in tiles.items()
        ]
        self.screen.show(textboard.styled(side_by_side(blocks, self.screen.width)))

    def undo(self) -> None:
        """Take back the last choice of a person, never past a draw."""
        game = self.game
        back = 0
        for move in reversed(game.moves):
            if move.seat == "chance":
                break
            back += 1
            if move.seat not in self.bots:
                for _ in range(back):
                    move = game.undo()
                self.say("undone", seat=self.seat(move.seat), text=self.texts.words(move.text.split()))
                return
        self.say("no_undo", "red")

    def rule(self, rest: str) -> None:
        """A numbered rule."""
        if not rest:
            self.say("rule_which", "red")
            return
        try:
            entry = find_rule(rest)
        except (LookupError, rulebook.SpecError) as error:
            self.screen.say(capital(str(error.args[0])) + ".", "red")
            return
        self.screen.say(f"{entry.id}: {entry.text}")

    # -- keeping ------------------------------------------------------------------------------------------------------
    def record(self) -> str:
        """The record, with a remark about the bots, so that they sit there again when it is loaded."""
        text = self.game.record
        if self.bots:
            text += "# bots " + " ".join(f"{seat}={bot.name}" for seat, bot in self.bots.items()) + "\n"
        return text

    def show_record(self) -> None:
        """The game as text."""
        self.screen.say(self.record().rstrip(), wrap=False)

    def save(self, rest: str) -> None:
        """Keep the game in a file."""
        name = rest or (str(self.path) if self.path else "") or self.ask(self.t("file_name") + " ")
        if not name:
            self.say("not_saved")
            return
        path = Path(name)
        try:
            target = path.expanduser()
            exists = target.exists() and (self.path is None or target != self.path.expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            raise Unreadable(f"{name!r} cannot be written: {reason(error)}") from None
        if exists and not self.confirm(self.t("overwrite", path=name)):
            self.say("not_saved")
            return
        write_file(path, self.record())
        self.path, self.saved = path, self.game.record
        self.say("saved", path=name)

    def load(self, rest: str) -> None:
        """Go on with the game in a file."""
        if not rest:
            self.say("load_what", "red")
            return
        known = (self.game.setup.game, *self.game.setup.boxes)
        game, seated = open_game(rest, deal=self.game.seed is not None, folders=known)  # by hand stays by hand
        if self.unsaved and not self.confirm(self.t("drop_game")):
            self.say("nothing_changed")
            return
        if not seated:
            seated = {seat: bot.name for seat, bot in self.bots.items() if seat in game.seats}
        self.game, self.path = game, Path(rest)
        self.bots = {seat: bot_shelf.make(name) for seat, name in seated.items()}
        self.texts = game.texts(self.language)
        self.saved = game.record
        self.legend_shown = False
        self.options = []
        self.say("loaded", path=rest, moves=len(game.moves))

    def confirm(self, question: str) -> bool:
        """A question that wants yes or no."""
        while True:
            answer = self.ask(f"{question} {self.t('yes_no')} ").lower()
            if answer in YES:
                return True
            if answer in NO:
                return False
            self.say("say_yes_or_no", "red", text=repr(answer))

    def quit(self) -> None:
        """Leave; if something would be lost, ask first."""
        while self.unsaved:
            answer = self.ask(f"{self.t('save_first')} {self.t('yes_no_back')} ").lower()
            if answer in YES:
                try:
                    self.save("")
                except AudeError as error:
                    self.screen.say(self.sentence(str(error)) + ".", "red")
                continue
            if answer in NO:
                break
            if answer in {"b", "back", self.t("back")}:
                self.say("nothing_changed")
                return
            self.say("say_yes_no_back", "red", text=repr(answer))
        self.say("goodbye")
        raise Left("over" if self.game.over else "left")

    # -- the end ------------------------------------------------------------------------------------------------------
    def after_the_end(self) -> None:
        """Who has won; then commands, until somebody leaves or takes the last choice back."""
        self.screen.heading(self.t("over"))
        self.options = []
        if not self.screen.plain:
            self.draw(legend=True)
        self.tell_winners()
        self.scores()
        if not self.people:
            raise Left("over")
        self.say("over_hint")
        game, moves = self.game, len(self.game.moves)
        while self.game is game and len(game.moves) == moves:
            self.answer(self.ask("> "))

    def tell_winners(self) -> None:
        """Who has the most points."""
        winners = [self.seat(seat) for seat in self.game.winners]
        best = max(self.game.scores.values())
        self.say("won" if len(winners) == 1 else "won_together", "bold", seats=", ".join(winners), points=best)
