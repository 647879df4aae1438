"""How fair the shipped maps are: `python bench/maps.py`, into docs/results.md.

On each map equal bots play pairs of games, with the swap allowed. Finished games are kept in a
folder; the next run continues where this one stopped.
"""

import argparse
from pathlib import Path

from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.core.maps import MAP_OPTION
from siegeworks.games import NAMES, load, maps_of, module
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.map_findings import Estimate, MapFindings, findings
from siegeworks.lab.map_study import MapGames, MapStudy, units_of
from siegeworks.lab.process_pool import ProcessPool

RESULTS = Path("docs/results.md")
SEED = 2026
GAMES = 400
LEVEL = 6
WANTED = (0.40, 0.60)  # where the share of the first seat must lie, with its interval
COLUMNS = (
    "map",
    "hexes",
    "fortresses",
    "games",
    "first seat wins",
    "within 40 to 60%",
    "swap taken",
    "first seat wins if nobody swaps",
    "plies (median; 10 to 90%)",
    "taken by the end",
    "hardly ever taken",
    "fall together",
)


def shipped_maps() -> list[tuple[str, str]]:
    """The game and the name of every map that is part of the product."""
    games = [name for name in NAMES if hasattr(module(name), "MAPS")]
    named = [(game, name) for game in games for name in maps_of(game).names()]
    return [(game, name) for game, name in named if maps_of(game).read(name).is_shipped]


def study(game: str, name: str, asked: argparse.Namespace) -> MapFindings:
    """The games on one map; those in the folder are not played again."""
    work = MapGames(load(game, {MAP_OPTION: name}), LEVEL)
    campaign = Campaign(work, units_of(work.game, asked.games), SEED)
    path = asked.journal / f"{game}-{name}.jsonl"
    with CampaignJournal(path, campaign) as kept, progress() as display:
        task = display.add_task(name, total=asked.games)
        played = MapStudy(work.game, work.level)
        for unit, pair in arriving(campaign, ProcessPool(asked.jobs), kept):
            played.add(unit, pair)
            display.update(task, completed=played.games)
        return findings(played)


def row(game: str, name: str, findings: MapFindings) -> tuple[str, ...]:
    """One line of the table."""
    share, length = findings.first_wins, findings.length
    assert length is not None
    low, high = WANTED
    return (
        maps_of(game).title(name),
        str(len(findings.hexes)),
        str(len(findings.fortresses)),
        str(findings.games),
        shown(share),
        "yes" if low <= share.low and share.high <= high else "no",
        shown(findings.swaps),
        shown(findings.first_wins_unswapped),
        f"{length.median}; {length.percent_10} to {length.percent_90}",
        f"{findings.captured[-1]:.0%}",
        ", ".join(findings.idle) or "none",
        ", ".join(" and ".join(pair.fortresses) for pair in findings.together) or "none",
    )


def shown(share: Estimate | None) -> str:
    """A share with its interval."""
    if share is None:
        return ""
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


def body(rows: list[tuple[str, ...]], games: int) -> str:
    """The section in docs/results.md."""
    return (
        f"`python bench/maps.py`. {games} games in pairs with the seats exchanged, between equal "
        f"bots of level {LEVEL}, seed {SEED}, with the swap allowed; 95% intervals over pairs. "
        "*If nobody swaps*: the same games, in which a bot makes its best other move where it "
        "would swap. *Hardly ever taken*: in at most 2% of the games. *Fall together*: at least "
        "95% of the times that either falls.\n\n" + markdown_table(COLUMNS, rows)
    )


def main() -> None:
    """Play, and write after every map."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("maps", nargs="*", help="only these; the table has no others then")
    parser.add_argument("-n", "--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--journal", type=Path, default=Path("build/maps"))
    parser.add_argument("--results", type=Path, default=RESULTS)
    asked = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    for game, name in shipped_maps():
        if asked.maps and name not in asked.maps:
            continue
        rows.append(row(game, name, study(game, name, asked)))
        print(" | ".join(rows[-1]), flush=True)
        write_results(asked.results, body(rows, asked.games), "maps", "Shipped maps")


if __name__ == "__main__":
    main()
