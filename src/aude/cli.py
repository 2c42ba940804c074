"""The command line: `aude play`, `simulate`, `perft`, `replay`, `tiles`, `rules`, `bench`.

What a person gets wrong is answered with one line on standard error and exit code 2; Ctrl-C leaves with 130.
"""

from __future__ import annotations

import functools
import io
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec, TypeVar

import typer
from rich import box as rich_box
from rich.console import Console, JustifyMethod
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

import aude
from aude import bots as bot_shelf
from aude import boxes as shelf
from aude import rulebook, textboard
from aude.errors import AudeError, Unreadable
from aude.events import Event
from aude.game import Game
from aude.replay import Replay
from aude.screen import Screen, open_game, side_by_side
from aude.setup import COLOURS, Setup, closest
from aude.table import Table, find_rule
from aude.texts import LANGUAGES, Texts

P = ParamSpec("P")
R = TypeVar("R")

MOST_GAMES = 100_000_000
LARGEST_SEED = 2**63 - 1

app = typer.Typer(
    name="aude",
    help="Carcassonne in the terminal: play it, watch it, count it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


# -- what all commands share ------------------------------------------------------------------------------------------
def fail(says: str) -> NoReturn:
    """One line on standard error, and out."""
    line = " ".join(says.split())
    print(f"aude: {line}", file=sys.stderr)
    raise typer.Exit(2)


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Mistakes become a sentence, not a traceback."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except AudeError as error:
            fail(str(error))
        except rulebook.SpecError as error:
            fail(str(error))
        except EOFError:
            print()  # the keyboard was closed at a question
            raise typer.Exit(0) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            name = f"{error.filename!r}: " if error.filename else ""
            fail(f"{name}{(error.strerror or str(error)).lower()}")

    return run


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a person has asked for: AUDE_LANG, else the locale, else English."""
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            word = re.split(r"[_.@-]", value.lower())[0]
            word = "nb" if word in ("no", "nn") else word
            return word if word in LANGUAGES else "en"
    return "en"


def check_language(value: str | None) -> str | None:
    """`--lang`, checked."""
    if value is not None and value not in LANGUAGES:
        raise typer.BadParameter(f"{value!r} is no language; languages: {', '.join(LANGUAGES)}")
    return value


def check_seed(value: int | None) -> int | None:
    """`--seed`, checked."""
    if value is not None and not 0 <= value <= LARGEST_SEED:
        raise typer.BadParameter(f"{value} is no seed; seeds are numbers from 0 to 2 to the 63, less one")
    return value


def show_version(value: bool) -> None:
    """`--version`."""
    if value:
        print(f"aude {aude.__version__} ({'compiled' if aude.COMPILED else 'interpreted'})")
        raise typer.Exit


Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|nl|nb", help="Language: English, Dutch or Norwegian.", callback=check_language),
]
GameName = Annotated[str, typer.Option("--game", metavar="NAME", help="The game: carcassonne or the_city.")]
Boxes = Annotated[
    str, typer.Option("--boxes", metavar="A,B|all", help="Expansions, separated by commas, or 'all' of them.")
]
Options = Annotated[
    list[str], typer.Option("--option", "-o", metavar="KEY=VALUE", help="A house rule, see 'aude rules BOX'.")
]
Without = Annotated[list[str], typer.Option("--without", metavar="ELEMENT", help="Leave an element out: farmers …")]
Figures = Annotated[list[str], typer.Option("--figures", metavar="KIND=N", help="Figures of a kind for each seat.")]
Copies = Annotated[list[str], typer.Option("--copies", metavar="SET=N", help="Copies of a tile set.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The same seed, the same game.", callback=check_seed)
]
# (An empty metavar: a switch has no value to tell about.)
Plain = Annotated[
    bool, typer.Option("--plain", metavar="", help="Sentences only, for screen readers: no drawings, no colours.")
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="For machines.")]


def pairs(words: Sequence[str], flag: str) -> dict[str, str]:
    """`KEY=VALUE` words as a table."""
    found: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not (key.strip() and sign and value.strip()):
            raise Unreadable(f"{flag} {word!r}: write it as KEY=VALUE")
        if key.strip() in found:
            raise Unreadable(f"{flag}: {key.strip()} is given twice")
        found[key.strip()] = value.strip()
    return found


def numbers(words: Sequence[str], flag: str) -> dict[str, int]:
    """`KEY=N` words as a table."""
    found = {}
    for key, value in pairs(words, flag).items():
        if not re.fullmatch(r"[0-9]{1,4}", value):
            raise Unreadable(f"{flag} {key}={value}: {value!r} is no number")
        found[key] = int(value)
    return found


def split(text: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def read_boxes(game: str, text: str) -> tuple[str, ...]:
    """`--boxes`: ids or folders, or all expansions of the game."""
    if text.strip() == "all":
        return tuple(name for name in shelf.BOXES if shelf.info(name).extends == game)
    return tuple(split(text))


def build_setup(
    game: str, boxes: str, options: Sequence[str], without: Sequence[str], figures: Sequence[str], copies: Sequence[str]
) -> Setup:
    """A set-up out of the flags, without the players."""
    return Setup(
        game=game,
        boxes=read_boxes(game, boxes),
        options=pairs(options, "--option"),
        without=tuple(without),
        figures=numbers(figures, "--figures"),
        tiles=numbers(copies, "--copies"),
    )


def read_seats(text: str) -> tuple[str, ...]:
    """`--players`: names separated by commas, or how many."""
    if re.fullmatch(r"[0-9]{1,9}", text.strip()):
        number = int(text)
        if number > len(COLOURS):
            raise Unreadable(f"{number} players: {len(COLOURS)} are possible at most")
        return COLOURS[:number]
    return tuple(split(text))


def read_bots(words: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """`--bot SEAT=NAME`."""
    found = pairs(words, "--bot")
    for seat, name in found.items():
        if seat not in seats:
            raise Unreadable(f"--bot {seat}={name}: there is no seat {seat!r}; seats: {closest(seat, seats)}")
        bot_shelf.make(name, 0)
    return found


def stdout() -> Console:
    """Standard output, taken literally: what people typed is no markup."""
    return Console(highlight=False, markup=False, emoji=False)


@app.callback()
def globals_(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[
        bool,
        typer.Option("--version", metavar="", help="The version, and leave.", callback=show_version, is_eager=True),
    ] = False,
) -> None:
    """Carcassonne in the terminal: play it, watch it, count it.

    'aude play' starts a game at once. Every command has its own --help.
    """
    context.obj = lang


def texts_for(context: typer.Context, lang: str | None, folders: Sequence[Path] = ()) -> Texts:
    """The texts in the chosen language."""
    return Texts(chosen(context, lang), folders)


def chosen(context: typer.Context, lang: str | None) -> str:
    """The command's own --lang, else the one before the command, else the environment's."""
    return str(lang or context.obj or language_of(os.environ))


# -- play -------------------------------------------------------------------------------------------------------------
@app.command()
@guarded
def play(
    context: typer.Context,
    text: Annotated[
        bool, typer.Option("--text", metavar="", help="At a table in the terminal (so far the only one).")
    ] = False,
    plain: Plain = False,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="NAMES|N", help="Seats: red,blue or a number.")
    ] = None,
    bot: Annotated[
        list[str], typer.Option("--bot", metavar="SEAT=NAME", help="Let a bot play a seat: blue=greedy.")
    ] = [],  # noqa: B006
    bots: Annotated[bool, typer.Option("--bots", metavar="", help="Greedy bots on all seats but the first.")] = False,
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    seed: Seed = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", metavar="", help="Draw from real tiles and type in what you drew.")
    ] = False,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    lang: Lang = None,
) -> None:
    """Play at one keyboard, with people and bots.

    Without options you play red against a greedy blue. At the table, 'help' tells what can be typed.
    A box of your own is named by its folder; beside --load too, for a record does not bring in code by itself.

    aude play --players red,blue,green --bot green=greedy --without farmers
    """
    language = chosen(context, lang)
    setting_up = players or option or without or figures or copies or game != "carcassonne"
    if load is not None:
        if setting_up:
            raise Unreadable("a saved game brings its own set-up: leave out what describes another beside --load")
        opened, seated = open_game(load, seed, deal=not by_hand, folders=split(boxes))
        if bot or bots:
            seated = _seat_bots(bot, bots, opened.seats)
    else:
        setup = build_setup(game, boxes, option, without, figures, copies)
        asked = not (setting_up or boxes or bot or bots or by_hand) and sys.stdin.isatty() and sys.stdout.isatty()
        if asked:
            setup, seated = interview(setup, language, plain)
        else:
            setup = replace(setup, players=read_seats(players) if players else COLOURS[:2])
            setup.check_players()
            alone = not players and not bot
            seated = _seat_bots(bot, bots or alone, setup.players)
        opened = Game(setup, seed=seed, deal=not by_hand)
    source = opened.seed if seed is not None else None
    made = {
        seat: bot_shelf.make(name, None if source is None else source ^ number)
        for number, (seat, name) in enumerate(seated.items(), 1)
    }
    rescue = None
    if sys.stdin.isatty():
        home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        rescue = Path(home) / "aude" / "unfinished.aude"
    table = Table(opened, bots=made, language=language, plain=plain, path=load, rescue=rescue)
    if table.run() == "interrupted":
        raise typer.Exit(130)


def _seat_bots(words: Sequence[str], others: bool, seats: Sequence[str]) -> dict[str, str]:
    """The bots that were named, and greedy ones on the other seats but the first if wished."""
    found = read_bots(words, seats)
    if others:
        found = {**dict.fromkeys(seats[1:], "greedy"), **found}
    return {seat: found[seat] for seat in seats if seat in found}


def interview(setup: Setup, language: str, plain: bool) -> tuple[Setup, dict[str, str]]:
    """A few questions before the game; Enter takes the answer in brackets."""
    from aude.simulate import possible_players

    texts = Texts(language)
    screen = Screen(plain=plain)
    least, most = possible_players(setup)

    def ask(key: str, default: str, good: Callable[[str], bool], **values: object) -> str:
        while True:
            answer = screen.ask(f"{texts(f'cli.ask.{key}', **values)} [{default}] ").strip().lower() or default
            if good(answer):
                return answer
            screen.say(texts(f"cli.ask.{key}_wrong", answer=repr(answer), **values), "red")

    def number(low: int, high: int) -> Callable[[str], bool]:
        return lambda answer: bool(re.fullmatch(r"[0-9]{1,3}", answer)) and low <= int(answer) <= high

    people = int(ask("people", "1", number(1, most), most=most))
    fewest, room = max(0, least - people), most - people
    machines = (
        int(ask("bots", str(max(fewest, min(1, room))), number(fewest, room), low=fewest, high=room)) if room else 0
    )
    names = ", ".join(bot_shelf.names())
    kind = ask("bot", "greedy", lambda answer: answer in bot_shelf.BOTS, names=names) if machines else "greedy"
    yes, no = ("y", "yes", "j", "ja"), ("n", "no", "nee", "nei")
    farmers = ask("farmers", yes[-1] if language != "en" else "yes", lambda answer: answer in (*yes, *no))
    seats = COLOURS[: people + machines]
    if farmers in no:
        setup = replace(setup, without=("farmers",))
    return replace(setup, players=seats), dict.fromkeys(seats[people:], kind)


# -- simulate and perft -----------------------------------------------------------------------------------------------
@app.command()
@guarded
def simulate(
    context: typer.Context,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES, help="How many games.")] = 1000,
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N|A..B", help="How many players: 3, or 2..5 drawn for each game.")
    ] = "2",
    bot: Annotated[
        list[str],
        typer.Option("--bot", metavar="NAME|SEAT=NAME", help="Who plays: random, greedy; for all or for a seat."),
    ] = [],  # noqa: B006
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    seed: Seed = None,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games without people and tell what came out.

    aude simulate --games 1000 --players 2..5

    aude simulate --games 20 --bot greedy --bot blue=random --json
    """
    from aude.simulate import clip_players
    from aude.simulate import simulate as run

    texts = texts_for(context, lang)
    setup = build_setup(game, boxes, option, without, figures, copies)
    low, high, note = clip_players(setup, players)
    replace(setup, players=COLOURS[:high]).rules()
    if note:
        print(f"aude: {note}", file=sys.stderr)
    names = _bots_of_all(bot, COLOURS[:high])
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task(texts("cli.simulate.games"), total=games)
        result = run(
            setup, games, players=(low, high), seed=seed or 0, bots=names,
            progress=lambda done: bar.update(task, completed=done),
        )  # fmt: skip
    if json_:
        print(json.dumps(result.facts(), indent=2))
        return
    table = Grid(box=rich_box.SIMPLE)
    for key in ("seat", "games", "mean", "sd", "min", "max", "wins", "shared"):
        table.add_column(texts(f"cli.simulate.{key}"), justify="left" if key == "seat" else "right")
    for seat, tally in result.seats.items():
        points = tally.points
        table.add_row(
            texts.word(seat), str(points.count), f"{points.mean:.2f}", f"{points.sd:.2f}", str(points.least),
            str(points.most), str(tally.wins), str(tally.shared),
        )  # fmt: skip
    out = stdout()
    out.print(table)
    if len(result.players) > 1:
        shares = ", ".join(f"{number}: {count}" for number, count in sorted(result.players.items()))
        out.print(texts("cli.simulate.by_players", shares=shares))
    out.print(texts("cli.simulate.ties", ties=result.ties))
    out.print(texts("cli.simulate.turns", mean=f"{result.turns.mean:.2f}"))
    out.print(texts("cli.simulate.unplaceable", mean=f"{result.unplaceable.mean:.3f}"))
    kind = texts("cli.compiled" if aude.COMPILED else "cli.interpreted")
    rate = f"{result.games_per_second:.0f}" if result.games_per_second >= 100 else f"{result.games_per_second:.1f}"
    out.print(texts("cli.simulate.speed", games=result.games, seconds=f"{result.seconds:.2f}", rate=rate, kind=kind))


def _bots_of_all(words: Sequence[str], seats: Sequence[str]) -> dict[str, str] | None:
    """`--bot NAME` for all seats, `--bot SEAT=NAME` for one; None if everybody plays at random."""
    single = [word for word in words if "=" not in word]
    if len(single) > 1:
        raise Unreadable(f"--bot: {single[0]} and {single[1]} cannot both play all seats; write SEAT=NAME for some")
    found = read_bots([word for word in words if "=" in word], seats)
    if single:
        bot_shelf.make(single[0], 0)
        found["*"] = single[0]
    return found if set(found.values()) - {"random"} else None


@app.command()
@guarded
def perft(
    context: typer.Context,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=200, help="How many decisions.")] = 6,
    tiles: Annotated[
        str | None, typer.Option("--tiles", metavar="ID,ID,…", help="The tiles in the order of drawing.")
    ] = None,
    seed: Seed = None,
    players: Annotated[str, typer.Option("--players", "-p", metavar="NAMES|N", help="Seats.")] = "2",
    game: GameName = "carcassonne",
    boxes: Boxes = "",
    option: Options = [],  # noqa: B006
    without: Without = [],  # noqa: B006
    figures: Figures = [],  # noqa: B006
    copies: Copies = [],  # noqa: B006
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Count in how many ways a game can go, decision by decision, for a given order of tiles.

    Two programs that agree on these numbers agree on the rules. The first seat begins.

    aude perft --tiles CRFR-rEW,FFFF-monastery --depth 4

    aude perft --seed 7 --depth 6
    """
    from aude import simulate as counting

    if tiles is not None and seed is not None:
        raise Unreadable("give the tiles or a seed, not both")
    texts = texts_for(context, lang)
    setup = replace(build_setup(game, boxes, option, without, figures, copies), players=read_seats(players))
    if "first_player" in setup.choices() and "first_player" not in setup.options:
        setup = replace(setup, options={**setup.options, "first_player": "seat1"})
    rules = setup.rules()
    state = counting.before_the_draw(rules, seed or 0)
    order = counting.read_tiles(rules, tiles) if tiles is not None else counting.deal_order(state, seed or 0)
    out = stdout()
    found = []
    if not json_:
        shown = [rules.table.tiles[tile].id for tile in order[:depth]]
        out.print(texts("cli.perft.tiles", tiles=", ".join(shown) + (" …" if len(order) > len(shown) else "")))
        head = (texts(f"cli.perft.{key}") for key in ("ply", "ways", "seconds"))
        out.print("{:>5} {:>20} {:>10}".format(*head))
    for ply in counting.perft(state, order, depth):
        found.append(ply)
        if not json_:
            out.print(f"{ply.depth:>5} {ply.ways:>20,} {ply.seconds:>10.3f}".replace(",", " "))
    if json_:
        names = [rules.table.tiles[tile].id for tile in order]
        plies = [{"ply": ply.depth, "ways": ply.ways, "seconds": round(ply.seconds, 6)} for ply in found]
        print(json.dumps({"tiles": names, "plies": plies}, indent=2))


# -- replay -----------------------------------------------------------------------------------------------------------
@app.command()
@guarded
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    all_: Annotated[bool, typer.Option("--all", metavar="", help="The whole game at once, without stepping.")] = False,
    at: Annotated[int | None, typer.Option("--at", metavar="N", min=0, help="The position after N moves.")] = None,
    boxes: Annotated[
        str, typer.Option("--boxes", metavar="FOLDERS", help="Boxes from outside that the record may bring in.")
    ] = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Show a saved game again, every point explained.

    In a terminal Enter steps on. A move is a draw or a choice, counted from the beginning.
    """
    game, _ = open_game(file, deal=False, folders=split(boxes))
    if at is not None and at > len(game.moves):
        raise Unreadable(f"there is no move {at}: the record has {len(game.moves)}")
    if json_:
        print(json.dumps(replay_facts(game if at is None else game.at(at)), indent=2, ensure_ascii=False))
        return
    table = Replay(game, language=chosen(context, lang), plain=plain)
    if at is not None:
        table.move_to(at)
        table.picture()
        table.result()
    elif all_ or not (sys.stdin.isatty() and sys.stdout.isatty()):
        table.play_all()
    elif table.run() == "interrupted":
        raise typer.Exit(130)


