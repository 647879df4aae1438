"""The games of a report: what a unit plays, and what is kept of it

A unit is one deal. On it two bots of equal strength play `GAMES` games, with other random numbers
of their own each time, and one match of other bots, each unit the next one: from all seats in turn,
so that neither the deal nor the seat favours a bot. A deal is all that chance decides, the
dice too: chance draws from the same random numbers in every game of a unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
import numpy as np

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.scene import Piece, Scene
from siegeworks.lab.campaign import PickledByFields, Unit
from siegeworks.lab.match import seatings
from siegeworks.lab.one_game import OneGame, Player, Ply, play, player_of
from siegeworks.lab.reports.sample.flow import Flow, Opinions, flow
from siegeworks.lab.reports.sample.moves import Moves
from siegeworks.lab.simulate import win_values

GAMES = 2  # between equal bots on each deal
MAIN, LADDER = 1, 1 << 20  # the first random streams of a unit's games; stream 0 is chance's
NO_MATCH = -1


class Match(NamedTuple):
    """Two bots that play each other; the same bot twice tells about seats, not about strength."""

    stronger: str  # specs
    weaker: str


class KeptGame(msgspec.Struct, frozen=True):
    """What is kept of a game between equal bots."""

    winners: int  # one bit a seat
    first: int  # the seat that began; -1 if that was never known
    ending: int
    plies: int
    steps: tuple[str, ...]  # tokens, from which the game can be played again
    legal: int  # legal actions, summed over plies
    forced: int  # plies with one legal action
    idle: int  # plies that changed neither pieces nor ground (`material`)
    longest_idle: int  # the longest row of such plies
    opening: int  # the first action
    corners: tuple[str, ...]  # where each seat began: "north-west"; empty: nowhere special
    flow: Flow | None


class KeptUnit(msgspec.Struct, frozen=True):
    """What is kept of a unit."""

    games: tuple[KeptGame, ...]
    uses: dict[str, dict[str, tuple[int, float, float]]]  # family, name: plies, won, expected
    offered: str  # hexadecimal bits of the actions that were legal at least once …
    played: str  # … and of those that were played
    match: int  # index of the match of the ladder; NO_MATCH
    shares: tuple[float, ...]  # by game of that match: what the stronger bot won
    seats: tuple[float, ...]  # by seat: what it won in the games of that match


@dataclass(frozen=True)
class ReportGames(PickledByFields):
    """The work of a report."""

    game: Game
    players: str  # a spec, of all seats of the main games
    matches: tuple[Match, ...] = ()

    result_type = KeptUnit

    def configuration(self) -> dict[str, object]:
        game = self.game
        return {
            "work": "report",
            "game": game.name,
            "options": dict(game.changed_options),
            "players": self.players,
            "matches": [list(match) for match in self.matches],
            "ruleset": game.ruleset,
            "params_digest": sha256(game.params.tobytes()).hexdigest()[:16],
        }

    def prepare(self) -> Callable[[Unit], KeptUnit]:
        return self.play_unit

    @property
    def searches(self) -> bool:
        """Does any player search?

        Raises:
            UnknownBot: there is no such player.
        """
        specs = {self.players, *(spec for match in self.matches for spec in match)}
        players = [player_without_clock(spec, self.game, 0, 0) for spec in sorted(specs)]
        return any(isinstance(player.bot, SearchBot) for player in players)

    @cached_property
    def moves(self) -> Moves:
        """What the moves of the game are."""
        return Moves(self.game)

    @cached_property
    def _part(self) -> Any:
        return win_values(len(self.game.seats))

    def play_unit(self, unit: Unit) -> KeptUnit:
        """Play a unit."""
        seed, tally = unit.seed, UnitTally(self)
        games = tuple(self.play_main(seed, number, tally) for number in range(GAMES))
        match = unit.number % len(self.matches) if self.matches else NO_MATCH
        shares, seats = self._ladder(seed, match) if self.matches else ((), ())
        return KeptUnit(
            games,
            tally.uses,
            f"{tally.offered:x}",
            f"{tally.played:x}",
            match,
            shares,
            seats,
        )

    def play_main(self, seed: int, number: int, tally: UnitTally) -> KeptGame:
        """Game `number` of a unit, between equal bots."""
        seats = len(self.game.seats)
        players = [
            player_without_clock(self.players, self.game, seed, MAIN + number * seats + seat)
            for seat in range(seats)
        ]
        watch = Watch(self, players, tally)
        played = play(self.game, players, new_rng(seed), watch)
        return watch.kept(played)

    def _ladder(self, seed: int, match: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        game, specs = self.game, self.matches[match]
        shares, won = [], np.zeros(len(game.seats))
        seated = seatings(2, len(game.seats))
        for number, seating in enumerate(seated):
            players = [
                player_without_clock(
                    specs[bot], game, seed, LADDER + number * len(game.seats) + seat
                )
                for seat, bot in enumerate(seating)
            ]
            part = self._part[play(game, players, new_rng(seed)).winners]
            won += part / len(seated)
            shares.append(float(sum(part[s] for s, bot in enumerate(seating) if bot == 0)))
        return tuple(shares), tuple(won.tolist())


def player_without_clock(spec: str, game: Game, seed: int, stream: int) -> Player:
    """The player of a spec. A bot that has both a number of simulations and a clock, as levels do,
    loses the clock: the same seed always plays the same game."""
    player = player_of(spec, game, new_rng(seed, stream))
    if isinstance(player.bot, SearchBot) and player.bot.budget.simulations is not None:
        player.bot.budget = Budget(player.bot.budget.simulations)
    return player


class UnitTally:
    """What the games of a unit add up."""

    def __init__(self, work: ReportGames) -> None:
        self.work = work
        self.uses: dict[str, dict[str, tuple[int, float, float]]] = {}
        self.offered = self.played = 0

    def use(self, family: str, name: str, won: float, expected: float) -> None:
        """A ply used this."""
        names = self.uses.setdefault(family, {})
        plies, all_won, all_expected = names.get(name, (0, 0.0, 0.0))
        names[name] = plies + 1, all_won + won, all_expected + expected


class Watch:
    """Watches one game, ply by ply."""

    def __init__(self, work: ReportGames, players: list[Player], tally: UnitTally) -> None:
        self._work, self._players, self._tally = work, players, tally
        self._opinions = Opinions(len(players))
        self._used: list[tuple[Seat, float, tuple[tuple[str, str], ...]]] = []
        self._legal = self._forced = 0
        self._materials: list[frozenset[object]] = []
        self._opening, self._corners = -1, ("",) * len(players)

    def __call__(self, state: State, ply: Ply) -> None:
        """A ply is about to be taken."""
        game, seat = self._work.game, ply.seat
        scene = game.scene(game.params, game.open_view(state))
        if self._opening < 0:
            self._opening = ply.action
            self._corners = corners(scene, game.seats)
        self._legal += ply.legal
        self._forced += ply.legal == 1
        for action in game.legal_actions(state):
            self._tally.offered |= 1 << action
        self._tally.played |= 1 << ply.action
        self._opinions.judge(seat, self._chance(seat))
        expected = self._opinions.expected(seat)
        features = tuple(self._work.moves.features(ply.action, seat, scene))
        self._used.append((seat, expected, features))
        self._materials.append(material(scene))

    def _chance(self, seat: Seat) -> float | None:
        stats = getattr(self._players[seat].bot, "found", ())
        return stats[0].win_probability if stats else None

    def kept(self, played: OneGame) -> KeptGame:
        """What is kept of the game, now that it is over."""
        game = self._work.game
        winners = numbers_in(played.winners)
        for seat, expected, features in self._used:
            won = (seat in winners) / len(winners)
            for family, name in features:
                self._tally.use(family, name, won, expected)
        last = material(game.scene(game.params, game.open_view(played.state)))
        idle = idle_rows([*self._materials, last])
        known = self._opinions.known
        return KeptGame(
            played.winners,
            played.first,
            played.ending,
            played.plies,
            tuple(step.token for step in played.steps),
            self._legal,
            self._forced,
            sum(idle),
            max(idle, default=0),
            self._opening,
            self._corners,
            flow(self._opinions.curve(winners), winners) if known else None,
        )


def material(scene: Scene) -> frozenset[object]:
    """What a position has, wherever it stands: whose ground there is and which pieces. A ply that
    changes it (a piece put, taken, promoted or turned up, ground won) makes progress; a ply that
    only moves something does not."""
    return frozenset(Counter((cell.ground, cell.seat) for cell in scene.cells).items()) | frozenset(
        Counter(_shown(cell.piece) for cell in scene.cells if cell.piece).items()
    )


def _shown(piece: Piece) -> tuple[str, str | None, str, bool]:
    return piece.kind, piece.seat, piece.text, piece.face_down


def idle_rows(materials: list[frozenset[object]]) -> list[int]:
    """The lengths of the rows of plies that change nothing, from the material before each ply and
    after the last."""
    rows, row = [], 0
    for before, after in pairwise(materials):
        if before == after:
            row += 1
        elif row:
            rows.append(row)
            row = 0
    return [*rows, row] if row else rows


def corners(scene: Scene, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Where each seat begins, as a direction from the middle of the board; all empty unless every
    seat has ground or pieces of its own, away from the middle."""
    xs, ys = ([getattr(cell, axis) for cell in scene.cells] for axis in "xy")
    if not xs:
        return ("",) * len(seats)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = max(xs) - min(xs), max(ys) - min(ys)
    values = []
    for seat in seats:
        own = [
            cell
            for cell in scene.cells
            if cell.seat == seat or (cell.piece is not None and cell.piece.seat == seat)
        ]
        if not own:
            return ("",) * len(seats)
        x = sum(cell.x for cell in own) / len(own) - middle[0]
        y = sum(cell.y for cell in own) / len(own) - middle[1]
        values.append(_direction(x / (reach[0] or 1), y / (reach[1] or 1)))
    return tuple(values) if all(values) else ("",) * len(seats)


def _direction(x: float, y: float) -> str:
    quarter = 0.25  # of the board from its middle
    down = "south" if y > quarter else "north" if y < -quarter else ""
    across = "east" if x > quarter else "west" if x < -quarter else ""
    return "-".join(filter(None, (down, across)))
