"""Appends to many tables at once, and prints what it was told is stored: run by a test that kills it."""

from __future__ import annotations

import asyncio
import sys

from aude.server.storage import Row, Storage, Summary

TABLES = 30


async def play(storage: Storage, table: str) -> None:
    found = await storage.find(table)
    n = found.n if found is not None else 0
    while True:
        rows = [Row(table, n + more, 0, "", b"{}" * 50) for more in (1, 2, 3)]
        n += 3
        await storage.append(rows, Summary(table, n, "running", True, None, n, b"{}"))
        sys.stdout.write(f"{table} {n}\n")
        sys.stdout.flush()


async def main() -> None:
    storage = await Storage.open(sys.argv[1])
    await asyncio.gather(*(play(storage, f"t{number}") for number in range(TABLES)))


asyncio.run(main())
