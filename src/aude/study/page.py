"""Reviews and puzzles as self-contained pages, without scripts and external pictures or fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from aude.board import Board
from aude.board.sentences import capital
from aude.catalog.texts import Texts, title_of
from aude.draw import board
from aude.draw.boards import around
from aude.game.game import GameCore
from aude.study import report
from aude.study.judge import Judge
from aude.study.lines import Codes
from aude.study.plot import colours_of, plot
from aude.study.puzzles import Puzzle
from aude.study.review import Decided, Drawn, Review
from aude.study.words import advised, typed

STYLE = Path(__file__).with_name("page.css")


def page(title: str, body: Iterable[str], language: str, seats: tuple[str, ...] = ()) -> str:
    """A whole page. It defines the colours of the seats as `--seat0`, `--seat1` …"""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{style(seats)}</style>\n{''.join(body)}</html>\n"
    )


def style(seats: tuple[str, ...]) -> str:
    """The style sheet of pages and plots, with the colours of the seats."""
    light, dark = ("", "")
    for number, (by_day, by_night) in enumerate(colours_of(seats)):
        light += f"--seat{number}:{by_day};"
        dark += f"--seat{number}:{by_night};"
    colours = f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}" if seats else ""
    return STYLE.read_text(encoding="utf-8") + colours


def review_page(review: Review, texts: Texts) -> str:
    """A review as a page."""
    return page(texts("study.title"), _review(review, texts), texts.language, review.game.seats)


def _review(review: Review, texts: Texts) -> Iterable[str]:
    game = review.game
    yield f"<h1>{escape(texts('study.title'))}</h1>\n"
    boxes = [title_of(box, texts.language) for box in game.setup.infos()]
    yield f"<p>{escape(', '.join(boxes))}</p>\n"
    yield table(*report.seat_rows(review, texts), names=1)
    yield f"<h2>{escape(texts('study.course'))}</h2>\n"
    key = "study.plot_about" if len(game.seats) == 2 else "study.plot_about_many"
    yield f"<p>{escape(texts(key, seat=capital(texts.word(game.seats[0]))))}</p>\n"
    yield f"<figure>{plot(review, texts)}{_key(game.seats, texts)}</figure>\n"
    yield f"<h2>{escape(texts('study.turning'))}</h2>\n"
    judge = Judge(game)
    for number, one in enumerate(review.turning_points, 1):
        yield _turning(game, judge, number, one, texts)
    if not review.turning_points:
        yield f"<p>{escape(texts('study.no_turning'))}</p>\n"
    head, rows = report.decision_rows(review, texts)
    yield f"<h2>{escape(texts('study.decisions'))}</h2>\n"
    yield table(head, rows, names=4) if rows else f"<p>{escape(texts('study.no_decisions'))}</p>\n"
    yield "".join(f"<p class=quiet>{escape(says)}</p>\n" for says in report.about(review, texts))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], names: int) -> str:
    """A table, of which the first columns are names and the others are numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ("" if at < names else " class=number" for at in range(len(cells)))
        return "<tr>" + "".join(f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True))

    body = "".join(row(cells, "td") for cells in rows)
    return f"<div class=wide><table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table></div>\n"


def _key(seats: tuple[str, ...], texts: Texts) -> str:
    names = "".join(
        f'<span><i style="background:var(--seat{number})"></i>{escape(capital(texts.word(seat)))}</span>'
        for number, seat in enumerate(seats)
    )
    return f"<figcaption>{names}</figcaption>"


def _turning(game: GameCore, judge: Judge, number: int, one: Drawn | Decided, texts: Texts) -> str:
    before = game.at(one.number - 1)
    title = escape(report.turning_title(one, texts))
    reasons = "".join(f"<li>{escape(says)}" for says in report.turning_reasons(one, texts))
    if isinstance(one, Drawn):
        boards = picture(game.at(one.number), texts, hand=True)
    else:
        boards = pictures(before, judge, one.codes, ("study.board_played", "study.board_best"), texts)
    listed = f"<ul>{reasons}</ul>" if reasons else ""
    return f"<section><h3><b>{number}</b> {title}</h3>{listed}{boards}</section>\n"


def pictures(game: GameCore, judge: Judge, answers: Sequence[Codes], captions: Sequence[str], texts: Texts) -> str:
    """The boards after these answers side by side, all showing the same part of the table."""
    after = [judge.line(game, codes).game for codes in answers]
    cells = [tile.cell for one in after for tile in Board(one.state).tiles]
    drawn = [
        f"<figure>{_svg(one, texts, cells)}<figcaption>{escape(texts(caption))}</figcaption></figure>"
        for one, caption in zip(after, captions, strict=True)
    ]
    return f"<div class=boards>{''.join(drawn)}</div>"


def picture(game: GameCore, texts: Texts, hand: bool = False) -> str:
    """The board of a game; with the tile in hand and the scores beside it."""
    cells = [tile.cell for tile in Board(game.state).tiles]
    return f"<div class=boards><figure>{_svg(game, texts, cells, hand)}</figure></div>"


def _svg(game: GameCore, texts: Texts, cells: list[tuple[int, int]], hand: bool = False) -> str:
    layers = ("coordinates",) if hand or not game.moves else ("coordinates", "last")
    return board(game, layers, extent=around(cells), language=texts.language, panel=hand).for_page()


def puzzle_page(found: Sequence[Puzzle], texts: Texts) -> str:
    """Puzzles as a page: each with its board and the tile in hand, and its answer after a click."""
    return page(texts("study.puzzles"), _puzzles(found, texts), texts.language)


def _puzzles(found: Sequence[Puzzle], texts: Texts) -> Iterable[str]:
    yield f"<h1>{escape(texts('study.puzzles'))}</h1>\n<p>{escape(texts('study.puzzles_about'))}</p>\n"
    for number, puzzle in enumerate(found, 1):
        game = puzzle.game(GameCore)
        own = game.texts(texts.language)
        boxes = ", ".join(title_of(box, texts.language) for box in game.setup.infos())
        title = own("study.puzzle", seat=capital(own.word(puzzle.seat)), boxes=boxes)
        head, *reasons = advised(typed(puzzle.answer, own), typed(puzzle.next_best, own), puzzle.why, own)
        listed = "".join(f"<li>{escape(says)}" for says in reasons)
        yield (
            f"<section><h3><b>{number}</b> {escape(title)}</h3>{picture(game, own, hand=True)}"
            f"<details><summary>{escape(own('study.answer'))}</summary>"
            f"<p>{escape(head)}</p><ul>{listed}</ul></details></section>\n"
        )
