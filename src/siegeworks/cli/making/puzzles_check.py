"""`siegeworks puzzles check [GAME]`: prove the puzzles again, another way"""

import json
from contextlib import closing

from siegeworks.cli.console.arguments import AsJson, OptionalGame, examples
from siegeworks.cli.console.executors import CampaignProgress, Jobs, executor
from siegeworks.core.text import counted
from siegeworks.games import game_names, module
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.puzzles.check import Check
from siegeworks.play.teaching.puzzles import puzzles

EXAMPLES = examples(
    "siegeworks puzzles check",
    "siegeworks puzzles check kings-ransom",
    "siegeworks puzzles check expansion --json",
)


def command(
    game: OptionalGame = None,
    *,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> int:
    """Prove every puzzle again, by another search than the one that found it.

    The exit status is 1 if one of them is wrong.
    """
    wrong: dict[str, str] = {}
    checked: dict[str, int] = {}
    for name in game_names() if game is None else [game]:
        known = puzzles(name)
        checked[name] = len(known)
        for puzzle, flaw in zip(known, _flaws(name, len(known), jobs), strict=True):
            if flaw:
                wrong[f"{name} {puzzle.name}"] = flaw
                if not as_json:
                    print(flaw)
        if not as_json:
            count = counted(len(known), "puzzle")
            failed = sum(key.startswith(f"{name} ") for key in wrong)
            verdict = "all proven again" if not failed else f"{failed} not proven"
            print(f"{module(name).TITLE}: {count}{f', {verdict}' if known else ''}.")
    if as_json:
        print(json.dumps({"puzzles": checked, "wrong": wrong}, ensure_ascii=False))
    return 1 if wrong else 0


def _flaws(game: str, number: int, jobs: int | None) -> list[str]:
    """What is wrong with each puzzle of a game, with its progress."""
    if not number:
        return []
    flaws: dict[int, str] = {}
    with executor(jobs, None) as where, CampaignProgress(number) as shown:
        shown.start(module(game).TITLE)
        with closing(arriving(Campaign(Check(game), number, 0), where)) as units:
            for unit, flaw in units:
                flaws[unit] = flaw
                shown.update(module(game).TITLE, len(flaws))
    return [flaws[unit] for unit in range(number)]
