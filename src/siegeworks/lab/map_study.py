"""How good is a map? Equal bots play on it, and their games are counted

A unit of the campaign is a pair of games between two equal bots, which exchange their seats. Where
one of them swaps sides (a game with the pie rule), the game is played once more by bots that make
their best other move instead: so each game has a counterpart in which nobody swapped, and most of
them are the same game.

Everything is read from what all games share: steps, winners, and scenes for a spectator. On a map,
cells of the ground `fortress` are what the seats fight for; a piece put on a cell is building.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import combinations, pairwise

import msgspec
import numpy as np

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import SPECTATOR, Action, Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.scene import Scene
from siegeworks.lab.campaign import PickledByFields, Unit
from siegeworks.lab.intervals import Share, wilson
from siegeworks.lab.one_game import Player, Ply, play
from siegeworks.play.precompile import precompile

DEFAULT_LEVEL = 6
DEFAULT_GAMES = 200
FORTRESS = "fortress"  # the ground of cells that the seats fight for
SWAP = "swap"  # the token of the pie rule, in games that have it
DECILES = 10  # parts of a game in which captures are counted
TOGETHER = 0.95  # of the captures of two fortresses that fall in the same move, or more
SELDOM = 0.02  # of the games in which a fortress is captured, or fewer: it does not matter
ENOUGH = 20  # games below which nothing is said about single fortresses


# One game and one pair of games ------------------------------------------------------------------


class PlayedGame(msgspec.Struct, frozen=True):
    """What is kept of a game. Cells are numbers in `Scene.cells`."""

    winners: int  # one bit per seat
    first: int  # the seat that began
    plies: int
    swapped: bool
    built: tuple[tuple[int, ...], ...]  # by seat: cells with a piece of this seat at the end
    taken: tuple[tuple[int, int, int], ...]  # ply from 0, seat that holds it at the end, cell


class PlayedPair(msgspec.Struct, frozen=True):
    """A unit: two games with the bots' seats exchanged, and how they went if nobody swapped."""

    games: tuple[PlayedGame, ...]
    unswapped: tuple[PlayedGame | None, ...]  # None: nobody swapped anyway, it is the same game


class NeverSwaps:
    """A search bot that makes its best other move where it would swap."""

    def __init__(self, bot: SearchBot, swap: Action) -> None:
        self._bot, self._swap = bot, swap

    def choose(self, seen: Observation) -> Action:
        """The action of the bot, or its best other one."""
        if self._swap not in self._bot.game.legal_actions(seen):
            return self._bot.choose(seen)
        actions = (stats.action for stats in self._bot.search(seen))
        return next(action for action in actions if action != self._swap)


def bot_of_level(game: Game, level: int, seed: int, stream: int) -> SearchBot:
    """The bot of a level, but without a clock: the same seed always plays the same game."""
    strength = game.advice.levels[level - 1]
    return SearchBot(
        game,
        new_rng(seed, stream),
        Budget(strength.simulations),
        settings=strength.settings,
        temperature=strength.temperature,
    )


def play_pair(game: Game, level: int, seed: int) -> PlayedPair:
    """A pair of games between equal bots; the deal, if there is one, is the same in both."""
    turns = range(len(game.seats))
    games = tuple(play_game(game, level, seed, turn, may_swap=True) for turn in turns)
    unswapped = (
        play_game(game, level, seed, turn, may_swap=False) if games[turn].swapped else None
        for turn in turns
    )
    return PlayedPair(games, tuple(unswapped))


