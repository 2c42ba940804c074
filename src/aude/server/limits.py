"""How often somebody may ask for something: a bucket of tokens for each address or connection."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict

MAX_BUCKETS = 100_000


class Bucket:
    """Holds up to `size` tokens, and gains `rate` of them a second."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, size: float, rate: float, now: float) -> None:
        self._size = self._tokens = size
        self._rate = rate
        self._at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens out, if there are enough."""
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


def counted_as(address: str) -> str:
    """The addresses that are counted together: one of IPv4; of IPv6 the 2^64 of which one connection has its pick."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4 or known.ipv4_mapped is not None:
        return str(known if known.version == 4 else known.ipv4_mapped)
    return known.packed[:8].hex()


class Buckets:
    """A bucket for each name. Those that were used longest ago are forgotten: they are full again by then."""

    def __init__(self, size: float, rate: float) -> None:
        self._size = size
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float, cost: float = 1.0) -> bool:
        """Take tokens out of the bucket with this name, if there are enough."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self._size, self._rate, now)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket.take(now, cost)
