"""Lists numbered texts without a translation, and those that have changed in English since they were translated.

    python tools/translations.py                   # lists what is missing, older than the English text, or unknown
    python tools/translations.py --marks           # appends the mark of the English text to entries that have none
    python tools/translations.py --agree TOW-01    # says that the translations of an entry suit its English text again

A translation ends with the mark of the text that it was made from: ``- **TOW-01** Elke speler begint … [1f0c93aa]``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

from aude.catalog.rulebook import general_rules, read_spec, read_translation, specs
from aude.catalog.texts import LANGUAGES

MARK = re.compile(r"\s*\[[0-9a-f]{8}\]$")
ENTRY = re.compile(r"- \*\*([A-Z0-9.a-z-]+)\*\* ")


def translated() -> Iterator[tuple[Path, str]]:
    """Every specification with every other language."""
    for path in [*specs().values(), *general_rules().values()]:
        for language in LANGUAGES[1:]:
            yield path, language


def problems(path: Path, language: str) -> list[str]:
    """What is wrong with the translation of one specification, a line for each entry."""
    found = []
    translation = read_translation(path, language)
    known = translation.entries if translation else {}
    originals = {entry.id: entry for entry in read_spec(path).entries}
    for id, entry in originals.items():
        if id not in known:
            found.append(f"{language} {id}: missing")
        elif known[id].source != entry.mark:
            found.append(f"{language} {id}: older than its English text, whose mark is {entry.mark}")
        elif (entry.reason is None) != (known[id].reason is None):
            found.append(f"{language} {id}: the reason why it has no meaning in software is missing, or too much")
    found += [f"{language} {id}: there is no such entry in English" for id in known if id not in originals]
    return found


def write_marks(path: Path, language: str, agreed: Collection[str]) -> None:
    """Write the marks of the English texts behind the entries that have none yet, and behind those that are agreed."""
    beside = path.with_name(f"{path.stem}.{language}.md")
    if not beside.exists():
        return
    marks = {entry.id: entry.mark for entry in read_spec(path).entries}
    lines = beside.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines):
        if line.startswith("## "):
            break  # what follows are reasons why rules have no meaning in software; the mark covers them
        entry = ENTRY.match(line)
        if entry and (entry[1] in agreed or not MARK.search(line)):
            lines[number] = f"{MARK.sub('', line.rstrip())} [{marks[entry[1]]}]"
    beside.write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    """List what is wrong; first write marks, if that is wanted."""
    parser = argparse.ArgumentParser(description="Compare translated rules with the English text.")
    parser.add_argument("--marks", action="store_true", help="append a mark to each entry that has none")
    parser.add_argument("--agree", nargs="+", metavar="ID", default=[], help="entries with renewed translations")
    wanted = parser.parse_args()
    if wanted.marks or wanted.agree:
        for path, language in translated():
            write_marks(path, language, wanted.agree)
    wrong = [line for path, language in translated() for line in problems(path, language)]
    print("\n".join(wrong) or "Every numbered text is translated into every language.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