def play_game(game: Game, level: int, seed: int, turn: int, may_swap: bool) -> PlayedGame:
    """One game; bot b, with its own random numbers, sits `turn` seats after seat b."""
    seats, swap = len(game.seats), game.tokens.actions.get(SWAP)
    players = []
    for seat in range(seats):
        bot = bot_of_level(game, level, seed, 1 + (seat - turn) % seats)
        players.append(Player(bot if may_swap or swap is None else NeverSwaps(bot, swap)))
    scenes: list[Scene] = []  # before each ply
    swapped = False

    def watch(state: State, ply: Ply) -> None:
        nonlocal swapped
        scenes.append(_shown(game, state))
        swapped |= ply.action == swap

    played = play(game, players, new_rng(seed), watch)
    scene = _shown(game, played.state)
    changes = enumerate(pairwise([*scenes, scene]))
    captures = [(ply, cell) for ply, change in changes for cell in _captured(*change)]
    return PlayedGame(
        played.winners,
        played.first,
        played.plies,
        swapped,
        tuple(
            tuple(
                number
                for number, cell in enumerate(scene.cells)
                if cell.piece is not None and cell.piece.seat == name
            )
            for name in game.seats
        ),
        tuple((ply, _holder(game, scene, cell), cell) for ply, cell in captures),
    )


def _shown(game: Game, state: State) -> Scene:
    """What everybody sees."""
    return game.scene(game.params, game.observe(state, SPECTATOR))


def _captured(before: Scene, after: Scene) -> list[int]:
    """The fortresses that nobody held before and somebody holds after."""
    return [
        number
        for number, (old, new) in enumerate(zip(before.cells, after.cells, strict=True))
        if new.ground == FORTRESS and old.seat is None and new.seat is not None
    ]


def _holder(game: Game, scene: Scene, cell: int) -> int:
    seat = scene.cells[cell].seat
    assert seat is not None
    return game.seats.index(seat)


# The campaign ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MapGames(PickledByFields):
    """The work of a map study: pairs of games between equal bots of a level."""

    game: Game  # on the map
    level: int = DEFAULT_LEVEL

    result_type = PlayedPair

    def configuration(self) -> dict[str, object]:
        game = self.game
        return {
            "work": "map check",
            "game": game.name,
            "options": dict(game.changed_options),
            "level": self.level,
            "ruleset": game.ruleset,
            "map_digest": sha256(game.params.tobytes()).hexdigest()[:16],
        }

    def prepare(self) -> Callable[[Unit], PlayedPair]:
        """As `Work.prepare`: compile the rules and the search, or load them."""
        game, level = self.game, self.level
        precompile(game, with_search=True)
        bot_of_level(game, 1, 0, 0)

        def run_unit(unit: Unit) -> PlayedPair:
            return play_pair(game, level, unit.seed)

        return run_unit


