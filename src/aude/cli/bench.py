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
from aude.dev.bench import BASE, everything
from aude.dev.bench.compare import Compared, compare, read_run


@guarded
def bench(
    context: typer.Context,
    seconds: Annotated[float, typer.Option("--seconds", "-s", min=0.01, max=600.0)] = 1.0,
    against: Annotated[Path | None, typer.Option("--against", metavar="FILE")] = None,
    boxes: Boxes = "",
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Measure how fast the engine plays on one core."""
    texts = texts_for(context, lang)
    earlier = None if against is None else read_run(against)  # read first, so that a mistake shows before the long part
    mixes = {}
    names = read_boxes("carcassonne", boxes)
    if names:
        mixes["+".join(names)] = replace(BASE, boxes=names)
    console = Console(stderr=True)
    with console.status("aude bench") as status:

        def speak(name: str, number: int, of: int) -> None:
            status.update(texts("cli.bench.progress", name=name, number=number, of=of))

        facts = everything.measure(seconds, mixes=mixes, speak=speak)
    compared = [] if earlier is None else compare(earlier, facts)
    if json_:
        if earlier is not None:
            facts["against"] = [row._asdict() for row in compared]
        print(json.dumps(facts, indent=2))
    elif earlier is not None:
        print_compared(stdout(), compared, earlier, facts, texts, plain)
    else:
        print_bench(stdout(), facts, texts, plain)


def shown(cell: object) -> str:
    """A number with a sensible number of digits."""
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.{0 if cell >= 100 else 2}f}" if isinstance(cell, float) else str(cell)


def run_line(facts: Mapping[str, Any], texts: Texts) -> str:
    """A line about the version and the machine of a run."""
    kind = texts("cli.compiled" if facts.get("compiled") else "cli.interpreted")
    return f"aude {facts.get('version', '?')} ({kind}), Python {facts.get('python', '?')}, {facts.get('machine', '?')}"


def print_compared(
    out: Console,
    compared: Sequence[Compared],
    earlier: Mapping[str, Any],
    facts: Mapping[str, Any],
    texts: Texts,
    plain: bool = False,
) -> None:
    """Print every number beside that of the earlier run."""
    out.print(run_line(facts, texts))
    out.print(texts("cli.bench.earlier_run", run=run_line(earlier, texts)))
    rows = [
        (
            row.name,
            texts(f"cli.bench.units.{row.unit}"),
            shown(row.earlier) if row.earlier else "-",
            shown(row.now) if row.now else "-",
            f"{row.ratio:.2f}" if row.ratio else "-",
            texts(f"cli.bench.verdicts.{row.verdict}") if row.verdict else "-",
        )
        for row in compared
    ]
    head = [texts(f"cli.bench.{name}") for name in ("measured", "unit", "earlier", "now", "ratio")]
    print_table(out, [*head, ""], rows, title=texts("cli.bench.compared"), left=2, plain=plain)


def print_bench(out: Console, facts: Mapping[str, Any], texts: Texts, plain: bool = False) -> None:
    """Print the measurements as tables."""
    out.print(run_line(facts, texts))

    def table(title: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        print_table(out, head, [[shown(cell) for cell in row] for row in rows], title=title, plain=plain)

    mixes = dict(facts["mixes"])
    if "interpreted" in facts:
        mixes[texts("cli.bench.base_interpreted")] = facts["interpreted"]
    columns = ("games_per_second", "microseconds")
    head = [name for unit in columns for name in facts["mixes"]["base"][unit]]
    rows = [(name, *(number for unit in columns for number in mix[unit].values())) for name, mix in mixes.items()]
    table(texts("cli.bench.games"), [texts("cli.bench.mix"), *head], rows)
    table(
        texts("cli.bench.growth"),
        [texts("cli.bench.tiles"), texts("cli.bench.frontier"), *facts["growth"][0]["microseconds"]],
        [
            (texts(f"cli.bench.{row['shape']}", tiles=row["tiles"]), row["open_cells"], *row["microseconds"].values())
            for row in facts["growth"]
        ],
    )
    if "beside_c" in facts:
        beside = facts["beside_c"]
        table(
            texts("cli.bench.beside_c"),
            [texts("cli.bench.way"), "aude", "C", texts("cli.bench.units.share")],
            [(way, *rates.values(), beside["share"][way]) for way, rates in beside["games_per_second"].items()],
        )
    if "instructions" in facts:
        head = [texts("cli.bench.way"), texts("cli.bench.units.instructions")]
        table(texts("cli.bench.instructions"), head, list(facts["instructions"].items()))
    game = facts["game"]
    out.print(texts("cli.bench.game", **{name: shown(rate) for name, rate in game["games_per_second"].items()}))
    out.print(texts("cli.bench.record", **game["record"]))
    if "greedy" in facts:
        out.print(texts("cli.bench.greedy", seconds=shown(facts["greedy"]["seconds"]["all_boxes"])))
    out.print(texts("cli.bench.import", milliseconds=f"{facts['import']['milliseconds']:.0f}"))
    out.print(texts("cli.bench.bytes", **{name: shown(size) for name, size in facts["state"]["bytes"].items()}))
    for name, why in facts["not_measured"].items():
        out.print(texts("cli.bench.not_measured", name=name, why=why), soft_wrap=True)  # it may hold a command
