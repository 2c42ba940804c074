"""`aude setups`: lists the named set-ups."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from aude.cli.shared import Json, Lang, Plain, guarded, print_table, stdout, texts_for
from aude.formats import presets
from aude.formats.files import read_file
from aude.formats.setupfile import to_facts


@guarded
def setups(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME|FILE", show_default=False)] = None,
    plain: Plain = False,
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """List the named set-ups, or show one."""
    texts = texts_for(context, lang)
    if name is not None:
        found = presets.load(name)  # raises an error if it cannot be played
        text = read_file(presets.path_of(name))
        print(json.dumps(to_facts(found), indent=2, ensure_ascii=False) if json_ else text.rstrip("\n"))
        return
    known = {preset: presets.load(preset) for preset in presets.PRESETS}
    if json_:
        print(json.dumps({preset: to_facts(setup) for preset, setup in known.items()}, indent=2, ensure_ascii=False))
        return
    head = [texts("cli.setups.name"), texts("cli.setups.title")]
    rows = [[preset, presets.title_of(setup, texts.language)] for preset, setup in known.items()]
    out = stdout()
    print_table(out, head, rows, left=2, plain=plain)
    out.print(texts("cli.setups.hint"), soft_wrap=not out.is_terminal)
