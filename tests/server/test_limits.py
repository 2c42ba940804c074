"""How often somebody may ask for something, and who is counted together."""

from __future__ import annotations

import pytest

from aude.server import limits
from aude.server.limits import Bucket, Buckets, counted_as


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    bucket = Bucket(3, 2, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5) and not bucket.take(0.5)
    assert bucket.take(100, cost=3) and not bucket.take(100)
    assert not bucket.take(101, cost=3)


def test_only_the_buckets_that_were_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 2)
    buckets = Buckets(1, 0)
    assert buckets.take("a", 0) and buckets.take("b", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("c", 0)  # b is forgotten
    assert not buckets.take("a", 0) and buckets.take("b", 0)
    assert not Buckets(9, 0).take("a", 0, cost=10)


def test_whoever_has_many_addresses_of_ipv6_is_counted_once() -> None:
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9") != counted_as("2001:db8:1:3::1")
    assert counted_as("10.0.0.1") == counted_as("::ffff:10.0.0.1") != counted_as("10.0.0.2")
    assert counted_as("fe80::1%eth0") == counted_as("fe80::2")
    assert counted_as("somebody") == "somebody"
