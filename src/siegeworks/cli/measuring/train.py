"""`siegeworks train GAME`: a network that learns from games how good a position is."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.output import output, print_line, say
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.lab.campaign_journal import stored_seed
from siegeworks.lab.match import Match
from siegeworks.lab.training.fitting import EPOCHS
from siegeworks.lab.training.generations import (
    FITTING,
    GAMES,
    HAND,
    JUDGING,
    PLAYING,
    SEARCHING,
    Judged,
    Recipe,
    Training,
    write_best,
)

EXAMPLES = arguments.examples(
    "siegeworks train siege-master --out siege-master-network",
    "siegeworks train expansion --out linear --hidden 0 --games 500 --seed 1",
    "siegeworks arena siege-master search:network=siege-master-network/network.json search",
)

MOST_GAMES = 10**6
MOST_GENERATIONS = 100
MOST_HIDDEN = 256
MOST_SIMULATIONS = 10**6


def command(
    game: arguments.GameName,
    *,
    out: arguments.OutFolder,
    generations: Annotated[
        int,
        arguments.option(
            "--generations",
            "N",
            "How many times to play, to fit and to judge; each plays with the best so far.",
        ),
    ] = 2,
    games: Annotated[
        int,
        executors.games_option("Learn from the ends of this many quick games in each generation."),
    ] = 2_000,
    quick: Annotated[
        int, arguments.option("--quick", "N", "Simulations of each search in them.")
    ] = 150,
    searched: Annotated[
        int,
        arguments.option(
            "--searched",
            "N",
            "Learn what searches find about every move tried in this many other games.",
        ),
    ] = 500,
    simulations: Annotated[
        int, arguments.option("--simulations", "N", "Of each search in those.")
    ] = 400,
    hidden: Annotated[
        int, arguments.option("--hidden", "N", "Hidden units; 0: a linear model.")
    ] = 16,
    gate: Annotated[
        int,
        arguments.option(
            "--gate", "N", "At most this many games judge whether a network is better."
        ),
    ] = 400,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    option: arguments.Options = None,
    maps: arguments.Maps = None,
) -> None:
    """Let a network learn to judge positions, from games in which a search judges every move.

    Each generation plays games with the best network so far, fits a new one to how they end and to
    what searches find in others, and keeps it if a sequential test of a match says that it is
    better than the best one; undecided is not enough. The best one is written to DIR/network.json;
    `search:network=FILE` plays with it. To continue an interrupted run, repeat its command.
    """
    executors.check_games(games, MOST_GAMES, 20)
    arguments.check_number("--gate", gate, 2, MOST_GAMES)
    arguments.check_number("--generations", generations, 1, MOST_GENERATIONS)
    arguments.check_number("--hidden", hidden, 0, MOST_HIDDEN)
    arguments.check_number("--simulations", simulations, 2, MOST_SIMULATIONS)
    arguments.check_number("--quick", quick, 2, MOST_SIMULATIONS)
    arguments.check_number("--searched", searched, 20, MOST_GAMES)
    arguments.check_folder(out)
    if "," in str(out):
        raise SiegeworksError(f"--out {out}: name a folder without a comma in its path.")
    loaded = arguments.game_from(game, option, maps)
    if not loaded.advice.judgement.features:
        raise SiegeworksError(
            f"{loaded.title} does not say what a network knows of a position (Advice.judgement)."
        )
    if seed is None:
        before = stored_seed(out / "generation-1" / GAMES)
        seed = secrets.randbits(32) if before is None else before
    recipe = Recipe(games, quick, searched, simulations, hidden, gate, seed)
    best: Path | None = None
    with executors.executor(jobs, on) as where:
        training = Training(loaded, recipe, where)
        for number in range(1, generations + 1):
            folder = out / f"generation-{number}"
            title = f"{loaded.title}, generation {number}"
            try:
                with _Shown(title, recipe) as shown:
                    judged = training.generation(folder, best, shown.show)
            except KeyboardInterrupt:
                say(f"The games are saved in {out}. Repeat the command to continue.")
                raise
            say(_sentence(number, judged, HAND if best is None else "the best so far"))
            if judged.is_kept:
                best = judged.candidate
    written = write_best(out, best)
    sentence = f"No network was better than {HAND}." if written is None else f"Written: {written}"
    print_line(output(), sentence)


class _Shown:
    """The progress of one generation: games, then passes through the positions, then the match."""

    def __init__(self, title: str, recipe: Recipe) -> None:
        self._title = title
        self._wanted = {
            PLAYING: recipe.games,
            SEARCHING: recipe.searched,
            FITTING: EPOCHS,
            JUDGING: recipe.gate,
        }
        self._display: executors.CampaignProgress | None = None
        self._doing = ""

    def __enter__(self) -> _Shown:
        self.show(PLAYING, 0)
        return self

    def __exit__(self, *_: object) -> None:
        if self._display is not None:
            self._display.__exit__()

    def show(self, doing: str, done: int | Match) -> None:
        """Show how far this is."""
        score = ""
        if isinstance(done, Match):
            score = f", {done.score(0).share:.0%}" if done.units else ""
            done = len(done.games)
        if doing != self._doing:
            self.__exit__()
            self._display = executors.CampaignProgress(self._wanted[doing]).__enter__()
            self._display.start(f"{self._title}: {doing}")
            self._doing = doing
        assert self._display is not None
        self._display.update(f"{self._title}: {doing}{score}", done)


def _sentence(number: int, judged: Judged, rival: str) -> str:
    verdict = "kept" if judged.is_kept else "not kept"
    return (
        f"Generation {number}: {judged.share:.1%} of {counted(judged.games, 'game')} against "
        f"{rival}; {verdict}."
    )
