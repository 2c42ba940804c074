"""Prints a game for people: what happened, what lies on the table, the scores, and the rules.

It only uses `Game`, so it knows no box: whatever a box adds is printed without any code here. `plain` is for screen
readers: sentences only, no drawings, no colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TextIO

from rich.cells import cell_len
from rich.text import Text

from aude.board.marks import Marked
from aude.board.sentences import capital, counted, full_stop, listed
from aude.catalog import rulebook
from aude.catalog.errors import said
from aude.catalog.texts import Texts
from aude.errors import AudeError, Illegal
from aude.formats.record import write
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.notation import read_cell
from aude.game.options import Move
from aude.game.values import Cell
from aude.terminal.descriptions import describe, describe_cell, describe_tile, name_of_tile
from aude.terminal.glyphs import rich_style, styled
from aude.terminal.screen import Screen, side_by_side
from aude.terminal.textboard import HIGH, WIDE, Sheet, sheet, shown
from aude.terminal.tilepicture import tile_rows
from aude.terminal.tilesearch import sight

FARTHEST = 9999  # the largest column or row that can be typed
NUMBER = re.compile(r"#?([0-9]{1,6})[.):]?")
LONGEST_LINE = 300
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ENGLISH_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
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


def find_rule(typed: str, language: str) -> rulebook.Entry:
    """A rule by its id, ignoring case."""
    try:
        return rulebook.find(typed.upper().strip(), language)
    except AudeError:
        pass
    return rulebook.find(typed.strip(), language)


class Left(Exception):
    """The user has left the table."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Narrator:
    """A game, a screen and a language. Does not change the game."""

    def __init__(
        self,
        game: GameCore,
        *,
        language: str = "en",
        plain: bool = False,
        source: TextIO | None = None,
        out: TextIO | None = None,
    ) -> None:
        self.game = game
        self.language = language
        self.screen = Screen(source, out, plain=plain)
        self.texts: Texts = self.texts_of(game)
        self.explained: set[str] = set()  # the signs that the legend has explained
        self.centre: Cell | None = None  # the cell in the middle of the screen; None for the newest tile
        self.window: Sheet | None = None  # the board as it was last shown
        # The commands that change nothing: with what was typed after them, or alone.
        self.takes: dict[str, Callable[[str], None]] = {
            "show": self.show, "pan": self.pan, "look": self.look, "rule": self.rule,
        }  # fmt: skip
        self.alone: dict[str, Callable[[], None]] = {
            "scores": self.scores, "now": self.now, "left": self.left, "record": self.show_record,
        }  # fmt: skip

    def texts_of(self, game: GameCore) -> Texts:
        """The texts of a game; for screen readers, with sides spelt out, and names of tiles instead of ids."""
        texts = game.texts(self.language)
        if self.screen.plain:
            texts.spoken = True
            texts.tile_name = lambda tile: name_of_tile(game, tile, texts)
        return texts

    def t(self, key: str, **values: object) -> str:
        """A text of the table."""
        return self.texts(f"table.{key}", **values)

    def say(self, key: str, style: str | None = None, **values: object) -> None:
        """Print a text of the table. Texts with a path are not folded, so that it can be copied."""
        self.screen.say(self.t(key, **values), style, wrap="path" not in values)

    def count(self, what: str, number: int) -> str:
        """`1 point`, `7 points`."""
        return counted(self.texts, what, number)

    def seat(self, seat: str) -> str:
        """A seat at the beginning of a sentence."""
        return capital(self.texts.word(seat))

    def until_left(self, take_a_line: Callable[[], None]) -> str:
        """Read lines until the user leaves. Returns ``left`` or ``interrupted``."""
        try:
            while True:
                take_a_line()
        except Left as left:
            return left.how
        except EOFError:
            return "left"
        except KeyboardInterrupt:
            self.screen.say()
            return "interrupted"

    def ask(self, prompt: str) -> str:
        """Read a line and strip it. Asks again if it cannot be decoded."""
        while True:
            try:
                line = self.screen.ask(prompt).strip()
            except UnicodeDecodeError:
                self.say("not_text")
                continue
            if len(line) <= LONGEST_LINE:
                return line
            self.say("too_long")

    # -- what happened ------------------------------------------------------------------------------------------------
    def tell(self, moves: Sequence[Move], totals: dict[str, int]) -> None:
        """Print what happened in these moves, with an explanation of every score. `totals` are the previous scores."""
        for move in moves:
            if not move.events:
                who = "" if move.seat == "chance" else f"{self.seat(move.seat)}: "
                self.screen.say(capital(who + move.sentence(self.texts)))
            for event in move.events:
                if event.name == "returned" and self.game.over:
                    continue  # at the end all figures return
                if event.name == "scored":
                    self.tell_score(event, totals)
                else:
                    self.screen.say(capital(event.text(self.texts)))

    def tell_score(self, event: Event, totals: dict[str, int]) -> None:
        """Print a score, its lines, and the new total."""
        self.screen.say(self.score_sentence(event), "bold green")
        for line in event.lines:
            label = capital(self.texts(f"lines.{line.label}"))
            self.screen.say("    " + self.t("score_line", label=label, count=line.count, points=line.points))
        if event.seat in totals:
            totals[event.seat] += event.points
            self.screen.say("    " + self.t("score_total", seat=self.seat(event.seat), points=totals[event.seat]))

    def score_sentence(self, event: Event) -> str:
        """A score without its lines."""
        return capital(event.text(self.texts, explained=False))

    def tell_winners(self, totals: Mapping[str, int] | None = None) -> None:
        """Print who has the most points in the game, or of these totals."""
        scores = self.game.scores if totals is None else totals
        most = max(scores.values())
        winners = [self.seat(seat) for seat, reached in scores.items() if reached == most]
        points = self.count("points", most)
        key = "won" if len(winners) == 1 else "won_together"
        self.say(key, "bold", seats=listed(self.texts, winners), points=points)

    def complain(self, error: AudeError) -> None:
        """Print what is wrong with the input; sides are quoted as typed."""
        self.screen.say(full_stop(capital(said(error, self.language))), "red")

    def refuse(self, error: Illegal) -> None:
        """Print why something is not allowed."""
        self.say("refused", "red", says=self.texts.reason(error) if error.key else error.says)
        if error.rule:
            self.say("refused_rule", rule=error.rule)

    # -- what lies there ----------------------------------------------------------------------------------------------
    def marks(self) -> dict[Marked, str]:
        """The labels in empty cells."""
        return {}

    def fitted(
        self, marks: Mapping[Marked, str] | None = None, beside: int = 0, *, whole_legend: bool = False
    ) -> Sheet:
        """The part of the board that fits on the screen if `beside` lines are needed for other things.

        Its legend has the signs that have not been explained yet, or all of them. On a tiny screen there is no room for
        it, so it is printed above, where it scrolls out of sight.
        """
        width, below, is_tiny = self.screen.width, 0, self.screen.is_tiny
        while True:
            window = sheet(
                self.game, width=width, height=self.screen.room(beside + below), marks=marks, centre=self.centre,
                texts=self.texts, plain=self.screen.ascii, notes=not is_tiny,
            )  # fmt: skip
            if not whole_legend:
                window.legend = [sign for sign in window.legend if sign not in self.explained]
            needed = 0 if is_tiny else len(window.legend_lines())
            needed += sum((cell_len(note) - 1) // width for note in window.notes)
            if self.screen.height is None or needed <= below:
                self.window = window
                return window
            below = needed

    def draw(self, board: Sheet | None = None, *, whole_legend: bool = False) -> None:
        """Print the board in colours. The legend explains signs that are shown for the first time, or all of them."""
        board = board or self.fitted(beside=4 + len(self.game.seats), whole_legend=whole_legend)
        self.explained |= {*board.legend}
        if board.legend and self.screen.height is not None and (self.screen.is_tiny or not whole_legend):
            self.screen.say("\n".join(board.legend_lines()), "dim")  # above, so that the board stays in sight
            board = replace(board, legend=[])
        self.screen.show(shown(board))

    def cell(self, text: str) -> Cell | None:
        """Parse a cell; prints an error if it is not one."""
        words = re.sub(r"\s*[, ]\s*", ",", text.strip("() "))
        cell = read_cell(words)
        if cell is not None and max(map(abs, cell)) > FARTHEST:
            cell = None
        if cell is None:
            self.say("no_cell", "red", text=repr(text))
        return cell

    def show(self, rest: str) -> None:
        """Print the board again."""
        cell = self.cell(rest) if rest else None
        if rest and cell is None:
            return
        if self.screen.plain:
            self.screen.say(capital(describe(self.game, self.texts)))
            return
        self.centre = cell
        self.draw(self.fitted(self.marks(), beside=1, whole_legend=True), whole_legend=True)

    def pan(self, rest: str) -> None:
        """Show another part of a large board: half a screen further to a side, or back to the newest tile."""
        sides = {self.texts.side(side).lower(): step for side, step in STEPS.items()}
        sides |= {name: step for name, step in ENGLISH_STEPS.items() if name not in sides}
        found = {step for name, step in sides.items() if rest and name.startswith(rest.lower())}
        if rest and len(found) != 1:
            self.say("pan_where", "red", text=repr(rest))
            return
        if self.screen.plain:
            self.say("pan_plain")
            return
        if rest:
            window = self.fitted(self.marks(), beside=1)
            columns, lines = window.columns, window.lines
            x, y = found.pop()
            across, down = max(1, len(columns) // 2), max(1, len(lines) // 2)
            self.centre = columns[len(columns) // 2] + x * across, lines[len(lines) // 2] + y * down
        else:
            self.centre = None
        self.draw(self.fitted(self.marks(), beside=1))

    def look(self, rest: str) -> None:
        """Describe a cell in sentences."""
        if not rest:
            self.say("look_what", "red")
            return
        cell = self.cell(rest)
        if cell is not None:
            self.screen.say(capital(describe_cell(self.game, cell, self.texts)))

    def scores(self) -> None:
        """Print the points and figures of every seat."""
        self.show_lines(self.score_lines())

    def show_lines(self, lines: Sequence[Text]) -> None:
        """Print lines, in colours or plain."""
        for line in lines:
            if self.screen.plain:
                self.screen.say(line.plain)
            else:
                self.screen.show(line)

    def score_lines(self, brief: bool = False) -> list[Text]:
        """The points and figures of every seat, one per line, or all on one line if they fit and the screen is small.

        With `brief`, only the most common figure is included, and nothing else that a seat holds.
        """
        lines = []
        for number, (seat, points) in enumerate(self.game.scores.items(), 1):
            supply = [self.count(kind, count) for kind, count in self.game.supply[seat].items()]
            held = [self.count(what, count) for what, count in self.game.holdings[seat].items() if count]
            if brief:
                supply, held = supply[:1], []
            values = {"seat": self.seat(seat), "points": self.count("points", points)}
            text = self.t("score", figures=listed(self.texts, supply), **values)
            text = f"{text}; {listed(self.texts, held)}" if held else text
            mark = Text(f" {number} ", style=rich_style(f"seat:{seat}"))
            lines.append(Text(f"{text}.") if self.screen.plain else Text.assemble(mark, " ", text))
        together = Text("   ").join(lines)
        is_one = self.screen.height is not None and not self.screen.plain and together.cell_len <= self.screen.width
        return [together] if is_one else lines

    def now(self) -> None:
        """Print what the seats would score if the game ended now, feature by feature."""
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
            key = "now_total" if gain else "now_same"
            self.say(key, seat=self.seat(seat), points=self.count("points", points), gain=gain)

    def tiles_left(self) -> str:
        """How many tiles are still to be drawn, and in which stacks if there are several."""
        stacks = self.game.stacks
        left = self.count("tiles_left", sum(stacks))
        if len(stacks) < 2:
            return left
        return self.t("stacks", left=left, stacks=", ".join(str(number) for number in stacks))

    def left(self) -> None:
        """Print the tiles that have not been drawn; those that look the same in this game are counted together."""
        tiles: dict[str, int] = {}
        alike: dict[tuple[object, ...], str] = {}
        for tile, count in self.game.tiles_left.items():
            first = alike.setdefault(sight(self.game.rules, tile), tile)
            tiles[first] = tiles.get(first, 0) + count
        if not tiles:
            self.say("left_none")
            return
        self.say("left", left=capital(self.tiles_left()), kinds=self.count("kinds", len(tiles)))
        if self.screen.plain:
            for tile, count in tiles.items():
                self.screen.say(f"{count} x {describe_tile(self.game, tile, 0, self.texts)}.")
            return
        times = "x" if self.screen.ascii else "×"
        size = (WIDE, HIGH)
        blocks = [
            (f"{count}{times}", tile_rows(self.game, tile, plain=self.screen.ascii, size=size))
            for tile, count in tiles.items()
        ]
        self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    def rule(self, rest: str) -> None:
        """Print a numbered rule."""
        if not rest:
            self.say("rule_which", "red")
            return
        try:
            entry = find_rule(rest, self.language)
        except AudeError as error:
            self.complain(error)
            return
        except rulebook.SpecError as error:
            self.screen.say(full_stop(capital(str(error))), "red")
            return
        self.screen.say(f"{entry.id}: {entry.text}")

    # -- what can be typed --------------------------------------------------------------------------------------------
    def record(self) -> str:
        """The game as text."""
        return write(self.game)

    def show_record(self) -> None:
        """The game as text."""
        self.screen.say(self.record().rstrip(), wrap=False)

    def command_named(self, word: str) -> str | None:
        """The command that a word means, in English or in the language of the table, or abbreviated."""
        word = ALIASES.get(word.lower(), word.lower())
        for command in (*self.takes, *self.alone):
            if word in (command, self.t(f"commands.{command}").lower()):
                return command
        return None

    def command(self, command: str, rest: str) -> None:
        """Carry out a command. `rest` is what was typed after it."""
        if command in self.takes:
            self.takes[command](rest)
        elif rest:
            named = (f"{place}.commands.{command}" for place in ("score", "table"))
            self.say("takes_nothing", "red", command=next(self.texts(key) for key in named if self.texts.has(key)))
        else:
            self.alone[command]()
