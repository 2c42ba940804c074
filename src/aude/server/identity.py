"""Who somebody is: an id and a name in a signed cookie. There are no accounts.

The same signed text is the secret part of a personal link, which brings the cookie to another device.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "aude"
COOKIE_AGE = 5 * 365 * 24 * 60 * 60  # seconds
ID_BYTES = 12
MAX_TOKEN = 400


class Identity(NamedTuple):
    """A person."""

    id: str
    name: str


class Identities:
    """Makes and reads signed identities with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(key, salt="identity")

    def new(self, name: str) -> Identity:
        """Somebody who has not been here before."""
        return Identity(secrets.token_hex(ID_BYTES), name)

    def token(self, who: Identity) -> str:
        """The text that proves who somebody is."""
        token = self._serializer.dumps(list(who))
        return token if isinstance(token, str) else token.decode()

    def read(self, token: str | None) -> Identity | None:
        """The person a token belongs to; None if it is missing, or not one of ours."""
        if not token or len(token) > MAX_TOKEN:
            return None
        try:
            id, name = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return Identity(str(id), str(name))
