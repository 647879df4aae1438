"""Tournaments as they are stored: what is played, who plays, and the games so far"""

import json
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from siegeworks.play.clock import ClockSettings
from siegeworks.server.people.tournaments.standings import Entrant, Pairing
from siegeworks.server.storage.database import Database, marks

Kind = Literal["round-robin", "swiss", "arena"]
State = Literal["open", "running", "over", "cancelled"]


class Tournament(NamedTuple):
    """What is played, and how far it is. Times are seconds since 1970."""

    id: str
    name: str
    kind: Kind
    game: str
    options: dict[str, str]  # that are changed
    seats: int  # of a table
    clock: ClockSettings
    is_rated: bool
    rounds: int  # 0: it follows from who comes; of an arena, always
    minutes: int  # that an arena lasts
    patience: int  # seconds after which a seat that has not come loses
    opened_by: str  # account
    starts: float
    ended: float = 0.0
    state: State = "open"
    round: int = 0  # that was paired last

    @property
    def ends(self) -> float:
        """When an arena pairs nobody any more."""
        return self.starts + 60 * self.minutes


class TournamentGame(NamedTuple):
    """A game of a tournament, or a round that an entrant sits out."""

    pairing: Pairing
    board: int
    table: str = ""  # none yet
    opened: float = 0.0  # when the table was opened

    @property
    def is_running(self) -> bool:
        """Is it to be played, or being played?"""
        return self.pairing.points is None


class Whole(NamedTuple):
    """A tournament with all that belongs to it."""

    tournament: Tournament
    entrants: list[Entrant]
    games: list[TournamentGame]

    @property
    def pairings(self) -> list[Pairing]:
        """The games so far, also those that are going on."""
        return [game.pairing for game in self.games]

    def entrant_of(self, account: str) -> Entrant | None:
        """The entrant of an account."""
        return next((entrant for entrant in self.entrants if entrant.account == account), None)


COLUMNS = ", ".join(Tournament._fields)


def insert_tournament(db: Database, tournament: Tournament) -> None:
    """Store a new tournament."""
    db.execute(f"INSERT INTO tournament ({COLUMNS}) VALUES ({marks(tournament)})", _row(tournament))


def update_tournament(db: Database, new: Tournament) -> None:
    """Store how far a tournament is."""
    db.execute(
        "UPDATE tournament SET rounds = ?, starts = ?, ended = ?, state = ?, round = ? "
        "WHERE id = ?",
        (new.rounds, new.starts, new.ended, new.state, new.round, new.id),
    )


def read_tournament(db: Database, name: str, *, is_locked: bool = False) -> Tournament | None:
    """A tournament by its id; once locked, nobody else changes it until the transaction ends."""
    row = db.execute(
        f"SELECT {COLUMNS} FROM tournament WHERE id = ?{db.lock if is_locked else ''}", (name,)
    ).fetchone()
    return _tournament(row) if row else None


def read_whole(db: Database, name: str, *, is_locked: bool = False) -> Whole | None:
    """A tournament with its entrants and games, as `read_tournament`."""
    tournament = read_tournament(db, name, is_locked=is_locked)
    if tournament is None:
        return None
    entrants = db.execute(
        "SELECT number, rating, is_gone, account FROM entrant WHERE tournament = ? ORDER BY number",
        (name,),
    ).fetchall()
    games = db.execute(
        "SELECT round, board, seats, points, game_table, opened FROM pairing "
        "WHERE tournament = ? ORDER BY round, board",
        (name,),
    ).fetchall()
    return Whole(
        tournament,
        [
            Entrant(number, rating, bool(is_gone), account)
            for number, rating, is_gone, account in entrants
        ],
        [_game(row) for row in games],
    )


def tournaments_in(db: Database, states: Sequence[State], most: int) -> list[Tournament]:
    """Tournaments in one of these states, those that start last first."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM tournament WHERE state IN ({marks(states)}) "
        "ORDER BY starts DESC LIMIT ?",
        (*states, most),
    )
    return [_tournament(row) for row in rows]


def due_tournaments(db: Database, now: float) -> list[str]:
    """The ids of all that are running, or are to begin now."""
    rows = db.execute(
        "SELECT id FROM tournament WHERE state = 'running' OR (state = 'open' AND starts <= ?)",
        (now,),
    )
    return [name for (name,) in rows]


def count_entrants(db: Database, name: str) -> int:
    """How many have entered a tournament."""
    row = db.execute("SELECT count(*) FROM entrant WHERE tournament = ?", (name,)).fetchone()
    return int(row[0])


def write_entrant(db: Database, name: str, entrant: Entrant) -> None:
    """Store an entrant, or what has changed about one."""
    db.execute(
        "INSERT INTO entrant (tournament, number, account, rating, is_gone) "
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT (tournament, number) DO UPDATE SET "
        "rating = excluded.rating, is_gone = excluded.is_gone",
        (name, entrant.number, entrant.account, entrant.rating, int(entrant.is_gone)),
    )


def insert_games(db: Database, name: str, games: Iterable[TournamentGame]) -> None:
    """Store new games."""
    db.executemany(
        "INSERT INTO pairing (tournament, round, board, seats, points, game_table, opened) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(name, game.pairing.round, game.board),
                " ".join(map(str, game.pairing.seats)),
                " ".join(map(str, game.pairing.points or ())),
                *(game.table, game.opened),
            )
            for game in games
        ],
    )


def set_table(db: Database, name: str, game: TournamentGame) -> None:
    """Store at which table a game is played, unless it has one already."""
    db.execute(
        "UPDATE pairing SET game_table = ?, opened = ? WHERE tournament = ? AND round = ? "
        "AND board = ? AND game_table = ''",
        (game.table, game.opened, name, game.pairing.round, game.board),
    )


def set_points(db: Database, name: str, game: TournamentGame, points: Sequence[float]) -> None:
    """Store how a game ended."""
    db.execute(
        "UPDATE pairing SET points = ? WHERE tournament = ? AND round = ? AND board = ? "
        "AND points = ''",
        (" ".join(map(str, points)), name, game.pairing.round, game.board),
    )


def forget_entrant(db: Database, account: str) -> None:
    """The account is deleted: its games stay, and nobody knows whose they were. A tournament that
    has not begun has one entrant fewer."""
    db.execute(
        "DELETE FROM entrant WHERE account = ? AND tournament IN "
        "(SELECT id FROM tournament WHERE state = 'open')",
        (account,),
    )
    db.execute(
        "UPDATE entrant SET account = '-' || number, is_gone = 1 WHERE account = ?", (account,)
    )
    db.execute("UPDATE tournament SET opened_by = '' WHERE opened_by = ?", (account,))


def _row(new: Tournament) -> tuple[object, ...]:
    return (
        *(new.id, new.name, new.kind, new.game, json.dumps(new.options), new.seats),
        *(new.clock.text, int(new.is_rated)),
        *new[8:],
    )


def _tournament(row: Sequence[object]) -> Tournament:
    made = Tournament(*row)  # type: ignore[arg-type]
    clock = ClockSettings.parse(str(row[6]))
    assert clock is not None
    return made._replace(options=json.loads(str(row[4])), clock=clock, is_rated=bool(row[7]))


def _game(row: tuple[int, int, str, str, str, float]) -> TournamentGame:
    number, board, seats, points, table, opened = row
    shares = tuple(map(float, points.split())) or None
    pairing = Pairing(number, tuple(map(int, seats.split())), shares)
    return TournamentGame(pairing, board, table, opened)
