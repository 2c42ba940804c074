"""The exception for what rules do not allow: the numbered rule, and the key of the sentence that explains it."""

from __future__ import annotations


class Refused(Exception):
    """This is not allowed by `rule`; `refusals.KEY` in the texts of the boxes says why.

    `values` fill the placeholders of the sentence. Words among them (a figure, a kind of feature) are translated.
    """

    def __init__(self, rule: str, key: str, values: dict[str, object] | None = None) -> None:
        super().__init__(f"{key} ({rule})" if rule else key)
        self.rule = rule
        self.key = key
        self.values: dict[str, object] = values if values is not None else {}
