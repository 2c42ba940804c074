"""Why something is not allowed: the numbered rule, and the key of the sentence that says so."""

from __future__ import annotations


class Refused(Exception):
    """What somebody wants is not allowed by `rule`; `refusals.KEY` in the texts of the boxes says why.

    `values` fill the slots of the sentence. Words in them (a figure, a kind of feature) are translated as they stand.
    """

    def __init__(self, rule: str, key: str, values: dict[str, object] | None = None) -> None:
        super().__init__(f"{key} ({rule})" if rule else key)
        self.rule = rule
        self.key = key
        self.values: dict[str, object] = values if values is not None else {}
