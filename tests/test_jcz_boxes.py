"""Saves of JCloisterZone: towers, bridges, tunnels, abbeys, the Count, crop circles, sieges and auctions."""

from __future__ import annotations

import json

import pytest

from aude import Action
from aude.errors import Unreadable
from aude.formats.jcz import open_save
from aude.formats.jcz.export import write_save
from jcz_saves import (
    CITY,
    COMMIT,
    COUNT,
    DONE,
    PASS,
    ROAD,
    WEST,
    Json,
    figure_at,
    holds,
    lay,
    made,
    message,
    played,
    put,
    spot,
    texts,
    token,
)

TOWER = (
    *CITY,
    lay("TO/F", 0, 1), *DONE,
    lay("BA/L", 1, 1), put("Monastery", "I", 1, 1, "0.small.1"), COMMIT,
    lay("BA/RFr", 1, 0), token("TOWER_PIECE", "Tower", "I", 0, 1),
)  # fmt: skip
CAPTURE = message("CAPTURE_FOLLOWER", pointer=figure_at("Monastery", "I", 1, 1, "0.small.1"))


def test_a_tower_takes_a_prisoner_who_is_bought_back() -> None:
    """Alice has no other follower: the ransom is paid in the turn in which it comes home and goes out again."""
    holds(
        *TOWER, CAPTURE, COMMIT,
        lay("BA/RFr", -1, 0), message("PAY_RANSOM", meepleId="0.small.1"),
        put("Road", "WE", -1, 0, "0.small.1"), COMMIT,
        sets=["tower:1"], elements={"tower": 1, "small-follower": 1},
        says=["Alice has 1 point", "Bob has 3 points", "Alice scored ransompaid for -3 points"],
    )  # fmt: skip


def test_prisoners_are_exchanged() -> None:
    """Bob holds two of Alice's figures; she captures one of his and says which of hers comes back."""
    piece = token("TOWER_PIECE", "Tower", "I", 0, 1)
    game = (
        lay("TO/F", 0, 1), *DONE, lay("BA/L", 0, 2), put("Monastery", "I", 0, 2, "1.small.1"), COMMIT,
        lay("BA/L", 1, 1), put("Monastery", "I", 1, 1, "0.small.1"), COMMIT,
        lay("BA/RFr", 1, 0), piece, CAPTURE, COMMIT,
        lay("BA/L", -1, 1), put("Monastery", "I", -1, 1, "0.big.1"), COMMIT, lay("BA/RFr", -1, 0), piece,
        message("CAPTURE_FOLLOWER", pointer=figure_at("Monastery", "I", -1, 1, "0.big.1")), COMMIT,
        lay("BA/RFr", 2, 0), piece,
        message("CAPTURE_FOLLOWER", pointer=figure_at("Monastery", "I", 0, 2, "1.small.1")),
    )  # fmt: skip
    how = {"sets": ["tower:1"], "elements": {"tower": 1, "big-follower": 1}}
    holds(*game, **how, says=["Phase is TowerCapturePhase", "Player can't pass"])
    run = holds(*game, message("EXCHANGE_FOLLOWER", meepleId="0.big.1"), COMMIT, **how, says=["Phase is TilePhase"])
    assert run.game.supply == {"Alice": {"meeple": 6, "large_follower": 1}, "Bob": {"meeple": 7, "large_follower": 1}}


def test_a_capture_is_declined() -> None:
    run = holds(*TOWER, *DONE, sets=["tower:1"], elements=["tower"], says=["Bob has TOWER_PIECE tokens with count 9"])
    assert run.game.holdings["Bob"]["prisoner"] == 0


def test_a_follower_closes_a_tower() -> None:
    closing = (lay("BA/RFr", -1, 0), put("Tower", "I", 0, 1, "0.small.1"), COMMIT)
    assert texts((*TOWER, *DONE, *closing), sets=["tower:1"], elements=["tower"])[-1] == "close meeple 0,1"


BAZAAR = (lay("BB/F.b", 0, 1), *DONE)
BRIDGE = (lay("BA/L", 0, 1), token("BRIDGE", "Road", "WE", 0, 1), put("Road", "WE", 0, 1, "0.small.1"), COMMIT)


def test_a_bridge_leaves_the_action_open() -> None:
    how = {"sets": ["bridges-castles-and-bazaars:1"], "elements": ["bridge"]}
    assert texts(BRIDGE, **how) == ["place 0,1 turn 0", "bridge E.W at 0,1", "deploy meeple road E.W"]