def units_of(game: Game, games: int) -> int:
    """The number of units with at least this many games."""
    return -(-games // len(game.seats))


# What the games say ------------------------------------------------------------------------------


class HexFound(msgspec.Struct, frozen=True):
    """A hex, and in how many games each seat had built on it at the end."""

    name: str
    x: float  # the centre, as in a scene: half hexes to the right
    y: float  # rows downwards
    built: list[int]  # by seat


class FortressFound(msgspec.Struct, frozen=True):
    """A fortress, and in how many games each seat took it; in the others nobody did."""

    name: str
    taken: list[int]  # by seat


class TogetherFound(msgspec.Struct, frozen=True):
    """Two fortresses that nearly always fall in the same move."""

    fortresses: list[str]
    together: int  # games in which they did
    games: int  # in which at least one fell


@dataclass
class MapStudy:
    """The games on a map so far, and what they say. The order in which they are added does not
    matter. Games are those in which swapping is allowed, unless it says otherwise."""

    game: Game
    level: int
    pairs: dict[int, PlayedPair] = field(default_factory=dict)

    def add(self, unit: int, pair: PlayedPair) -> None:
        """Add the games of a unit."""
        self.pairs[unit] = pair

    @property
    def games(self) -> int:
        """How many games."""
        return sum(len(pair.games) for pair in self.pairs.values())

    def in_order(self) -> list[PlayedPair]:
        """All pairs."""
        return [pair for _, pair in sorted(self.pairs.items())]

    def played(self) -> Iterable[PlayedGame]:
        """All games."""
        for pair in self.in_order():
            yield from pair.games

    @property
    def has_swap(self) -> bool:
        """Does the game have the pie rule?"""
        return SWAP in self.game.tokens.actions

    # Who wins -----------------------------------------------------------------------------------

    def first_wins(self, pairs: int | None = None) -> Share:
        """What the seat that begins wins, with its 95% interval over pairs; of another number of
        pairs, if they went like these."""
        return _over_pairs((pair.games for pair in self.in_order()), _first_won, pairs)

    def first_wins_unswapped(self) -> Share:
        """The same if nobody swaps. The bots still begin as if the other might."""
        counterparts = (
            tuple(other or game for game, other in zip(pair.games, pair.unswapped, strict=True))
            for pair in self.in_order()
        )
        return _over_pairs(counterparts, _first_won)

    def swaps(self) -> Share:
        """How often the swap is taken, with its 95% interval over pairs."""
        return _over_pairs((pair.games for pair in self.in_order()), lambda game: game.swapped)

    # How games go -------------------------------------------------------------------------------

    def captures_over_time(self) -> tuple[float, ...]:
        """After each tenth of a game, the share of all fortresses that have fallen; the mean over
        games."""
        fallen = [0] * DECILES
        for game in self.played():
            for ply, _, _ in game.taken:
                fallen[ply * DECILES // game.plies] += 1
        total = max(1, self.games * len(self.fortresses()))
        return tuple(float(part) / total for part in np.cumsum(fallen))

    # Places --------------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> Scene:
        """The map at the start of a game."""
        return _shown(self.game, self.game.new_state())

    def fortresses(self) -> list[FortressFound]:
        """Who takes each fortress: those of the map, and any others that fell."""
        standing = [n for n, cell in enumerate(self.cells.cells) if cell.ground == FORTRESS]
        counts = {number: [0] * len(self.game.seats) for number in standing}
        for game in self.played():
            for _, seat, number in game.taken:
                counts.setdefault(number, [0] * len(self.game.seats))[seat] += 1
        names = self.cells.cells
        return [FortressFound(names[n].name, by_seat) for n, by_seat in sorted(counts.items())]

    def hexes(self) -> list[HexFound]:
        """For each hex: in how many games it lies under a piece of each seat at the end."""
        counts = np.zeros((len(self.cells.cells), len(self.game.seats)), np.int64)
        for game in self.played():
            for seat, numbers in enumerate(game.built):
                counts[list(numbers), seat] += 1
        rows = zip(self.cells.cells, counts.tolist(), strict=True)
        return [HexFound(cell.name, cell.x, cell.y, built) for cell, built in rows]

    def always_together(self) -> list[TogetherFound]:
        """Pairs of fortresses of which at least `TOGETHER` of the falls are in the same move."""
        either: Counter[tuple[int, int]] = Counter()
        both: Counter[tuple[int, int]] = Counter()
        standing = [n for n, cell in enumerate(self.cells.cells) if cell.ground == FORTRESS]
        for game in self.played():
            when = {number: ply for ply, _, number in game.taken}
            for pair in combinations(standing, 2):
                plies = {when.get(number) for number in pair}
                either[pair] += plies != {None}
                both[pair] += plies != {None} and len(plies) == 1
        names = self.cells.cells
        return [
            TogetherFound([names[a].name, names[b].name], both[a, b], games)
            for (a, b), games in sorted(either.items())
            if games >= ENOUGH and both[a, b] >= TOGETHER * games
        ]

    def never_matter(self) -> list[FortressFound]:
        """The fortresses that are captured in at most `SELDOM` of the games."""
        if self.games < ENOUGH:
            return []
        most = SELDOM * self.games
        return [each for each in self.fortresses() if sum(each.taken) <= most]


def _first_won(game: PlayedGame) -> float:
    """What the seat that began won of this game; a shared win in parts."""
    return (game.winners >> game.first & 1) / game.winners.bit_count()


def _over_pairs(
    pairs: Iterable[tuple[PlayedGame, ...]],
    value: Callable[[PlayedGame], float],
    number: int | None = None,
) -> Share:
    """The mean of a value, 0 to 1, over all games; the interval over pairs, whose games share their
    random numbers. The interval can be that of another number of pairs."""
    means = np.array([np.mean([value(game) for game in pair]) for pair in pairs], np.float64)
    times = 1.0 if number is None else number / len(means)
    squares = float((means**2).sum())
    return wilson(times * float(means.sum()), round(times * len(means)), times * squares)
