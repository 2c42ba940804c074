"""Tables under everything that people do, at random: legal, illegal, foreign, out of date."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from aude import Game
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES
from aude.tables import Refusal, Table, decide
from aude.tables.changes import applied
from aude.tables.clocks import DAY, SECOND
from aude.tables.deciding import act, come, tick
from aude.tables.fair_record import record_of
from aude.tables.rows import Acted, AnyRow, Drew, Started, TookBack
from aude.tables.table import MAX_KEYS
from aude.tables.view import Picture, refusal_told
from aude.wire import (
    Act,
    AnswerTakeBack,
    AnyCommand,
    AskTakeBack,
    Clock,
    Confirm,
    HandOver,
    Leave,
    NewTable,
    Pause,
    Rematch,
    Remove,
    Resign,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Undo,
)
from hands import Hands
from sizes import SOAK

PEOPLE = ("ada", "bo", "cy", "eve")
PLAYERS = st.sampled_from(PEOPLE)
EVERY_BOX = boxes.that_go_together([name for name in boxes.BOXES if boxes.info(name).extends == "carcassonne"])
FEW_TILES = {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 2, "base/FRRR": 2, "base/CFFF": 2}
SETUPS: list[dict[str, Any]] = [
    {"tiles": FEW_TILES},
    {"tiles": FEW_TILES, "boxes": ["tower"]},
    {"boxes": ["river", "inns_and_cathedrals", "traders_and_builders"]},
    {"boxes": list(EVERY_BOX)},
    {"game": "the_city"},
]
CLOCKS = [Clock(), Clock("chess", minutes=1, increment=7), Clock("days", days=1)]


def facts(table: Table) -> list[Any]:
    """All that a table is, as values that can be compared."""
    game = table.game
    return [
        table.id, table.n, table.at, table.seats, list(table.people.items()), table.removed, table.host, table.state,
        table.paused, vars(table.clocks), table.shuffle, table.take_back, table.ended, table.rematch, table.spoken,
        table.keys, None if game is None else (game.to_bytes(), [(move.seat, move.code) for move in game.moves]),
    ]  # fmt: skip


def as_sent(message: Any) -> dict[str, Any]:
    """A message as a client reads it."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return {"board": None, **data} if data["type"] == "table" else data


