"""Takes counting of references out of the C that mypyc writes where an array cannot go away: it is only borrowed.

For `state.array[i] = x`, and for `state.array[i + 1]`, mypyc counts a reference to the array up and down again:

    array = ((StateObject *)state)->_array;
    VEC_I64_INCREF(array);
    ok = (uint64_t)i < (uint64_t)array.len;
    if (ok) goto found;
    goto failed;                        where it is counted down, too
found: ;
    *(int64_t *)(array.items + i * 8) = x;
    VEC_I64_DECREF(array);

The state holds the array all the time. Only a call could make it let go of it, and here there is none; so what
counts references is removed. Every way that leads on from there is followed to its end: if the array is used after
anything that might release it, or leaves by another way than being counted down, nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

FUNCTION = re.compile(r"^\w[^;{}]*\b(?:CPyDef_\w+)\([^;{}]*\) \{$.*?^\}$", re.MULTILINE | re.DOTALL)
LOADED = re.compile(r"^    (\w+) = \(\(\w+ \*\)\w+\)->_\w+;$")
COUNTED = re.compile(r"^    VEC_(?:I64|I16)_INCREF\((\w+)\);$")
LABEL = re.compile(r"^(CPyL\w+): ;$")
JUMP = re.compile(r"\bgoto (\w+);$")
POINTER = re.compile(r"^    (\w+) = (?:\(CPyPtr\)\w+\.items|\w+ \+ \w+);$")
CALL = re.compile(r"\b(?!(?:if|likely|unlikely)\b)([A-Za-z_]\w*)\(")
# What releases no array of a living object: counting the others, arithmetic, and what only prepares an error.
HARMLESS = re.compile(
    r"VEC_(?:I64|I16)_(?:INCREF|DECREF)\(cpy_r_\w+\)|VEC_T_INCREF\(|CPy_INCREF\w*\(|CPyInt64_(?:Divide|Remainder)\("
    r"|PyErr_SetNone\(|CPy_AddTraceback\(|CPy_AttributeError\(|CPy_Unreachable\("
)


class Function:
    """The lines of a function, and where each leads."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.labels = {found[1]: number for number, line in enumerate(lines) if (found := LABEL.match(line))}

    def following(self, number: int) -> list[int] | None:
        """The lines that may come after one; None if that is not known."""
        line = self.lines[number].strip()
        jump = JUMP.search(line)
        if jump:
            target = self.labels.get(jump[1])
            if target is None:
                return None
            return [target, number + 1] if line.startswith("if ") else [target]
        if line.startswith("if ") and line.endswith("{"):
            end = next((n for n in range(number, len(self.lines)) if self.lines[n].startswith("    }")), None)
            return None if end is None else [number + 1, end + 1]
        if line.startswith("CPy_Unreachable("):
            return []
        if line.startswith(("return", "} else", "switch", "for ", "while ")) or line.endswith("{"):
            return None
        return [number + 1]

    def uncounted(self, start: int, array: str) -> set[int]:
        """The lines to remove so that an array counted on a line is only borrowed; none if it must be counted."""
        name = re.compile(rf"\b{array}\b")
        counted_down = re.compile(rf"^    VEC_\w+_DECREF\({array}\);$")
        after: dict[int, list[int]] = {}
        ends: set[int] = set()
        waiting = [start + 1]
        while waiting:
            number = waiting.pop()
            if number in after or number in ends:
                continue
            if number == start:
                return set()  # counted again before it is counted down
            if counted_down.match(self.lines[number]):
                ends.add(number)
                continue
            following = self.following(number)
            if following is None:
                return set()
            after[number] = following
            waiting += following
        mentioned = {n for n, line in enumerate(self.lines) if name.search(line)}
        before = range(next(n for n in mentioned if LOADED.match(self.lines[n])), start + 1)
        declared = {n for n in mentioned if re.fullmatch(rf"    Vec\w+ {array};", self.lines[n])}
        if mentioned - declared - set(before) - ends - set(after):
            return set()
        used = self.uses(set(after), array)
        if used is None or any(self.may_release(number) and self.reaches(number, after, used) for number in after):
            return set()
        return {start, *ends}

    def uses(self, among: set[int], array: str) -> set[int] | None:
        """The lines that use the array or a pointer into it; None if it goes somewhere else."""
        names = {array}
        used: set[int] = set()
        found = True
        while found:
            pattern = re.compile(rf"\b(?:{'|'.join(sorted(names))})\b")
            found = False
            for number in among - used:
                line = self.lines[number]
                if not pattern.search(line):
                    continue
                if re.search(rf"\b{array}\b(?!\.(?:len|items)\b)", line):
                    return None
                used.add(number)
                pointer = POINTER.match(line)
                if pointer and pointer[1] not in names:
                    names.add(pointer[1])
                    found = True
        return used

    def may_release(self, number: int) -> bool:
        """Whether a line calls something that could let an object go of its array."""
        return bool(CALL.search(HARMLESS.sub("", self.lines[number])))

    def reaches(self, number: int, after: dict[int, list[int]], used: set[int]) -> bool:
        """Whether one of these lines can come after another."""
        seen: set[int] = set()
        waiting = list(after[number])
        while waiting:
            at = waiting.pop()
            if at in used:
                return True
            if at not in seen:
                seen.add(at)
                waiting += after.get(at, [])
        return False


def _borrowed(lines: list[str]) -> Iterator[int]:
    """The lines of a function that need not be there."""
    function = Function(lines)
    loaded: set[str] = set()
    for number, line in enumerate(lines):
        if found := LOADED.match(line):
            loaded.add(found[1])
        elif (found := COUNTED.match(line)) and found[1] in loaded:
            yield from function.uncounted(number, found[1])


def with_borrowed_arrays(code: str) -> tuple[str, int]:
    """The code without references that need not be counted, and how many arrays are borrowed now."""
    total = 0

    def rewrite(found: re.Match[str]) -> str:
        nonlocal total
        lines = found[0].split("\n")
        removed = set(_borrowed(lines))
        total += sum(1 for number in removed if COUNTED.match(lines[number]))
        return "\n".join(line for number, line in enumerate(lines) if number not in removed)

    return FUNCTION.sub(rewrite, code), total


def borrow_arrays(files: Iterable[Path]) -> int:
    """Rewrite generated files in place. Returns how many arrays are borrowed; not a single one is an error."""
    total = 0
    for path in files:
        code, count = with_borrowed_arrays(path.read_bytes().decode())
        path.write_bytes(code.encode())
        total += count
    if not total:
        raise SystemExit(f"mypyc has counted no reference to an array; has it changed? See {__file__}")
    return total
