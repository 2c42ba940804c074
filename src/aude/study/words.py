"""Turns reasons into sentences, in the language of the texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aude.board.sentences import capital, counted
from aude.catalog.texts import Texts
from aude.game.values import Spot
from aude.study.reasons import AHEAD, ASSET, BEGUN, FEATURE, FREE, JOIN, POINTS, Explanation, Reason, Stake

MOST = 5  # reasons that get a sentence each
LITTLE = 0.15  # points; smaller reasons do not get a sentence
TENTH = 0.05  # smaller numbers are rounded to 0
LIKELIER = 0.05  # a difference of probabilities that is worth a sentence


def number(texts: Texts, value: float, sign: bool = False) -> str:
    """Points with one decimal, in the notation of the language: `+2.5`, `+2,5`."""
    text = f"{round(value, 1) + 0.0:{'+' if sign else ''}.1f}"
    return text if texts.language == "en" else text.replace(".", ",")


@dataclass(frozen=True)
class Point:
    """The content of one sentence: a reason, and what simulated games show about the same thing."""

    reason: Reason
    later: Reason | None = None

    @property
    def points(self) -> float:
        """What both together add to the lead of the seat that chooses."""
        return self.reason.points + (self.later.points if self.later is not None else 0.0)


def together(reasons: Sequence[Reason]) -> list[Point]:
    """Combine reasons with what simulated games show about the same feature or figures; the greatest first."""
    later = {_about(reason): reason for reason in reasons if reason.kind == AHEAD}
    points = [Point(reason, later.pop(_about(reason), None)) for reason in reasons if reason.kind in (FEATURE, FREE)]
    points += [Point(reason) for reason in reasons if reason.kind not in (FEATURE, FREE, AHEAD)]
    points += [Point(reason) for reason in later.values()]
    return sorted(points, key=lambda one: -abs(one.points))


def _about(reason: Reason) -> tuple[str, Spot | None, str]:
    return reason.seat, reason.spot, reason.name


def _point(point: Point, texts: Texts) -> str:
    """The sentence for a reason and for what simulated games show, or only for the latter if the reason is small."""
    later = point.later
    if later is None:
        return sentence(point.reason, texts)
    if abs(point.reason.points) < LITTLE:
        return sentence(later, texts)
    key = f"study.{'later_more' if later.worth[0] > 0 else 'later_less'}"
    points = number(texts, abs(later.worth[0]))
    says = f"{sentence(point.reason, texts)}; {texts(key, seat=texts.word(later.seat), points=points)}"
    return says + _completed(later, texts)


def told(explanation: Explanation, texts: Texts, most: int = MOST) -> list[tuple[float, str]]:
    """The greatest reasons as sentences, each with its points, and one sentence for everything else.

    The points are rounded to tenths so that they add up to the rounded difference.
    """
    points = together(explanation.reasons)
    great = [one for one in points if abs(one.points) >= LITTLE][:most]
    if not great and abs(explanation.difference) >= TENTH:
        great = [one for one in points[:1] if abs(one.points) >= TENTH]
    lines = [(round(one.points, 1), capital(_point(one, texts))) for one in great]
    rest = round(explanation.difference, 1) - sum(points for points, _ in lines)
    if abs(rest) >= TENTH:
        lines.append((round(rest, 1), capital(texts("study.rest"))))
    return lines


def advised(best: str, other: str, why: Explanation, texts: Texts) -> list[str]:
    """A sentence with the best and the next best answer, then a line for each reason."""
    reasons = [f"{number(texts, points, sign=True)}  {says}" for points, says in told(why, texts)]
    points = number(texts, why.difference)
    key = "study.advice" if points != number(texts, 0) else "study.advice_level"
    head = texts(key, move=capital(best), points=points, other=other)
    return [f"{head}:" if reasons else f"{head}.", *reasons]


def typed(actions: Sequence[str], texts: Texts) -> str:
    """Translate actions from the notation of records to the words that are typed at the table."""
    return ", ".join(texts.typed(action.split()) for action in actions)


def sentence(reason: Reason, texts: Texts) -> str:
    """One reason as a sentence."""
    values: dict[str, object] = {
        "seat": texts.word(reason.seat),
        "here": number(texts, reason.worth[0]),
        "there": number(texts, reason.worth[1]),
    }
    if reason.spot is not None:
        values["feature"] = _spot(reason.spot, texts)
    if reason.kind == FEATURE:
        return _feature(reason, values, texts)
    if reason.kind == JOIN and reason.other is not None:
        return texts("study.join", other=_spot(reason.other, texts), **values)
    if reason.kind == FREE:
        here, there = reason.counts
        if here != there:
            return texts("study.free", **(values | {"here": counted(texts, reason.name, here), "there": there}))
        return texts("study.figures", what=texts.word(reason.name), **values)
    if reason.kind == POINTS:
        more = round(reason.worth[0] - reason.worth[1])
        return texts("study.points" if more > 0 else "study.points_less", points=_points(abs(more), texts), **values)
    if reason.kind == AHEAD and (reason.spot is not None or reason.name):
        return _ahead(reason, values, texts)
    if reason.kind == ASSET:
        named = f"assets.{reason.name}"
        return texts("study.asset", what=texts(named) if texts.has(named) else texts.word(reason.name), **values)
    return texts(f"study.{reason.kind}", **values)


def _spot(spot: Spot, texts: Texts) -> str:
    """The name of a feature, as in the sentences of events."""
    return " ".join(texts.word(word) for word in spot.words)


def _points(points: int, texts: Texts) -> str:
    return counted(texts, "points", points)


def _feature(reason: Reason, values: dict[str, object], texts: Texts) -> str:
    here, there = reason.here or Stake(), reason.there or Stake()
    if here.scored and there.scored:
        key = "scored_instead" if here.scored != there.scored else "worth"
        return texts(f"study.{key}", points=_points(here.scored, texts), other=_points(there.scored, texts), **values)
    if here.scored:
        key = "scored_otherwise" if abs(reason.worth[1]) >= TENTH else "scored"
        return texts(f"study.{key}", points=_points(here.scored, texts), **values)
    if there.scored:
        key = "not_scored" if abs(reason.worth[0]) >= TENTH else "not_scored_at_all"
        return texts(f"study.{key}", points=_points(there.scored, texts), **values) + _tail(here, texts)
    worth = {"now": here.now, "complete": here.complete, "before": there.complete}
    if here.figures and not there.figures:
        if here.stood:
            return texts("study.stays", **values) + _tail(here, texts)
        key = "claims" if _can_be_completed(here) and here.complete != here.now else "claims_as_it_is"
        return texts(f"study.{key}", **(values | worth)) + _tail(here, texts)
    if there.figures and not here.figures:
        return texts("study.removed" if there.stood else "study.leaves", **values) + _tail(there, texts, would=True)
    if not here.figures:
        tail = _tail(here, texts) if reason.here is not None else _tail(there, texts, would=True)
        return texts("study.open", **values) + tail
    if _reach(here) and not _reach(there):
        return texts("study.takes_over", **values) + _tail(here, texts)
    if _reach(there) and not _reach(here):
        return texts("study.loses", **values)
    if here.chance is not None and there.chance is not None and abs(here.chance - there.chance) >= LIKELIER:
        key = "rises" if here.chance > there.chance else "falls"
        chances = {"chance": _percent(here.chance), "before": _percent(there.chance)}
        return texts(f"study.{key}", **(values | chances)) + _tail(here, texts)
    if _can_be_completed(here) and (here.complete or 0) > (there.complete or 0) > 0:
        return texts("study.grows", **(values | worth)) + _tail(here, texts)
    return texts("study.worth", **values) + _tail(here, texts)


def _ahead(reason: Reason, values: dict[str, object], texts: Texts) -> str:
    """A sentence for what simulated games show about a feature, free figures, or features begun later."""
    what = "feature" if reason.spot is not None else BEGUN if reason.name == BEGUN else "figures"
    more = reason.worth[0] > 0
    values |= {"points": number(texts, abs(reason.worth[0])), "what": texts.word(reason.name) if reason.name else ""}
    return texts(f"study.ahead_{what}" if more else f"study.ahead_{what}_less", **values) + _completed(reason, texts)


def _completed(reason: Reason, texts: Texts) -> str:
    """How often a feature was completed in simulated games, as the end of a sentence."""
    here, there = reason.completed or (0.0, 0.0)
    if abs(here - there) < LIKELIER:
        return ""
    return "; " + texts("study.ahead_completed", chance=_percent(here), before=_percent(there))


def _percent(chance: float) -> int:
    """A probability in percent; 0 and 100 only if it is certain."""
    return round(100 * chance) if chance in (0.0, 1.0) else min(max(round(100 * chance), 1), 99)


def _reach(stake: Stake) -> int:
    """The points that the seat can still get for it."""
    return max(stake.now, stake.complete or 0)


def _can_be_completed(stake: Stake) -> bool:
    """Whether a remaining tile can complete it; assumed if the probability is unknown."""
    return stake.complete is not None and stake.chance != 0


def _tail(stake: Stake, texts: Texts, would: bool = False) -> str:
    """What it takes to complete a feature, as the end of a sentence."""
    if stake.complete is None or not stake.cells:
        return ""
    if stake.chance is None:
        return "; " + texts("study.around", cells=counted(texts, "empty_cells", stake.cells))
    if not _can_be_completed(stake):
        return "; " + texts("study.never")
    if stake.tiles == 0:
        return "; " + texts("study.grows_first")
    if stake.tiles is not None:
        key = "would_need" if would else "needs"
        return "; " + texts(f"study.{key if stake.tiles > 1 else f'{key}_one'}", count=stake.tiles)
    return "; " + texts("study.ends", cells=counted(texts, "empty_cells", stake.cells))