class Tables(RuleBasedStateMachine):
    """One table. Every command goes through `try_to`, which checks what must hold after each."""

    @initialize(
        setup=st.sampled_from(SETUPS),
        clock=st.sampled_from(CLOCKS),
        confirm=st.booleans(),
        purist=st.booleans(),
        seated=st.lists(st.sampled_from([*PEOPLE[:3], "club"]), min_size=2, max_size=4),
        starts=st.integers(0, 9),
        seed=st.integers(0, 2**32),
    )
    def open(
        self,
        setup: dict[str, Any],
        clock: Clock,
        confirm: bool,
        purist: bool,
        seated: list[str],
        starts: int,
        seed: int,
    ) -> None:
        seats = ["red", "blue", "green", "yellow"][: len(seated)]
        wish = NewTable(setup={**setup, "players": seats}, clock=clock, confirm=confirm, purist=purist)
        self.hands = Hands(wish, seed=seed)
        self.done: dict[str, list[tuple[str, int]]] = {}  # by person, the keys of commands, and the row each ended with
        self.hands.come(*PEOPLE[1:3])  # eve never comes
        self.before = Picture(self.hands.table.after([], 0))
        self.board: dict[str, Any] | None = None  # as a client knows it
        for seat, who in zip(seats, seated, strict=True):
            contribution = self.hands.entropy(8).hex()
            if who == "club":
                self.try_to("ada", SeatBot(seat, who))
            else:
                self.try_to(who, Sit(seat, contribution))
        if starts:
            self.try_to("ada", Start())

    @property
    def table(self) -> Table:
        return self.hands.table

    # -- what people do -----------------------------------------------------------------------------------------------
    def try_to(self, person: str, command: AnyCommand, after: int = 500) -> bool:
        """Do it, or be refused; whether it was done."""
        table = self.table
        before = facts(table)
        owners = {seat.name: seat.player for seat in table.seats.values()}
        try:
            rows = decide(table, person, command)
        except Refusal as refusal:
            assert facts(table) == before
            for language in LANGUAGES:
                told = refusal_told(refusal, "k", language)
                assert told.text and "{" not in told.text and "tables." not in told.text
                assert self.hands.table.opened.secret not in told.text
            return False
        assert facts(table) == before, "deciding has changed something"
        self.check_owner(rows, person, owners)
        self.hands.now += after
        key = f"k{len(self.hands.stored)}"
        self.keep(rows, (person, key))
        if rows:
            self.done.setdefault(person, []).append((key, self.table.n))
        return True

    def check_owner(self, rows: list[AnyRow], person: str | None, owners: dict[str, str | None]) -> None:
        for row in rows:
            if isinstance(row, Acted):
                assert owners[row.seat] == row.person == person

    def keep(self, rows: list[AnyRow], key: tuple[str, str] | None = None) -> None:
        """Store rows, and tell everybody, as the hub does."""
        before = self.before
        clocks = self.shown()
        self.hands.keep(rows, key)
        self.check_clocks(clocks, rows)
        after = self.before = Picture(self.table.after([], 0), before)
        afresh = as_sent(Picture(after.table).whole("", "en", 0))["board"]
        kept = min([before.position, *(row.position for row in rows if isinstance(row, TookBack))])
        language = LANGUAGES[self.table.n % len(LANGUAGES)]
        for person in (*PEOPLE, ""):
            changed = after.changed(before, kept, person, language, 0)
            self.scan(person, changed)
            whole = after.whole(person, language, 0)
            self.scan(person, whole)
            assert changed.question == whole.question
            board = as_sent(changed).get("board", {})
            assert (applied(self.board, board) if self.board is not None else board or None) == afresh
            assert (changed.about or before.about) == whole.about
            moves = before.table.game.moves[:kept] if before.table.game is not None else []
            told = [before.told(move, language) for move in moves] + changed.moves
            assert told[-len(whole.moves) :] == whole.moves or not whole.moves
        self.board = afresh

    def shown(self) -> dict[str, int]:
        """What the clocks show now."""
        clocks = self.table.clocks
        gone = {clocks.running: max(0, self.hands.now - clocks.since)}
        return {seat: left - gone.get(seat, 0) for seat, left in clocks.remaining.items()}

    def check_clocks(self, before: dict[str, int], rows: list[AnyRow]) -> None:
        """Nobody gains more than the increment, and only by what moves the game; with days, only who is asked anew."""
        clock, after = self.table.clocks.clock, self.shown()
        has_moved = any(isinstance(row, Acted | Drew | Started) for row in rows)
        for seat, left in after.items():
            gain = left - before[seat]
            if clock.kind == "days":
                assert gain <= 0 or (has_moved and left == clock.days * DAY)
            elif clock.kind == "chess" and gain > 0:
                answered = has_moved and gain == clock.increment * SECOND
                taken_back = any(isinstance(row, TookBack) for row in rows) and left == SECOND
                assert answered or taken_back, (before, after, rows)

    def scan(self, person: str, message: Any) -> None:
        """Nothing that this person may not know."""
        table = self.table
        text = msgspec.json.encode(message).decode()
        if table.state != "over":
            assert table.opened.secret not in text
            assert table.shuffle is None or table.shuffle.key.hex() not in text
            for _, contribution in table.contributions:
                assert contribution not in text
        if self.table.opened.purist and table.state != "over":
            self.check_purist(as_sent(message).get("board") or {})
        if message.question is not None:
            assert set(message.question.offers) <= set(table.seats_of(person))
            assert message.question.undo in (None, *table.seats_of(person))

    def check_purist(self, board: dict[str, Any]) -> None:
        """What a board, or a change of one, tells leaves the counting to the players."""
        assert not board.get("tiles_left")
        features = board.get("features", [])
        for feature in features if isinstance(features, list) else [feature for _, feature in features["came"]]:
            assert not feature["owners"] and not feature["weights"] and not feature["value"]["points"]

    def is_running(self) -> bool:
        return self.table.state == "running"

    @precondition(is_running)
    @rule(number=st.integers(0, 10**6))
    def answer(self, number: int) -> None:
        """Whoever is waited for goes on."""
        table = self.table
        seat = table.waiting
        if seat is None or table.paused:
            return
        bot, person = table.seats[seat].bot, table.seats[seat].person
        if bot is not None:
            self.keep(self.bots_rows(seat, number))
        elif table.confirming == seat:
            assert person is not None and self.try_to(person, Confirm(seat, table.position))
        else:
            assert person is not None and self.try_to(person, Act(seat, self.option(seat, number), table.position))

    @precondition(is_running)
    @rule(numbers=st.lists(st.integers(0, 10**6), min_size=2, max_size=8))
    def answer_some(self, numbers: list[int]) -> None:
        for number in numbers:
            if self.is_running():
                self.answer(number)

    def option(self, seat: str, number: int) -> dict[str, Any]:
        assert self.table.game is not None
        options = self.table.game.options_of(seat)
        option = options[number % len(options)]
        return (option if option.low is None else option.at(option.low)).action.to_json()

    def bots_rows(self, seat: str, number: int) -> list[AnyRow]:
        return act(self.table, seat, self.option(seat, number), None)

    @precondition(is_running)
    @rule(person=PLAYERS, number=st.integers(0, 10**6), back=st.integers(-2, 4))
    def anybody_acts(self, person: str, number: int, back: int) -> None:
        """For any seat, at any position: theirs or not, offered or not, seen in time or not."""
        table = self.table
        assert table.game is not None
        seats = list(table.seats)
        seat = seats[number % len(seats)]
        options = table.game.options_of(seat)
        action = self.option(seat, number) if options else {"verb": "pass"}
        self.try_to(person, Act(seat, action, table.position - back))

    @rule(person=PLAYERS, data=st.data())
    def anything(self, person: str, data: st.DataObject) -> None:
        table = self.table
        seat = data.draw(st.sampled_from([*table.seats, "nowhere"]))
        position = max(0, table.position - data.draw(st.integers(0, 6)))
        other = data.draw(PLAYERS)
        commands: list[AnyCommand] = [
            Confirm(seat, table.position), Confirm(seat, position), Undo(seat, table.position), Undo(seat, position),
            AskTakeBack(seat, position), AnswerTakeBack(True), AnswerTakeBack(False), Sit(seat, "abcdef0123456789"),
            Stand(seat), SeatBot(seat, "club"), SeatBot(seat, "nobody"), Start(), HandOver(other), Pause(True),
            Pause(False), Pause(False), Say("hello"), Rematch(),
        ]  # fmt: skip
        self.try_to(person, data.draw(st.sampled_from(commands)))

    @rule(person=PLAYERS, other=PLAYERS, what=st.integers(0, 9), data=st.data())
    def go_away(self, person: str, other: str, what: int, data: st.DataObject) -> None:
        """Seldom: that ends most games."""
        if what == 0:
            self.try_to(person, Leave())
        elif what == 1:
            self.try_to(person, Remove(other))
        elif what == 2:
            self.try_to(person, Resign(data.draw(st.sampled_from(list(self.table.seats)))))
        elif what in (3, 4) and person != "eve":
            name = person.title() if what == 3 else f"{person} {data.draw(st.integers(1, 3))}"  # or has a new name
            try:
                self.keep(come(self.table, person, name))
                assert self.table.people[person] == name
            except Refusal as refusal:
                assert refusal.code == "removed" and person in self.table.removed

    @precondition(is_running)
    @rule(number=st.integers(0, 10**6))
    def go_back(self, number: int) -> None:
        """Somebody asks to go back to a choice of theirs, and all agree."""
        table = self.table
        assert table.game is not None
        moves = table.game.moves
        if not moves:
            return
        position = number % len(moves)
        seat = moves[position].seat
        person = table.seats[seat].player if seat != "chance" else None
        if person is None or not self.try_to(person, AskTakeBack(seat, position)):
            return
        for other in table.players():
            if self.table.take_back is not None and other != person:
                self.try_to(other, AnswerTakeBack(True))

    @rule(after=st.sampled_from([0, 10, 5_000, 61_000, DAY + 1]))
    def time_goes_by(self, after: int) -> None:
        self.hands.now += after
        rows = tick(self.table, self.hands.now)
        if rows:
            self.keep(rows)

    # -- what always holds --------------------------------------------------------------------------------------------
    @invariant()
    def rows_are_the_truth(self) -> None:
        if hasattr(self, "hands"):
            assert facts(self.hands.rebuilt()) == facts(self.table)

    @invariant()
    def somebody_can_go_on(self) -> None:
        """A running game waits for a seat that somebody plays; the host is at the table."""
        if not hasattr(self, "hands"):
            return
        table = self.table
        assert table.host in table.people
        if table.state == "running":
            waiting = table.waiting
            assert waiting is not None and not table.seats[waiting].is_free
            assert table.confirming is None or table.seats[waiting].bot is None
            player = table.seats[waiting].player
            assert player is None or player in table.people
            if not table.paused:
                assert table.bot_to_act is not None or player is not None

    @invariant()
    def commands_are_remembered(self) -> None:
        """The last of each person, and no others: sent again they count once, also after everything is read again."""
        if hasattr(self, "hands"):
            for person, done in self.done.items():
                assert [self.table.row_of(person, key) for key, _ in done[-MAX_KEYS:]] == [
                    n for _, n in done[-MAX_KEYS:]
                ]
                assert not any(self.table.row_of(person, key) for key, _ in done[:-MAX_KEYS])
                assert self.table.row_of("eve", done[-1][0]) is None

    @invariant()
    def what_is_over_is_over(self) -> None:
        """And who gave up has not won; while the game goes on, whoever is waited for has the only clock that runs."""
        if not hasattr(self, "hands"):
            return
        table = self.table
        assert (table.state == "over") == (table.ended is not None)
        if table.ended is not None:
            self.ended_at = getattr(self, "ended_at", table.position)
            assert table.position == self.ended_at and table.take_back is None
            assert not any(table.seats[name].gave_up for name in table.ended.winners)
        waits_for = table.waiting if not table.paused else None
        is_timed = waits_for is not None and table.clocks.clock.kind != "none" and table.seats[waits_for].bot is None
        assert table.clocks.running == (waits_for if is_timed else None)
        if table.take_back is not None:
            asked = table.take_back
            assert asked.position < table.position and not set(table.players()) <= set(asked.agreed)

    def teardown(self) -> None:
        """The record of a finished game tells all draws, and they are those of the shuffle."""
        if hasattr(self, "hands") and self.table.game is not None:
            record = record_of(self.table)
            assert (self.table.opened.secret in record) == (self.table.state == "over")
            read = Game.read(record)
            if self.table.state == "over":
                assert read.shuffle == self.table.shuffle


TestTables = Tables.TestCase
TestTables.settings = settings(
    max_examples=1500 if SOAK else 12,
    stateful_step_count=60 if SOAK else 30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
