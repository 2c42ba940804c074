"""`aude verify`: checks that the tiles of a saved game were drawn as its shuffle says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from aude.api import Game
from aude.catalog.errors import about, said, unreadable
from aude.catalog.texts import Texts
from aude.cli.shared import Json, Lang, chosen, complain, guarded, split
from aude.errors import Unreadable
from aude.game.shuffle import Shuffle
from aude.terminal.screen import open_game

COMMITMENT = re.compile(r"[0-9a-f]{64}")
DISAGREES = {"errors.shuffle.drawn", "errors.shuffle.commitment"}  # results of the check, with exit code 1


def read_commitment(text: str) -> str:
    """`--commitment`, read."""
    if not COMMITMENT.fullmatch(text.strip().lower()):
        raise about("--commitment", unreadable("shuffle.not_a_commitment", text=text))
    return text.strip().lower()


@guarded
def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="RECORD", show_default=False)],
    commitment: Annotated[str | None, typer.Option("--commitment", metavar="HEX", parser=read_commitment)] = None,
    boxes: Annotated[str, typer.Option("--boxes", metavar="FOLDERS")] = "",
    json_: Json = False,
    lang: Lang = None,
) -> None:
    """Check that the tiles of a saved game were drawn as its shuffle says."""
    language = chosen(context, lang)
    try:
        game, shuffle = verified(file, commitment, split(boxes))
    except Unreadable as error:
        if error.key not in DISAGREES:
            raise
        complain(said(error, language))
        raise typer.Exit(1) from None
    facts = verify_facts(game, shuffle, commitment)
    if json_:
        print(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        print("\n".join(sentences(facts, Texts(language))))


def verified(file: Path, commitment: str | None, folders: list[str]) -> tuple[Game, Shuffle]:
    """The game in a file with its shuffle. Reading it checks the draws."""
    game, _ = open_game(file, deal=False, folders=folders, make=Game)
    if game.shuffle is None:
        raise unreadable("shuffle.none")
    if commitment not in (None, game.shuffle.commitment):
        raise unreadable("shuffle.commitment", found=game.shuffle.commitment, given=commitment)
    return game, game.shuffle


def verify_facts(game: Game, shuffle: Shuffle, commitment: str | None) -> dict[str, Any]:
    """What was checked, as JSON data."""
    return {
        "commitment": shuffle.commitment,
        "commitment_checked": commitment is not None,
        "contributions": [{"name": name, "hex": digits} for name, digits in shuffle.contributions],
        "draws": game.draws,
        "observed": sum(move.seat == "chance" for move in game.moves) - game.draws,
        "over": game.over,
        "scores": game.scores,
    }


def sentences(facts: dict[str, Any], texts: Texts) -> list[str]:
    """The facts as sentences."""
    checked = "same" if facts["commitment_checked"] else "told"
    given = ", ".join(one["name"] for one in facts["contributions"])
    lines = [
        texts(f"cli.verify.commitment.{checked}", commitment=facts["commitment"]),
        texts("cli.verify.contributions", names=given) if given else texts("cli.verify.no_contributions"),
        texts("cli.verify.draws", count=facts["draws"]),
    ]
    if facts["observed"]:
        lines.append(texts("cli.verify.observed", count=facts["observed"]))
    points = ", ".join(f"{seat} {points}" for seat, points in facts["scores"].items())
    return [*lines, texts(f"cli.verify.scores.{'final' if facts['over'] else 'so_far'}", points=points)]
