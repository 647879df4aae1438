"""What is used: kinds of moves, pieces, values, places and openings; how often, and how it goes

Seats that win may simply make more of certain moves: what is used by winners does not make them
win. So beside the share of wins stands what was won beyond the players' own expectation before the
move. That takes out the position, but it is still no experiment.
"""

from collections.abc import Iterator

from siegeworks.lab.reports.formatting import percent
from siegeworks.lab.reports.model import Estimate, Metric, Section, Table
from siegeworks.lab.reports.sample.games import GAMES
from siegeworks.lab.reports.sample.moves import KIND, LINE, PIECE, TARGET, VALUE
from siegeworks.lab.reports.sample.tally import Tally, Use

KEY, TITLE = "used", "What is used?"
MOST_ROWS = 40  # of a table
ENOUGH = 30  # plies, or games of an opening, below which no sentence is made of it
TITLES = {
    KIND: ("Kinds of moves", "Kind"),
    PIECE: ("Pieces that move", "Piece"),
    VALUE: ("What is written on the pieces that move", "Value"),
    TARGET: ("Places moved to", "Place"),
    LINE: ("Lines moved to, by the letter of the place", "Line"),
}
NOTE = (
    "Wins: the share of these plies that belong to seats that won. Beyond: the same less the "
    "chance that the seats gave themselves before the ply. Both are correlations: they do not say "
    "that the move makes a seat win."
)


def section(tally: Tally) -> Section:
    """Everything about what is used."""
    return Section(KEY, TITLE, (), tuple(metrics(tally)), tuple(tables(tally)))


def metrics(tally: Tally) -> Iterator[Metric]:
    """`used.never`: of the actions that were legal at least once, those never played.
    `used.openings`: how many different first moves were played."""
    offered, played = tally.offered.bit_count(), tally.played.bit_count()
    never = (offered - played) / max(1, offered)
    yield Metric(
        "used.never", "Moves never made", "share", Estimate(never, None, None, tally.games)
    )
    yield Metric(
        "used.openings",
        "Different first moves",
        "number",
        Estimate(len(tally.openings), None, None, tally.games),
    )


def tables(tally: Tally) -> Iterator[Table]:
    """One of each family of what moves use, the openings, and the moves never made."""
    for family, (heading, column) in TITLES.items():
        if len(tally.uses.get(family, ())) > 1:
            yield _uses(tally, family, heading, column)
    if len(tally.openings) > 1:
        yield _openings(tally)
    yield _never(tally)


def _uses(tally: Tally, family: str, heading: str, column: str) -> Table:
    uses = sorted(tally.uses[family].items(), key=lambda item: (-item[1].plies, item[0]))
    plies = sum(use.plies for _, use in uses)
    rows = tuple(
        (
            name,
            use.plies,
            use.plies / plies,
            _clipped(use.wins.estimate(GAMES), 0.0),
            _clipped(use.beyond.estimate(GAMES), -1.0) if use.beyond.x else None,
        )
        for name, use in uses[:MOST_ROWS]
    )
    left = f" The {MOST_ROWS} most frequent of {len(uses)}." if len(uses) > MOST_ROWS else ""
    return Table(
        f"used.{family}",
        heading,
        (column, "Plies", "Share", "Wins", "Beyond"),
        (None, "number", "share", "share", "share"),
        rows,
        NOTE + left,
    )


def _clipped(estimate: Estimate, least: float) -> Estimate:
    if estimate.low is None or estimate.high is None:
        return estimate
    low, high = max(least, estimate.low), min(1.0, estimate.high)
    return Estimate(estimate.value, low, high, estimate.games)


def _openings(tally: Tally) -> Table:
    texts = tally.work.game.action_texts
    openings = sorted(tally.openings.items(), key=lambda item: (-item[1].games, item[0]))
    rows = tuple(
        (texts[action], opening.games, opening.games / tally.games, opening.share())
        for action, opening in openings[:MOST_ROWS]
    )
    return Table(
        "used.openings",
        "First moves",
        ("Move", "Games", "Share", "Wins"),
        (None, "number", "share", "share"),
        rows,
        "Wins: what the seat won that made this move. Bots that are surer of a win may open alike.",
    )


def _never(tally: Tally) -> Table:
    """By kind: how many moves could have been made, and how many never were."""
    moves, texts = tally.work.moves, tally.work.game.action_texts
    offered: dict[str, list[str]] = {}
    never: dict[str, list[str]] = {}
    for action in range(tally.work.game.num_actions):
        if tally.offered >> action & 1:
            kind = moves.of(action).kind
            offered.setdefault(kind, []).append(texts[action])
            if not tally.played >> action & 1:
                never.setdefault(kind, []).append(texts[action])
    rows = tuple(
        (kind, len(tokens), len(never.get(kind, ())), " ".join(never.get(kind, ())[:8]))
        for kind, tokens in sorted(offered.items(), key=lambda item: -len(item[1]))
    )
    return Table(
        "used.never",
        "Moves that could be made and never were",
        ("Kind", "Possible", "Never made", "Some of them"),
        (None, "number", "number", None),
        rows,
        "Possible: legal in at least one position of these games. More games leave fewer.",
    )


def sentences(tally: Tally) -> Iterator[str]:
    """What a designer should know."""
    kinds = tally.uses.get(KIND, {})
    plies = sum(use.plies for use in kinds.values())
    if len(kinds) > 1:
        name, use = max(kinds.items(), key=lambda item: (item[1].plies, item[0]))
        part = percent(use.plies / plies)
        yield f"The most frequent kind of move is “{name}”: {part} of all plies."
    for words, uses in (("pieces", tally.uses.get(PIECE, {})), ("kinds of moves", kinds)):
        if (best := _best(uses)) is not None:
            name, estimate = best
            yield (
                f"Of all {words}, “{name}” wins most beyond what the players expect: "
                f"{100 * estimate.value:+.1f} points ({100 * (estimate.low or 0):+.1f} to "
                f"{100 * (estimate.high or 0):+.1f})."
            )
            break
    offered = tally.offered.bit_count()
    never = offered - tally.played.bit_count()
    were = "was" if never == 1 else "were"
    made = "all were made" if not never else f"{never:,} {were} never made"
    yield f"Of the {offered:,} moves that were legal at some point, {made}."


def _best(uses: dict[str, Use]) -> tuple[str, Estimate] | None:
    """What does best beyond expectation, if that is clear of chance."""
    values = {
        name: use.beyond.estimate(GAMES)
        for name, use in uses.items()
        if use.plies >= ENOUGH and use.beyond.x
    }
    sure = {
        name: estimate
        for name, estimate in values.items()
        if estimate.low is not None and estimate.low > 0
    }
    return max(sure.items(), key=lambda item: item[1].value) if len(values) > 1 and sure else None