def test_a_forced_bridge_is_deduced() -> None:
    how = {"sets": ["bridges-castles-and-bazaars:1"], "elements": ["bridge"]}
    assert texts((lay("BA/L", 0, 1), *DONE, lay("BA/RFr", 1, 1), *DONE), **how)[3] == "span 1,1 turn 0"


def test_a_castle_is_founded() -> None:
    castle = (*CITY[:2], token("CASTLE", "City", "S", 0, -1), COMMIT)
    how = {"elements": ["castle"]}
    holds(*castle, **how, says=["Alice has 0 points", "Alice has CASTLE token with count 2"])
    holds(*CITY[:2], *DONE, **how, says=["Alice has 4 points"])


def test_a_figure_on_a_castle_stands_where_its_city_was() -> None:
    """The fairy comes to it, and brings a point in the next turn."""
    castle = (*CITY[:2], token("CASTLE", "City", "S", 0, -1), COMMIT, *WEST)
    to = figure_at("Castle", "S", 0, -1, "0.small.1")
    fairy = (lay("BA/RFr", 1, 0), message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=to), COMMIT)
    run = holds(
        *castle, *fairy, lay("BA/RFr", 2, 0), *DONE,
        elements=["castle", "fairy"], says=["Alice has 1 point", "Alice scored fairy for 1 point"],
    )  # fmt: skip
    assert to in [one["payload"].get("to") for one in json.loads(write_save(run.game))["replay"]]


@pytest.mark.parametrize(("mine", "other", "x"), [("W", "E", 1), ("E", "W", -1)])
def test_a_castle_on_a_tile_with_two_cities(mine: str, other: str, x: int) -> None:
    """Both cities of the tile at 0,1 are castles, but that of Bob lies on another tile; the fairy comes to Alice's."""
    turns = (
        lay("BA/CFC.2", 0, 1, 90), put("City", mine, 0, 1, "0.small.1"), COMMIT,
        lay("BA/C", x, 1, 180 + 90 * x), put("City", mine, x, 1, "1.small.1"),
        token("CASTLE", "City", mine, x, 1), COMMIT,
        lay("BA/C", -x, 1, 180 - 90 * x), PASS, token("CASTLE", "City", other, -x, 1), COMMIT,
        lay("BA/L", 0, 2), *DONE, lay("BA/L", 0, 3),
    )  # fmt: skip
    to = figure_at("Castle", mine, 0, 1, "0.small.1")
    fairy = message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=to)
    _, run = played(*turns, fairy, COMMIT, elements=["castle", "fairy"])
    assert "fairy meeple castle at 0,1" in [move.text for move in run.game.moves]
    assert to in [one["payload"].get("to") for one in json.loads(write_save(run.game))["replay"]]


def test_an_auction_needs_a_tile_for_each_player() -> None:
    """Two tiles are to come after the bazaar: nothing is auctioned, and they are those that the file draws then."""
    how: Json = {"sets": ["bridges-castles-and-bazaars:1"], "elements": ["bazaar"], "players": ["Ann", "Ben", "Cid"]}
    turns = (*BAZAAR, lay("BA/C", 0, -1, 180), PASS, message("COMMIT", random=0.999))
    save = made(*turns, **how, end=3)
    save["gameAnnotations"]["drawOrder"] = ["BB/F.b"]
    _, run = open_save(json.dumps(save))
    assert run.pack.drawn == ["BB/F.b", "BA/C", "BB/RFR.bi"] and run.remarks == []
    assert run.game.tile and not any(run.game.tiles_left.values())


def test_the_last_tile_is_put_away_and_an_abbey_follows() -> None:
    """The last tile fits nowhere: it leaves the game, and Bob lays his abbey."""
    how = {"elements": ["abbey"], "end": 8, "more": ["BA/Cccc+"]}
    closed = (PASS, COMMIT, lay("BA/C", 0, -1, 180), *DONE, PASS, COMMIT)
    abbey = (lay("AM/A", 1, 1), put("Monastery", "I", 1, 1, "1.small.1"), COMMIT)
    _, run = played(*GAP, *closed, *abbey, **how)
    assert run.remarks == [] and "deploy meeple abbey" in [move.text for move in run.game.moves]
    save = made(lay("BA/L", 0, 1))
    save["gameAnnotations"]["drawOrder"] = ["BA/RRR", "BA/L"]
    with pytest.raises(Unreadable, match="BA/L is laid, but BA/RRR was drawn, which can be laid here"):
        open_save(json.dumps(save))


