"""A board to study: laid by hand, read from texts, played on and back; and nothing that is sent breaks it."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aude.api import Game
from aude.catalog import boxes
from aude.game.game import GameCore
from aude.server import asking, study
from aude.server.limits import Buckets
from aude.server.thinking import Thinkers
from aude.tables.refusal import Refusal
from aude.wire import Laying, Studied, Study, StudyMove, StudyText
from server.inside import inside

SCENARIOS = sorted(boxes.info("carcassonne").folder.parent.glob("*/scenarios/*.txt"))
SAVE = next((Path(__file__).parents[1] / "jcz").rglob("whole-game.jcz"))
FIRST: dict[str, Any] = {"options": {"first_player": "seat1"}}
ROAD = "lay base/FRRR 1,0 turn 0"


def lay(*lines: str, setup: dict[str, Any] | None = None, **asked: Any) -> Studied:
    return study.studied(Study(setup=setup or FIRST, position=list(lines), laying=True, **asked), "en")


def lines_of(layings: list[Laying]) -> list[str]:
    return [one.line for one in layings]


def refusal(wish: Study) -> str:
    with pytest.raises(Refusal) as why:
        study.studied(wish, "en")
    return str(why.value)


# -- laying -----------------------------------------------------------------------------------------------------------
def test_whatever_is_offered_can_be_laid() -> None:
    """Each line that is offered is taken, for every kind of thing."""
    setup = {**FIRST, "boxes": ["princess_and_dragon", "tower", "abbey_and_mayor", "bridges_castles_and_bazaars"]}
    known = [ROAD, "lay tower/RRRR 1,1"]
    offered = [
        *lay(*known, setup=setup, tile="base/CFFF").layings,
        *lay(*known, setup=setup, figure="wagon", seat="blue").layings,
    ]
    pieces = lay(setup=setup).pieces
    assert {"dragon", "fairy", "tower", "bridge", "castle", "abbey"} <= set(pieces)
    for piece in pieces:
        offered += lay(*known, setup=setup, piece=piece, seat="blue").layings
    assert len(offered) > 20
    assert all(one.text for one in offered)
    for one in offered:
        assert lay(*known, one.line, setup=setup).board


def test_a_tile_is_offered_where_it_fits_and_as_often_as_there_are_any() -> None:
    found = lay(tile="base/FFRF-monastery").layings
    assert "lay base/FFRF-monastery 1,0 turn 90" in lines_of(found) and len(found) == 5
    assert found[0].action == {"verb": "lay", "tile": "base/FFRF-monastery", "cell": [-1, 0], "rotation": 270}
    assert found[0].text == "lay it at -1,0, turned 270 degrees"
    both = ["lay base/FFRF-monastery 1,0 turn 90", "lay base/FFRF-monastery -1,0 turn 270"]
    assert lay(*both, tile="base/FFRF-monastery").layings == []


def test_figures_and_pieces_find_their_places() -> None:
    assert "stand blue meeple road S at 1,0" in lines_of(lay(ROAD, figure="meeple", seat="blue").layings)
    setup = {**FIRST, "boxes": ["princess_and_dragon"]}
    assert lines_of(lay(ROAD, setup=setup, piece="fairy").layings) == []
    assert lines_of(lay(ROAD, setup=setup, piece="fairy", seat="red").layings) == ["lay fairy 0,0", "lay fairy 1,0"]


def test_what_is_complete_may_wait_while_laying_but_not_in_play() -> None:
    """A referee's question; but a game that goes on would have scored it."""
    done = ["lay base/CFFF 0,-1 turn 180", "stand red meeple city at 0,0"]
    assert lay(*done).if_ended_now == {"red": 4, "blue": 0}
    assert "complete" in refusal(Study(FIRST, done))


def test_what_cannot_be_laid_is_told_in_a_sentence() -> None:
    assert refusal(Study(FIRST, ["lay base/CFFF 0,1"], laying=True)).endswith("does not match its neighbours at 0,1")
    assert "no tile" in refusal(Study(FIRST, ["lay base/NONE 0,1"], laying=True))
    assert refusal(Study({"boxes": ["./evil"]})) == "folder"


