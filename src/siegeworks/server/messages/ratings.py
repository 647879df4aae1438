"""Over HTTP: ratings, and tournaments."""

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.server.messages.base import ClockTimes, Data, Key, Options, RequestBody

Pace = Literal["quick", "calm", "days"]
TournamentKind = Literal["round-robin", "swiss", "arena"]
TournamentState = Literal["open", "running", "over", "cancelled"]
MAX_SHOWN_GAMES = 40  # of an arena
TournamentName = Annotated[str, Meta(min_length=1, max_length=40)]


class PlayerRating(Data):
    """How strong somebody is taken for in a game at a pace: `points` ± `uncertainty`."""

    game: str
    title: str
    pace: Pace
    points: int
    uncertainty: int  # in nine of ten cases the true strength differs by less
    games: int  # that have counted
    is_settled: bool = False  # known well enough for the lists


class PlayerRatings(Data):
    """GET /api/people/NAME/ratings: the ratings of an account."""

    name: str
    ratings: list[PlayerRating]


class RankedPlayer(Data):
    """A line of a list of the best."""

    name: str
    points: int
    uncertainty: int
    games: int


class LevelRating(Data):
    """How strong a level of bots is. No game moves it."""

    level: int
    name: str
    points: int
    uncertainty: int  # in nine of ten cases the true number differs by less
    estimated: bool = False  # from matches of other bots: not all levels were measured


class RatingList(Data):
    """GET /api/ratings/GAME/PACE: the strongest accounts, and the levels of bots beside them."""

    players: list[RankedPlayer]
    levels: list[LevelRating]


class TableRating(Data):
    """GET /api/tables/TABLE/rating: does the game of a table count for ratings?"""

    rated: bool = False
    counted: bool = False  # it is over
    refusal: str = ""  # why it did not count: "guest", "taken-back", …


class RatedSeat(Data):
    """Who plays a seat of a rated game."""

    seat: str
    name: str  # of an account; "": a bot
    points: int  # how strong they are taken for
    level: int = 0  # of a bot
    uncertainty: int = 0  # as of `PlayerRating`
    provisional: bool = False  # not known well enough for the lists


class RunningGame(Data):
    """A rated game that is being played; anybody can watch it."""

    table: str
    game: str
    title: str
    pace: Pace
    turns: int  # of the history
    seats: list[RatedSeat]  # in turn order, without guests


class RunningGames(Data):
    """GET /api/tables/rated: rated games that are being played, the strongest first."""

    games: list[RunningGame]


class NewTournament(RequestBody):
    """POST /api/tournaments: open a tournament. Answered by `TournamentLine`."""

    name: TournamentName
    kind: TournamentKind
    game: Key
    clock: ClockTimes
    options: Options = {}
    rated: bool = True
    rounds: Annotated[int, Meta(ge=0, le=15)] = 0  # of a Swiss; 0: by how many play
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0  # that an arena lasts
    # Minutes after which a seat that has not come loses; 0: 5, or two days with days a move.
    patience: Annotated[int, Meta(ge=0, le=10_080)] = 0
    starts_in: Annotated[int, Meta(ge=1, le=40_320)] = 10  # minutes until it begins


class TournamentLine(Data):
    """A tournament in a list."""

    id: str
    name: str
    kind: TournamentKind
    game: str
    title: str
    options: dict[str, str]
    seats: int  # of a table
    clock: ClockTimes
    rated: bool
    state: TournamentState
    starts_in: int  # seconds until it begins; negative: since then
    entrants: int
    rounds: int = 0  # 0: not known yet, or an arena
    round: int = 0  # that is being played
    minutes: int = 0  # that an arena lasts


class TournamentList(Data):
    """GET /api/tournaments: those that are open or running, and the last that are over."""

    tournaments: list[TournamentLine]


class TournamentPlace(Data):
    """How an entrant stands."""

    place: int
    number: int  # by order of entry
    name: str  # "": the account was deleted
    points: float
    games: int  # that are over
    buchholz: float
    sonneborn_berger: float
    rating: int  # points, when the tournament began
    is_gone: bool = False


class TournamentGame(Data):
    """A game of a tournament; a single player sits out."""

    round: int
    players: list[str]  # in turn order
    table: str = ""  # "": none
    points: list[float] = []  # of each; empty: not over


class CourseGame(Data):
    """A game of a tournament, or a round that an entrant sits out."""

    round: int
    entrants: list[int]  # their numbers, in turn order
    points: list[float] = []  # of each; empty: not over


class TournamentCourse(Data):
    """GET /api/tournaments/ID/course: all games of a round robin or a Swiss, in the order of the
    rounds. An arena has no rounds, and none of this."""

    games: list[CourseGame]


class TournamentDetails(Data):
    """GET /api/tournaments/ID?round=N: how a tournament stands."""

    line: TournamentLine
    opened_by: str
    patience: int  # minutes after which a seat that has not come loses
    places: list[TournamentPlace]
    games: list[TournamentGame]  # of a round; of an arena, the newest
    shown_round: int
    can_enter: bool = False
    # For who asks, if signed in:
    is_entrant: bool = False
    is_gone: bool = False
    is_mine: bool = False  # opened by them
    my_table: str = ""  # where their game is going on
