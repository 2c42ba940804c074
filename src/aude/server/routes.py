"""Everything that can be asked of the server, and the handlers that answer."""

from __future__ import annotations

import asyncio
import time

import msgspec
import structlog
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, RedirectResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from aude.server import study
from aude.server.aids import aids_of, begun, course_of, draws_of, moment_of
from aude.server.art import kit_address, kit_answer
from aude.server.asking import (
    Site,
    address_of,
    answer,
    body,
    is_same_origin,
    known,
    language_of,
    live_of,
    required,
    set_cookie,
    site_of,
    unchanging,
    with_cookie,
)
from aude.server.catalog import catalog_json, check, landscape_svg, meeple_svg, rules_json, tile_svg
from aude.server.examples import example, example_svg, lesson, list_of, record_of_example
from aude.server.files import MEDIA, file_of
from aude.server.hub import now
from aude.server.identity import COOKIE, Identity
from aude.server.pages import add_pages
from aude.server.sockets import NO_STORAGE, attend
from aude.server.spoken import words_of
from aude.server.storage import StorageError
from aude.server.summaries import listed
from aude.tables.fair_record import record_of
from aude.tables.refusal import Refusal
from aude.version import __version__
from aude.wire import (
    VERSION,
    CheckSetup,
    Closing,
    ExampleList,
    Health,
    Join,
    NewTable,
    Rename,
    Study,
    StudyText,
    TableList,
    TableMade,
)

MAX_LISTED = 50

log = structlog.get_logger()


def add_routes(app: FastAPI) -> None:
    """Everything that can be asked of the server."""
    app.add_api_route("/health", health, methods=["GET"])
    app.add_api_route("/metrics", metrics, methods=["GET"])
    app.add_api_route("/api/me", me, methods=["GET"])
    app.add_api_route("/api/me", rename, methods=["POST"])
    app.add_api_route("/api/me/tables", my_tables, methods=["GET"])
    app.add_api_route("/me/{token}", take_identity, methods=["GET"])
    app.add_api_route("/api/tables", listing, methods=["GET"])
    app.add_api_route("/api/tables", new_table, methods=["POST"])
    app.add_api_route("/api/tables/{table}", look, methods=["GET"])
    app.add_api_route("/api/tables/{table}/join", join, methods=["POST"])
    app.add_api_route("/api/tables/{table}/record", record, methods=["GET"])
    app.add_api_route("/api/catalog", catalog, methods=["GET"])
    app.add_api_route("/api/catalog/check", check_setup, methods=["POST"])
    app.add_api_route("/api/rules", rules, methods=["GET"])
    app.add_api_route("/api/examples", example_list, methods=["GET"])
    app.add_api_route("/api/examples/{id}", one_example, methods=["GET"])
    app.add_api_route("/api/examples/{id}/record", example_record, methods=["GET"])
    app.add_api_route("/api/examples/{id}/{step}.svg", example_picture, methods=["GET"])
    app.add_api_route("/api/lesson", guided_game, methods=["GET"])
    app.add_api_route("/api/study", study_table, methods=["POST"])
    app.add_api_route("/api/study/read", study_read, methods=["POST"])
    app.add_api_route("/api/study/write", study_written, methods=["POST"])
    app.add_api_route("/api/study/advice", study_advice, methods=["POST"])
    app.add_api_route("/api/pictures/landscape.svg", landscape, methods=["GET"])
    app.add_api_route("/api/pictures/tile/{tile:path}", tile_as_picture, methods=["GET"])
    app.add_api_route("/api/pictures/seat/{colour}.svg", meeple_as_picture, methods=["GET"])
    app.add_api_route("/api/tables/{table}/kit", table_kit, methods=["GET"])
    app.add_api_route("/api/kit", kit_answer, methods=["GET"])
    app.add_api_route("/api/tables/{table}/words", words, methods=["GET"])
    app.add_api_route("/api/tables/{table}/aids", aids, methods=["GET"])
    app.add_api_route("/api/tables/{table}/course", course, methods=["GET"])
    app.add_api_route("/api/tables/{table}/moments/{position}", moment, methods=["GET"])
    app.add_api_route("/api/tables/{table}/draws", draws, methods=["GET"])
    app.add_api_route("/api/tables/{table}/files/{name}", table_file, methods=["GET"])
    app.add_api_websocket_route("/api/tables/{table}/socket", table_socket)
    add_pages(app)


async def health(request: Request) -> Response:
    """Whether the server serves."""
    await site_of(request).hub.storage.next_due()
    return answer(Health("ok", __version__, VERSION))


