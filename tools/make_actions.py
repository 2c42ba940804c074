"""Write docs/actions.md: everything that can be chosen, in every box, as actions and as words.

python tools/make_actions.py
"""

from __future__ import annotations

from pathlib import Path

from aude.catalog import boxes
from aude.engine.choice import Field, Form
from aude.engine.rules import Rules
from aude.game.setup import Setup

PAGE = Path(__file__).parents[1] / "docs" / "actions.md"
HEAD = """# Actions

<!-- Written by tools/make_actions.py; a test compares it with the boxes. -->

Everything that can be chosen is an `Action`: a verb with facts. In JSON it is an object with the key `verb` and a key
for each fact. The last column shows how it is written as text, in records and at the keyboard. The types of facts:

| type | as a value | in JSON | as text |
|---|---|---|---|
| seat, figure, tile | its name | the same | the same |
| cell | `(x, y)`; x grows to the east, y to the south | `[x, y]` | `x,y` |
| rotation | degrees, clockwise: 0, 90, 180, 270 | the same | the same |
| side | `"N"`, `"E"`, `"S"`, `"W"` | the same | the same |
| number | an int; a `Range(low, high)` in an option that lets you choose | `5`; `{"low": 1, "high": 9}` | `5`; `1..9` |
| spot | `Spot(kind, sides, cell)`: a segment of a laid tile | `{"kind": "city", "sides": ["N"], "cell": [0, 0]}` | \
`city N at 0,0`; the cell is left out on the newest tile |
| word | one of the words listed | the same | the same |

Actions that would otherwise be equal, such as two castles on one tile, have an additional fact `which`: 1, 2 …

"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The page, as the boxes have it now."""
    games = [name for name in boxes.BOXES if boxes.info(name).extends is None]
    known: set[str] = set()
    lines: list[str] = []
    for name in boxes.BOXES:
        info = boxes.info(name)
        forms = _forms(name, name if name in games else str(info.extends))
        new = {pattern: form for pattern, form in forms.items() if pattern not in known}
        if new and info.like is None:
            lines += [f"## {info.title}", "", "| verb | facts | text |", "|---|---|---|"]
            lines += [_row(new[pattern]) for pattern in sorted(new)]
            lines.append("")
        known |= set(forms)
    return HEAD + "\n".join(lines).rstrip() + "\n"


def _forms(name: str, game: str) -> dict[str, Form]:
    """The forms of a game with one box, whatever its house rules are."""
    found: dict[str, Form] = {}
    for rules in all_rules(name, game):
        found |= {form.pattern: form for form in rules.forms.values()}
    return found


def all_rules(name: str, game: str) -> list[Rules]:
    """The rules of the box with each value of each of its house rules, one at a time."""
    expansion = (name,) if name != game else ()
    setups = [Setup(game=game, boxes=expansion)]
    for option in boxes.info(name).options:
        setups += [Setup(game=game, boxes=expansion, options={option.name: value}) for value in option.values[1:]]
    return [setup.rules() for setup in setups if _is_possible(setup)]


def _is_possible(setup: Setup) -> bool:
    try:
        setup.check()
    except ValueError:
        return False
    return True


def _row(form: Form) -> str:
    facts = ", ".join(f"{field.name} ({_type(field)})" for field in form.facts) or "none"
    words = form.usage().replace("|", "\\|")
    return f"| `{form.verb}` | {facts} | `{words}` |"


def _type(field: Field) -> str:
    if field.type == "word":
        return " · ".join(f"`{word}`" for word in field.words)
    return {"node": "spot", "slot": "cell of a laid tile"}.get(field.type, field.type)


if __name__ == "__main__":
    main()
