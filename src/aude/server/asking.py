"""What all handlers share: who asks, in which language, what the body of a request says, and how it is answered."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from fastapi import Request, Response, WebSocket
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from aude.catalog.texts import LANGUAGES
from aude.server.hub import Hub, Live
from aude.server.identity import COOKIE, COOKIE_AGE, Identities, Identity
from aude.server.limits import Buckets, counted_as
from aude.server.packing import packed_answer
from aude.tables.refusal import Refusal
from aude.wire import Me, Problem

MAX_BODY = 64 * 1024  # bytes
MAX_STUDY = 512 * 1024  # of a table to study: it comes with every move
REQUESTS = 120.0  # that an address may send at once,
REQUESTS_A_SECOND = 20.0  # and in the long run
FILE = 10.0  # requests that one for a file counts as: to draw a large table takes a second of a processor,
WHOLE_GAME = 4.0  # and one that plays a game again: that takes some tenths
SOCKETS = 1200.0
SOCKETS_A_SECOND = 50.0
STUDIES = 60.0  # the same for questions about a table to study: each plays a whole game
STUDIES_A_SECOND = 5.0
ADVICE = 10.0  # questions that one for advice counts as: it takes a second or more of a process that bots think in
SECURITY = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}

T = TypeVar("T")


class Site:
    """What the handlers share."""

    def __init__(self, hub: Hub, identities: Identities) -> None:
        self.hub = hub
        self.identities = identities
        self.requests = Buckets(REQUESTS, REQUESTS_A_SECOND)
        self.sockets = Buckets(SOCKETS, SOCKETS_A_SECOND)
        self.studies = Buckets(STUDIES, STUDIES_A_SECOND)
        self.long_work = asyncio.Semaphore(1)  # what takes long is done one after the other, so that others get on
        self.advising = asyncio.Semaphore(1)  # bots at tables do not wait for more than one who asks for advice


def address_of(request: Request | WebSocket) -> str:
    """Where a request comes from, as limits count it."""
    return counted_as(request.client.host) if request.client is not None else ""


def is_study(request: Request) -> bool:
    """Whether it is about a table to study, which takes longer to read than other requests."""
    return request.url.path.startswith("/api/study")


def cost_of(request: Request) -> float:
    """How many requests it counts as."""
    path = request.url.path
    if "/files/" in path:
        return FILE
    return WHOLE_GAME if path.endswith(("/course", "/draws")) else 1.0


def cost_of_study(request: Request) -> float:
    """How many questions about a table to study it counts as."""
    return ADVICE if request.url.path.endswith("/advice") else 1.0


def most_of(request: Request) -> int:
    """How many bytes a request may have."""
    return MAX_STUDY if is_study(request) else MAX_BODY


def is_same_origin(origin: str | None, request: Request | WebSocket) -> bool:
    """Whether a request comes from our own pages, or from a program, which sends no origin."""
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # it is not an address
        return False


def problem(status: int, code: str, text: str, rule: str = "") -> Response:
    """An answer that says what is wrong."""
    response = answer(Problem(code, text, rule), status)
    response.headers.update(SECURITY)
    return response


def language_of(request: Request | WebSocket) -> str:
    """The language that somebody asks for, or that their browser prefers."""
    wished = request.query_params.get("lang") or request.headers.get("accept-language", "")
    for part in wished.split(","):
        language = part.strip()[:2].lower()
        language = "nb" if language == "no" else language
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


async def body(request: Request, type: type[T]) -> T:
    """The body of a request, strictly as the type says."""
    try:
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > most_of(request):
                raise HTTPException(413)
        return msgspec.json.decode(data or b"{}", type=type)
    except ClientDisconnect:
        raise HTTPException(400, "the request ends too early") from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("unreadable_message", says=str(error)[:300]) from None


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def unchanging(request: Request, data: bytes, type: str = "application/json") -> Response:
    """What is the same as long as the program is: a browser that has it is only told so."""
    mark = f'"{hashlib.blake2b(data, digest_size=8).hexdigest()}"'
    headers = {"etag": mark, "cache-control": "no-cache", "vary": "accept-language, accept-encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == mark:
        return Response(status_code=304, headers=headers)
    return packed_answer(request, data, type, headers)


def site_of(request: Request) -> Site:
    """What the handlers share."""
    site: Site = request.app.state.site
    return site


def known(request: Request) -> Identity | None:
    """Who asks, by the cookie."""
    return site_of(request).identities.read(request.cookies.get(COOKIE))


def required(request: Request) -> Identity:
    """Who asks; a name is needed."""
    who = known(request)
    if who is None or not who.name:
        raise Refusal("no_name")
    return who


async def live_of(request: Request, table: str) -> Live:
    """The table with this id. People who were removed from it may not even look on."""
    try:
        live = await site_of(request).hub.live(table)
    except LookupError:
        raise Refusal("no_table") from None
    who = known(request)
    if who is not None and who.id in live.table.removed:
        raise Refusal("removed")
    return live


def with_cookie(request: Request, who: Identity) -> Response:
    """Tell somebody who they are."""
    token = site_of(request).identities.token(who)
    response = answer(Me(who.id, who.name, f"/me/{token}"))
    set_cookie(request, response, who)
    return response


def set_cookie(request: Request, response: Response, who: Identity) -> None:
    """Let the browser keep who somebody is, where no script can read it."""
    token = site_of(request).identities.token(who)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, COOKIE_AGE, httponly=True, samesite="lax", secure=secure, path="/")
