"""Whether a game is fair: what each seat wins, the seat that begins, and each starting corner"""

import re
from collections.abc import Iterator, Mapping
from itertools import repeat

from siegeworks.core.text import capitalized
from siegeworks.lab.match import seatings
from siegeworks.lab.reports.formatting import about, points_span, span, wins
from siegeworks.lab.reports.model import (
    Chart,
    Estimate,
    Metric,
    Section,
    Series,
    Table,
    Unit,
    Verdict,
)
from siegeworks.lab.reports.sample.games import GAMES, Match
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.lab.reports.statistics import Evenness, evenness, share
from siegeworks.lab.simulate import Statistics

MARGIN = 0.05  # a difference from an even share that does not matter
KEY, TITLE = "fair", "Fair?"
SHARE: Unit = "share"
TURNS = ("begins", "plays second", "plays third", "plays fourth")


def other_strengths(players: str) -> tuple[Match, ...]:
    """Equal bots of other levels than the players': two below and one above."""
    level = re.fullmatch("level:([1-8])", players)
    if level is None:
        return ()
    others = (max(1, int(level[1]) - 2), min(8, int(level[1]) + 1))
    return tuple(
        Match(f"level:{other}", f"level:{other}") for other in others if other != int(level[1])
    )


def questions(tally: Tally) -> dict[str, tuple[str, dict[str, str]]]:
    """What is asked: by key of the verdict the question, and the name of each share's owner by the
    key of its values. With two shares that add up to 1 the first is enough."""
    game = tally.work.game
    seats = {f"wins.{name}": capitalized(name) for name in game.seats}
    asked = {"fair.seats": ("Do all seats win equally often?", seats)}
    if len(tally.firsts) > 1:
        order = {f"order.{turn}": _turn(turn) for turn in range(len(game.seats))}
        asked["fair.first"] = "Is the order of turns fair?", order
    corners = sorted(key for key in tally.keys if key.startswith("corner."))
    if len(corners) > len(game.seats):
        names = {
            key: f"The seat that begins in the {key.removeprefix('corner.')}" for key in corners
        }
        asked["fair.corners"] = "Are the starting corners fair?", names
    return asked


def _turn(turn: int) -> str:
    return f"The seat that {TURNS[turn] if turn < len(TURNS) else f'plays as number {turn + 1}'}"


def verdicts(tally: Tally, alpha: float) -> list[Verdict]:
    """The answers so far. The error of all of them together is `alpha` at most (Bonferroni)."""
    asked = questions(tally)
    return [
        verdict(tally, key, question, shares, alpha / len(asked))
        for key, (question, shares) in asked.items()
    ]


def verdict(
    tally: Tally, key: str, question: str, shares: Mapping[str, str], alpha: float
) -> Verdict:
    """Whether shares are even, by equivalence tests with bounds of 5 points over units.

    "Fair" if every share lies within 5 points of even (TOST); else "favours" the one furthest from
    even, if its interval leaves out even; else there are not enough games. Everything at the level
    `alpha`, divided by the number of shares (by Bonferroni), of which two mirror each other.
    """
    even = 1 / len(tally.work.game.seats)
    tested = list(shares)[: 1 if len(shares) == 2 else None]
    results = {k: evenness(tally.values(k), even, MARGIN, alpha / len(tested)) for k in tested}
    games = tally.games
    if all(result.equivalent for result in results.values()):
        furthest = max(results, key=lambda key: abs(results[key].difference))
        estimate = share(tally.values(furthest), GAMES)
        sentence = (
            f"Fair: {wins(_inside(shares[furthest]))} {span(estimate)} of {games:,} games, within "
            f"{100 * MARGIN:.0f} points of an even {even:.0%}."
        )
        return Verdict(key, question, "yes", sentence, games)
    off = {k: result for k, result in results.items() if result.differs}
    if off:
        furthest, largest = max(off.items(), key=lambda item: abs(item[1].difference))
        return Verdict(key, question, "no", _favours(shares, furthest, largest, games), games)
    needed = max(result.units_needed or 0 for result in results.values()) * GAMES
    furthest = max(results, key=lambda k: abs(results[k].difference))
    sentence = (
        f"Not enough games to say whether it is fair: {wins(_inside(shares[furthest]))} "
        f"{span(share(tally.values(furthest), GAMES))} of {games:,} games; about {about(needed)} "
        "games would settle it."
    )
    return Verdict(key, question, "unclear", sentence, games, needed)


