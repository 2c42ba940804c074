"""The set-up of a game: boxes, players, house rules. Every mistake in it has its own error message."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from aude.catalog import boxes as catalog
from aude.catalog.closest import closest
from aude.catalog.errors import about, unreadable
from aude.catalog.texts import Phrase
from aude.engine import hand
from aude.engine.refusal import Refused
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.engine.tiles import Tile, TileError
from aude.errors import Unreadable
from aude.game import guests
from aude.game.order import TileOrder, check_order

COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
MAX_NAME = 20  # letters of a seat's name
SEAT = re.compile(rf"[^\W\d_][\w-]{{0,{MAX_NAME - 1}}}")  # letters of any alphabet, but no combining marks
# Words that begin a line of a record, and so cannot be the name of a seat.
SETUP_WORDS = ("game", "boxes", "players", "option", "without", "figures", "tiles", "start", "order", "rest")
POSITION_WORDS = ("lay", "stand", "points", "hold", "turn", "gone")
RESERVED = {"chance", "seed", "shuffle", "contribution", *SETUP_WORDS, *POSITION_WORDS}

MAX_COPIES = 20  # of a tile set
MAX_OF_A_TILE = 200
MAX_FIGURES = 30  # of a kind, for each seat
MAX_SEEDS = 1 << 63
MAX_RESOLVED = 16  # set-ups whose rules are cached
RESTS = ("random", "none")  # what happens to the tiles that an order does not name


def check_seed(seed: int) -> None:
    """Raise an error unless this seed can be used by a dealer and written in a record."""
    if type(seed) is not int or not 0 <= seed < MAX_SEEDS:
        raise about("seed", unreadable("seed", seed=repr(seed), most=MAX_SEEDS - 1))


def players_said(count: int) -> Phrase:
    """The number of players in words: `1 player`, `3 players`."""
    return Phrase("errors.players.one" if count == 1 else "errors.players.several", count=count)


def composed(text: str) -> str:
    """Normalize a text to NFC, because the same name can be typed in several ways."""
    return unicodedata.normalize("NFC", text)


def check_seats(names: Sequence[str]) -> None:
    """Check that all names of seats are valid, and that no two of them can be mixed up."""
    for number, name in enumerate(names):
        why = why_no_seat(name)
        alike = [other for other in names[:number] if other.casefold() == name.casefold()]
        if alike:
            why = Phrase("errors.seat.twice" if name in alike else "errors.seat.alike", other=alike[0])
        if why is not None:
            raise unreadable("seat.cannot", name=name, why=why)


def seat_named(word: str, seats: Sequence[str]) -> str | None:
    """The seat that a word means, ignoring case."""
    return next((seat for seat in seats if seat.casefold() == composed(word).casefold()), None)


def why_no_seat(name: str) -> Phrase | None:
    """Why this cannot be the name of a seat; None if it can."""
    letters = "".join(letter for letter in name if not unicodedata.category(letter).startswith("M"))
    if not name[:1].isalpha():
        return Phrase("errors.seat.begins")
    if name.casefold() in RESERVED:
        return Phrase("errors.seat.reserved")
    if len(name) > MAX_NAME:
        return Phrase("errors.seat.long", most=MAX_NAME)
    return None if SEAT.fullmatch(letters) else Phrase("errors.seat.letters")


@dataclass(frozen=True)
class Setup:
    """Everything that is decided before the first tile. All fields have defaults; `rules()` checks and resolves them.

    `game` may also be an expansion that can be played by itself (`alone` in its box.toml): this means the game that it
    extends together with that box, with the tiles of the box instead of those of the game.

    >>> Setup(players=("red", "green"), options={"tiny_city": "on"}).values()["tiny_city"]
    'on'
    """

    game: str = "carcassonne"  # the other one is `the_city`
    boxes: tuple[str, ...] = ()  # expansions
    players: tuple[str, ...] = ("red", "blue")  # the seats, in the order of play
    options: Mapping[str, str] = field(default_factory=dict)  # house rules that differ from the default
    without: tuple[str, ...] = ()  # elements that are switched off
    figures: Mapping[str, int] = field(default_factory=dict)  # how many of a kind each seat has
    tiles: Mapping[str, int] = field(default_factory=dict)  # how many copies of a set, or how many of one tile; 0: none
    start: tuple[tuple[str, int, int, int], ...] = ()  # tile, x, y, quarter turns
    order: tuple[str, ...] = ()  # the tiles that are drawn first, in this order
    rest: str = "random"  # the other tiles: drawn at random afterwards, or left out
    position: str = ""  # tiles and figures already on the table, as lines that `aude.game.position` reads
    seed: int | None = None  # of the dealer, unless a game is given another one
    bots: Mapping[str, str] = field(default_factory=dict)  # the bots that play, by seat
    title: Mapping[str, str] = field(default_factory=dict)  # the title of the set-up, by language

    def __post_init__(self) -> None:
        """Keep copies, so that nobody can change them later."""
        for name in ("boxes", "players", "without", "start", "order"):
            if isinstance(getattr(self, name), str):
                raise Unreadable(f"{name}: expected a list, not the string {getattr(self, name)!r}")
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "players", tuple(map(composed, self.players)))
        object.__setattr__(self, "bots", {composed(seat): bot for seat, bot in self.bots.items()})
        if not isinstance(self.position, str):
            raise Unreadable(f"position: expected a string, not {self.position!r}")
        laid = any(line.split("#", 1)[0].strip() for line in self.position.split("\n"))
        object.__setattr__(self, "position", composed(self.position.rstrip()) if laid else "")
        self._play_alone()
        for name in ("options", "figures", "tiles", "bots", "title"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def _play_alone(self) -> None:
        """If an expansion is given as the game, write out what that means."""
        if self.game in catalog.BOXES:
            box = catalog.info(self.game)
            if box.extends is not None and box.alone:
                object.__setattr__(self, "game", box.extends)
                object.__setattr__(self, "boxes", tuple(dict.fromkeys((box.id, *self.boxes))))
                object.__setattr__(self, "tiles", {**dict(box.alone), **self.tiles})

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, field.name) for field in fields(self))
        return Setup, tuple(dict(value) if isinstance(value, MappingProxyType) else value for value in values)

    def __hash__(self) -> int:
        plain = (self.game, self.boxes, self.players, self.without, self.start, self.order, self.position)
        return hash((*plain, *sorted(self.options.items())))

    def digest(self) -> bytes:
        """A digest of the set-up, equal for set-ups of the same game with the same tiles.

        The position, the seed and the bots are not part of it.
        """
        return self.resolved()[1]

    def _digest(self) -> bytes:
        resolved = (
            *(box.id for box in self.infos()),
            self.players,
            sorted(self.values().items()),
            sorted(self.elements()),
            sorted(self.figures.items()),
            self.start,
            [(tile.id, tile.segments, tile.symbols, count) for tile, count in self.tile_list()],
            # (Without an order, the digest is the same as before orders existed.)
            *([self.order, self.rest, sorted(self.laid_tiles()) if self.rest == "none" else []] if self.order else []),
        )
        return hashlib.blake2b(repr(resolved).encode(), digest_size=16).digest()

    def infos(self) -> list[catalog.BoxInfo]:
        """The boxes of the game, the game itself first."""
        game = catalog.info(self.game)
        if game.extends is not None:
            raise unreadable("boxes.not_a_game", box=self.game, game=game.extends)
        found = [game]
        for name in self.boxes:
            box = catalog.info(name)
            if box.extends != game.id:
                raise unreadable("boxes.not_an_expansion", box=name, game=game.id)
            if box in found:
                raise unreadable("boxes.twice", box=name)
            for other in found:
                if catalog.exclude_each_other(box, other):
                    raise unreadable("boxes.exclude", one=other.id, other=box.id)
            if any(letter.isspace() or letter == "#" for letter in name):
                raise about("boxes", unreadable("boxes.folder_name", name=name))
            found.append(box)
        return found

    def choices(self) -> dict[str, catalog.Option]:
        """The house rules that can be chosen in this game."""
        return {option.name: option for box in self.infos() for option in box.options}

    def values(self) -> dict[str, str]:
        """Every house rule with its value in this game."""
        known = self.choices()
        for name, value in self.options.items():
            if name not in known:
                owner = catalog.box_with_option(name)
                if owner is not None:
                    raise unreadable("setup.option_of", name=name, box=owner)
                raise unreadable("setup.no_option", name=name, known=closest(name, known))
            if value not in known[name].values:
                values = closest(str(value), known[name].values)
                raise about(f"option {name}", unreadable("not_valid", value=value, values=values))
        return {name: self.options.get(name, option.values[0]) for name, option in known.items()}

    def elements(self) -> set[str]:
        """The elements that are switched on."""
        known = {element for box in self.infos() for element in box.elements}
        for name in self.without:
            if name not in known:
                raise unreadable("setup.no_element", name=name, known=closest(name, sorted(known)))
        return known - set(self.without)

    def guests(self) -> list[catalog.BoxInfo]:
        """The boxes that are not in the game, but lend it tiles."""
        infos = self.infos()
        known = {name for box in infos for name in box.tile_sets()}
        owner = catalog.tile_sets(infos[0].id)
        wanted = [name.partition("/")[0] for name, number in self.tiles.items() if number]
        owners = [owner.get(name) for name in wanted if name not in known]
        return [catalog.info(name) for name in dict.fromkeys(owners) if name is not None]

    def tile_list(self) -> list[tuple[Tile, int]]:
        """The tiles in the game and how many there are of each.

        A set of tiles may come from a guest; whatever only the guest's rules would explain is then decoration.
        """
        infos = self.infos()
        lent = {name: tiles for box in self.guests() for name, tiles in guests.lent(box).items()}
        sets = {name: list(tiles.tiles) for box in infos for name, tiles in box.tile_sets().items()} | lent
        copies = {name: 1 for box in infos for name in box.tiles} | dict.fromkeys(lent, 0)
        for name, number in self.tiles.items():
            self._check_tiles(name, number, sets)
            if name in sets:
                copies[name] = number
        values = {option.name: option.values[0] for box in self.guests() for option in box.options} | self.values()
        first = values.get("edition") == "first"
        subsets = [entry for box in (*infos, *self.guests()) for entry in box.subsets]
        left_out = {subset for subset, option, value in subsets if values.get(option) != value}
        found = []
        for name, number in copies.items():
            for tile in sets[name]:
                count = number * (tile.first_edition if first else tile.count)
                if tile.more.get("subset") in left_out:
                    count = 0
                count = self.tiles.get(tile.id, count)
                if count:
                    found.append((tile, count if tile.drawn else 0))
        if sum(count for _, count in found) < 2:
            raise about("tiles", unreadable("setup.no_tiles"))
        # The most frequent first, because a draw goes through the tiles in this order.
        return sorted(found, key=lambda entry: -entry[1])

    def _check_tiles(self, name: str, number: int, sets: Mapping[str, list[Tile]]) -> None:
        """Check what `tiles` says about one set or one tile."""
        owner = catalog.tile_sets(self.infos()[0].id)
        one = name.partition("/")[0] if "/" in name else None  # the set that a single tile is in
        if one is not None and (one in sets or one in owner):
            there = sets[one] if one in sets else catalog.info(owner[one]).tile_sets()[one].tiles
            known = sorted(tile.id for tile in there)
            if name not in known:
                raise unreadable("no_tile", name=name, tiles=closest(name, known))
        elif name not in sets and name not in owner:
            raise unreadable("setup.no_tile_set", name=name, known=closest(name, {**sets, **owner}))
        most = MAX_COPIES if one is None else MAX_OF_A_TILE
        if type(number) is not int or not 0 <= number <= most:
            raise about(f"tiles {name}", unreadable("setup.copies", number=number, most=most))
        if name in sets and not sets[name]:
            raise about(f"tiles {name}", unreadable("setup.not_drawn", box=owner[name]))

    def laid_tiles(self) -> list[str]:
        """The tiles that the position uses; only their ids have a slash."""
        lines = [line.split() for line in self.position.split("\n")]
        return [word for words in lines if words and words[0] in ("lay", "gone") for word in words[1:] if "/" in word]

    def seats_for(self) -> tuple[int, int]:
        """The smallest and the largest number of players with these boxes and house rules."""
        infos = self.infos()
        high = max(box.players[1] for box in infos)
        values = self.values()
        if values.get("sixth_player") == "on":
            high = max(high, 6)
        return 1 if values.get("single_player") == "on" else infos[0].players[0], high

    def more_seats(self, number: int) -> Phrase | str:
        """What would make room for that many players, as the end of a sentence; empty if nothing would."""
        _, high = self.seats_for()
        if number <= high:
            return ""
        boxes = [name for name in catalog.BOXES if catalog.info(name).extends == self.infos()[0].id]
        boxes = [name for name in boxes if catalog.info(name).players[1] >= number]
        if not boxes:
            return ""
        or_option = number == 6 and "sixth_player" in self.choices()
        return Phrase("errors.setup.more_seats_or_option" if or_option else "errors.setup.more_seats", boxes=boxes)

    def check_players(self) -> None:
        """Check the number and the names of the seats."""
        low, high = self.seats_for()
        if not low <= len(self.players) <= high:
            count = len(self.players)
            more = self.more_seats(count)
            raise unreadable("setup.players", players=players_said(count), low=low, high=high, more=more)
        check_seats(self.players)

    def check(self) -> None:
        """Check everything that can be wrong before the tables are built."""
        self.check_players()
        values = self.values()
        self.elements()
        if values.get("first_player") == "youngest" and int(values["youngest"]) > len(self.players):
            raise about("option youngest", unreadable("setup.youngest", number=values["youngest"]))
        for name, number in self.figures.items():
            if type(number) is not int or not 0 <= number <= MAX_FIGURES:
                raise about(f"figures {name}", unreadable("setup.figures", number=number, most=MAX_FIGURES))
        if self.rest not in RESTS:
            values_of_rest = closest(str(self.rest), RESTS)
            raise about("rest", unreadable("not_valid", value=self.rest, values=values_of_rest))
        if self.rest == "none" and not self.order:
            raise about("rest", unreadable("setup.rest_none"))
        if self.seed is not None:
            check_seed(self.seed)
        for seat in self.bots:
            if seat not in self.players:
                raise about("bots", unreadable("no_seat", name=seat, seats=closest(seat, self.players)))
        known = {tile.id for tile, _ in self.tile_list()}
        for tile in self.order:
            if tile not in known:
                names = closest(tile, sorted(known))
                raise about("order", unreadable("setup.not_among_tiles", tile=tile, tiles=names))
        for tile, x, y, rotation in self.start:
            if tile not in known:
                names = closest(tile, sorted(known))
                raise unreadable("setup.start_unknown", tile=tile, tiles=names)
            if max(abs(x), abs(y)) > 1000 or not 0 <= rotation <= 3:
                raise unreadable("setup.start_place", tile=tile, x=x, y=y, rotation=rotation)

    def rules(self) -> Rules:
        """Check everything and resolve it for the engine. Games with equal set-ups share their rules."""
        return self.resolved()[0]

    def resolved(self) -> tuple[Rules, bytes]:
        """The rules and the digest. They do not change in play, so equal set-ups share them."""
        # Unless there is an order of tiles, the rules do not depend on the position at the beginning.
        setup = replace(self, position="") if self.position and not self.order else self
        try:
            exactly = setup._exactly()
            hash((setup, exactly))
        except (TypeError, Unreadable):  # something is wrong with it, and `check` raises the error
            return setup._rules(), setup._digest()
        return _resolved(setup, exactly)

    def _exactly(self) -> tuple[object, ...]:
        """Everything in which equal set-ups may differ: paths of folders, the order of mappings, True instead of 1."""
        mappings = (self.options, self.figures, self.tiles, self.bots)
        names = [name for mapping in mappings for name in mapping]
        values: list[object] = [value for mapping in mappings for value in mapping.values()]
        values += [self.seed, *(part for tile in self.start for part in tile)]
        folders = [catalog.info(name).folder for name in (self.game, *self.boxes) if name not in catalog.BOXES]
        return *folders, *names, *(type(value) for value in values)

    def _rules(self) -> Rules:
        self.check()
        infos = self.infos()
        values = self.values()
        tiles = self.tile_list()
        known = {tile.id for tile, _ in tiles}
        start = list(self.start)
        for tile_set in infos[0].tile_sets().values():
            if not start and tile_set.start in known:
                start = [(str(tile_set.start), 0, 0, 0)]
        folders = [box.rules_folder for box in infos]  # boxes that share rules add them only once
        made = [box.parts() for number, box in enumerate(infos) if box.rules_folder not in folders[:number]]
        if self.order:
            order = TileOrder(self.order, keep=self.laid_tiles() if self.rest == "none" else None)
            made.append(lambda _: [order])
        figures = dict(self.figures)
        try:
            rules = Rules(made, list(self.players), values, self.elements(), figures, tiles, start)
        except TileError as error:
            raise guests.cannot_be_lent(infos, tiles) or Unreadable(str(error)) from None
        kinds = [kind.name for kind in rules.figure_kinds]
        for name in self.figures:
            if name not in kinds:
                raise unreadable("setup.no_figure", name=name, known=closest(name, kinds))
        if self.start and rules.start_blocks:
            raise about("start", unreadable("setup.start_of_a_box"))
        if not rules.start_blocks:
            self._check_start(rules)
        if self.order:
            check_order(self.order, self.laid_tiles(), rules)
        return rules

    def _check_start(self, rules: Rules) -> None:
        """Check that the start tiles touch and match each other, and that there are enough of them."""
        state = State(rules)
        for number, (name, x, y, rotation) in enumerate(rules.start):
            try:
                hand.lay_start_tile(state, rules.table.index[name], x, y, rotation, number == 0)
            except Refused as why:
                raise unreadable(f"setup.start_{why.key}", tile=name, x=x, y=y) from None


@lru_cache(maxsize=MAX_RESOLVED)
def _resolved(setup: Setup, _exactly: tuple[object, ...]) -> tuple[Rules, bytes]:
    return setup._rules(), setup._digest()