def test_tunnel_tokens_join_two_roads() -> None:
    first = (lay("TU/RR", -1, 0), token("TUNNEL_A", "Road", "E", -1, 0), PASS, COMMIT)
    second = (lay("BA/RFr", 2, 0), token("TUNNEL_A", "Road", "S", -1, 0), PASS, COMMIT)
    holds(
        *first, lay("BA/RFr", 1, 0), *DONE, *second,
        sets=["tunnel"], elements=["tunnel"],
        says=["Alice has TUNNEL_A token with count 0", "Alice has TUNNEL_B token with count 2"],
    )  # fmt: skip


def test_a_tunnel_before_a_bridge_is_laid_after_it() -> None:
    """Both leave the action open there and come in any order; here the bridge is asked about first."""
    mouth = (lay("TU/RR", -1, 0), *DONE)
    tunnel, bridge = token("TUNNEL_B", "Road", "E", -1, 0), token("BRIDGE", "Road", "WE", 0, 1)
    how = {"sets": ["tunnel", "bridges-castles-and-bazaars:1"], "elements": ["tunnel", "bridge"]}
    moves = ["bridge E.W at 0,1", "tunnel road E at -1,0", "pass"]
    assert texts((*mouth, lay("BA/L", 0, 1), tunnel, bridge, *DONE), **how)[-3:] == moves
    assert texts((*mouth, lay("BA/L", 0, 1), bridge, tunnel, *DONE), **how)[-3:] == moves


def test_a_wagon_drives_on() -> None:
    road = (
        lay("BA/CccR", -1, 0, 270), *DONE,
        lay("BA/CRRR", 1, 0, 90), put("Road", "W", 1, 0, "1.wagon.1"), COMMIT,
        put("City", "E", 1, 0, "1.wagon.1"), COMMIT,
    )  # fmt: skip
    run = holds(*road, elements=["wagon"], says=["Bob has 3 points"])
    assert run.game.moves[-2].text == "drive city E"
    says = ["Phase is CommitActionPhase", "Bob has 3 points", "Player can't pass", "Meeple Wagon options:"]
    holds(*road[:-1], elements=["wagon"], says=says)
    stays = holds(*road[:-2], *DONE, elements=["wagon"], says=["Bob has 3 points"])
    assert stays.game.moves[-2].text == "home"


GAP = (
    lay("BA/RFr", 1, 0), *DONE, lay("BA/L", 0, 1), *DONE, lay("BA/RFr", 2, 0), *DONE,
    lay("BA/L", 2, 1), *DONE, lay("BA/L", 0, 2), *DONE, lay("BA/L", 1, 2), *DONE,
)  # fmt: skip


def test_an_abbey_fills_a_gap_or_waits() -> None:
    how = {"elements": ["abbey"]}
    waits = (PASS, COMMIT, lay("BA/RFr", 3, 0), *DONE)
    assert texts((*GAP, *waits), **how)[-3:] == ["keep", "place 3,0 turn 0", "pass"]
    fills = (lay("AM/A", 1, 1, 270), put("Monastery", "I", 1, 1, "0.small.1"), COMMIT)
    assert texts((*GAP, *fills), **how)[-2:] == ["abbey 1,1", "deploy meeple abbey"]
    holds(*GAP, PASS, **how, says=["Phase is CommitAbbeyPassPhase", "Player can't pass"])
    holds(*GAP, **how, says=["Phase is AbbeyPhase", "Player can pass", "TilePlacement AM/A options: [1,1] - [0]"])


def test_abbeys_are_laid_after_the_last_tile() -> None:
    how = {"elements": ["abbey"], "end": 6}
    holds(*GAP, **how, says=["Phase is AbbeyEndGamePhase", "Player can pass"])
    holds(*GAP, PASS, **how, says=["Phase is AbbeyEndGamePhase", "Player can pass"])  # nothing is to be confirmed
    holds(*GAP, PASS, PASS, **how, says=["Phase is GameOverPhase", "Alice has 0 points"])
    abbey = (lay("AM/A", 1, 1), put("Monastery", "I", 1, 1, "0.small.1"), COMMIT)
    holds(
        *GAP,
        *abbey,
        **how,
        says=["Phase is GameOverPhase", "Alice has 8 points", "Alice scored monastery for 8 points"],
    )


