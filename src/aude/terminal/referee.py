"""A referee for a real table: people type in what lies there, and every point is explained.

A line lays a tile or a figure as in a record (`position.py`), or makes a move; `now` and `final` explain the scores. If
a line is wrong, the referee says so at once; nothing changes, and it can be typed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from aude.board import Board, Feature
from aude.board.sentences import capital, listed
from aude.board.tiles import marks_on
from aude.catalog import rulebook
from aude.catalog.errors import unreadable
from aude.engine.tiles import SIDES
from aude.errors import AudeError, Illegal, Unreadable
from aude.explain import Explained, Report, explain_final, explain_now
from aude.formats.record import GAP, write
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.notation import read_cell
from aude.game.position import forms, lay_position, lay_to_score, said_once
from aude.game.setup import POSITION_WORDS
from aude.terminal.descriptions import describe_cell, describe_tile, feature_sentence
from aude.terminal.glyphs import styled
from aude.terminal.narrator import Left, Narrator
from aude.terminal.screen import side_by_side, unquoted, write_file
from aude.terminal.tilepicture import tile_rows
from aude.terminal.tilesearch import sight, tiles_named
from aude.terminal.typed import TypedWords

FORMS = {
    "lay": "lay D 1,0 turn 90",
    "stand": "stand red meeple city N at 1,0",
    "points": "points red 12",
    "hold": "hold red wine 2",
    "gone": "gone D",
    "turn": "turn blue",
    "move": "red draw D   place 1,0 turn 90   pass",
}


class Referee(Narrator):
    """Reads a table line by line, and explains its scores."""

    def __init__(self, game: GameCore, **options: Any) -> None:
        super().__init__(game, **options)
        self.fresh = game
        self.words = TypedWords(game.rules, self.texts)
        self.lines: list[str] = []  # the position as typed so far
        self.before: list[tuple[str, GameCore, list[str]]] = []  # each line, with the table before it
        self.takes |= {"save": self.save, "tile": self.tile}
        self.alone |= {"final": self.final, "undo": self.undo, "help": self.help, "quit": self.quit}

    def run(self) -> str:
        """Read lines until the user leaves. Returns ``left`` or ``interrupted``."""
        self.screen.say(self.texts("score.hint"))
        return self.until_left(lambda: self.answer(self.ask(f"{self.texts('score.prompt')}> ")))

    def command_named(self, word: str) -> str | None:
        """The commands of every table, and the referee's own."""
        for command in ("final", "tile"):
            if word.lower() in (command, self.texts(f"score.commands.{command}")):
                return command
        return super().command_named(word)

    def answer(self, line: str) -> None:
        """Carry out a line, or print why that is impossible."""
        word, _, rest = line.partition(" ")
        if not line:
            return
        try:
            seat = self.words.seat(word)
            if seat is not None and rest.strip():
                self.move(line, seat, rest)
            elif (verb := self.line_named(word)) and (rest.strip() or word == verb):
                self.lay(self.line_in_english(verb, rest))
            elif command := self.command_named(word):
                self.command(command, rest.strip())
            else:
                self.say("unknown", "red", text=repr(line))
                words = {*POSITION_WORDS, *map(self.line_word, POSITION_WORDS), *self.takes, *self.alone}
                near = get_close_matches(word.lower(), sorted(words), n=1)
                if near:
                    self.screen.say(self.texts("score.near", word=near[0]))
        except Illegal as error:
            self.refuse(error)
            self.screen.say(self.texts("score.unchanged"))
        except AudeError as error:
            self.complain(error)
            verb = self.line_named(word)
            self.hint(self.line_in_english(verb, rest) if verb else line.split())
            self.screen.say(self.texts("score.unchanged"))

    # -- the words of lines -------------------------------------------------------------------------------------------
    def line_word(self, verb: str) -> str:
        """The word with which a line of the position begins in the language of the table."""
        return self.texts(f"score.typed.{verb}")

    def line_named(self, word: str) -> str:
        """The line of the position that a word begins: in English, or in the language; nothing if none does."""
        return next((verb for verb in POSITION_WORDS if word.lower() in (verb, self.line_word(verb))), "")

    def line_in_english(self, verb: str, rest: str) -> list[str]:
        """A line of the position in the words of records."""
        at = self.texts.typed_word("at")
        return [verb, *("at" if word == at else word for word in self.words.in_english(f"{verb} {rest}").split()[1:])]

    def in_words(self, line: str) -> str:
        """A line of the position, or moves, as they are typed in the language."""
        first, _, rest = line.partition(" ")
        if self.language == "en":
            return line
        if first in POSITION_WORDS:
            return " ".join([self.line_word(first), *map(self.texts.typed_word, rest.split())])
        actions = (self.texts.typed(action.split()) for action in GAP.split(rest))
        return f"{self.texts.word(first)} {'   '.join(actions)}"

    # -- taking in ----------------------------------------------------------------------------------------------------
    def lay(self, words: list[str]) -> None:
        """Carry out a line of the position."""
        if self.game.moves:
            raise unreadable("position.undo_first", undo=self.t("commands.undo"))
        line = " ".join(self.spelt_out(words))
        once = said_once(line.split())  # typing it again changes the number
        lines = [*(known for known in self.lines if not once or said_once(known.split()) != once), line]
        game = self.fresh.at(0)
        lay_to_score(game, [(0, known) for known in lines])
        self.before.append((line, self.game, self.lines))
        self.game, self.lines = game, lines
        cell = next((cell for word in reversed(words) if (cell := read_cell(word)) is not None), None)
        self.screen.say(capital(describe_cell(game, cell, self.texts)) if cell else self.noted(line))

    def noted(self, line: str) -> str:
        """The effect of a line that is not about a cell: what a seat has now, or the line itself."""
        verb, seat = line.split()[:2]
        if verb == "points":
            return f"{self.seat(seat)}: {self.count('points', self.game.scores[seat])}."
        return self.held(seat) if verb == "hold" and self.held(seat) else self.in_words(line)

    def held(self, seat: str) -> str:
        """What a seat holds besides figures, in a sentence; empty if it holds nothing."""
        held = [self.count(what, count) for what, count in self.game.holdings[seat].items() if count]
        return self.texts("score.holds", seat=self.seat(seat), things=listed(self.texts, held)) if held else ""

    def spelt_out(self, words: list[str]) -> list[str]:
        """A line in the notation of records: with the full id of the tile, and with words that were left out."""
        verb, rest = words[0], words[1:]
        rules = self.game.rules
        is_piece = verb == "lay" and rest[:1] != [] and (rest[0] == "block" or rest[0] in forms(rules, "lay"))
        if verb in ("lay", "gone") and rest and not is_piece:
            rest = [self.tile_meant(rest[0]), *rest[1:]]
            if verb == "lay" and len(rest) > 2 and rest[2].isdigit():
                rest = [*rest[:2], "turn", *rest[2:]]
        if verb == "stand" and len(rest) > 2:
            figures = [kind.name for kind in rules.figure_kinds]
            if rest[1] not in figures and rest[1] in (*(kind.name for kind in rules.kinds), *forms(rules, "stand")):
                rest = [rest[0], figures[0], *rest[1:]]
            rest = self.spot_meant(rest)
        known = forms(rules, "lay").get(rest[0], []) if is_piece else []
        in_words = verb == "stand" or any("at X,Y" in form.usage(by_hand=True) for _, form in known)
        if in_words and len(rest) > 2 and rest[-2] != "at" and read_cell(rest[-1]) is not None:
            rest = [*rest[:-1], "at", rest[-1]]
        return [verb, *rest]

    def spot_meant(self, words: list[str]) -> list[str]:
        """`red meeple field N at 0,0`, with the halves of the side if there is only one such field there."""
        cell = read_cell(words[-1])
        tile = Board(self.game.state).tile_at(cell) if cell is not None else None
        if tile is None or len(words) < 4 or words[3] not in SIDES:
            return words
        found = [spot for spot in tile.spots if spot.kind == words[2]]
        whole = [spot for spot in found if words[3] in spot.sides]
        beside = [spot for spot in found if {f"{words[3]}L", f"{words[3]}R"} & {*spot.sides}]
        if whole or len(beside) != 1:
            return words
        return [*words[:3], ".".join(beside[0].sides), *words[4:]]

    def tile_meant(self, word: str) -> str:
        """The tile that a name or a letter means; if there are several, one that is left."""
        rules, left = self.game.rules, self.game.tiles_left
        found = tiles_named(rules, word)
        there = [tile for tile in found if tile in left] or found
        if len({sight(rules, tile) for tile in there}) > 1:
            raise unreadable("several_tiles", word=word, count=len(there), tiles=there)
        return there[0]

    def move(self, line: str, seat: str, body: str) -> None:
        """Carry out moves, as in a line of a record; the first seat to move has the first turn."""
        if self.game.moves:
            game = self.game.copy()
        else:
            game = self.fresh.at(0)
            if self.lines:
                lay_position(game, [(0, known) for known in self.lines])
            elif game.actor == "chance" and game.step == "first":
                game.play(next(option for option in game.options if option.action.facts.get("seat") == seat))
        scores, count = game.scores, len(game.moves)
        for action in GAP.split(body.strip()):
            action = self.words.in_english(action)
            verb, _, what = action.partition(" ")
            by_chance = game.actor == "chance"  # draws are on the line of the turn that they belong to
            if by_chance and verb == "draw" and what:
                action = f"draw {self.tile_meant(what)}"
            game.play(action, "chance" if by_chance else seat)
        self.before.append((line, self.game, self.lines))
        self.game = game
        self.tell(game.moves[count:], scores)

    def hint(self, words: list[str]) -> None:
        """Print a hint after a refused line: how the tile would fit there, or where the figure could stand."""
        cell = next((cell for word in words if (cell := read_cell(word)) is not None), None)
        if cell is None or words[0] not in ("lay", "stand"):
            return
        named = words[1:2] if words[0] == "lay" else words[2:4]
        if any(word in forms(self.game.rules, words[0]) for word in named):
            return  # pieces of boxes are not on segments, and have their own rules
        board = Board(self.game.state)
        there = board.tile_at(cell)
        if words[0] == "stand" and there is not None:
            spots = (" ".join([self.texts.word(spot.kind), ".".join(spot.sides)]).strip() for spot in there.spots)
            self.screen.say(self.texts("score.spots", spots="; ".join(spots)))
        elif words[0] == "lay" and cell in board.empty_cells:
            try:
                tile = self.tile_meant(words[1])
            except Unreadable:
                return
            matching = board.fits(tile, sides_only=True)
            fits = [fit for fit in board.fits(tile) if fit.cell == cell and fit in matching]
            self.show_rotations(tile, [fit.rotation // 90 for fit in fits])

    def show_rotations(self, tile: str, rotations: Sequence[int]) -> None:
        """Print a tile in these rotations."""
        key = "score.fits" if rotations else "score.fits_nowhere"
        degrees = ", ".join(str(rotation * 90) for rotation in rotations)
        self.screen.say(self.texts(key, tile=tile, rotations=degrees))
        if rotations and not self.screen.plain:
            blocks = [
                (
                    self.t("turned_short", rotation=rotation * 90),
                    tile_rows(self.game, tile, rotation, plain=self.screen.ascii),
                )
                for rotation in rotations
            ]
            self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    def tile(self, rest: str) -> None:
        """Print pictures of tiles: all of the game, or those that a word means."""
        rules = self.game.rules
        found = tiles_named(rules, rest) if rest else [tile.id for tile in rules.table.tiles]
        if self.screen.plain:
            for tile in found:
                self.screen.say(f"{tile}: {describe_tile(self.game, tile, 0, self.texts)}.")
            return
        letters = {tile.id: tile.more.get("letter") for tile in rules.table.tiles}
        names = {tile: f"{tile} ({letters[tile]})" if letters[tile] else tile for tile in found}
        blocks = [(names[tile], tile_rows(self.game, tile, plain=self.screen.ascii)) for tile in found]
        self.screen.show(styled(side_by_side(blocks, self.screen.width)))

    # -- explaining ---------------------------------------------------------------------------------------------------
    def now(self) -> None:
        """Print what is complete, and who gets what for it."""
        report = explain_now(self.game)
        self.screen.heading(self.texts("score.now"))
        if not report.features:
            self.screen.say(self.texts("score.now_none"))
        for feature in report.features:
            self.tell_feature(feature)
        if report.empty:
            self.screen.say(self.texts("score.empty"))
            for empty in report.empty:
                self.screen.say(f"  {feature_sentence(empty, self.texts)}")
        if report.features:
            self.tell_totals(report)

    def final(self) -> None:
        """Print the whole final scoring."""
        report = explain_final(self.game)
        self.screen.heading(self.texts("score.final"))
        if not report.features and not report.others:
            self.screen.say(self.texts("score.final_none"))
        for feature in report.features:
            self.tell_feature(feature)
        if report.others:
            self.screen.say(self.texts("score.others"))
            for held in filter(None, map(self.held, self.game.seats)):
                self.screen.say(f"  {held}")
            for event in report.others:
                self.tell_points(event)
            self.tell_rules((line.label for event in report.others for line in event.lines), complete=True)
        self.tell_totals(report)
        self.tell_winners(report.after)

    def tell_feature(self, one: Explained) -> None:
        """Print a feature: where it is, who stands there, who wins it, what counts for it, and the sum."""
        self.screen.say(capital(feature_sentence(one.feature, self.texts)), "bold")
        for sentence in self.reasons(one):
            self.screen.say(f"  {sentence}")
        for event in one.scores:
            self.tell_points(event)
        if not one.scores:
            self.screen.say("  " + self.texts("score.nothing"))
        if not self.tell_rules(self.names_about(one), one.feature.complete) and not one.scores:
            self.tell_rules([one.feature.kind], one.feature.complete)

    def names_about(self, one: Explained) -> list[str]:
        """The names of what affects a feature's value, or who wins it: marks, special figures, lines of the sum."""
        board = Board(self.game.state)
        names = [
            mark
            for tile in board.tiles
            for spot, segment in zip(tile.spots, tile.segments, strict=True)
            if spot in one.feature.spots
            for mark in marks_on(segment)
        ]
        names += [standing.figure for standing in one.standing if standing.weight != 1]
        return names + [line.label for event in one.scores for line in event.lines]

    def tell_rules(self, names: Iterable[str], complete: bool) -> bool:
        """Print the numbered rules about these names, each once. Returns whether there are any."""
        rules = {name: pair for box in self.game.setup.infos() for name, *pair in box.explains}
        found = dict.fromkeys(rules[name][0 if complete else 1] for name in names if name in rules)
        for entry in (rulebook.find(rule, self.language) for rule in found):
            self.screen.say(f"  {entry.id}: {entry.text}", "dim")
        return bool(found)

    def reasons(self, one: Explained) -> list[str]:
        """Sentences about who wins a feature and why, and about what counts for it."""
        texts = self.texts
        said = [texts("score.from_beside")] if one.from_beside else []
        for standing in one.standing:
            if standing.weight != 1:
                figure, seat = texts.word(standing.figure), texts.word(standing.seat)
                said.append(texts("score.weighs", figure=figure, seat=seat, weight=standing.weight))
        names = [self.texts.word(seat) for seat in one.winners]
        weights = ", ".join(
            texts("score.weight", seat=texts.word(seat), weight=weight) for seat, weight in one.weights.items()
        )
        if one.standing and not names:
            said.append(texts("score.no_weight"))
        elif len(one.weights) == 1 and names:
            said.append(texts("score.alone", seat=names[0]))
        elif names:
            key = "score.most" if len(names) == 1 else "score.tied"
            said.append(texts(key, weights=weights, seat=names[0], seats=listed(texts, names)))
        if one.counted and one.scores:
            said.append(texts("score.counted", features=self.places(one.counted)))
        if one.not_counted:
            said.append(texts("score.not_counted", features=self.places(one.not_counted)))
        return said

    def places(self, features: Sequence[Feature]) -> str:
        """`city 0,0 0,-1; city 2,1 2,2`"""
        return "; ".join(
            " ".join([self.texts.word(feature.kind), *(f"{x},{y}" for x, y in feature.cells)]) for feature in features
        )

    def tell_points(self, event: Event) -> None:
        """Print the points of a seat, and each line of the sum."""
        self.screen.say(f"  {self.score_sentence(event)}", "green")
        for line in event.lines:
            label = capital(self.texts(f"lines.{line.label}"))
            self.screen.say("    " + self.t("score_line", label=label, count=line.count, points=line.points))

    def tell_totals(self, report: Report) -> None:
        """Print everybody's points before, in and after the scoring."""
        self.screen.say(self.texts("score.totals"), "bold")
        for seat, gain in report.gains.items():
            values = {"before": report.before[seat], "gain": gain, "after": report.after[seat]}
            self.screen.say("  " + self.texts("score.total", seat=self.seat(seat), **values))

    # -- the other commands --------------------------------------------------------------------------------------------
    def undo(self) -> None:
        """Take the last line back."""
        if not self.before:
            self.screen.say(self.texts("score.no_undo"), "red")
            return
        line, self.game, self.lines = self.before.pop()
        self.screen.say(self.texts("score.undone", line=self.in_words(line)))

    def save(self, rest: str) -> None:
        """Save what was typed to a file that `aude score` can read."""
        name = unquoted(rest)
        if not name:
            self.screen.say(self.texts("score.save_where"), "red")
            return
        write_file(name, write(self.game))
        self.say("saved", path=name)

    def help(self) -> None:
        """Everything that can be typed."""
        for verb, form in FORMS.items():
            about, form = self.texts(f"score.lines.{verb}"), self.in_words(form)
            self.screen.say(f"  {form}: {about}" if self.screen.plain else f"  {form:<40} {about}", hang=43)
        for by_hand in self.game.rules.by_hand:
            for own in by_hand.forms():
                self.screen.say(f"  {own.usage(by_hand=True)}")
        for command in (*self.takes, *self.alone):
            key = f"score.help.{command}"
            about = self.texts(key if self.texts.has(key) else f"table.help.{command}")
            named = f"score.commands.{command}"
            word = self.texts(named if self.texts.has(named) else f"table.commands.{command}")
            self.screen.say(f"  {word}: {about}" if self.screen.plain else f"  {word:<12} {about}", hang=15)

    def quit(self) -> None:
        """Leave."""
        self.say("goodbye")
        raise Left("left")
