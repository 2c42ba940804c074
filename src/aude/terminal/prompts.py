"""Prints a question at the table: the board, the tile in hand, and the options with their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.cells import cell_len
from rich.text import Text

from aude.board import Board
from aude.board.marks import Marked, legal_cells, place_of, span
from aude.board.sentences import capital, listed
from aude.bots import Bot
from aude.catalog.errors import unreadable
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.values import Cell, Spot, cell_text
from aude.terminal.descriptions import describe_tile, option_sentence
from aude.terminal.glyphs import rich_style, styled
from aude.terminal.narrator import Narrator
from aude.terminal.outcomes import placement_text
from aude.terminal.screen import folded, in_columns, side_by_side
from aude.terminal.textboard import FRAME, HIGH, WIDE, spot_rows
from aude.terminal.tilepicture import BIG, tile_rows
from aude.terminal.tilesearch import sight, tiles_named

LARGE_SCREEN = 40  # lines; on smaller ones tiles are drawn as small as on the board
FEW_LINES = 2  # for the scores, on a small screen
TINY_LINES = 2  # on a tiny screen: who is asked, and what
INDENT = 5  # of an option: its number and two blanks
LARGEST_LIST = 12  # the most options in a single column
TINY_LIST = 4  # places on other tiles that are listed on a tiny screen
FEWEST_ROWS = 2  # of tiles that remain visible with long lists, at the expense of the scores


def is_placement(option: Option) -> bool:
    """Whether an option lays a tile: it names a cell, and how the tile is turned."""
    return {"cell", "rotation"} <= option.action.facts.keys()


def line_of(option: Option) -> tuple[object, ...]:
    """A key that is equal for options that share a line, such as placements of one tile in one cell."""
    action = option.action
    if is_placement(option):
        return action.verb, action.facts.get("tile"), action.cell
    return action, option.seat


def cell_of(option: Option) -> Cell | None:
    """The cell of the place that an option names, if it names one."""
    facts = option.action.facts.values()
    spot = next((fact for fact in facts if isinstance(fact, Spot)), None)
    place = place_of(option)
    return spot.cell if spot is not None else place if place is not None and len(place) == 2 else None


def in_short(numbers: Sequence[int]) -> str:
    """Numbers in short, with ranges for consecutive ones.

    >>> in_short([1, 2, 3, 5, 8, 9])
    '1-3, 5, 8-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(span(run) for run in runs)