def test_a_barn_stands_south_east_of_its_corner() -> None:
    barn = (
        *GAP[:3],
        lay("BA/L", 0, 1),
        *DONE,
        lay("BA/L", 1, 1),
        put("Field", "NL.NR.EL.ER.SL.SR.WL.WR", 1, 1, "0.barn.1"),
        COMMIT,
    )
    assert texts(barn, elements=["barn"])[-1] == "deploy barn corner NW"


def test_the_count_and_his_quarters() -> None:
    """Alice scores in Bob's turn, so Bob sends somebody into the city and moves the Count; later he comes out."""
    scored = (
        lay("BA/CFc+", -2, 2, 90), put("City", "NS", -2, 2, "0.small.1"), COMMIT,
        lay("BA/C", -2, 3), *DONE,
        put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"),
        message("MOVE_NEUTRAL_FIGURE", figureId="count.1", to=spot("Quarter", "QUARTER_MARKET", 0, 0)), COMMIT,
        lay("BA/RRR", 0, 2, 90), put("Road", "N", 0, 2, "0.small.2"), COMMIT,
    )  # fmt: skip
    how = {"sets": ["count"], "elements": ["count"], "start": COUNT}
    run = holds(*scored[:-1], **how, says=["Alice has 8 points", "Phase is CommitActionPhase"])
    assert run.game.holdings["Bob"]["blacksmith_quarter"] == 1
    holds(*scored, **how, says=["Phase is CocScoringPhase", "Player can pass"])
    run = holds(*scored, put("Road", "N", 0, 2, "1.small.1"), **how, says=["Alice has 10 points", "Bob has 2 points"])
    assert run.game.holdings["Bob"]["blacksmith_quarter"] == 0
    replay = json.loads(write_save(run.game))["replay"]
    assert [one["type"] for one in replay][-2:] == ["DEPLOY_MEEPLE", "COMMIT"]  # it is confirmed


CIRCLE = (*ROAD, lay("CC.1/Rr", 2, 0), *DONE)


