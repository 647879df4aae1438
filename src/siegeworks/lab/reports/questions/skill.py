"""Whether skill or luck decides: ladders of bots, and how much of the result the deal decides"""

import re
from collections.abc import Iterator
from math import isinf, log2

import numpy as np

from siegeworks.core.game import Game
from siegeworks.core.text import capitalized
from siegeworks.lab.intervals import Share
from siegeworks.lab.match import seatings
from siegeworks.lab.ratings import elo_difference, elo_of
from siegeworks.lab.reports.formatting import about, number_span, player_name, span
from siegeworks.lab.reports.model import Chart, Estimate, Metric, Section, Series, Table, Verdict
from siegeworks.lab.reports.sample.games import Match
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.lab.reports.statistics import between_share, evenness, known, share

KEY, TITLE = "skill", "Skill or luck?"
BASE = 16  # simulations of the weakest searcher of the ladder
FACTORS = (2, 4, 16)
RANDOM = "random"
EVEN = 0.5  # of a match of two bots, in which each sits everywhere equally often
MARGIN = 0.05
ALL = 0.9  # a better bot that wins more leaves next to nothing to luck

Rung = tuple[int, Match]  # index in `ReportGames.matches`


def searcher(simulations: int) -> str:
    """A rung of the ladder: the search with the game's own advice."""
    return f"search:simulations={simulations}"


def ladder(game: Game, players: str) -> tuple[Match, ...]:
    """The matches that tell skill from luck: against random moves, 2, 4 and 16 times the
    simulations, and each level up to the players' against the one before."""
    level = re.fullmatch("level:([1-8])", players)
    top = int(level[1]) if level else 4
    return (
        Match(players, RANDOM),
        *(Match(searcher(BASE * factor), searcher(BASE)) for factor in FACTORS),
        *(Match(f"level:{level + 1}", f"level:{level}") for level in range(1, top)),
    )


def rungs(tally: Tally) -> Iterator[tuple[int, Rung]]:
    """The matches with more simulations: the factor and the match."""
    for number, match in enumerate(tally.work.matches):
        for factor in FACTORS:
            if match == (searcher(BASE * factor), searcher(BASE)):
                yield factor, (number, match)


def against_random(tally: Tally) -> Rung | None:
    """The match against random moves."""
    matches = (
        (number, match)
        for number, match in enumerate(tally.work.matches)
        if match.weaker == RANDOM != match.stronger
    )
    return next(matches, None)


# Verdicts ----------------------------------------------------------------------------------------


def verdicts(tally: Tally, alpha: float) -> list[Verdict]:
    """Does play matter, and does more thought win? Both at the level `alpha` together."""
    answers = []
    if (rung := against_random(tally)) is not None:
        question, who = "Does play decide who wins?", player_name(rung[1].stronger)
        answers.append(verdict(tally, rung, "skill.play", question, who, "random moves", alpha / 2))
    if widest := max(rungs(tally), default=None):
        factor, rung = widest
        question, who = "Does thinking longer win?", f"A search that thinks {factor} times as long"
        other = player_name(searcher(BASE))
        answers.append(verdict(tally, rung, "skill.thought", question, who, other, alpha / 2))
    return answers


def verdict(  # noqa: PLR0917
    tally: Tally, rung: Rung, key: str, question: str, who: str, other: str, alpha: float
) -> Verdict:
    """Whether the better of two bots wins, by the tests of `statistics.evenness`.

    "All luck" if its share lies within 5 points of a half (TOST), "all skill" if the interval of
    its share lies above 90%.
    """
    values = tally.matches.get(rung[0], ())
    per_unit = games_per_match(tally)
    games = len(values) * per_unit
    if not games:
        sentence = f"Not played yet: {who[:1].lower()}{who[1:]} against {other}."
        return Verdict(key, question, "unclear", sentence, 0)
    test, estimate = evenness(values, EVEN, MARGIN, alpha), share(values, per_unit)
    wins = f"{capitalized(who)} wins {span(estimate)} of {games:,} games against {other}"
    if test.equivalent:
        return Verdict(key, question, "no", f"All luck: {wins[:1].lower()}{wins[1:]}.", games)
    if test.differs and test.low > 0:
        all_skill = EVEN + test.low > ALL
        kind = "All skill: " if all_skill else ""
        text = wins[:1].lower() + wins[1:] if all_skill else wins
        return Verdict(key, question, "yes", f"{kind}{text}.", games)
    if test.differs:
        return Verdict(key, question, "no", f"{wins}: it plays worse.", games)
    needed = (test.units_needed or 0) * per_unit
    return Verdict(
        key,
        question,
        "unclear",
        f"Not enough games to say: {wins[:1].lower()}{wins[1:]}; about {about(needed)} games would "
        "settle it.",
        games,
        needed,
    )


def games_per_match(tally: Tally) -> int:
    """How many games each unit of a match has."""
    return len(seatings(2, len(tally.work.game.seats)))


# Figures -----------------------------------------------------------------------------------------


