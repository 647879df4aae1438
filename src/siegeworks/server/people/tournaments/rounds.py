"""Which games come next in a tournament, by its kind"""

from math import ceil, log2

from siegeworks.server.people.tournaments.arena import pair_free
from siegeworks.server.people.tournaments.round_robin import (
    pair_groups,
    rounds_for_all,
    rounds_until_met,
    schedule,
)
from siegeworks.server.people.tournaments.standings import Pairing, StandingsRow, standings
from siegeworks.server.people.tournaments.swiss import pair_round
from siegeworks.server.people.tournaments.tournament_rows import Tournament, Whole


def rounds_of(tournament: Tournament, entrants: int) -> int:
    """How many rounds are played when so many play; 0 for an arena, which has none.

    A Swiss has one round more than are needed to find a single winner, unless it says how many, and
    never more than there are opponents.
    """
    if tournament.kind == "arena":
        return 0
    all_meet = rounds_for_all(entrants, tournament.seats)
    if tournament.kind == "round-robin" and tournament.seats > 2:
        return rounds_until_met(entrants, tournament.seats)
    if tournament.kind == "round-robin":
        return all_meet + entrants % 2
    wanted = tournament.rounds or ceil(log2(entrants)) + 1
    return max(1, min(wanted, all_meet))


def next_games(whole: Whole) -> list[Pairing]:
    """The games to begin now; none if others must end first, or all rounds are played."""
    tournament, entrants = whole.tournament, whole.entrants
    running = [game.pairing for game in whole.games if game.is_running]
    if tournament.kind == "arena":
        busy = {entrant for pairing in running for entrant in pairing.seats}
        free = {entrant.number for entrant in entrants if not entrant.is_gone} - busy
        return pair_free(entrants, whole.pairings, free, tournament.seats)
    if running or tournament.round >= tournament.rounds:
        return []
    if tournament.seats > 2:
        is_swiss = tournament.kind == "swiss"
        return pair_groups(entrants, whole.pairings, tournament.seats, by_points=is_swiss)
    if tournament.kind == "swiss":
        return pair_round(entrants, whole.pairings)
    gone = {entrant.number for entrant in entrants if entrant.is_gone}
    games = [game for game in schedule(entrants) if game.round == tournament.round + 1]
    return [_without(game, gone) for game in games]


def _without(game: Pairing, gone: set[int]) -> Pairing:
    """A game of a round robin: who was to play somebody who has withdrawn has won."""
    if game.is_bye or gone.isdisjoint(game.seats):
        return game
    return game._replace(points=tuple(0.0 if seat in gone else 1.0 for seat in game.seats))


def standings_of(whole: Whole) -> list[StandingsRow]:
    """How everybody stands."""
    return standings(whole.entrants, whole.pairings, is_arena=whole.tournament.kind == "arena")
