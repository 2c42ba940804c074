"""A small random generator: splitmix64 (Steele, Lea and Flood, 2014).

The same numbers come out compiled and interpreted, and in every version of Aude: games are named by their seed.
The engine itself never draws; this is for those who drive it (the dealer, roll-outs, bots).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import COMPILED

LOW_32: Final = 0xFFFFFFFF
# What cuts a product to 64 bits: nothing to do for a compiled i64, needed for Python's endless ints.
WORD: Final = i64(-1 if COMPILED else 0xFFFFFFFFFFFFFFFF)


def signed(word: int) -> i64:
    """A 64-bit constant as a signed number. (A literal so large would be converted at every use.)"""
    return i64(word - (1 << 64))


GOLDEN: Final = signed(0x9E3779B97F4A7C15)
MIX_1: Final = signed(0xBF58476D1CE4E5B9)
MIX_2: Final = signed(0x94D049BB133111EB)


@final
class Random:
    """A stream of random numbers; equal seeds give equal streams."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = seed & WORD

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely (n up to 2 to the 31)."""
        while True:
            x = (self.state + GOLDEN) & WORD
            self.state = x
            x = ((x ^ ((x >> 30) & 0x3FFFFFFFF)) * MIX_1) & WORD
            x = ((x ^ ((x >> 27) & 0x1FFFFFFFFF)) * MIX_2) & WORD
            # The high half of the generator's word, ((x ^ x >> 31) >> 32), scaled to n.
            product = (((x ^ ((x >> 31) & 0x1FFFFFFFF)) >> 32) & LOW_32) * n
            low = product & LOW_32
            # The first (2^32 mod n) remainders would come up once too often: then draw again.
            if low >= n or low >= (LOW_32 + 1 - n) % n:
                return product >> 32
