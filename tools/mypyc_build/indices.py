"""Takes the emulation of negative indices out of the C that mypyc writes: an index below 0 is an IndexError at once.

mypyc compiles `array[index]` on a `vec`, read or written, to a check, a second chance, and the error:

    ok = (uint64_t)index < (uint64_t)length;    is it one of 0 … length - 1?
    if (ok) goto found;
    sum = index + length;                       no: perhaps it counts from the end
    ok = (uint64_t)sum < (uint64_t)length;
    if (ok) goto found_from_the_end;
    PyErr_SetNone(PyExc_IndexError);

Our code never counts from the end (tests/test_indices.py), but the second chance costs even where it is not taken: the
compiler must allow for two values of the index wherever it is used afterwards. Its three statements are removed here.

The only unsigned comparisons that mypyc writes for our code are those two, so every one that is left must be the first
check of an emulation that was removed. Otherwise mypyc has changed, and the build fails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

UNSIGNED = "(uint64_t)"
CHECK = re.compile(r"\(uint64_t\)(?P<index>\w+) < \(uint64_t\)(?P<length>\w+);")
EMULATION = re.compile(
    r"    (?P<sum>\w+) = (?P<index>\w+) \+ (?P<length>\w+);\n"
    r"    (?P<ok>\w+) = \(uint64_t\)(?P=sum) < \(uint64_t\)(?P=length);\n"
    r"    if \((?P=ok)\) (?:goto \w+;\n|\{\n        goto \w+;\n    \} else\n    (?P<otherwise>    goto \w+;\n))"
)


def without_negative_indices(code: str) -> tuple[str, int]:
    """The code without the emulation, and how often it stood there. ValueError if the code is not as expected."""
    removed: Counter[tuple[str, str]] = Counter()

    def remove(emulation: re.Match[str]) -> str:
        removed[emulation["index"], emulation["length"]] += 1
        return emulation["otherwise"] or ""

    result = EMULATION.sub(remove, code)
    checks = Counter((found["index"], found["length"]) for found in CHECK.finditer(result))
    if checks != removed or result.count(UNSIGNED) != 2 * checks.total():
        raise ValueError(f"{checks.total()} checks of an index are left, {removed.total()} emulations were removed")
    return result, removed.total()


def remove_negative_indices(files: Iterable[Path]) -> int:
    """Rewrite generated files in place. Returns how many emulations were removed; not a single one is an error, too."""
    total = 0
    for path in files:
        try:
            code, count = without_negative_indices(path.read_bytes().decode())
        except ValueError as error:
            raise SystemExit(f"{path}: {error}; has mypyc changed? See {__file__}") from None
        path.write_bytes(code.encode())
        total += count
    if not total:
        raise SystemExit(f"mypyc has written no checks of indices; has it changed? See {__file__}")
    return total
