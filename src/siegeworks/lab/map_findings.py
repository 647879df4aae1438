"""What a map study found, as one JSON object and in plain sentences"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal

import numpy as np
from msgspec import Struct

from siegeworks.core.text import counted
from siegeworks.lab.intervals import Share
from siegeworks.lab.map_study import (
    DECILES,
    ENOUGH,
    SELDOM,
    FortressFound,
    HexFound,
    MapStudy,
    TogetherFound,
)

BOUND = 0.10  # a first seat that wins 40 to 60% has no advantage worth speaking of
MOST_NEEDED = 100_000  # games; more are not recommended
STEP = 20  # games to which that number is rounded up
MOST_NAMED = 5  # fortresses or pairs in a sentence

Verdict = Literal["fair", "favours", "open"]


class Estimate(Struct, frozen=True):
    """A share of all games, 0 to 1, with its 95% interval."""

    share: float
    low: float
    high: float


class LengthFound(Struct, frozen=True):
    """The lengths of games in plies: the median, and what a tenth of the games is below and
    above."""

    median: int
    percent_10: int
    percent_90: int


class MapFindings(Struct, frozen=True):
    """What games between equal bots on a map say about it."""

    game: str
    options: dict[str, str]
    seats: list[str]
    level: int  # of the bots
    games: int  # in which swapping was allowed
    verdict: Verdict
    favoured: str | None  # the seat that has the advantage, if one has
    games_needed: int  # about so many more until the verdict is clear; 0: it is
    sentences: list[str]  # the verdict first
    first: str  # the seat that begins
    first_wins: Estimate
    swaps: Estimate | None  # how often the swap is taken; None: there is none in this game
    first_wins_unswapped: Estimate | None  # if nobody ever swaps
    length: LengthFound | None  # None: no game yet
    captured: list[float]  # after each tenth of a game: the share of all fortresses, 0 to 1
    hexes: list[HexFound]
    fortresses: list[FortressFound]
    together: list[TogetherFound]
    idle: list[str]  # fortresses that are hardly ever captured


def findings(study: MapStudy) -> MapFindings:
    """Everything that a study found so far."""
    share, has_swap = study.first_wins(), study.has_swap
    return MapFindings(
        game=study.game.name,
        options=dict(study.game.changed_options),
        seats=list(study.game.seats),
        level=study.level,
        games=study.games,
        verdict=verdict(share),
        favoured=favoured(study),
        games_needed=games_needed(study),
        sentences=list(sentences(study)),
        first=first_seat(study),
        first_wins=_estimate(share),
        swaps=_estimate(study.swaps()) if has_swap else None,
        first_wins_unswapped=_estimate(study.first_wins_unswapped()) if has_swap else None,
        length=length_found(study) if study.games else None,
        captured=list(study.captures_over_time()),
        hexes=study.hexes(),
        fortresses=study.fortresses(),
        together=study.always_together(),
        idle=[each.name for each in study.never_matter()],
    )


def _estimate(share: Share) -> Estimate:
    return Estimate(share.share, share.low, share.high)


def length_found(study: MapStudy) -> LengthFound:
    """The lengths of the games; at least one was played."""
    counts = np.bincount([game.plies for game in study.played()])
    up_to = np.cumsum(counts)
    quantiles = (int(np.searchsorted(up_to * 100, q * study.games)) for q in (50, 10, 90))
    return LengthFound(*quantiles)


# The verdict -------------------------------------------------------------------------------------


def verdict(share: Share) -> Verdict:
    """What the share of the seat that begins says about the map.

    "fair": its interval lies within 40 to 60%. "favours": it does not, and excludes 50%. "open":
    anything else; more games are needed.
    """
    if share.low >= 0.5 - BOUND and share.high <= 0.5 + BOUND:
        return "fair"
    return "favours" if share.low > 0.5 or share.high < 0.5 else "open"


def first_seat(study: MapStudy) -> str:
    """The seat that begins."""
    played = next(iter(study.played()), None)
    first = int(study.game.new_state().first) if played is None else played.first
    return study.game.seats[max(0, first)]


def favoured(study: MapStudy) -> str | None:
    """The seat that wins more than half, if the interval says so."""
    share, seats = study.first_wins(), study.game.seats
    first = seats.index(first_seat(study))
    if share.low > 0.5:
        return seats[first]
    return seats[(first + 1) % len(seats)] if share.high < 0.5 else None


def games_needed(study: MapStudy) -> int:
    """About how many more games it takes until the verdict is "fair" or "favours", if the share
    stays as it is; at most `MOST_NEEDED`. 0: it is clear now."""
    if not study.games:
        return ceil(1 / BOUND**2)
    size = len(study.game.seats)

    def is_clear(games: int) -> bool:
        return verdict(study.first_wins(games // size)) != "open"

    if is_clear(study.games):
        return 0
    candidates = range(study.games, study.games + MOST_NEEDED, STEP)
    return STEP * bisect_left(candidates, True, key=is_clear)


# Sentences ---------------------------------------------------------------------------------------


def sentences(study: MapStudy) -> Iterator[str]:
    """What the games say, in plain words, the verdict first."""
    if not study.games:
        yield "No game has been played yet."
        return
    yield _who_wins(study)
    if study.has_swap:
        yield _swaps(study)
    yield _length(study)
    yield _captures(study)
    if study.games < ENOUGH:
        yield f"{ENOUGH} games or more are needed to say something about single fortresses."
        return
    yield from _fortresses(study)


def _who_wins(study: MapStudy) -> str:
    share = study.first_wins()
    won = f"{first_seat(study).capitalize()}, who begins, wins {percent(share)} of "
    won += counted(study.games, "game")
    who = favoured(study)
    match verdict(share):
        case "fair" if who is None:
            return f"{won}: no clear advantage."
        case "fair":
            return f"{won}: {(who or '').capitalize()} has a slight advantage."
        case "favours":
            return f"{won}: {(who or '').capitalize()} has an advantage."
        case _:
            more = games_needed(study)
            enough = f"about {more:,} more would do" if more < MOST_NEEDED else "it is very close"
            return f"{won}: not enough games to say; {enough}."


def _swaps(study: MapStudy) -> str:
    swaps, first = study.swaps(), first_seat(study).capitalize()
    if not swaps.share:
        return f"The swap was never taken (0 to {swaps.high:.0%})."
    return (
        f"The swap is taken in {percent(swaps)} of the games. If nobody swaps, {first} wins "
        f"{percent(study.first_wins_unswapped())}."
    )


def _length(study: MapStudy) -> str:
    length = length_found(study)
    return (
        f"A game lasts {length.median} plies (the median); eight in ten last {length.percent_10} "
        f"to {length.percent_90}."
    )


def _captures(study: MapStudy) -> str:
    over_time = study.captures_over_time()
    half = over_time[DECILES // 2 - 1]
    return (
        f"In the first half of a game {half:.0%} of the fortresses fall, by its end "
        f"{over_time[-1]:.0%}."
    )


def _fortresses(study: MapStudy) -> Iterator[str]:
    idle, together = study.never_matter(), study.always_together()
    if idle:
        names = _listed([f"{each.name} ({sum(each.taken)})" for each in idle])
        yield (
            f"Hardly ever captured, in at most {SELDOM:.0%} of {counted(study.games, 'game')}: "
            f"{names}."
        )
    if together:
        pairs = [
            f"{' and '.join(pair.fortresses)} (in {pair.together} of {counted(pair.games, 'game')})"
            for pair in together
        ]
        yield f"Fall in the same move: {_listed(pairs)}."
    if not idle and not together:
        yield "Every fortress matters, and no two always fall in the same move."


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def percent(share: Share) -> str:
    """48% (44 to 53%)."""
    return f"{share.share:.0%} ({100 * share.low:.0f} to {share.high:.0%})"