# -- playing on -------------------------------------------------------------------------------------------------------
def test_every_seat_and_chance_can_be_answered_for() -> None:
    told = study.studied(Study(FIRST, [ROAD, "turn blue"]), "en")
    assert told.question is not None and told.question.actor == "chance"
    assert {offer.action["verb"] for offer in told.question.offers["chance"]} == {"draw"}
    moves = [StudyMove("chance", {"verb": "draw", "tile": "base/FFFF-monastery"})]
    told = study.studied(Study(FIRST, [ROAD, "turn blue"], moves), "nl")
    assert told.question is not None and list(told.question.offers) == ["blue"] and told.question.undo == "blue"
    assert [move.seat for move in told.moves] == ["chance"]
    assert told.words == {"red": "rood", "blue": "blauw", "meeple": "meeple"}
    assert study.studied(Study(FIRST, [ROAD, "turn blue"], moves, known=1), "nl").moves == []


def test_sides_are_said_in_words() -> None:
    moves = [
        StudyMove("chance", {"verb": "draw", "tile": "base/FRFR-rEW"}),
        StudyMove("red", {"verb": "place", "cell": [1, 0], "rotation": 0}),
    ]
    told = study.studied(Study(FIRST, [], moves), "en")
    assert told.question is not None
    assert "put a meeple on the road east, west" in [offer.text for offer in told.question.offers["red"]]


def test_what_is_not_allowed_names_its_rule() -> None:
    moves = [
        StudyMove("chance", {"verb": "draw", "tile": "base/FRRR"}),
        StudyMove("red", {"verb": "place", "cell": [0, 1], "rotation": 90}),
    ]
    with pytest.raises(Refusal) as why:
        study.studied(Study(FIRST, [], moves), "en")
    assert why.value.rule.startswith("BASE-")


# -- texts ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_records_come_back_as_they_were(path: Path) -> None:
    """Read, played, written and read again; every scenario of the rules is such a record."""
    text = path.read_text(encoding="utf-8")
    found = study.read(StudyText(text))
    told = study.studied(Study(found.setup, found.position, found.moves), "en")
    game = Game.read(text)
    assert told.board["scores"] and json.loads(msgspec.json.encode(told.board))["scores"] == game.scores
    assert len(told.moves) == len(game.moves)
    record = study.written(Study(found.setup, found.position, found.moves)).record
    assert study.read(StudyText(record)) == found


def test_a_save_of_jcloisterzone_can_be_studied() -> None:
    found = study.read(StudyText(SAVE.read_text(encoding="utf-8")))
    assert len(found.moves) > 300
    assert study.studied(Study(found.setup, found.position, found.moves), "en").question is None, "it is over"


def test_the_table_between_two_turns_can_be_laid_again() -> None:
    moves = [
        StudyMove("chance", {"verb": "draw", "tile": "base/FRRR"}),
        StudyMove("red", {"verb": "place", "cell": [1, 0], "rotation": 0}),
        StudyMove("red", {"verb": "pass"}),
    ]
    assert study.written(Study(FIRST, [], moves)).position == ["lay base/FRRR 1,0 turn 0", "turn blue"]
    assert study.written(Study(FIRST, [], moves[:2])).position is None, "a turn is under way"


@pytest.mark.parametrize("text", ["", "{", "{}", "lay base/CFFF 0,1", "aude 1\nred jump", "\x00"])
def test_texts_that_tell_no_table_are_refused(text: str) -> None:
    with pytest.raises(Refusal) as why:
        study.read(StudyText(text))
    assert why.value.code == "unreadable"


@pytest.mark.parametrize("line", ["game ./x", "boxes /tmp"])
def test_a_record_with_a_box_in_a_folder_is_refused(line: str) -> None:
    with pytest.raises(Refusal) as why:
        study.read(StudyText(f"aude 1\n{line}\n"))
    assert why.value.code == "folder"


