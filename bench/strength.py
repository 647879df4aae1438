"""How strong the bots are: `python bench/strength.py`, into docs/results.md.

Every claim is a match of paired games (same deal, seats exchanged), or all rotations with more
seats. Finished games are kept in a folder; the next run continues where this one stopped. A match
ends with its last game, or as soon as its sequential test, if it has one, has decided.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from siegeworks.bots import LEVELS
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.games import NAMES, load
from siegeworks.lab.arena import play_match
from siegeworks.lab.match import Match
from siegeworks.lab.speed import measured_on

RESULTS = Path("docs/results.md")
SEED = 2026
GAMES = 100
MORE_GAMES = 1000  # if they are quick, or a sequential test may end the match earlier
TOP = f"level:{len(LEVELS)}"
FIFTY_OR_SIXTY_FIVE = (0.0, 107.5)  # in Elo
TIMED_GAMES = 4  # in which the seconds of level 8 are measured
QUICK = 0.01  # seconds per move of level 8


@dataclass(frozen=True)
class Claim:
    """What a match should show: the score of the first bot against the second."""

    game: str
    about: str
    bots: tuple[str, str]
    wanted: float | None  # score of the first; None: the result is only reported
    games: int = GAMES
    stop: tuple[float, float] | None = None


def claims(name: str, seconds: float) -> Iterator[Claim]:
    """All claims about one game; `seconds` is what level 8 takes per move."""
    simulations = load(name).advice.levels[-1].simulations
    quick = seconds < QUICK  # all games are played, and more of them
    games = MORE_GAMES if quick else GAMES
    yield Claim(name, "level 8 beats random", (TOP, "random"), 0.99, games)
    yield Claim(
        name,
        "beats plain search in the same time",
        (TOP, f"plain:seconds={seconds:.2g}"),
        0.65,
        MORE_GAMES,
        None if quick else FIFTY_OR_SIXTY_FIVE,
    )
    if load(name).has_secrets:
        same = f"simulations={simulations // 4}"
        yield Claim(
            name, "against all secrets known", (f"search:{same}", f"cheat:{same}"), None, 60
        )
        yield Claim(name, "against PIMC", (f"search:{same}", f"pimc:{same}"), None, 60)


def seconds_per_move(name: str, folder: Path, jobs: int) -> float:
    """How long level 8 takes per move: the mean over a few games against itself."""
    match = play_match(
        load(name), (TOP, TOP), TIMED_GAMES, SEED, jobs, journal=folder / f"{name} pace"
    )
    return match.bot_score(0).seconds


def slug(claim: Claim) -> str:
    """A folder's name for a match."""
    words = f"{claim.game} {claim.bots[0]} {claim.bots[1]}"
    return "".join(letter if letter.isalnum() else "-" for letter in words)


def play(claim: Claim, folder: Path, jobs: int) -> Match:
    """The games of a claim; games in the folder are not played again."""
    with progress() as display:
        label = f"{claim.game}: {claim.bots[0]} against {claim.bots[1]}"
        task = display.add_task(label, total=claim.games)
        return play_match(
            load(claim.game),
            claim.bots,
            claim.games,
            SEED,
            jobs,
            journal=folder / slug(claim),
            stop=claim.stop,
            on_game=lambda match: display.update(task, completed=match.counted),
        )


def row(claim: Claim, match: Match) -> tuple[str, ...]:
    """One line of the table."""
    first, second = match.bot_score(0), match.bot_score(1)
    score = first.score
    wanted = ""
    if claim.wanted is not None:
        reached = score.share >= claim.wanted
        wanted = f"{claim.wanted:.0%}: {'yes' if reached else 'no'}"
    return (
        claim.game,
        claim.about,
        match.contest.names[0],
        match.contest.names[1],
        str(match.counted) + (" (stopped early)" if match.counted < claim.games else ""),
        f"{score.share:.1%} ({score.low:.1%} to {score.high:.1%})",
        wanted,
        f"{first.seconds:.3f} / {second.seconds:.3f}",
    )


def by_game(row: tuple[str, ...]) -> int:
    """The order of the games."""
    return NAMES.index(row[0])


COLUMNS = (
    "game",
    "claim",
    "first",
    "second",
    "games",
    "first scores",
    "wanted",
    "seconds per move",
)


def body(rows: list[tuple[str, ...]]) -> str:
    """The section in docs/results.md."""
    return (
        f"Written by `python bench/strength.py`: {measured_on()}. "
        "Rows of games that this run left out "
        "are older.\n\nPaired games, seats exchanged; a shared win counts in parts; "
        "95% intervals over pairs. *Stopped early* by a sequential test (50% against 65%), which "
        "favours the winner's score a little. `bench/levels.py` measures the levels. Budgets "
        "against `cheat` (sees all) and `pimc` are a quarter of level 8's simulations.\n\n"
        + markdown_table(COLUMNS, rows)
    )


def rows_kept(games: list[str]) -> list[tuple[str, ...]]:
    """The rows in docs/results.md of games that are not measured now."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    section = text.partition("<!-- strength:begin -->")[2].partition("<!-- strength:end -->")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines()]
    kept = set(NAMES) - set(games)
    return [tuple(cell.strip() for cell in line) for line in lines if line[0] in kept]


def main() -> None:
    """Play, and write after every match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "games", nargs="*", default=list(NAMES), help="only these; rows of others stay"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--journal", type=Path, default=Path("build/strength"))
    asked = parser.parse_args()
    rows = rows_kept(asked.games)
    for name in asked.games:
        seconds = seconds_per_move(name, asked.journal, asked.jobs)
        for claim in claims(name, seconds):
            rows.append(row(claim, play(claim, asked.journal, asked.jobs)))
            print(" | ".join(rows[-1]), flush=True)
            write_results(
                RESULTS, body(sorted(rows, key=by_game)), "strength", "Strength of the bots"
            )


if __name__ == "__main__":
    main()
