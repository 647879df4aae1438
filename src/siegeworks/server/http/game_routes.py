"""The HTTP API of games: which there are, with their boards and rules; and the server's state"""

from starlette.requests import Request

from siegeworks._version import __version__
from siegeworks.bots import LEVELS
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import game_names, module
from siegeworks.lab.reports.balance import balance_of
from siegeworks.play.teaching.lessons import has_lessons
from siegeworks.play.teaching.puzzles import has_puzzles
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Routes, check_rate, get, post
from siegeworks.server.http.rulebook_html import rulebook_sections
from siegeworks.server.http.static_files import view_address
from siegeworks.server.jobs.findings import GameBalance
from siegeworks.server.jobs.preparation import map_text, scene_encoder


class GameRoutes(Routes):
    @get("/healthz")
    async def health(self, request: Request) -> m.Health:
        """The server runs: always 200, since starting it again would help nobody. Which stored
        tables are damaged, and whether it can store."""
        health, is_failing = self._store.health(), self._store.is_failing
        return m.Health(
            version=__version__,
            tables=len(self._rooms.loaded),
            state="ok" if health.is_ok and not is_failing else "degraded",
            damaged=health.damaged,
            complaints=len(health.complaints),
            lost=health.lost,
        )

    @get("/api/games")
    async def games(self, request: Request) -> m.Games:
        """The games and the levels of bots."""
        return m.Games(
            [game_info(name) for name in game_names()],
            [m.LevelInfo(n, level.name, level.description) for n, level in enumerate(LEVELS, 1)],
        )

    @get("/api/games/{name}", asks={"*": "options of the game"})
    async def game(self, request: Request, name: str) -> m.GameDetails:
        """A game with options: its seats and its board."""
        pairs = request.query_params.multi_items()
        if len(dict(pairs)) < len(pairs):
            raise SiegeworksError("An option is given twice.")
        if pairs:  # each set of options needs a board
            check_rate(self._api.rates["board"], request)
        return game_details(await self._rooms.games.get(name, dict(pairs), address_of(request)))

    @post("/api/games/{name}/details", stores=False)
    async def game_on_map(self, request: Request, name: str, body: m.GameQuery) -> m.GameDetails:
        """A game with options and a map, which can be too long for an address."""
        address = address_of(request)
        return game_details(await self._rooms.games.get(name, body.options, address, body.map_rows))

    @get("/api/games/{name}/rules")
    async def rules(self, request: Request, name: str) -> m.Rulebook:
        """A rulebook."""
        return m.Rulebook(rulebook_sections(name), balance_of(name) is not None)

    @get("/api/games/{name}/balance")
    async def balance(self, request: Request, name: str) -> GameBalance:
        """What many games between bots say of a game."""
        return GameBalance(balance_of(name))


def game_info(name: str) -> m.GameInfo:
    """A game, as the home page shows it."""
    game, card = module(name), module(name).CARD
    options = [
        m.OptionInfo(o.name, o.default, list(o.values), o.meaning, o.shown_values)
        for o in game.OPTIONS
    ]
    return m.GameInfo(
        name=name,
        title=game.TITLE,
        sentence=game.IN_A_SENTENCE,
        credits=game.CREDITS,
        seats=card.seats_text,
        minutes=card.minutes,
        learning=card.learning,
        luck=card.luck,
        hidden=card.hidden,
        has_lessons=has_lessons(name),
        has_puzzles=has_puzzles(name),
        options=options,
        view=view_address(name),
    )


def game_details(game: Game) -> m.GameDetails:
    """A game with its options, its seats and its board."""
    return m.GameDetails(
        name=game.name,
        title=game.title,
        options=dict(game.changed_options),
        seats=list(game.seats),
        secrets=game.has_secrets,
        agreement=game.rules.agree is not None,
        board=scene_encoder(game).board,
        map_rows=map_text(game),
    )
