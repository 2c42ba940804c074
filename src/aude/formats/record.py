"""A whole game as text: set-up, draws and choices, readable and exact.

    aude 1
    game carcassonne
    players red blue
    option first_player seat1
    seed 5

    red   draw base/CFFF   place 0,-1 turn 180   deploy meeple city
          = red scores 4: tiles 4
    blue  draw base/FFRF-monastery   place 1,0 turn 270   pass

A line begins with the seat that acts; draws are on the line of the turn they belong to. Three spaces or a tab
separate actions. With a seed, draws must be those of the dealer. A line with ``=`` states what happened, one with ``?``
what may be chosen then, one with ``!`` what may not. Reading checks all of them. ``#`` begins a comment.

Instead of a seed, a game that was drawn by a `Shuffle` has its secret and the contributions of the players, in order
(docs/fairness.md); its draws are checked too.

    shuffle 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
    contribution red c0ffee
    contribution blue 1234
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from aude.catalog.boxes import is_folder
from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.engine.rng import Random
from aude.errors import Illegal, Unreadable
from aude.game import position
from aude.game.game import GameCore
from aude.game.notation import read_number, read_words
from aude.game.options import Events, Option
from aude.game.position import read_laid
from aude.game.setup import MAX_SEEDS, POSITION_WORDS, SETUP_WORDS, Setup, composed
from aude.game.shuffle import SECRET_BYTES, Shuffle

G = TypeVar("G", bound=GameCore)

VERSION = 1
GAP = re.compile(r"\t+| {3,}")
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]")
ANSWERED = {"scored", "discarded"}  # the events that a written record shows
MAX_LINES = 20_000
TILES_A_LINE = 6
SEED = re.compile(r"[0-9]{1,19}")
SECRET = re.compile(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}")


def write(game: GameCore) -> str:
    """The record of a game."""
    if game.is_restored:
        raise unreadable("record.restored")
    setup = game.setup
    lines = [f"aude {VERSION}", f"game {setup.game}"]
    if setup.boxes:
        lines.append("boxes " + " ".join(setup.boxes))
    lines.append("players " + " ".join(setup.players))
    lines += [f"option {name} {value}" for name, value in setup.options.items()]
    lines += [f"without {element}" for element in setup.without]
    lines += [f"figures {kind} {number}" for kind, number in setup.figures.items()]
    lines += [f"tiles {name} {number}" for name, number in setup.tiles.items()]
    lines += [f"start {tile} {x},{y} turn {rotation * 90}" for tile, x, y, rotation in setup.start]
    lines += [
        "order " + " ".join(setup.order[first : first + TILES_A_LINE])
        for first in range(0, len(setup.order), TILES_A_LINE)
    ]
    if setup.rest != "random":
        lines.append(f"rest {setup.rest}")
    if game.seed is not None and game.is_dealt:
        lines.append(f"seed {game.seed}")
    elif game.shuffle is not None:
        lines.append(f"shuffle {game.shuffle.secret.hex()}")
        lines += [f"contribution {name} {digits}" for name, digits in game.shuffle.contributions]
    lines += game.position
    lines.append("")
    width = max(len("chance"), *(len(seat) for seat in setup.players)) + 2
    current: list[str] = []
    speaker = ""

    def flush() -> None:
        if current:
            lines.append((speaker.ljust(width) + "   ".join(current)).rstrip())
            current.clear()

    for number, move in enumerate(game.moves):
        # A draw belongs to the seat that uses it; a new line begins when another seat acts or a turn begins.
        seat = move.seat if move.seat != "chance" else _user_of(game, number)
        if seat != speaker or (move.seat == "chance" and current and game.moves[number - 1].seat != "chance"):
            flush()
            speaker = seat
        current.append(move.text)
        answers = [event for event in move.events if event.name in ANSWERED]
        if answers:
            flush()
            lines += [" " * width + "= " + event.line() for event in answers]
    flush()
    return "\n".join(lines).rstrip() + "\n"


def _user_of(game: GameCore, number: int) -> str:
    """The seat that acts after a draw."""
    for move in game.moves[number:]:
        if move.seat != "chance":
            return move.seat
    return game.player if game.actor not in game.seats else str(game.actor)


def read(text: str, folders: Iterable[str] = (), *, make: type[G], to_score: bool = False) -> G:
    """Read the game in a record. The first mistake is reported with its line; nothing is guessed.

    A box in a folder is code: it is loaded only if the caller names the same folder in `folders`. With `to_score`, the
    position may contain features that are complete but not scored yet (see `aude.explain`).
    """
    numbered = [(number, line) for number, line in _lines(text)]
    if not numbered:
        raise unreadable("record.empty", 1)
    first, head = numbered[0]
    words = head.split()
    if words[0] != "aude" or len(words) != 2:
        raise unreadable("record.begins", first)
    if words[1] != str(VERSION):
        raise unreadable("record.version", first, version=words[1], known=VERSION)
    seed, numbered = _take_seed(numbered)
    shuffle, numbered = _take_shuffle(numbered, seed)
    setup, rest = _read_setup(numbered[1:])
    head_lines = numbered[1 : len(numbered) - len(rest)]
    line = head_lines[-1][0] if head_lines else first
    for box in (setup.game, *setup.boxes):
        if is_folder(box) and box not in tuple(folders):
            raise unreadable("boxes.folder_in_record", line, box=box)
    laid = [(number, text) for number, text in rest if text.split()[0] in POSITION_WORDS]
    begun = next((number for number, text in rest if text.split()[0] not in POSITION_WORDS), None)
    late = next((number for number, _ in laid if begun is not None and number > begun), None)
    if late is not None:
        raise unreadable("record.late_position", late)
    rest = rest[len(laid) :]
    to_score = to_score and bool(laid) and not rest
    try:
        lines = "" if to_score else "\n".join(text for _, text in laid)
        game = make(replace(setup, position=lines), deal=False)
    except Unreadable as error:
        if error.line is not None:  # of the position
            raise error.at_line(laid[error.line - 1][0]) from None
        raise unreadable("record.in_setup", _line_of(error.says, head_lines) or line, says=error) from None
    if to_score:
        position.lay_to_score(game, laid)
        return game
    dealer = Random(seed) if seed is not None else None
    _read_actions(game, rest, dealer or shuffle)
    if seed is not None and dealer is not None:
        game.deal_on(seed, dealer)
    game.shuffle = shuffle
    return game


def _take_seed(lines: list[tuple[int, str]]) -> tuple[int | None, list[tuple[int, str]]]:
    """The seed in a record, if there is one, and the other lines."""
    found = [(number, line.split()) for number, line in lines if line.split()[0] == "seed"]
    if not found:
        return None, lines
    number, words = found[0]
    if len(found) > 1:
        raise unreadable("record.second_line", found[1][0], what="seed")
    if len(words) != 2 or not SEED.fullmatch(words[1]) or int(words[1]) >= MAX_SEEDS:
        raise unreadable("record.seed", number, most=MAX_SEEDS - 1)
    return int(words[1]), [line for line in lines if line[0] != number]


def _take_shuffle(lines: list[tuple[int, str]], seed: int | None) -> tuple[Shuffle | None, list[tuple[int, str]]]:
    """The shuffle in a record, if there is one, and the other lines."""
    shuffle: Shuffle | None = None
    rest: list[tuple[int, str]] = []
    for number, line in lines:
        words = line.split()
        if line[0].isspace() or words[0] not in ("shuffle", "contribution"):
            rest.append((number, line))
            continue
        if words[0] == "shuffle" and seed is not None:
            raise unreadable("shuffle.or_seed", number)
        if words[0] == "shuffle" and shuffle is not None:
            raise unreadable("record.second_line", number, what="shuffle")
        if words[0] == "shuffle" and (len(words) != 2 or not SECRET.fullmatch(words[1])):
            raise unreadable("shuffle.secret", number, digits=2 * SECRET_BYTES)
        if words[0] == "contribution" and shuffle is None:
            raise unreadable("shuffle.first", number)
        if words[0] == "contribution" and len(words) != 3:
            raise unreadable("shuffle.words", number)
        try:
            if shuffle is None:
                shuffle = Shuffle(bytes.fromhex(words[1]))
            else:
                shuffle = replace(shuffle, contributions=(*shuffle.contributions, (words[1], words[2])))
        except Unreadable as error:
            raise error.at_line(number) from None
    return shuffle, rest


def _line_of(says: str, lines: list[tuple[int, str]]) -> int | None:
    """The line that causes this mistake in a set-up: the last line of the shortest beginning that has the mistake."""
    for count in range(1, len(lines) + 1):
        setup, _ = _read_setup(lines[:count])
        try:
            setup.check()
        except Unreadable as error:
            if error.says == says:
                return lines[count - 1][0]
    return None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        if number > MAX_LINES:
            raise unreadable("record.many_lines", number, most=MAX_LINES)
        if CONTROL.search(line):
            raise unreadable("record.control", number)
        line = line.split("#", 1)[0].rstrip()
        if line.strip():
            yield number, line if line.startswith(("game ", "boxes ")) else composed(line)  # paths are not normalized


def _read_setup(lines: list[tuple[int, str]]) -> tuple[Setup, list[tuple[int, str]]]:
    setup = Setup()
    seen: set[str] = set()
    for index, (number, line) in enumerate(lines):
        words = line.split()
        key, values = words[0], words[1:]
        if line[0].isspace() or key not in SETUP_WORDS:
            return setup, lines[index:]
        if key in seen and key in ("game", "boxes", "players", "rest"):
            raise unreadable("record.second_line", number, what=key)
        seen.add(key)
        if len(values) < (2 if key in ("option", "figures", "tiles", "start") else 1):
            raise unreadable("record.more_words", number, word=key)
        try:
            setup = _with_line(setup, key, values)
        except Unreadable as error:
            raise error.at_line(number) from None
    return setup, []


def _with_line(setup: Setup, key: str, values: list[str]) -> Setup:
    if key == "game" and len(values) == 1:
        return replace(setup, game=values[0])
    if key == "boxes":
        return replace(setup, boxes=(*setup.boxes, *values))  # in addition to one that is played by itself
    if key == "players":
        return replace(setup, players=tuple(values))
    if key == "option" and len(values) == 2:
        if values[0] in setup.options:
            raise unreadable("twice", name=f"option {values[0]}")
        return replace(setup, options={**setup.options, values[0]: values[1]})
    if key == "without":
        return replace(setup, without=(*setup.without, *values))
    if key in ("figures", "tiles") and len(values) == 2:
        number = read_number(values[1])
        if number is None:
            raise unreadable("not_a_number", text=values[1])
        counts = setup.figures if key == "figures" else setup.tiles
        if values[0] in counts:
            raise unreadable("twice", name=f"{key} {values[0]}")
        counts = {**counts, values[0]: number}
        return replace(setup, figures=counts) if key == "figures" else replace(setup, tiles=counts)
    if key == "order":
        return replace(setup, order=(*setup.order, *values))
    if key == "rest" and len(values) == 1:
        return replace(setup, rest=values[0])
    if key == "start":
        return replace(setup, start=(*setup.start, read_laid(values)))
    raise unreadable("record.fewer_words", word=key)


def _read_actions(game: GameCore, lines: list[tuple[int, str]], dealer: Random | Shuffle | None) -> None:
    happened: list[Events] = []  # in the last line of actions
    answers: list[str] | None = None  # the same as lines, if a line asks for them
    speaker = ""
    for number, line in lines:
        body = line.strip()
        if body.startswith("="):
            said = body[1:].strip()
            if answers is None:
                answers = [event.line() for events in happened for event in events]
            if said not in answers:
                heard = "; ".join(line for line in answers if " scores " in line)
                none = Phrase("errors.record.no_score")
                raise unreadable("record.happened", number, said=said, heard=heard or none)
            answers.remove(said)
            continue
        if body[0] in "?!":
            _check_offered(game, body, number)
            continue
        if not line[0].isspace():
            speaker, _, body = body.partition(" ")
            if speaker != "chance" and speaker not in game.seats:
                raise unreadable("record.not_a_seat", number, name=speaker, seats=game.seats)
        if not speaker:
            raise unreadable("record.no_seat", number)
        happened, answers = [], None
        for action in GAP.split(body.strip()):
            if action:
                happened.append(_play(game, speaker, action, number, dealer))


def _check_offered(game: GameCore, body: str, number: int) -> None:
    """Check a line that says what may, or may not, be chosen at this moment."""
    for action in GAP.split(body[1:].strip()):
        try:
            game.copy().play(action)
        except Illegal as error:
            if body[0] == "?":
                raise error.at_line(number) from None
        except Unreadable as error:
            raise error.at_line(number) from None
        else:
            if body[0] == "!":
                raise unreadable("record.offered", number, action=action)


def _play(game: GameCore, speaker: str, action: str, number: int, dealer: Random | Shuffle | None) -> Events:
    """Play one action of a line. A draw must be what the seed or the shuffle draws.

    Results that were observed on the table are not checked.
    """
    seat = "chance" if game.actor == "chance" else speaker
    drawn: Option | None = None
    if seat == "chance" and dealer is not None:
        drawn = dealer.draw(game) if isinstance(dealer, Shuffle) else game.draw_of(dealer)
    if drawn is not None and not _says(game, action, drawn):
        key = "shuffle.drawn" if isinstance(dealer, Shuffle) else "record.drawn"
        raise unreadable(key, number, action=action, drawn=drawn.text)
    try:
        return game.play(drawn if drawn is not None else action, seat)
    except (Illegal, Unreadable) as error:
        raise error.at_line(number) from None


def _says(game: GameCore, action: str, option: Option) -> bool:
    """Whether words of a record mean this option."""
    reading = read_words(game.state, action.split())
    if reading is None or not reading.exact:
        return False
    return reading.choice.same_as(option.choice) and reading.which == option.which