def test_a_crop_circle_takes_or_gives() -> None:
    how = {"sets": ["corn-circles/1"]}
    home = message("RETURN_MEEPLE", pointer=figure_at("Road", "WE", 1, 0, "0.small.1"), source="CORN_CIRCLE")
    takes = (message("CIRCLE_REMOVE_OR_DEPLOY", value="REMOVE"), COMMIT, home, COMMIT)
    assert played(*CIRCLE, *takes, **how)[1].game.supply["Alice"]["meeple"] == 7
    gives = (message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"), COMMIT, put("Road", "WE", 1, 0, "0.small.2"), COMMIT)
    assert played(*CIRCLE, *gives, **how)[1].game.supply["Alice"]["meeple"] == 5
    declines = (message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"), COMMIT, PASS, COMMIT)
    assert played(*CIRCLE, *declines, **how)[1].game.supply["Alice"]["meeple"] == 6


def test_where_everybody_answers_the_order_does_not_matter() -> None:
    """Both have a follower on a road. We ask Alice first; in the file Bob, whose turn it is, is the first."""
    roads = (*ROAD, lay("BA/RRR", -1, 0, 180), put("Road", "W", -1, 0, "1.small.1"), COMMIT, lay("BA/L", 0, 1), *DONE)
    home = [
        message("RETURN_MEEPLE", pointer=figure_at("Road", "W", -1, 0, "1.small.1"), source="CORN_CIRCLE"),
        message("RETURN_MEEPLE", pointer=figure_at("Road", "WE", 1, 0, "0.small.1"), source="CORN_CIRCLE"),
    ]
    takes = (lay("CC.1/Rr", 2, 0), *DONE, message("CIRCLE_REMOVE_OR_DEPLOY", value="REMOVE"), COMMIT)
    for order in (home, home[::-1]):
        _, run = played(*roads, *takes, order[0], COMMIT, order[1], COMMIT, sets=["corn-circles/1"])
        assert [run.game.supply[seat]["meeple"] for seat in ("Alice", "Bob")] == [7, 7]


def test_who_declines_may_be_another_than_the_one_we_ask() -> None:
    """Alice passes and Bob adds a follower, or the other way round; we ask Bob first."""
    roads = (*ROAD, lay("BA/RRR", -1, 0, 180), put("Road", "W", -1, 0, "1.small.1"), COMMIT)
    adds = (lay("CC.1/Rr", 2, 0), *DONE, message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"), COMMIT)
    bob = (put("Road", "W", -1, 0, "1.small.2"), COMMIT)
    for order in ((*DONE, *bob), (*bob, *DONE)):
        _, run = played(*roads, *adds, *order, sets=["corn-circles/1"])
        assert [run.game.supply[seat]["meeple"] for seat in ("Alice", "Bob")] == [6, 5]


@pytest.mark.parametrize("rule", ["any-tile", "siege-tile"])
def test_a_knight_escapes(rule: str) -> None:
    siege = (lay("SI.CA/Cc", 0, -1, 180), put("City", "SE", 0, -1, "0.small.1"), COMMIT, lay("BA/L", 0, -2), *DONE)
    home = message("RETURN_MEEPLE", pointer=figure_at("City", "SE", 0, -1, "0.small.1"), source="SIEGE_ESCAPE")
    _, run = played(
        *siege, lay("BA/RFr", 1, 0), *DONE, home, COMMIT,
        sets=["siege/cathars"], elements=["siege", "escape"], rules={"espace-variant": rule},
    )  # fmt: skip
    assert run.game.supply["Alice"]["meeple"] == 7


def bid(index: int, price: int) -> Json:
    return message("BAZAAR_BID", supplyIndex=index, price=price)


def test_an_auction() -> None:
    """Bob puts a tile up for 1, Alice bids 3, and Bob sells."""
    how = {"sets": ["bridges-castles-and-bazaars:1"], "elements": ["bazaar"]}
    says = ["Bob has 3 points", "Alice has -3 points", "Phase is TilePhase", "Bazaar noAuction: false"]
    holds(*BAZAAR, bid(1, 1), more=["BA/RFr", "BA/C"], **how, says=["Phase is BazaarPhase", "Player can pass"])
    auction = (*BAZAAR, bid(1, 1), bid(1, 3), message("BAZAAR_BUY_OR_SELL", value="SELL"))
    run = holds(*auction, more=["BA/RFr", "BA/C"], **how, says=says)
    assert run.game.tile == "base/FRFR-rEW" and run.game.player == "Bob"
    with pytest.raises(Unreadable, match=r"message 5 \(BAZAAR_BID\): .*bid 1.*BCB-23"):  # no more than Bob
        played(*BAZAAR, bid(1, 1), bid(1, 1), more=["BA/RFr", "BA/C"], **how)


def test_tiles_without_an_auction() -> None:
    how = {"sets": ["bridges-castles-and-bazaars:1"], "elements": ["bazaar"], "rules": {"bazaar-no-auction": True}}
    run = holds(*BAZAAR, bid(1, 0), more=["BA/RFr", "BA/C"], **how, says=["Bazaar noAuction: true", "Bob has 0 points"])
    assert run.game.tile == "base/CFFF" and run.game.player == "Bob"
    _, run = played(*BAZAAR, bid(1, 0), bid(0, 0), more=["BA/RFr", "BA/C"], **how)
    assert [str(remark) for remark in run.remarks] == [
        "message 5 (BAZAAR_BID): here the last tile of an auction is taken without a question"
    ]
    holds(*BAZAAR, more=["BA/RFr", "BA/C"], **how, says=["Available action BazaarSelectTile", "Phase is BazaarPhase"])


def test_a_builder_brings_a_second_tile() -> None:
    """Nobody is asked whether: there, the second tile is laid."""
    builder = (
        *ROAD,
        *WEST,
        lay("BA/RFr", 2, 0),
        put("Road", "WE", 2, 0, "0.builder.1"),
        COMMIT,
        lay("BA/L", 0, 1),
        *DONE,
    )
    run = holds(
        *builder,
        lay("BA/RFr", 3, 0),
        *DONE,
        lay("BA/L", 0, 2),
        *DONE,
        elements=["builder"],
        says=["Phase is TilePhase"],
    )
    assert run.game.player == "Bob"


def test_a_river_is_laid_first() -> None:
    spring = ({"tile": "RI/s", "x": 0, "y": 0, "rotation": 0},)
    _, run = played(lay("RI.1/IFI", 1, 0), *DONE, sets=["river/1:1"], start=spring)
    assert run.game.moves[1].text == "place 1,0 turn 0"
    everything = (*COUNT, {"tile": "RI/s", "x": 2, "y": -1, "rotation": 0})
    _, run = played(lay("RI.1/IFI", 3, -1), *DONE, sets=["river/1:1", "count"], elements=["count"], start=everything)
    assert Action("place", cell=(3, -1), rotation=0) in [move.action for move in run.game.moves]
