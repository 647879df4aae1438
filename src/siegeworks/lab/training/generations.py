"""Generations: games of the best network so far, a new one fitted to them, a match between both"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from siegeworks import __version__
from siegeworks.core.advice import FILE, Network, read_network
from siegeworks.core.game import Game
from siegeworks.lab.arena import play_match
from siegeworks.lab.campaign import Campaign, Executor, arriving
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


class Judged(NamedTuple):
    """What became of a generation."""

    candidate: Path
    share: float  # of the match against the best before
    games: int  # of the match
    is_kept: bool


class Watcher(NamedTuple):
    """What is told how far a generation is."""

    on_game: Callable[[int], None]  # games played so far
    on_searched: Callable[[int], None]  # likewise, searched
    on_epoch: Callable[[int], None]
    on_match: Callable[[Match], None]


@dataclass(frozen=True)
class Training:
    """The training of one game."""

    game: Game  # of two seats
    recipe: Recipe
    where: Executor  # it runs

    def generation(
        self, folder: Path, earlier: list[Path], best: Path | None, watcher: Watcher
    ) -> Judged:
        """Play, fit and judge one generation; what is in its folder already is not done again.

        Args:
            folder: of this generation.
            earlier: the folders of those before, whose games are learned from too.
            best: the file of the best network so far; None: the evaluation written by hand.
            watcher: of its progress.

        Raises:
            SiegeworksError: the folder holds something else.
            OSError: it cannot be written.
        """
        game, recipe, where = self.game, self.recipe, self.where
        seed, number = recipe.seed + len(earlier), len(earlier) + 1
        quick = f"search:{_search(recipe.quick, best)},overlooks={OVERLOOKS}"
        played = SelfPlay(game, (quick,), RANDOM_ACTIONS)
        searched = SearchedGames(game, _search(recipe.simulations, best))
        units = -(-recipe.games // SELF_PLAY_CHUNK), -(-recipe.searched // CHUNK)
        _play(Campaign(played, units[0], seed), folder / GAMES, where, watcher.on_game)
        _play(Campaign(searched, units[1], seed), folder / SEARCHED, where, watcher.on_searched)
        candidate = folder / CANDIDATE
        if not candidate.exists():
            folders = [*earlier, folder]
            positions = positions_of(
                game,
                [each for one in folders for each in _games_in(one / GAMES, list[PlayedGame])],
                [each for one in folders for each in _games_in(one / SEARCHED, list[SearchedGame])],
            )
            layers = fit(positions, recipe.hidden, recipe.seed, watcher.on_epoch)
            made = {
                "siegeworks": __version__,
                "game": game.name,
                "options": dict(game.options),
                "ruleset": game.ruleset,
                "date": datetime.now(UTC).date().isoformat(),
                "generation": number,
                "positions": len(positions.games),
                **msgspec.to_builtins(recipe),
            }
            write_whole(
                candidate, Network(game.advice.judgement.features, layers, made).text() + "\n"
            )
        bots = [f"search:{_search(recipe.simulations, path)}" for path in (candidate, best)]
        match = play_match(
            game,
            bots,
            recipe.gate,
            seed,
            journal=folder / GATE,
            stop=BETTER,
            on_game=watcher.on_match,
            executor=where,
        )
        share = match.score(0).share
        is_kept = match.test is not None and match.test.verdict.llr > 0
        return Judged(candidate, share, match.counted, is_kept)


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


def _play(
    campaign: Campaign[list[T]], path: Path, where: Executor, on_game: Callable[[int], None]
) -> None:
    """Play what the journal at this path lacks."""
    count = 0
    with (
        closing(CampaignJournal(path, campaign)) as journal,
        closing(arriving(campaign, where, journal)) as units,
    ):
        for _, games in units:
            count += len(games)
            on_game(count)


def _games_in(path: Path, kind: type[list[T]]) -> Iterable[T]:
    """The games of a finished journal, in the order of their units."""
    lines = path.read_bytes().splitlines()[1:]
    units: dict[int, Any] = {}
    for line in lines:
        read = msgspec.json.decode(line)
        units[read["unit"]] = read["result"]
    for _, games in sorted(units.items()):
        yield from msgspec.convert(games, kind)
