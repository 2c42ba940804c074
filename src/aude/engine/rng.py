"""A small random generator: xoshiro256++, seeded by splitmix64.

The same numbers come out compiled and interpreted, and in every version of Aude: games are named by their seed.
The engine itself never draws; this is for those who drive it (the dealer, roll-outs, bots).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

LOW_32: Final = 0xFFFFFFFF
LOW_62: Final = 0x3FFFFFFFFFFFFFFF  # larger literals would cost a conversion each time when compiled
# splitmix64's constants as signed numbers
GOLDEN: Final = -0x61C8864680B583EB
MIX_1: Final = -0x40A7B892E31B1A47
MIX_2: Final = -0x6B2FB644ECCEEE15


def wrap(x: i64) -> i64:
    """The low 64 bits as a signed number: nothing to do for a compiled i64, needed for Python's endless ints."""
    high = ((x >> 62) & 3 ^ 2) - 2  # bits 62 and 63 as a signed number
    return (high << 62) | (x & LOW_62)


def rotate(x: i64, k: i64) -> i64:
    """Turn the 64 bits of x left by k."""
    return wrap(x << k) | ((x >> (64 - k)) & ((i64(1) << k) - 1))


def mix(x: i64) -> i64:
    """splitmix64's finishing steps."""
    x = wrap((x ^ ((x >> 30) & 0x3FFFFFFFF)) * MIX_1)
    x = wrap((x ^ ((x >> 27) & 0x1FFFFFFFFF)) * MIX_2)
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@final
class Random:
    """A stream of random numbers; equal seeds give equal streams."""

    def __init__(self, seed: i64) -> None:
        seed = wrap(seed + GOLDEN)
        self.a: i64 = mix(seed)
        seed = wrap(seed + GOLDEN)
        self.b: i64 = mix(seed)
        seed = wrap(seed + GOLDEN)
        self.c: i64 = mix(seed)
        seed = wrap(seed + GOLDEN)
        self.d: i64 = mix(seed)

    def bits(self) -> i64:
        """The next 64 bits, as a signed number."""
        a = self.a
        b = self.b
        c = self.c ^ a
        d = self.d ^ b
        result = wrap(rotate(wrap(a + self.d), 23) + a)
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ wrap(b << 17)
        self.d = rotate(d, 45)
        return result

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely (n up to 2 to the 31)."""
        product = ((self.bits() >> 32) & LOW_32) * n
        low = product & LOW_32
        if low < n:
            # The first (2^32 mod n) remainders would come up once too often: draw again.
            surplus = (LOW_32 + 1 - n) % n
            while low < surplus:
                product = ((self.bits() >> 32) & LOW_32) * n
                low = product & LOW_32
        return product >> 32