def elo(values: object, seats: int, games: int, doublings: float = 1.0) -> Estimate:
    """How much better the stronger bot is on the Elo scale, for each doubling of its simulations:
    the inverse of the expected share of a Plackett-Luce match (`lab.ratings.elo_of`) at the share
    won and at the ends of its interval. A bot that won everything counts as if it had lost half a
    unit; the upper end is then open."""
    units = known(values)  # type: ignore[arg-type]
    if not len(units):
        return Estimate(0.0, None, None, 0)
    estimate = share(units)
    if estimate.low is None or estimate.high is None:
        return Estimate(_finite(estimate.value, len(units), seats) / doublings, None, None, games)
    rating = elo_difference(Share(estimate.value, estimate.low, estimate.high), seats)
    value = rating.elo
    if isinf(value):
        value = _finite(estimate.value, len(units), seats)
    low, high = (
        None if end is None or isinf(end) else end / doublings for end in (rating.low, rating.high)
    )
    return Estimate(value / doublings, low, high, games)


def _finite(value: float, units: int, seats: int) -> float:
    return elo_of((value * units + 0.5) / (units + 1), seats)


def deal_share(tally: Tally) -> Estimate:
    """How much of the result the deal decides: the part of the variance of what a seat wins that
    lies between deals, where each deal is played again by the same bots with other random numbers
    (`statistics.between_share`); with more than two seats the mean over seats."""
    seats = range(1 if len(tally.work.game.seats) == 2 else len(tally.work.game.seats))
    shares = [between_share(tally.wins_by_game(seat)) for seat in seats]
    value = float(np.mean([estimate.value for estimate in shares]))
    if any(estimate.low is None or estimate.high is None for estimate in shares):
        return Estimate(value, None, None, tally.games)
    low, high = (
        float(np.mean([getattr(estimate, end) for estimate in shares])) for end in ("low", "high")
    )
    return Estimate(value, low, high, tally.games)


def section(tally: Tally, verdicts: list[Verdict]) -> Section:
    """Everything about skill and luck."""
    charts = (chart(tally),) if any(tally.matches.get(n) for _, (n, _) in rungs(tally)) else ()
    return Section(KEY, TITLE, tuple(verdicts), tuple(metrics(tally)), tuple(tables(tally)), charts)


def metrics(tally: Tally) -> Iterator[Metric]:
    """`skill.deal`: `deal_share`. `skill.elo_per_doubling`: `elo` of the longest rung, divided by
    its doublings. `skill.upsets`: games that the better bot of that rung did not win.
    `skill.random`: games that the players won against random moves."""
    seats, per_unit = len(tally.work.game.seats), games_per_match(tally)
    if tally.work.game.num_outcomes:
        yield Metric(
            "skill.deal", "Part of the result that the deal decides", "share", deal_share(tally)
        )
    if widest := max(rungs(tally), default=None):
        factor, (number, _) = widest
        values = tally.matches.get(number, ())
        if len(values):
            games = len(values) * per_unit
            per_doubling = elo(values, seats, games, log2(factor))
            yield Metric(
                "skill.elo_per_doubling", "Elo for each doubling of thought", "elo", per_doubling
            )
            lost = share(1 - known(values), per_unit)
            name = f"Games that {factor} times as much thought does not win"
            yield Metric("skill.upsets", name, "share", lost)
    if (rung := against_random(tally)) is not None and tally.matches.get(rung[0]):
        won = share(tally.matches[rung[0]], per_unit)
        yield Metric("skill.random", "Won against random moves", "share", won)


def tables(tally: Tally) -> Iterator[Table]:
    """Every match of the ladder."""
    seats, per_unit = len(tally.work.game.seats), games_per_match(tally)
    rows = []
    for number, match in enumerate(tally.work.matches):
        values = tally.matches.get(number, ())
        if match.stronger == match.weaker or not len(values):
            continue
        games = len(values) * per_unit
        won, difference = share(values, per_unit), elo(values, seats, games)
        rows.append((match.stronger, match.weaker, won, difference, games))
    yield Table(
        "skill.ladder",
        "Stronger players against weaker ones",
        ("Stronger", "Weaker", "Wins", "Elo", "Games"),
        (None, None, "share", "elo", "number"),
        tuple(rows),
        "Each match is played from all seats on the same deal. Elo is the difference that would "
        "make the stronger player win this share.",
    )


def chart(tally: Tally) -> Chart:
    """What more simulations win."""
    per_unit = games_per_match(tally)
    values = {
        factor: share(tally.matches[number], per_unit)
        for factor, (number, _) in rungs(tally)
        if tally.matches.get(number)
    }
    summary = ", ".join(f"{factor} times: {span(estimate)}" for factor, estimate in values.items())
    return Chart(
        "skill.ladder",
        "What more thought wins",
        "intervals",
        f"Simulations, as a multiple of {BASE}",
        "Share of wins",
        (Series.of("The longer search", (f"{factor}×" for factor in values), values.values()),),
        "Share of games that the search with more simulations wins, with 95% intervals. "
        f"{summary}.",
        EVEN,
        "share",
    )


def sentences(tally: Tally) -> Iterator[str]:
    """What a designer should know beside the verdicts."""
    estimates = {metric.key: metric.estimate for metric in metrics(tally)}
    if (
        estimate := estimates.get("skill.elo_per_doubling")
    ) is not None and estimate.low is not None:
        yield f"Each doubling of thought is worth {number_span(estimate)} Elo."
    if not tally.work.game.num_outcomes:
        yield "The rules leave nothing to chance."
    elif (estimate := estimates.get("skill.deal")) is not None and estimate.low is not None:
        part = span(estimate)
        yield f"Chance decides {part} of the result between equal players; the rest is play."