async def metrics(request: Request) -> Response:
    """What the server counts, for Prometheus."""
    return Response(generate_latest(site_of(request).hub.metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def me(request: Request) -> Response:
    """Who you are. Without a cookie you get a new one."""
    return with_cookie(request, known(request) or site_of(request).identities.new(""))


async def rename(request: Request) -> Response:
    """Say what you are called."""
    wish = await body(request, Rename)
    name = " ".join(wish.name.split())
    if not name or not name.isprintable():
        raise Refusal("no_name")
    who = known(request) or site_of(request).identities.new(name)
    return with_cookie(request, Identity(who.id, name))


async def take_identity(token: str, request: Request) -> Response:
    """A personal link: be the same person on this device."""
    who = site_of(request).identities.read(token)
    if who is None:
        raise Refusal("no_link")
    response = RedirectResponse("/", 303)
    set_cookie(request, response, who)
    return response


async def listing(request: Request) -> Response:
    """The listed tables, most recently changed first."""
    found = await site_of(request).hub.storage.listing(MAX_LISTED)
    return answer(TableList([listed(summary) for summary in found]))


async def my_tables(request: Request) -> Response:
    """The tables that you have joined, most recently changed first."""
    who = known(request)
    found = await site_of(request).hub.storage.tables_of(who.id, MAX_LISTED) if who is not None else []
    return answer(TableList([listed(summary, who.id) for summary in found if who is not None]))


async def new_table(request: Request) -> Response:
    """Make a table and become its host."""
    wish = await body(request, NewTable)
    who = required(request)
    table = await site_of(request).hub.open(wish, who.id, who.name)
    return answer(TableMade(table), 201)


async def look(table: str, request: Request) -> Response:
    """The whole table, as the socket's first message tells it."""
    live = await live_of(request, table)
    who = known(request)
    return answer(live.picture.whole(who.id if who is not None else "", language_of(request), now()))


async def join(table: str, request: Request) -> Response:
    """Come to a table."""
    await body(request, Join)
    who = required(request)
    await live_of(request, table)
    await site_of(request).hub.come(table, who.id, who.name)
    return answer(TableMade(table))


async def record(table: str, request: Request) -> Response:
    """The record of the game; when it is over, with the secret of its shuffle, so that `aude verify` can check it."""
    live = await live_of(request, table)
    if live.table.game is None:
        raise Refusal("not_begun")
    return PlainTextResponse(record_of(live.table))


async def catalog(request: Request) -> Response:
    """Everything that can be chosen for a new table."""
    return unchanging(request, await asyncio.to_thread(catalog_json, language_of(request)))


async def check_setup(request: Request) -> Response:
    """Whether a set-up can be played; how long it takes, or what is wrong with it."""
    wish = await body(request, CheckSetup)
    return answer(await asyncio.to_thread(check, wish.setup, language_of(request)))


async def rules(request: Request) -> Response:
    """The rules of the boxes in play: `?game=carcassonne&boxes=tower,river&without=farmers&options=tiny_city:on`."""
    told = await asyncio.to_thread(rules_json, dict(request.query_params), language_of(request))
    return unchanging(request, told)


async def tile_as_picture(tile: str, request: Request) -> Response:
    """A tile as an SVG; with `?night=1` as it looks at night."""
    night = request.query_params.get("night") == "1"
    svg = await asyncio.to_thread(tile_svg, tile.removesuffix(".svg"), night, language_of(request))
    return unchanging(request, svg, "image/svg+xml")


async def meeple_as_picture(colour: str, request: Request) -> Response:
    """A figure of a seat's colour as an SVG; with `?night=1` as it looks at night."""
    night = request.query_params.get("night") == "1"
    svg = await asyncio.to_thread(meeple_svg, colour, night, language_of(request))
    return unchanging(request, svg, "image/svg+xml")


async def table_kit(table: str, request: Request) -> Response:
    """What the boards of a table's game are drawn with."""
    live = await live_of(request, table)
    return kit_address(live.table.setup, language_of(request))


async def words(table: str, request: Request) -> Response:
    """The table in sentences, with what you may choose."""
    picture = (await live_of(request, table)).picture
    who = known(request)
    person = who.id if who is not None else ""
    return answer(await asyncio.to_thread(words_of, picture, begun(picture.table), person, language_of(request)))


async def aids(table: str, request: Request) -> Response:
    """The score if the game ended now, and the cells that no tile fits; not at a table without aids."""
    return answer(await asyncio.to_thread(aids_of, (await live_of(request, table)).table))


async def course(table: str, request: Request) -> Response:
    """The whole game so far, for those who look back."""
    picture = (await live_of(request, table)).picture
    async with site_of(request).long_work:
        return answer(await asyncio.to_thread(course_of, picture, language_of(request)))


async def moment(table: str, position: str, request: Request) -> Response:
    """The table as it was after so many choices."""
    picture = (await live_of(request, table)).picture
    number = int(position) if position.isdecimal() and len(position) < 7 else -1
    return answer(await asyncio.to_thread(moment_of, picture, number, language_of(request)))


async def draws(table: str, request: Request) -> Response:
    """Every draw of a game that is over, so that anybody can check the shuffle."""
    live = await live_of(request, table)
    async with site_of(request).long_work:
        return answer(await asyncio.to_thread(draws_of, live.table))


async def table_file(table: str, name: str, request: Request) -> Response:
    """A picture of the board, a film of the game when it is over, or a save of JCloisterZone."""
    data = await file_of((await live_of(request, table)).table, name, site_of(request).long_work)
    return Response(data, media_type=MEDIA[name])


async def example_list(request: Request) -> Response:
    """The worked examples of the rules that can be shown on the board."""
    told = await asyncio.to_thread(list_of, language_of(request))
    return unchanging(request, msgspec.json.encode(ExampleList(told)))


async def one_example(id: str, request: Request) -> Response:
    """A worked example, turn by turn."""
    told = await asyncio.to_thread(example, id, language_of(request))
    return unchanging(request, msgspec.json.encode(told))


async def example_record(id: str, request: Request) -> Response:
    """The record of a worked example, which a test of the rules reads too."""
    return unchanging(request, record_of_example(id).encode(), "text/plain; charset=utf-8")


async def example_picture(id: str, step: str, request: Request) -> Response:
    """The board of a worked example after so many turns."""
    number = int(step) if step.isdecimal() and len(step) < 4 else -1
    night = request.query_params.get("night") == "1"
    svg = await asyncio.to_thread(example_svg, id, number, night, language_of(request))
    return unchanging(request, svg, "image/svg+xml")


async def guided_game(request: Request) -> Response:
    """The guided first game."""
    told = await asyncio.to_thread(lesson, language_of(request))
    return unchanging(request, msgspec.json.encode(told))


async def study_table(request: Request) -> Response:
    """A table that somebody thinks about: what it looks like, and what may be chosen there. Nothing of it is kept."""
    wish = await body(request, Study)
    async with site_of(request).long_work:
        return answer(await asyncio.to_thread(study.studied, wish, language_of(request)))


async def study_read(request: Request) -> Response:
    """A record, or a save of JCloisterZone, as a table to study."""
    wish = await body(request, StudyText)
    async with site_of(request).long_work:
        return answer(await asyncio.to_thread(study.read, wish, language_of(request)))


async def study_written(request: Request) -> Response:
    """The record of a study."""
    wish = await body(request, Study)
    async with site_of(request).long_work:
        return answer(await asyncio.to_thread(study.written, wish))


async def study_advice(request: Request) -> Response:
    """The best answer to the open question of a study, and why it is better than the next best."""
    site, wish = site_of(request), await body(request, Study)
    async with site.long_work:
        game = await asyncio.to_thread(study.game_of, wish)
    async with site.advising:
        return answer(await study.advised(wish, language_of(request), site.hub.thinkers, game))


async def landscape(request: Request) -> Response:
    """A board to look at, as an SVG; with `?night=1` as it looks at night."""
    night = request.query_params.get("night") == "1"
    svg = await asyncio.to_thread(landscape_svg, night, language_of(request))
    return unchanging(request, svg, "image/svg+xml")


async def table_socket(socket: WebSocket) -> None:
    """The socket of a table (docs/server.md)."""
    site: Site = socket.app.state.site
    if not is_same_origin(socket.headers.get("origin"), socket):
        return await socket.close(4403, "this connection comes from another site")
    if not site.sockets.take(address_of(socket), time.monotonic()):
        return await turn_away(socket, Closing("too_many", "too many connections; wait a little", True))
    try:
        live = await site.hub.live(socket.path_params["table"])
    except LookupError:
        return await turn_away(socket, Closing("unknown_table", "there is no such table", False))
    except StorageError as error:
        log.error("storage failed", error=str(error))
        return await turn_away(socket, NO_STORAGE)
    who = site.identities.read(socket.cookies.get(COOKIE))
    await attend(socket, site.hub, live, who, language_of(socket))


async def turn_away(socket: WebSocket, why: Closing) -> None:
    """Open the socket only to say why not: a browser cannot see how the opening of a socket was refused."""
    await socket.accept()
    await socket.send_text(msgspec.json.encode(why).decode())
    await socket.close()