def replay_facts(game: Game) -> dict[str, Any]:
    """A game for machines: its set-up, its moves with what happened, its scores."""
    setup = game.setup
    return {
        "game": setup.game,
        "boxes": list(setup.boxes),
        "players": list(setup.players),
        "options": dict(setup.options),
        "moves": [
            {
                "number": number,
                "seat": move.seat,
                "action": move.text,
                "events": [event_facts(event) for event in move.events],
            }
            for number, move in enumerate(game.moves, 1)
        ],
        "scores": game.scores,
        "if_ended_now": game.scores if game.over else game.if_ended_now,
        "over": game.over,
        "winners": game.winners,
        "asked": game.actor,
    }


def event_facts(event: Event) -> dict[str, Any]:
    """An event for machines."""
    facts: dict[str, Any] = {"name": event.name, **event.facts}
    if event.lines:
        facts["lines"] = [{"label": x.label, "count": x.count, "points": x.points} for x in event.lines]
    return facts


# -- tiles and rules --------------------------------------------------------------------------------------------------
@app.command()
@guarded
def tiles(
    context: typer.Context,
    box: Annotated[str, typer.Argument(metavar="BOX", help="A box, or the folder of one.", show_default=False)],
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Show every tile of a box: its picture, its letter, how many there are."""
    info = find_box(box)
    texts = texts_for(context, lang, [info.folder])
    sets = info.tile_sets()
    if not sets:
        raise Unreadable(f"the box {info.id} has no tiles")
    if json_:
        facts = [
            {
                "id": tile.id, "set": tile.set, "count": tile.count, "first_edition": tile.first_edition,
                "letter": tile.more.get("letter"), "symbols": list(tile.symbols),
                "segments": [
                    {"kind": s.kind, "ports": list(s.ports), "traits": s.traits, "beside": list(s.beside)}
                    for s in tile.segments
                ],
            }
            for found in sets.values() for tile in found.tiles
        ]  # fmt: skip
        print(json.dumps(facts, indent=2))
        return
    screen = Screen(plain=plain)
    for found in sets.values():
        known = {tile.id: tile for tile in found.tiles}
        kinds, copies = len(known), sum(tile.count for tile in found.tiles)
        screen.heading(texts("cli.tiles.set", title=found.title, kinds=kinds, copies=copies))
        blocks = []
        for tile in found.tiles:
            letter = tile.more.get("letter")
            counts = texts("cli.tiles.count", count=tile.count)
            if tile.first_edition != tile.count:
                counts += texts("cli.tiles.first_edition", count=tile.first_edition)
            if tile.id == found.start:
                counts += texts("cli.tiles.start")
            if plain:
                named = f"{tile.id} ({letter})" if letter else tile.id
                screen.say(f"{named}, {counts}: {textboard.describe_tile(known, tile.id, 0, texts)}.")
            else:
                start = texts("cli.tiles.start_short") if tile.id == found.start else ""
                caption = f"{tile.count}{'x' if screen.ascii else '×'} {letter or ''}".rstrip() + start
                name = tile.id.partition("/")[2] or tile.id
                blocks.append((f"{caption}\n{name}", textboard.tile_rows(known, tile.id, plain=screen.ascii)))
        if blocks:
            screen.show(textboard.styled(side_by_side(blocks, screen.width, below=1)))


def find_box(name: str) -> shelf.BoxInfo:
    """A box, with a hint if its name is nearly right."""
    try:
        return shelf.info(name)
    except Unreadable:
        near = get_close_matches(name.lower().replace("-", "_"), shelf.BOXES, n=1)
        if not near:
            raise
        raise Unreadable(f"there is no box {name!r}; did you mean {near[0]!r}?") from None


@app.command()
@guarded
def rules(
    context: typer.Context,
    what: Annotated[
        str | None, typer.Argument(metavar="[BOX|ID]", help="A box, or the id of a rule.", show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    """Read the numbered rules: of a box, or one by its id.

    aude rules                 which boxes there are

    aude rules carcassonne     all rules of a box, and its options

    aude rules BASE-17         one rule
    """
    texts = texts_for(context, lang)
    out = stdout()
    specs = {**rulebook.specs(), **rulebook.general_rules()}
    if what is None:
        table = Grid(box=rich_box.SIMPLE_HEAD, pad_edge=False)
        for key in ("box", "title", "rules", "rulings", "examples", "options"):
            justify: JustifyMethod = "left" if key in ("box", "title") else "right"
            table.add_column(texts(f"cli.rules.{key}"), justify=justify, no_wrap=key != "title")
        for name, path in specs.items():
            spec = rulebook.read_spec(path)
            counts = (len(spec.of("rule")), len(spec.of("ruling")), len(spec.of("example")), len(spec.options))
            table.add_row(name, spec.title, *(str(count) for count in counts))
        out.print(table)
        out.print(texts("cli.rules.hint"))
        return
    known = {name.lower(): name for name in specs}
    if what.lower() in known:
        print_spec(out, rulebook.read_spec(specs[known[what.lower()]]), texts)
        return
    folder = Path(what)
    if (folder / "spec.md").is_file():
        print_spec(out, rulebook.read_spec(folder / "spec.md"), texts)
        return
    try:
        entry = find_rule(what)
    except LookupError as error:
        near = get_close_matches(what.lower(), known, n=1)
        hint = f"; or the box {known[near[0]]!r}?" if near else ""
        fail(f"{error.args[0]}{hint}")
    print_entry(out, entry, texts, source=True)


def print_spec(out: Console, spec: rulebook.Spec, texts: Texts) -> None:
    """All entries of a specification, kind by kind, and its options."""
    out.print(spec.title, style="bold")
    for kind in ("rule", "ruling", "example", "decision"):
        entries = spec.of(kind)
        if entries:
            out.print()
            out.print(texts(f"cli.rules.{kind}s"), style="bold")
            for entry in entries:
                print_entry(out, entry, texts)
    if spec.options:
        out.print()
        out.print(texts("cli.rules.options_of"), style="bold")
        for option in spec.options:
            values = ", ".join(option.values[1:])
            line = texts("cli.rules.option", name=option.name, default=option.default, others=values)
            out.print(f"  {line} ({option.ruling})")


def print_entry(out: Console, entry: rulebook.Entry, texts: Texts, source: bool = False) -> None:
    """One entry: its id, and its text beside it."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(overflow="fold")
    grid.add_row(f"{entry.id:<10}", entry.text)
    if entry.reason:
        grid.add_row("", texts("cli.rules.no_meaning", reason=entry.reason))
    if source and entry.source:
        grid.add_row("", texts("cli.rules.source", source=entry.source))
    out.print(grid)


# -- bench ------------------------------------------------------------------------------------------------------------
@app.command()
@guarded
def bench(
    context: typer.Context,
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", min=0.01, max=600.0, help="How long each kind of games is played.")
    ] = 1.0,
    yardstick: Annotated[
        Path | None,
        typer.Option("--yardstick", metavar="PATH", help="A speed study to build and to run beside ours."),
    ] = None,
    boxes: Boxes = "",
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast the engine plays on one core.

    Random base games with farmers, two players; single calls; large tables; compiled beside interpreted.
    """
    from aude import bench as measuring

    texts = texts_for(context, lang)
    mixes = {}
    names = read_boxes("carcassonne", boxes)
    if names:
        mixes["+".join(names)] = replace(measuring.BASE, boxes=names)
    console = Console(stderr=True)
    with console.status("aude bench") as status:
        facts = measuring.measure(
            seconds, yardstick=yardstick, mixes=mixes, speak=lambda text: status.update(f"aude bench: {text}")
        )
    if json_:
        print(json.dumps(facts, indent=2))
        return
    print_bench(stdout(), facts, texts)


def print_bench(out: Console, facts: Mapping[str, Any], texts: Texts) -> None:
    """The measurements as tables."""
    kind = texts("cli.compiled" if facts["compiled"] else "cli.interpreted")
    out.print(f"aude {facts['version']} ({kind}), Python {facts['python']}, {facts['machine']}")

    def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        grid = Grid(title=title, title_justify="left", box=rich_box.SIMPLE)
        for number, name in enumerate(head):
            grid.add_column(name, justify="right" if number else "left", no_wrap=True)
        for row in rows:
            grid.add_row(*(shown(cell) for cell in row))
        out.print(grid)

    def shown(cell: object) -> str:
        return f"{cell:,.{0 if cell >= 100 else 2}f}" if isinstance(cell, float) else str(cell)

    ways = list(facts["games_per_second"])
    calls = list(facts["microseconds"])
    rows = [
        (name, *(mix["games_per_second"][way] for way in ways), *(mix["microseconds"][call] for call in calls))
        for name, mix in facts["mixes"].items()
    ]
    if "interpreted" in facts:
        slow = facts["interpreted"]
        rows.append((
            texts("cli.bench.base_interpreted"), *(slow["games_per_second"][way] for way in ways),
            *(slow["microseconds"][call] for call in calls),
        ))  # fmt: skip
    head = [texts("cli.bench.mix"), *ways, *calls]
    table(texts("cli.bench.games"), head, rows)
    table(
        texts("cli.bench.growth"),
        [texts("cli.bench.tiles"), texts("cli.bench.frontier"), *calls],
        [(row["tiles"], row["frontier"], *(row[call] for call in calls)) for row in facts["growth"]],
    )
    out.print(texts("cli.bench.door", rate=f"{facts['door_games_per_second']:,.1f}"))
    out.print(texts("cli.bench.import", milliseconds=f"{facts['import_seconds'] * 1000:.0f}"))
    out.print(texts("cli.bench.bytes", **{k: f"{v:,}" for k, v in facts["bytes_per_state"].items()}))
    if "yardstick" in facts:
        rows = []
        for name, beside in facts["yardstick"].items():
            for way, theirs in beside["yardstick"].items():
                ours = (beside["aude"] or {}).get(way, "-")
                rows.append((f"{way}, {texts(f'cli.{name}')}", ours, theirs, (beside["ratio"] or {}).get(way, "-")))
        head = [texts("cli.bench.way"), "aude /s", texts("cli.bench.yardstick"), texts("cli.bench.ratio")]
        table(texts("cli.bench.beside"), head, rows)


def main() -> None:
    """The entry point of the command `aude`."""
    # A stream that the caller has closed is empty, or swallows what it gets.
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")  # a terminal without our letters gets question marks, not a traceback
    app(prog_name="aude")
