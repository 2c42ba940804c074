"""`aude import`: converts a save of another program to a record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from aude.catalog.texts import Texts
from aude.cli.shared import Lang, guarded, stdout, texts_for
from aude.formats.jcz import Verdict, judge_save, open_save
from aude.formats.record import write
from aude.terminal.screen import read_file

Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False)]


@guarded
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    check: Annotated[bool, typer.Option("--check", metavar="")] = False,
    output: Output = None,
    lang: Lang = None,
) -> None:
    """Read a save, play it, and write it as a record; or check the assertions inside it."""
    save, run = open_save(read_file(file))
    texts = texts_for(context, lang)
    for remark in run.remarks:
        print(f"aude: {texts.said(remark)}", file=sys.stderr)
    if output is not None:
        output.write_text(write(run.game), encoding="utf-8")
    elif not check:
        print(write(run.game), end="")
    if check and not report(judge_save(save, run), texts):
        raise typer.Exit(1)


def report(verdicts: list[Verdict], texts: Texts) -> bool:
    """Print the result of each assertion. Returns whether none has failed."""
    out = stdout()
    words = {True: "pass", False: "fail", None: "skipped"}
    for verdict in verdicts:
        key = f"cli.import.{words[verdict.holds]}"
        out.print(texts(key, text=verdict.text, why=verdict.why), soft_wrap=True)
    results = [verdict.holds for verdict in verdicts]
    counts = {"passed": results.count(True), "failed": results.count(False), "skipped": results.count(None)}
    out.print(texts("cli.import.count", **counts) if verdicts else texts("cli.import.none"), soft_wrap=True)
    return False not in results
