"""Sending what stays the same compressed: packed once, and kept."""

from __future__ import annotations

import gzip
from functools import lru_cache

from fastapi import Request, Response

LEAST = 1000  # bytes: less is not worth it
LEVEL = 6  # of compression
KEPT = 128  # answers that are kept packed


@lru_cache(KEPT)
def packed(data: bytes) -> bytes:
    """The same, smaller."""
    return gzip.compress(data, LEVEL, mtime=0)


def packed_answer(request: Request, data: bytes, type: str, headers: dict[str, str]) -> Response:
    """An answer, packed if the client can unpack it."""
    if len(data) < LEAST or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type=type, headers=headers)
    return Response(packed(data), media_type=type, headers={**headers, "content-encoding": "gzip"})
