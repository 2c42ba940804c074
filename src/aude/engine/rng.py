"""A small random generator: splitmix64 (Steele, Lea and Flood, 2014).

It gives the same numbers compiled and interpreted, and in every version of Aude, because a seed identifies a game. The
engine itself never draws; this is for the code that drives it (the dealer, roll-outs, bots).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import COMPILED

LOW_32: Final = 0xFFFFFFFF
MACHINE: Final = bool(COMPILED)  # a constant of this module, so that testing it costs no lookup


ALL_BITS: Final = i64(-1 if MACHINE else 0xFFFFFFFFFFFFFFFF)


@final
class Random:
    """A stream of random numbers. Equal seeds give equal streams."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = seed & ALL_BITS

    def word(self) -> i64:
        """The next 64 random bits."""
        # In two halves: a literal of 64 bits would not be a machine word, and a global one would be loaded and checked.
        golden = i64(0x9E3779B9) << 32 | 0x7F4A7C15
        mix_1 = i64(0xBF58476D) << 32 | 0x1CE4E5B9
        mix_2 = i64(0x94D049BB) << 32 | 0x133111EB
        if MACHINE:  # machine words wrap around by themselves, but shifting them copies the sign
            y = self.state + golden
            self.state = y
            y = (y ^ ((y >> 30) & 0x3FFFFFFFF)) * mix_1
            y = (y ^ ((y >> 27) & 0x1FFFFFFFFF)) * mix_2
            return y ^ ((y >> 31) & 0x1FFFFFFFF)
        self.state = x = (self.state + golden) & ALL_BITS
        x = (x ^ x >> 30) * mix_1 & ALL_BITS
        x = (x ^ x >> 27) * mix_2 & ALL_BITS
        return x ^ x >> 31

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, with equal probabilities (n is at most 2 to the 31)."""
        while True:
            # The high half of the word, scaled to n.
            product = (self.word() >> 32 & LOW_32) * n
            low = product & LOW_32
            # The first (2^32 mod n) remainders would be drawn too often, so draw again.
            if low >= n or low >= (LOW_32 + 1 - n) % n:
                return product >> 32
