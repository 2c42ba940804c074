"""`aude bench`: how fast the engine plays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from aude.catalog.texts import Texts
from aude.cli.shared import Boxes, Json, Lang, Plain, guarded, print_table, read_boxes, stdout, texts_for
from aude.dev import bench as measuring


@guarded
def bench(
    context: typer.Context,
    seconds: Annotated[float, typer.Option("--seconds", "-s", min=0.01, max=600.0)] = 1.0,
    yardstick: Annotated[Path | None, typer.Option("--yardstick", metavar="PATH")] = None,
    boxes: Boxes = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast the engine plays on one core."""
    texts = texts_for(context, lang)
    mixes = {}
    names = read_boxes("carcassonne", boxes)
    if names:
        mixes["+".join(names)] = replace(measuring.BASE, boxes=names)
    console = Console(stderr=True)
    with console.status("aude bench") as status:
        facts = measuring.measure(
            seconds, yardstick=yardstick, mixes=mixes, speak=lambda text: status.update(f"aude bench: {text}")
        )
    if json_:
        print(json.dumps(facts, indent=2))
        return
    print_bench(stdout(), facts, texts, plain)


def print_bench(out: Console, facts: Mapping[str, Any], texts: Texts, plain: bool = False) -> None:
    """The measurements as tables."""
    kind = texts("cli.compiled" if facts["compiled"] else "cli.interpreted")
    out.print(f"aude {facts['version']} ({kind}), Python {facts['python']}, {facts['machine']}")

    def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        print_table(out, head, [[shown(cell) for cell in row] for row in rows], title=title, plain=plain)

    def shown(cell: object) -> str:
        return f"{cell:,.{0 if cell >= 100 else 2}f}" if isinstance(cell, float) else str(cell)

    ways = list(facts["games_per_second"])
    calls = list(facts["microseconds"])
    rows = [
        (name, *(mix["games_per_second"][way] for way in ways), *(mix["microseconds"][call] for call in calls))
        for name, mix in facts["mixes"].items()
    ]
    if "interpreted" in facts:
        slow = facts["interpreted"]
        rows.append((
            texts("cli.bench.base_interpreted"), *(slow["games_per_second"][way] for way in ways),
            *(slow["microseconds"][call] for call in calls),
        ))  # fmt: skip
    head = [texts("cli.bench.mix"), *ways, *calls]
    table(texts("cli.bench.games"), head, rows)
    table(
        texts("cli.bench.growth"),
        [texts("cli.bench.tiles"), texts("cli.bench.frontier"), *calls],
        [
            (texts(f"cli.bench.{row['shape']}", tiles=row["tiles"]), row["frontier"], *(row[call] for call in calls))
            for row in facts["growth"]
        ],
    )
    out.print(texts("cli.bench.door", rate=f"{facts['door_games_per_second']:,.1f}"))
    out.print(texts("cli.bench.import", milliseconds=f"{facts['import_seconds'] * 1000:.0f}"))
    out.print(texts("cli.bench.bytes", **{k: f"{v:,}" for k, v in facts["bytes_per_state"].items()}))
    if "yardstick" in facts:
        rows = []
        for name, beside in facts["yardstick"].items():
            for way, theirs in beside["yardstick"].items():
                ours = (beside["aude"] or {}).get(way, "-")
                rows.append((f"{way}, {texts(f'cli.{name}')}", ours, theirs, (beside["ratio"] or {}).get(way, "-")))
        head = [texts("cli.bench.way"), "aude /s", texts("cli.bench.yardstick"), texts("cli.bench.ratio")]
        table(texts("cli.bench.beside"), head, rows)
