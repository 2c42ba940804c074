"""Errors for wrong command lines: one line in the chosen language that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperOption

from aude.catalog.closest import near
from aude.catalog.errors import about, unreadable
from aude.errors import AudeError


def no_command(name: str, commands: Sequence[str]) -> AudeError:
    """The error for a command that does not exist, with a similar one, or where they are listed."""
    meant = near(name, commands)
    if meant:
        return unreadable("flags.command_meant", name=name, meant=meant[0])
    return unreadable("flags.no_command", name=name)


def in_our_words(error: typer.TyperException, words: Sequence[str], commands: Sequence[str]) -> AudeError:
    """Convert an error of typer to one of ours; `words` are those after `aude`.

    Typer does not export the classes of its errors, so they are recognised by their attributes.
    """
    held: dict[str, Any] = vars(error)
    command = " ".join(["aude", *[word for word in words if word in commands][:1]])
    if "possibilities" in held:
        return no_flag(held["option_name"], held["ctx"], command)
    if "option_name" in held:
        flag = held["option_name"]
        has_value = any(word.startswith(f"{flag}=") for word in words)
        return unreadable("flags.takes_none" if has_value else "flags.needs_value", flag=flag, command=command)
    if "param_type" in held:
        return unreadable("flags.missing", name=named(held["param"]), command=command)
    if isinstance(error, typer.BadParameter):
        return bad_value(error, command)
    extra = error.message.rpartition("(")[2].rstrip(")") if "(" in error.message else ""
    return unreadable("flags.unexpected" if extra else "flags.wrong", words=extra, command=command)


def named(param: Any) -> str:
    """A flag as it is typed, or an argument by its name in the help."""
    return str(max(param.opts, key=len) if isinstance(param, TyperOption) else param.metavar or param.name)


def no_flag(name: str, context: typer.Context | None, command: str) -> AudeError:
    """The error for a flag that does not exist, with a similar one, or where they are listed."""
    params = context.command.get_params(context) if context is not None else []
    meant = near(name, [flag for param in params if isinstance(param, TyperOption) for flag in param.opts])
    if meant:
        return unreadable("flags.flag_meant", name=name, meant=meant[0])
    return unreadable("flags.no_flag", name=name, command=command)


def bad_value(error: typer.BadParameter, command: str) -> AudeError:
    """The error for an invalid value of a flag."""
    flag = named(error.param)
    # Pydantic, which typer uses, gives the kind of mistake and what was expected.
    cause: Any = error.__cause__
    found = cause.errors()[0] if hasattr(cause, "errors") else {}
    kind, wanted, value = found.get("type", ""), found.get("ctx", {}), found.get("input", "")
    if isinstance(wanted.get("error"), AudeError):  # one of our own
        own: AudeError = wanted["error"]
        return own
    if kind.startswith("int_"):
        return about(flag, unreadable("flags.whole", value=value))
    if kind.startswith("float_"):
        return about(flag, unreadable("not_a_number", text=value))
    for name, key in (("ge", "flags.at_least"), ("le", "flags.at_most")):
        if name in wanted:
            return about(flag, unreadable(key, value=value, limit=wanted[name]))
    return unreadable("flags.invalid", flag=flag, command=command)
