"""Generations: games of the best network so far, a new one fitted to them, a match between both"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from siegeworks.core.advice import FILE, Network, read_network
from siegeworks.core.game import Game
from siegeworks.lab.arena import play_match
from siegeworks.lab.campaign import Campaign, Executor, arriving, in_order, made_for
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.datasets.self_play import CHUNK as SELF_PLAY_CHUNK
from siegeworks.lab.datasets.self_play import PlayedGame, SelfPlay
from siegeworks.lab.match import Match
from siegeworks.lab.training.fitting import fit
from siegeworks.lab.training.positions import positions_of
from siegeworks.lab.training.searched import CHUNK, SearchedGame, SearchedGames
from siegeworks.play.files import write_whole

GAMES, SEARCHED, GATE, CANDIDATE = "games.jsonl", "searched.jsonl", "gate", "candidate.json"
RANDOM_ACTIONS, OVERLOOKS = 6, 0.3  # of the games whose ends are learned from
T = TypeVar("T")
BETTER = (0.0, 50.0)  # Elo: what the match before a network is kept tells apart
HAND = "the evaluation written by hand"


@dataclass(frozen=True)
class Recipe:
    """How a network is made."""

    games: int  # whose ends are learned from, of each generation
    quick: int  # simulations of each search in them
    searched: int  # games in which searches are learned from
    simulations: int  # of each search in those, and in the match
    hidden: int  # units
    gate: int  # games of the match at most
    seed: int

    def command(self, game: Game, generations: int) -> str:
        """What to type to make the networks of so many generations again."""
        options = [f"-o {key}={text}" for key, text in game.changed_options.items()]
        recipe = [f"--{name} {number}" for name, number in msgspec.to_builtins(self).items()]
        words = (*options, f"--generations {generations}", *recipe, "--out DIR")
        return " ".join(("siegeworks train", game.name, *words))


class Judged(NamedTuple):
    """What became of a generation."""

    candidate: Path
    share: float  # of the match against the best before
    games: int  # of the match
    is_kept: bool


# The stages of a generation, in order. A `Watch` is called with the stage and with how far it is:
# the match so far while JUDGING, otherwise a number of games or of passes.
PLAYING, SEARCHING, FITTING, JUDGING = "playing", "searching", "fitting", "judging"
Watch = Callable[[str, int | Match], None]


@dataclass
class Training:
    """The training of one game, generation by generation."""

    game: Game  # of two seats
    recipe: Recipe
    where: Executor  # it runs
    generations: int = 0  # that are done
    played: list[PlayedGame] = field(default_factory=list)  # in all of them
    searched: list[SearchedGame] = field(default_factory=list)  # likewise

    def generation(self, folder: Path, best: Path | None, watch: Watch) -> Judged:
        """Play, fit and judge the next generation, which learns from the games of those before,
        too; what is in its folder already is not done again. `best`: the file of the best network
        so far; None: the evaluation written by hand.

        Raises:
            SiegeworksError: the folder holds something else.
            OSError: it cannot be written.
        """
        game, recipe, where = self.game, self.recipe, self.where
        seed = recipe.seed + self.generations
        self.generations += 1
        quick = f"search:{_search(recipe.quick, best)},overlooks={OVERLOOKS}"
        played = SelfPlay(game, (quick,), RANDOM_ACTIONS)
        searched = SearchedGames(game, _search(recipe.simulations, best))
        units = -(-recipe.games // SELF_PLAY_CHUNK), -(-recipe.searched // CHUNK)
        self.played += _games(
            Campaign(played, units[0], seed), folder / GAMES, where, partial(watch, PLAYING)
        )
        self.searched += _games(
            Campaign(searched, units[1], seed), folder / SEARCHED, where, partial(watch, SEARCHING)
        )
        candidate = folder / CANDIDATE
        if not candidate.exists():
            positions = positions_of(game, self.played, self.searched)
            judgement = game.advice.judgement
            on_epoch = partial(watch, FITTING)
            layers = fit(positions, recipe.hidden, recipe.seed, on_epoch, judgement.by_hand)
            made = {
                **made_for(game),
                "command": recipe.command(game, self.generations),
                "generation": self.generations,
                "positions": len(positions.games),
                **msgspec.to_builtins(recipe),
            }
            write_whole(candidate, Network(judgement.features, layers, made).text() + "\n")
        bots = [f"search:{_search(recipe.simulations, path)}" for path in (candidate, best)]
        match = play_match(
            game,
            bots,
            recipe.gate,
            seed,
            journal=folder / GATE,
            stop=BETTER,
            on_game=partial(watch, JUDGING),
            executor=where,
        )
        share = match.score(0).share
        return Judged(candidate, share, match.counted, is_better(match))


def is_better(match: Match) -> bool:
    """Has the sequential test of a match found its first bot to be better? A match that ends
    undecided has not."""
    return match.test is not None and match.test.accepted == "H1"


def write_best(folder: Path, best: Path | None) -> Path | None:
    """Write the best network into the folder of a training; None if there is none."""
    if best is None:
        return None
    read_network(best)
    target = folder / FILE
    write_whole(target, best.read_text(encoding="utf-8"))
    return target


def _search(simulations: int, network: Path | None) -> str:
    search = f"simulations={simulations}"
    return search if network is None else f"{search},network={network}"


def _games(
    campaign: Campaign[list[T]], path: Path, where: Executor, on_game: Callable[[int], None]
) -> list[T]:
    """The games of a campaign, in the order of its units; those in the journal at this path are
    not played again."""
    games: list[T] = []
    with (
        closing(CampaignJournal(path, campaign)) as journal,
        closing(arriving(campaign, where, journal)) as units,
    ):
        for unit in in_order(units):
            games += unit
            on_game(len(games))
    return games
