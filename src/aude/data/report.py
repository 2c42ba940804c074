"""Statistics as tables, and as a self-contained page with plots."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from aude.board.sentences import capital
from aude.catalog import boxes as catalog
from aude.catalog.texts import Texts, title_of
from aude.data import plots
from aude.data.plots import Bar
from aude.data.statistics import Player, Statistics, radius
from aude.draw import NoLibrary, tile_picture
from aude.errors import AudeError
from aude.study.page import page, table

Rows = tuple[list[str], list[list[str]]]  # the head of a table, and its rows


class Report:
    """Statistics in a language."""

    def __init__(self, found: Statistics, language: str) -> None:
        self.found = found
        names = dict.fromkeys(box for boxes in sorted(found.boxes_in_play) for box in boxes if box in catalog.BOXES)
        self.texts = Texts(language, [folder for box in names for folder in catalog.info(box).text_folders])

    # -- numbers in words ---------------------------------------------------------------------------------------------
    def number(self, value: float, digits: int = 1, sign: bool = False) -> str:
        """A number in the notation of the language."""
        text = f"{round(value, digits) + 0.0:{'+' if sign else ''}.{digits}f}".replace("-", "\N{MINUS SIGN}")
        return text if self.texts.language == "en" else text.replace(".", ",")

    def with_error(self, value: float, error: float, digits: int = 1, sign: bool = False) -> str:
        said = self.number(value, digits, sign)
        return f"{said} ± {self.number(error, digits)}" if math.isfinite(error) else said

    def percent(self, share: float) -> str:
        return f"{self.number(100 * share)} %"

    def ends(self, interval: tuple[float, float]) -> str:
        return " … ".join(self.number(100 * end) for end in interval)

    def cause(self, name: str) -> str:
        """The name of a cause."""
        key = next((key for key in (f"words.{name}", f"lines.{name}") if self.texts.has(key)), "")
        return self.texts(key) if key else name

    def box(self, name: str) -> str:
        """The title of a box; for boxes outside Aude, the name."""
        return title_of(catalog.info(name), self.texts.language) if name in catalog.BOXES else name

    # -- tables -------------------------------------------------------------------------------------------------------
    def head(self, *keys: str) -> list[str]:
        return [self.texts(f"statistics.{key}") for key in keys]

    def causes(self) -> Rows:
        """The table of points by cause."""
        found = self.found
        rows = [
            [
                self.cause(name),
                self.box(cause.box),
                *(self.number(found.a_seat(points), 2) for points in (cause.during, cause.final, cause.points)),
                self.percent(cause.points / found.points) if found.points else "",
            ]
            for name, cause in found.sorted_causes()
        ]
        return self.head("cause", "box", "during", "final", "together", "share"), rows

    def boxes(self) -> Rows:
        """The table of points by box."""
        found = self.found
        rows = [
            [self.box(box), self.number(found.a_seat(points), 2), self.percent(points / found.points)]
            for box, points in found.boxes.most_common()
            if found.points
        ]
        return self.head("box", "points", "share"), rows

    def seats(self) -> Rows:
        """The table of points by seat."""
        rows = [
            [self.texts.word(seat), bot, *self._player(one)] for (seat, bot), one in self.found.seats.items()
        ]  # fmt: skip
        return self.head("seat", "bot", "number_of_games", "points", "lead", "won", "interval"), rows

    def order(self) -> Rows:
        """The table that compares having the first turn with having a later one."""
        rows = [
            [str(count), str(place), *self._player(one), self.percent(1 / count)]
            for (count, place), one in sorted(self.found.order.items())
        ]
        return self.head("players", "turn", "number_of_games", "points", "lead", "won", "interval", "chance"), rows

    def _player(self, one: Player) -> list[str]:
        return [
            str(one.games),
            self.with_error(one.points.mean, radius(one.points)),
            self.with_error(one.mean_lead, one.lead_radius, sign=True),
            self.percent(one.won),
            self.ends(one.interval),
        ]

    def tiles(self) -> Rows:
        """The table of how often each tile brings points."""
        rows = [
            [name, str(one.laid), self.percent(one.share), self.ends(one.interval), self.number(one.mean, 2)]
            for name, one in self.found.sorted_tiles()
        ]
        return self.head("tile", "laid", "scoring", "interval", "mean"), rows

    def tables(self) -> Iterator[tuple[str, Rows, int]]:
        """Every table, with its title and the number of columns that are names."""
        for key, rows, names in (
            ("by_cause", self.causes(), 2),
            ("by_box", self.boxes(), 1),
            ("by_seat", self.seats(), 2),
            ("by_turn", self.order(), 2),
            ("by_tile", self.tiles(), 1),
        ):
            yield self.texts(f"statistics.{key}"), rows, names

    def about(self) -> list[str]:
        """Sentences about what the statistics cover and how to read them."""
        found, texts = self.found, self.texts
        players = ", ".join(f"{count}: {games}" for count, games in sorted(found.players.items()))
        turns = self.with_error(found.turns.mean, radius(found.turns), 2)
        least, most = found.turns.least or 0, found.turns.most or 0
        says = [texts("statistics.games", games=found.games, players=players, shared=found.shared)]
        if found.forfeits:
            says.append(texts("statistics.forfeits", forfeits=found.forfeits))
        return [*says, texts("statistics.length", turns=turns, least=least, most=most)]

    # -- the page -----------------------------------------------------------------------------------------------------
    def page(self) -> str:
        """Everything as a page with plots."""
        return page(self.texts("statistics.title"), self._body(), self.texts.language)

    def _body(self) -> Iterator[str]:
        texts, found = self.texts, self.found
        yield f"<h1>{escape(texts('statistics.title'))}</h1>\n"
        boxes = dict.fromkeys(box for boxes in sorted(found.boxes_in_play) for box in boxes)
        yield f"<p>{escape(', '.join(map(self.box, boxes)))}</p>\n"
        yield "".join(f"<p>{escape(says)}</p>\n" for says in self.about())
        yield f"<p class=quiet>{escape(texts('statistics.intervals'))}</p>\n"
        drawn = {"by_cause": self._causes_drawn(), "by_box": self._boxes_drawn(), "by_turn": self._order_drawn()}
        drawn["by_seat"] = self._seats_drawn()
        for (title, (head, rows), names), key in zip(
            self.tables(), ("by_cause", "by_box", "by_seat", "by_turn", "by_tile"), strict=True
        ):
            yield f"<h2>{escape(title)}</h2>\n<p>{escape(texts(f'statistics.{key}_about'))}</p>\n"
            yield f"<figure>{drawn[key]}</figure>\n" if key in drawn else self._tiles_drawn()
            numbers = escape(texts("statistics.numbers"))
            yield f"<details><summary>{numbers}</summary>{table(head, rows, names)}</details>\n"
            if key == "by_turn":
                title = texts("statistics.by_length")
                yield f"<h2>{escape(title)}</h2>\n<p>{escape(texts('statistics.by_length_about'))}</p>\n"
                yield f"<figure>{plots.histogram(title, dict(sorted(found.turns.seen.items())))}</figure>\n"

    def _causes_drawn(self) -> str:
        found = self.found
        rows = []
        for name, cause in found.sorted_causes():
            during, final = found.a_seat(cause.during), found.a_seat(cause.final)
            rows.append(Bar(capital(self.cause(name)), (during, final), self.number(during + final, 2)))
        names = "".join(
            f'<span><i class="bar{part}"></i>{escape(self.texts(f"statistics.{key}"))}</span>'
            for part, key in enumerate(("during", "final"))
        )
        drawn = plots.bars(self.texts("statistics.by_cause"), rows)
        return f"{drawn}<figcaption>{names}</figcaption>"

    def _boxes_drawn(self) -> str:
        rows = [
            Bar(self.box(box), (self.found.a_seat(points),), self.number(self.found.a_seat(points), 2))
            for box, points in self.found.boxes.most_common()
        ]
        return plots.bars(self.texts("statistics.by_box"), rows)

    def _seats_drawn(self) -> str:
        rows = []
        for (seat, bot), one in self.found.seats.items():
            error = radius(one.points)
            mean = one.points.mean
            ends = (mean - error, mean + error) if math.isfinite(error) else None
            name = f"{capital(self.texts.word(seat))} ({bot})"
            rows.append(Bar(name, (mean,), self.with_error(mean, error), ends))
        overall = self.found.a_seat(self.found.points)
        return plots.points(self.texts("statistics.by_seat"), rows, [overall] * len(rows)) if rows else ""

    def _order_drawn(self) -> str:
        rows, expected = [], []
        for (count, place), one in sorted(self.found.order.items()):
            name = self.texts("statistics.place_of", place=place, players=count)
            interval = (100 * one.interval[0], 100 * one.interval[1])
            rows.append(Bar(name, (100 * one.won,), self.percent(one.won), interval))
            expected.append(100 / count)
        return plots.points(self.texts("statistics.by_turn"), rows, expected) if rows else ""

    def _tiles_drawn(self) -> str:
        cards = []
        for name, one in self.found.sorted_tiles():
            error = 50 * (one.interval[1] - one.interval[0])
            says = escape(f"{self.number(100 * one.share)} ± {self.number(error)} %")
            cards.append(f"<figure>{self._picture(name)}<figcaption>{says}<br>{escape(name)}</figcaption></figure>")
        return f"<div class=tiles>{''.join(cards)}</div>\n"

    def _picture(self, name: str) -> str:
        """The picture of a tile; empty if it cannot be drawn."""
        try:
            return tile_picture(name, language=self.texts.language)._repr_svg_()
        except (NoLibrary, AudeError):  # the library for pictures is not installed, or the tile is not one of Aude's
            return ""
