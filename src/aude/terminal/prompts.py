"""How a question is put at the table: the board, the tile in hand, and the options with their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from aude.board import Board
from aude.board.marks import Marked, legal_cells, span
from aude.board.sentences import capital
from aude.bots import Bot
from aude.errors import Unreadable
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.values import cell_text
from aude.terminal.descriptions import describe_tile, option_sentence
from aude.terminal.glyphs import styled
from aude.terminal.narrator import Narrator
from aude.terminal.screen import in_columns, side_by_side
from aude.terminal.textboard import spot_rows
from aude.terminal.tilepicture import tile_rows
from aude.terminal.tilesearch import sight, tiles_named

LARGEST_LIST = 12  # options that are written below each other, before they go into columns


def is_placement(option: Option) -> bool:
    """Whether an option lays a tile: it names a cell, and how the tile is turned."""
    return {"cell", "rotation"} <= option.action.facts.keys()


def line_of(option: Option) -> tuple[object, ...]:
    """What options have in common that share a line: placements of one tile in one cell do."""
    action = option.action
    if is_placement(option):
        return action.verb, action.facts.get("tile"), action.cell
    return action, option.seat


class Prompter(Narrator):
    """A table that asks: it shows what the people at the keyboard may choose."""

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
        self.options: list[Option] = []  # in the order of their numbers

    @property
    def people(self) -> list[str]:
        """The seats that no bot plays."""
        return [seat for seat in self.game.seats if seat not in self.bots]

    def prompt(self) -> str:
        """Who is asked."""
        actor = self.game.actor or ""
        if actor != "chance":
            return self.texts.word(actor)
        return self.t("prompt_draw", seat=self.texts.word(self.game.player)) if self.drawing else self.t("prompt_lot")

    @property
    def drawing(self) -> str:
        """The verb with which a tile is drawn by hand, if that is what is asked for."""
        if self.game.actor != "chance":
            return ""
        verbs = {option.action.verb if list(option.action.facts) == ["tile"] else "" for option in self.options}
        return verbs.pop() if len(verbs) == 1 else ""

    def is_letter(self, line: str) -> bool:
        """Whether this is the letter of a tile, where one is drawn by hand."""
        tiles = self.game.rules.table.tiles
        return bool(self.drawing) and line.isupper() and any(tile.more.get("letter") == line for tile in tiles)

    def drawn(self, line: str) -> str:
        """A tile that was drawn by hand, in full: its id (with its set or without) or its letter was typed."""
        words, verb = line.split(), self.drawing
        words = words[1:] if words[0].lower() == verb else words
        if len(words) != 1:
            return line
        rules, left = self.game.rules, self.game.tiles_left
        found = tiles_named(rules, words[0])
        there = [tile for tile in found if tile in left] or found
        if len({sight(rules, tile) for tile in there}) > 1:
            raise Unreadable(f"{words[0]!r} could mean {len(there)} tiles: {', '.join(there)}")
        return f"{verb} {there[0]}"

    def offered(self) -> list[Option]:
        """All options of the people at the keyboard, in the order in which they are numbered: by row and column.

        Of tiles to draw that look the same in this game, the first is offered.
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

    def pose(self) -> None:
        """Show what is asked: the table, the tile, the options."""
        game = self.game
        self.options = self.offered()
        left = self.tiles_left()
        actor = game.actor or ""
        turn = game.player if self.drawing else actor
        named = turn != "chance"
        self.screen.heading(self.t("turn", seat=self.seat(turn), left=left) if named else capital(left))
        spots = spot_rows(game, self.options, plain=self.screen.ascii)
        if game.tile is not None or not spots:
            self.board()
            self.hand()
        elif not self.screen.plain:
            self.screen.show(styled([[("  ", "axis"), *row] for row in spots]))
        for event in game.about:
            self.screen.say(capital(event.text(self.texts)))
        self.choice_of_tiles()
        key = f"steps.{game.step}"
        self.screen.say(self.texts(key) if self.texts.has(key) else self.t("choose"), "bold")
        self.list_options()
        if self.drawing:
            self.say("draw_hint")

    def board(self) -> None:
        """The table with the numbers of the options in their cells."""
        if self.screen.plain:
            self.scores()
            return
        self.draw(self.marks())
        self.scores()

    def marks(self) -> dict[Marked, str]:
        """The cells and sides that can be chosen, with the numbers of the options there."""
        return {place: span(numbers) for place, numbers in legal_cells(self.options).items()}

    def hand(self) -> None:
        """The tile in hand, in all its turns."""
        tile = self.game.tile
        if tile is None:
            return
        rotations = [rotation // 90 for rotation in Board(self.game.state).rotations(tile)]
        if self.screen.plain:
            self.say("hand", tile=tile)
            for rotation in rotations:
                sides = describe_tile(self.game, tile, rotation, self.texts)
                self.say("hand_turned", rotation=rotation * 90, sides=sides)
            return
        self.say("hand", "bold", tile=tile)
        blocks = [
            (
                self.t("turned_short", rotation=rotation * 90),
                tile_rows(self.game, tile, rotation, plain=self.screen.ascii),
            )
            for rotation in rotations
        ]
        self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    def choice_of_tiles(self) -> None:
        """The tiles among which a seat chooses, with the numbers of the options; those that it is asked about."""
        choices = [(str(number), option.action.facts) for number, option in enumerate(self.options, 1)]
        found = [(number, str(facts["tile"])) for number, facts in choices if list(facts) == ["tile"]]
        found += [("", str(event.facts["tile"])) for event in self.game.about if "tile" in event.facts]
        if self.game.actor == "chance" or not found:
            return
        if self.screen.plain:
            for _, tile in found:
                self.screen.say(f"{tile}: {describe_tile(self.game, tile, 0, self.texts)}.")
            return
        blocks = [(number, tile_rows(self.game, tile, plain=self.screen.ascii)) for number, tile in found]
        self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    def list_options(self) -> None:
        """The options with their numbers; those that differ only in how a tile is turned share a line."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for number, option in enumerate(self.options, 1):
            groups.setdefault(line_of(option), []).append(number)
        turned = {stem: is_placement(self.options[numbers[0] - 1]) for stem, numbers in groups.items()}
        alike = len({stem[0] for stem in groups if turned[stem]}) == 1
        where = {stem: self.place_text(self.options[groups[stem][0] - 1], alike) for stem in groups if turned[stem]}
        wide = max([6, *map(len, where.values())])
        lines = []
        for stem, numbers in groups.items():
            first = self.options[numbers[0] - 1]
            if turned[stem]:
                lines.append(self.turned_line(where[stem], numbers, wide))
            else:
                other = f"{self.seat(first.seat)}: " if first.seat != self.game.actor else ""
                dot = "." if self.screen.plain else " "
                lines.append(f"{numbers[0]:>3}{dot} {other}{self.option_text(first)}")
        if self.screen.plain or len(lines) <= LARGEST_LIST:
            self.screen.say("\n".join(lines))
        else:
            self.screen.say(in_columns(lines, self.screen.width))

    def place_text(self, option: Option, alike: bool) -> str:
        """Where a placement is, with the tile if it names one; with the verb if there are others: with a bridge."""
        action = option.action
        words = [str(action.facts["tile"])] if "tile" in action.facts else []
        words.append(cell_text(action.cell))
        if not alike and self.texts.has(f"words.{action.verb}"):
            words.append(self.texts.word(action.verb))
        return " ".join(words)

    def turned_line(self, where: str, numbers: Sequence[int], wide: int) -> str:
        """A cell, and how the tile may be turned there."""
        rotations = [(number, str(self.options[number - 1].action.rotation)) for number in numbers]
        if self.screen.plain:
            return self.t("place_plain", cell=where) + " " + ", ".join(
                self.t("place_turn_plain", number=number, rotation=rotation) for number, rotation in rotations
            ) + "."  # fmt: skip
        degree = "" if self.screen.ascii else "°"
        return (
            f"  {where:<{wide}}"
            + "".join(f"{number:>4}: {rotation + degree:<4}" for number, rotation in rotations).rstrip()
        )

    def option_text(self, option: Option) -> str:
        """An option in a sentence."""
        text = option_sentence(self.game, option, self.texts)
        if self.drawing:
            letter = self.game.rules.table.tiles[self.game.rules.table.index[option.action.tile]].more.get("letter")
            text += f" ({letter})" if letter else ""
        return text
