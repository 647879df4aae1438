"""The rated games that are being played, the strongest first: anybody can watch them"""

from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.people.ratings.levels import level_rating
from siegeworks.server.people.ratings.model import Rating
from siegeworks.server.people.ratings.ratings import rating_now
from siegeworks.server.storage.database import Database

MOST = 12  # games that are listed
MOST_READ = 500  # seats at the tables that moved last, of which they are chosen
QUIET = {"quick": 300.0, "calm": 1800.0, "days": 3 * 86_400.0}  # seconds without a step, by pace


def running_games(db: Database) -> list[m.RunningGame]:
    """The strongest rated games that have begun and that somebody still plays."""
    now = db.now()
    rows = db.execute(
        "SELECT rated_game.game_table, game_table.game, rated_game.pace, status.turns, "
        "status.seats, status.moved, seat.seat, seat.level, account.name, rating.mu, rating.sigma, "
        "rating.played "
        "FROM rated_game "
        "JOIN game_table ON game_table.id = rated_game.game_table "
        "JOIN status ON status.game_table = rated_game.game_table "
        "JOIN seat ON seat.game_table = rated_game.game_table "
        "LEFT JOIN seat_owner ON seat_owner.game_table = seat.game_table "
        "AND seat_owner.seat = seat.seat "
        "LEFT JOIN account ON account.id = seat_owner.account "
        "LEFT JOIN rating ON rating.account = account.id AND rating.game = game_table.game "
        "AND rating.pace = rated_game.pace "
        "WHERE rated_game.counted = 0 AND status.result = '*' AND status.turns > 0 "
        "AND game_table.is_gone = 0 AND status.moved >= ? "
        "ORDER BY status.moved DESC, rated_game.game_table, seat.seat LIMIT ?",
        (now - max(QUIET.values()), MOST_READ),
    )
    games: dict[str, m.RunningGame] = {}
    for table, game, pace, turns, names, moved, seat, level, name, mu, sigma, played in rows:
        if now - moved > QUIET[pace]:
            continue
        running = games.setdefault(
            table, m.RunningGame(table, game, game_title(game), pace, turns, [])
        )
        if name is not None or level:
            rating = level_rating(game, level) if level else None
            if rating is None:
                rating = Rating() if mu is None else rating_now(mu, sigma, played, now)
            running.seats.append(
                m.RatedSeat(
                    *(names.split()[seat], name or "", rating.points, level),
                    *(rating.uncertainty, not level and not rating.is_settled),
                )
            )
    return sorted(games.values(), key=_strength, reverse=True)[:MOST]


def _strength(game: m.RunningGame) -> float:
    """The mean of its players' points."""
    return sum(seat.points for seat in game.seats) / max(1, len(game.seats))
