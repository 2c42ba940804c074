"""Seeds that are derived from other seeds."""

from __future__ import annotations

import hashlib

SEED_BITS = 62


def seed_of(seed: int, *what: object) -> int:
    """Derive the seed for a purpose; equal seeds and purposes give the same result on every machine."""
    digest = hashlib.blake2b(repr((seed, *what)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - SEED_BITS)