# -- over HTTP --------------------------------------------------------------------------------------------------------
def mistakes(seed: int) -> Iterator[dict[str, Any]]:
    """Requests with something wrong, or something odd, in them."""
    chance = random.Random(seed)
    odd = ["", "x" * 299, "lay", "stand red", "lay base/CFFF 999999999,0", "points red 1e9", "hold red x 1"]
    odd += ["turn", "lay dragon 0,0", "lay base/CFFF 0,-1 turn 180", "\n", "#", "stand red meeple city at 0,0"]
    setups: list[Any] = [{}, {"boxes": "all"}, {"players": 99}, {"players": []}, {"tiles": {"base": -1}}, {"x": 1}]
    setups += [{"options": 3}, {"game": "the_city"}, {"position": "turn"}, {"order": ["base/CFFF"], "rest": "none"}]
    spot = {"kind": "city", "sides": [[]], "cell": [0, 0]}
    actions: list[Any] = [{}, {"verb": "draw", "tile": "base/CFFF"}, {"verb": 3}, {"verb": "pass"}]
    actions += [{"verb": "place", "cell": [1 << 70, 0], "rotation": 45}, {"verb": "deploy", "spot": spot}]
    for _ in range(150):
        yield {
            "setup": chance.choice(setups),
            "position": chance.sample(odd, chance.randrange(4)),
            "moves": [{"seat": chance.choice(["red", "chance", "x"]), "action": chance.choice(actions)}]
            * chance.randrange(3),
            "laying": chance.random() < 0.5,
            chance.choice(["tile", "figure", "piece", "seat"]): chance.choice(["base/CFFF", "meeple", "dragon", "red"]),
        }


def test_nothing_that_is_sent_is_an_error_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path, monkeypatch) as server:
            server.site.studies = Buckets(1e9, 1)
            seen = set()
            for body in mistakes(1):
                for path in ("/api/study", "/api/study/write"):
                    answer = await server.http.post(path, content=json.dumps(body))
                    assert answer.status_code in (200, 422), (body, answer.text)
                    assert answer.status_code == 200 or answer.json()["text"]
                    seen.add(answer.status_code)
            assert seen == {200, 422}
            assert server.logs == []

    asyncio.run(main())


def test_whoever_asks_too_much_is_told_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path, monkeypatch) as server:
            server.site.studies = Buckets(2, 0.1)
            statuses = [(await server.http.post("/api/study", content="{}")).status_code for _ in range(4)]
            assert 429 in statuses and statuses[0] == 200
            assert (await server.http.get("/api/lesson")).status_code == 200, "everything else goes on"
            large = "x" * (asking.MAX_STUDY + 1)
            server.site.studies = Buckets(1e9, 1)
            assert (await server.http.post("/api/me", content="x" * (asking.MAX_BODY + 1))).status_code == 413
            assert (await server.http.post("/api/study/read", content=large)).status_code == 413

    asyncio.run(main())


def test_bots_at_tables_wait_for_one_advice_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice is worked out where bots think: it counts for more, and is worked out one after the other."""

    async def main() -> None:
        async with inside(tmp_path, monkeypatch) as server:
            at_once, most = 0, 0

            async def advise(game: GameCore, language: str) -> list[str]:
                nonlocal at_once, most
                at_once += 1
                most = max(most, at_once)
                await asyncio.sleep(0.05)
                at_once -= 1
                return ["Pass"]

            monkeypatch.setattr(server.hub.thinkers, "advise", advise, raising=False)
            server.site.studies = Buckets(4 * asking.ADVICE, 0)
            drawn = {"seat": "chance", "action": {"verb": "draw", "tile": "base/CFFF"}}
            wish = {"setup": {"options": {"first_player": "seat1"}}, "moves": [drawn]}
            posts = [server.http.post("/api/study/advice", json=wish) for _ in range(5)]
            assert sorted(answer.status_code for answer in await asyncio.gather(*posts)) == [200] * 4 + [429]
            assert most == 1

    asyncio.run(main())


def test_advice_says_what_is_best_and_why() -> None:
    async def main() -> None:
        wish = Study(FIRST, [], [StudyMove("chance", {"verb": "draw", "tile": "base/CFFF"})])
        thinkers = Thinkers(1)
        try:
            told = await study.advised(wish, "en", thinkers, study.game_of(wish))
        finally:
            thinkers.close()
        assert re.match(
            r"Lay it at 0,-1, turned 180 degrees; put a meeple on .* than the next best, lay ", told.lines[0]
        )
        assert len(told.lines) > 1
        with pytest.raises(Refusal) as why:
            await study.advised(Study(FIRST), "en", thinkers, study.game_of(Study(FIRST)))
        assert why.value.code == "nobody_asked"

    asyncio.run(main())