def _inside(name: str) -> str:
    """A seat's name, or words for a seat, in the middle of a sentence."""
    return "t" + name[1:] if name.startswith("The ") else name


def _favours(shares: Mapping[str, str], key: str, result: Evenness, games: int) -> str:
    low, high = result.low, result.high
    favoured = shares[key]
    if result.difference < 0 and len(shares) == 2:  # the other share mirrors it
        favoured = next(name for other, name in shares.items() if other != key)
        low, high = -high, -low
    if low < 0:
        return (
            f"Not fair: it disfavours {_inside(favoured)} by {points_span(-high, -low)}, in "
            f"{games:,} games."
        )
    return (
        f"Not fair: it favours {_inside(favoured)} by {points_span(low, high)} over an even share, "
        f"in {games:,} games."
    )


def section(tally: Tally, random: Statistics, verdicts: list[Verdict]) -> Section:
    """Everything about fairness."""
    return Section(
        KEY,
        TITLE,
        tuple(verdicts),
        tuple(metrics(tally)),
        tuple(tables(tally, random)),
        (chart(tally, random),),
    )


def metrics(tally: Tally) -> Iterator[Metric]:
    """Shares of wins. Every one is a mean over units of what was won of a game, a win shared by k
    seats counting as 1/k for each, with Wilson's interval (`statistics.share`).

    `wins.SEAT`: what the seat won. `order.N`: what the seat N turns after the one that began won.
    `corner.PLACE`: what a seat won that began there. `draws`: games that all seats won.
    """
    for _, shares in questions(tally).values():
        for values, name in shares.items():
            yield Metric(values, wins(name), "share", share(tally.values(values), GAMES))
    yield Metric("draws", "Drawn by all seats", "share", share(tally.values("draws"), GAMES))


def by_strength(tally: Tally, random: Statistics) -> dict[str, dict[str, Estimate]]:
    """What each seat wins among equal bots of different strength, the weakest first."""
    seats = tally.work.game.seats
    shares = {
        "random": {
            name: Estimate(rate.share, rate.low, rate.high, random.games)
            for name, rate in random.wins_by_seat.items()
        }
    }
    own = {tally.work.players: {name: share(tally.values(f"wins.{name}"), GAMES) for name in seats}}
    others = {
        match.stronger: {
            name: share(values, len(seatings(2, len(seats))))
            for name, values in zip(seats, tally.match_seats.get(number, ()), strict=False)
        }
        for number, match in enumerate(tally.work.matches)
        if match.stronger == match.weaker and tally.match_seats.get(number)
    }
    return shares | dict(sorted((others | (own if tally.games else {})).items()))


def tables(tally: Tally, random: Statistics) -> Iterator[Table]:
    """Wins by seat at different strengths."""
    seats = tally.work.game.seats
    yield Table(
        "fair.strength",
        "What each seat wins among equal players of different strength",
        ("Players", *(capitalized(name) for name in seats), "Games"),
        (None, *repeat(SHARE, len(seats)), "number"),
        tuple(
            (spec, *(shares[name] for name in seats), shares[seats[0]].games)
            for spec, shares in by_strength(tally, random).items()
        ),
        "A seat that wins more only among strong players has an advantage that takes skill to use.",
    )


def chart(tally: Tally, random: Statistics) -> Chart:
    """Wins by seat at different strengths, with their intervals."""
    seats, levels = tally.work.game.seats, by_strength(tally, random)
    series = tuple(
        Series.of(capitalized(name), levels, [shares[name] for shares in levels.values()])
        for name in seats
    )
    summary = "; ".join(
        f"{spec}: " + ", ".join(f"{name} {span(shares[name])}" for name in seats)
        for spec, shares in levels.items()
    )
    return Chart(
        "fair.strength",
        "What each seat wins",
        "intervals",
        "Players",
        "Share of wins",
        series,
        f"Shares of wins by seat with 95% intervals. {summary}.",
        1 / len(seats),
        "share",
    )