class Prompter(Narrator):
    """A table that asks questions: it shows what the people at the keyboard may choose."""

    def __init__(
        self,
        game: GameCore,
        *,
        bots: Mapping[str, Bot] | None = None,
        language: str = "en",
        plain: bool = False,
        source: TextIO | None = None,
        out: TextIO | None = None,
    ) -> None:
        super().__init__(game, language=language, plain=plain, source=source, out=out)
        self.bots: dict[str, Bot] = dict(bots or {})
        self.choices: list[list[Option]] = []  # in the order of their numbers; placements in one cell share a number
        self.seen: set[int] = set()  # the numbers on the board, which need no line in the list
        self.gathers = False  # whether a long list of places on other tiles is one option that asks for a cell
        self.is_by_cell = False  # whether all placements in a cell share a number
        self.tells_worth = True  # whether screen readers get the values of features and placements
        self.printed = ""  # the board and the scores as they were last printed

    @property
    def options(self) -> list[Option]:
        """The first option for each number."""
        return [options[0] for options in self.choices]

    @property
    def people(self) -> list[str]:
        """The seats that no bot plays."""
        return [seat for seat in self.game.seats if seat not in self.bots]

    def prompt(self) -> str:
        """The prompt, which says who is asked."""
        actor = self.game.actor or ""
        if actor != "chance":
            return self.texts.word(actor)
        return self.t("prompt_draw", seat=self.texts.word(self.game.player)) if self.drawing else self.t("prompt_lot")

    @property
    def drawing(self) -> str:
        """The verb for drawing a tile by hand, if that is the question."""
        if self.game.actor != "chance":
            return ""
        verbs = {option.action.verb if list(option.action.facts) == ["tile"] else "" for option in self.options}
        return verbs.pop() if len(verbs) == 1 else ""

    def is_letter(self, line: str) -> bool:
        """Whether this is the letter of a tile, when a tile is drawn by hand."""
        tiles = self.game.rules.table.tiles
        return bool(self.drawing) and line.isupper() and any(tile.more.get("letter") == line for tile in tiles)

    def drawn_tile(self, line: str) -> str:
        """The full id of a tile that was drawn by hand, from an id (with or without its set) or a letter."""
        words, verb = line.split(), self.drawing
        words = words[1:] if words[0].lower() == verb else words
        if len(words) != 1:
            return line
        rules, left = self.game.rules, self.game.tiles_left
        found = tiles_named(rules, words[0])
        there = [tile for tile in found if tile in left] or found
        if len({sight(rules, tile) for tile in there}) > 1:
            raise unreadable("several_tiles", word=words[0], count=len(there), tiles=there)
        return f"{verb} {there[0]}"

    def offered(self) -> list[Option]:
        """All options of the people at the keyboard, in the order of their numbers: by row and column.

        If several tiles to draw look the same in this game, only the first is included.
        """
        game = self.game
        asked = list(game.options)
        if game.actor == "chance":
            rules = game.rules
            facts = [option.action.facts for option in asked]
            seen = [
                sight(rules, str(held["tile"])) if "tile" in held else option
                for held, option in zip(facts, asked, strict=True)
            ]
            asked = [option for n, option in enumerate(asked) if seen[n] not in seen[:n]]
        tiles = [n for n, option in enumerate(asked) if is_placement(option)]
        order = sorted(tiles, key=lambda n: (asked[n].action.cell[::-1], asked[n].action.rotation))
        moved = dict(zip(tiles, order, strict=True))
        asked = [asked[moved.get(n, n)] for n in range(len(asked))]
        others = [seat for seat in self.people if seat != game.actor]
        return asked + [option for seat in others for option in game.options_of(seat)]

    def number_options(self) -> None:
        """Give the options their numbers."""
        offered = self.offered()
        far = self.far_away(offered) if self.gathers else set()
        lines = [(option.action.verb, option.seat) if n in far else line_of(option) for n, option in enumerate(offered)]
        self.is_by_cell = not self.screen.plain and (self.is_small or len(set(lines)) > LARGEST_LIST)
        if self.is_by_cell:  # with a bridge or without
            lines = [line[1:] if is_placement(option) else line for option, line in zip(offered, lines, strict=True)]
        choices: dict[tuple[object, ...], list[Option]] = {}
        for option, line in zip(offered, lines, strict=True):
            choices.setdefault(line, []).append(option)
        self.choices = list(choices.values())
        self.seen = set() if self.screen.plain else self.seen_on_board()

    def far_away(self, options: Sequence[Option]) -> set[int]:
        """Which of these are places on other tiles than the newest, if they are too many to be listed."""
        tiles = Board(self.game.state).tiles
        laid = {tile.cell for tile in tiles[:-1]}
        far = {n for n, option in enumerate(options) if not is_placement(option) and cell_of(option) in laid}
        return far if len(far) > (TINY_LIST if self.screen.is_tiny else LARGEST_LIST) else set()

    def seen_on_board(self) -> set[int]:
        """The numbers of the options that need no line because the board shows them.

        These are placements, and, in a list that is too long for the screen, options that are only a place without a
        tile.
        """
        board = Board(self.game.state)
        places = legal_cells(self.options)
        verbs = Counter(option.action.verb for option in self.options)
        seen = set()
        for number, option in enumerate(self.options, 1):
            facts, place = option.action.facts.keys(), place_of(option)
            if place is None or len(places[place]) > 1:
                continue
            if is_placement(option):
                is_seen = "tile" not in facts and (self.is_alike or self.is_by_cell)
            else:
                is_long = verbs[option.action.verb] > LARGEST_LIST
                is_seen = is_long and facts <= {"cell", "side"} and (len(place) == 3 or board.tile_at(place) is None)
            if is_seen:
                seen.add(number)
        return seen

    def heading(self) -> str:
        """Whose turn it is, and how many tiles are left; in which stacks only where there is room for it."""
        left = self.tiles_left()
        turn = self.game.player if self.drawing else self.game.actor or ""
        named = turn not in ("", "chance")
        text = self.t("turn", seat=self.seat(turn), left=left) if named else capital(left)
        if self.screen.fits_heading(text):
            return text
        left = self.count("tiles_left", sum(self.game.stacks))
        return self.t("turn", seat=self.seat(turn), left=left) if named else capital(left)

    def pose(self, again: bool = False) -> None:
        """Print the question: the table (if it has changed, or with `again`), the tile, the options."""
        game = self.game
        self.number_options()
        if again:
            self.printed = ""
        else:
            self.centre = None
        self.screen.heading(self.heading())
        spots = spot_rows(game, self.options, plain=self.screen.ascii)
        if game.tile is not None or not spots or (self.gathered and not self.screen.is_tiny):
            self.board()
        self.ask_below()

    def ask_below(self) -> None:
        """What stands below the board: the tile in hand or the newest tile, what happened, and the options."""
        game = self.game
        spots = spot_rows(game, self.options, plain=self.screen.ascii)
        if game.tile is not None or not spots:
            self.hand()
        elif not self.screen.plain:
            self.screen.show(styled([[("  ", "axis"), *row] for row in spots]))
        for event in game.about:
            self.screen.say(capital(event.text(self.texts)))
        self.choice_of_tiles()
        self.list_options()
        if self.drawing:
            self.say("draw_hint")

    def board(self) -> None:
        """Print the table with the numbers of options in cells, and the scores, unless they were just printed."""
        if self.screen.plain:
            self.scores()
            return
        scores = self.score_lines()
        if self.screen.is_tiny:
            scores = [self.points_line()]
        elif self.is_small and self.height_of(scores) > FEW_LINES:
            scores = self.score_lines(brief=True)
        below = self.lines_below()
        beside = self.lines_beside(scores, below)
        room = self.screen.room(beside)
        if room is not None and room <= self.least and not self.screen.is_tiny:
            scores = [self.points_line()]
            beside = self.lines_beside(scores, below)
        marks = self.marks()
        board = self.fitted(marks, beside)
        cells = [place[:2] for place in marks if not board.shows(place[:2])]
        if cells:
            self.centre = board.best_centre([place[:2] for place in marks])
            board = self.fitted(marks, beside)
        printed = f"{board.text()} {self.game.scores}"
        if printed != self.printed:
            self.draw(board)
            self.show_lines(scores)
        self.printed = printed

    def lines_below(self) -> tuple[int, int]:
        """How many lines stand below the board, and how many of them are options."""
        options = sum(folded(line, self.screen.width, hang=INDENT).count("\n") + 1 for line in self.option_lines())
        out_of_sight = 1 if self.seen else 0
        self.window = None
        return self.screen.lines_of(self.ask_below) + out_of_sight, options

    def lines_beside(self, scores: Sequence[Text], below: tuple[int, int]) -> int:
        """How many lines a question needs besides the board; a long list leaves a little room for it."""
        lines, options = below
        heading = 1 if self.screen.is_tiny else 2
        needed = heading + self.height_of(scores) + lines - options
        room = self.screen.room(needed)
        return needed + (0 if room is None else max(0, min(options, room - self.least)))

    @property
    def least(self) -> int:
        """The number of lines of the smallest useful board."""
        return 1 + HIGH if self.screen.is_tiny else FRAME + FEWEST_ROWS * HIGH

    def height_of(self, lines: Sequence[Text]) -> int:
        """How many lines these take up on the screen."""
        return sum(1 + (line.cell_len - 1) // self.screen.width for line in lines)

    def points_line(self) -> Text:
        """The points of every seat in one line, with the names of the seats if they fit."""
        points = self.game.scores
        marks = [(f" {number} ", rich_style(f"seat:{seat}")) for number, seat in enumerate(points, 1)]
        named = [f" {self.seat(seat)} {points[seat]}" for seat in points]
        line = Text("  ").join(Text.assemble(mark, text) for mark, text in zip(marks, named, strict=True))
        if line.cell_len <= self.screen.width:
            return line
        return Text(" ").join(Text.assemble(mark, str(points[seat])) for mark, seat in zip(marks, points, strict=True))

    def marks(self) -> dict[Marked, str]:
        """The cells and sides that can be chosen, with the numbers of the options there."""
        return {place: span(numbers) for place, numbers in legal_cells(self.options).items()}

    def hand(self) -> None:
        """Print the tile in hand, in all rotations."""
        tile = self.game.tile
        if tile is None:
            return
        rotations = [rotation // 90 for rotation in Board(self.game.state).rotations(tile)]
        if self.screen.plain:
            self.say("hand", tile=self.texts.word(tile))
            for rotation in rotations:
                sides = describe_tile(self.game, tile, rotation, self.texts)
                self.say("hand_turned", rotation=rotation * 90, sides=sides)
            return
        if self.screen.is_tiny:  # rotations are shown when the cell has been chosen
            rows = tile_rows(self.game, tile, 0, plain=self.screen.ascii, size=(WIDE, HIGH))
            self.screen.show(styled([[("  ", "axis"), *row] for row in rows]))
            return
        if not self.is_small:
            self.say("hand", "bold", tile=tile)
        self.turned_tiles([(self.t("turned_short", rotation=rotation * 90), tile, rotation) for rotation in rotations])

    @property
    def is_small(self) -> bool:
        """Whether the screen is so small that lines have to be saved."""
        return self.screen.height is not None and self.screen.height < LARGE_SCREEN

    def turned_tiles(self, tiles: Sequence[tuple[str, str, int]]) -> None:
        """Print tiles side by side, each with a caption and turned by a number of quarters."""
        size = (WIDE, HIGH) if self.is_small else BIG
        blocks = [
            (caption, tile_rows(self.game, tile, rotation, plain=self.screen.ascii, size=size))
            for caption, tile, rotation in tiles
        ]
        self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    def pose_rotations(self, options: Sequence[Option]) -> None:
        """Print the question how to turn the tile in the chosen cell."""
        tile = str(options[0].action.facts.get("tile", self.game.tile))
        turned = [(str(number), tile, option.action.rotation // 90) for number, option in enumerate(options, 1)]
        key = "rotation_short" if self.screen.is_tiny else "rotation"  # so that they fit beside each other
        captions = [self.t(key, number=number, rotation=rotation * 90) for number, _, rotation in turned]
        if len({option.action.verb for option in options}) > 1:
            hows = [f"words.{option.action.verb}" for option in options]
            captions = [
                f"{caption}\n{self.texts(how) if self.texts.has(how) else ''}"
                for caption, how in zip(captions, hows, strict=True)
            ]
        if self.screen.plain:
            for caption, (_, _, rotation) in zip(captions, turned, strict=True):
                self.screen.say(f"{caption}: {describe_tile(self.game, tile, rotation, self.texts)}.")
            return
        self.turned_tiles([(caption, tile, turns) for caption, (_, tile, turns) in zip(captions, turned, strict=True)])

    def choice_of_tiles(self) -> None:
        """Print the tiles among which a seat chooses, with the numbers of the options, and those in question."""
        choices = [(str(number), option.action.facts) for number, option in enumerate(self.options, 1)]
        found = [(number, str(facts["tile"])) for number, facts in choices if list(facts) == ["tile"]]
        found += [("", str(event.facts["tile"])) for event in self.game.about if "tile" in event.facts]
        if self.game.actor == "chance" or not found:
            return
        if self.screen.plain:
            for number, tile in found:
                self.screen.say(f"{number}. {describe_tile(self.game, tile, 0, self.texts)}.".removeprefix(". "))
            return
        self.turned_tiles([(number, tile, 0) for number, tile in found])

    def list_options(self) -> None:
        """Print the question and the options with their numbers, except those on the board."""
        self.screen.say(self.question_text(), "bold")
        window = self.window
        places = {number: place[:2] for place, numbers in legal_cells(self.options).items() for number in numbers}
        hidden = [n for n in sorted(self.seen) if window is not None and not window.shows(places[n])]
        if hidden:
            self.say("out_of_sight_pan" if self.screen.is_tiny else "out_of_sight", numbers=in_short(hidden))
        lines = self.option_lines()
        if lines:
            self.screen.say("\n".join(lines), hang=INDENT)

    def question_text(self) -> str:
        """The question, and the numbers that are on the board."""
        key = f"steps.{self.game.step}"
        question = self.texts(key) if self.texts.has(key) else self.t("choose")
        if not self.seen:
            return question
        places = any(is_placement(self.options[number - 1]) for number in self.seen)
        are_others = not places and len(self.seen) < len(self.choices)
        numbers = f"1-{len(self.choices)}" if are_others else span(sorted(self.seen))
        if self.screen.is_tiny:
            return f"{question} ({numbers})"
        key = "on_board" if places else "others_on_board" if are_others else "all_on_board"
        return f"{question} {self.t(key, numbers=numbers)}"

    def option_lines(self) -> list[str]:
        """The lines of the options that are not on the board, in columns if there are many."""
        rows = [
            ([number], self.line_text(options))
            for number, options in enumerate(self.choices, 1)
            if number not in self.seen
        ]
        width = self.screen.width
        is_long = not self.screen.plain and len(rows) > LARGEST_LIST
        is_one_column = is_long and 2 * max(INDENT + cell_len(text) + 2 for _, text in rows) > width
        if self.screen.is_tiny or (is_one_column and not self.drawing):
            rows = self.short_rows(rows)
        dot = "." if self.screen.plain else " "
        lines = [f"{in_short(numbers):>3}{dot} {text}" for numbers, text in rows]
        return in_columns(lines, width).split("\n") if is_long else lines

    def short_rows(self, rows: list[tuple[list[int], str]]) -> list[tuple[list[int], str]]:
        """Options that take too much room: what is too long is told in the words that are typed.

        If these are still too many, the places that have their numbers on the newest tile are one line for each figure.
        """
        is_tiny = self.screen.is_tiny
        width = self.screen.width - INDENT if is_tiny else 0
        short = []
        for numbers, text in rows:
            options = self.choices[numbers[0] - 1]
            is_one = len(options) == 1 and not is_placement(options[0])
            is_typed = is_one and cell_len(text) > width
            short.append((numbers, self.texts.typed(options[0].words) if is_typed else text))
        room = self.screen.room(TINY_LINES + BIG[1]) if is_tiny else LARGEST_LIST
        newest = Board(self.game.state).newest
        needed = sum(1 + INDENT + cell_len(text) > self.screen.width for _, text in short) + len(short)
        if room is None or needed <= room or newest is None or self.game.tile is not None:
            return short
        found: dict[str, list[int]] = {}
        for numbers, text in short:
            action = self.options[numbers[0] - 1].action
            spot = next((fact for fact in action.facts.values() if isinstance(fact, Spot)), None)
            if spot is not None and spot.cell == newest.cell:
                figure = action.facts.get("figure")
                text = self.texts.typed([action.verb, str(figure)] if figure else [action.verb])
            found.setdefault(text, []).extend(numbers)
        return [(numbers, text) for text, numbers in found.items()]

    @property
    def gathered(self) -> list[list[Option]]:
        """The options that ask for a cell: places on other tiles, too many for a list."""
        return [options for options in self.choices if len(options) > 1 and not is_placement(options[0])]

    def line_text(self, options: Sequence[Option]) -> str:
        """The text of options that share a number, and who may choose them if it is not the seat that is asked."""
        first = options[0]
        other = f"{self.seat(first.seat)}: " if first.seat != self.game.actor else ""
        if options in self.gathered:
            verb = self.texts.typed([first.action.verb])
            tiles = len({cell_of(option) for option in options})
            return other + self.t("elsewhere", verb=verb, tiles=self.count("tiles", tiles))
        return other + (self.place_text(options, self.is_alike) if is_placement(first) else self.option_text(first))

    @property
    def is_alike(self) -> bool:
        """Whether all placements that are offered have one verb."""
        return len({option.action.verb for options in self.choices for option in options if is_placement(option)}) == 1

    def place_text(self, options: Sequence[Option], alike: bool) -> str:
        """A cell, the rotations there, the tile if the options name it, and the verb if there are different ones."""
        action = options[0].action
        words = [self.texts.word(str(action.facts["tile"]))] if "tile" in action.facts else []
        words.append(cell_text(action.cell))
        if not alike and self.texts.has(f"words.{action.verb}"):
            words.append(self.texts.word(action.verb))
        if self.screen.plain:
            return f"{' '.join(words)}: {placement_text(self.game, options, self.texts, self.tells_worth)}."
        rotations = [str(option.action.rotation) for option in options]
        return self.t("place_turned", where=" ".join(words), rotations=listed(self.texts, rotations))

    def option_text(self, option: Option) -> str:
        """An option in a sentence."""
        text = option_sentence(self.game, option, self.texts)
        if self.drawing:
            letter = self.game.rules.table.tiles[self.game.rules.table.index[option.action.tile]].more.get("letter")
            text += f" ({letter})" if letter else ""
        return text
