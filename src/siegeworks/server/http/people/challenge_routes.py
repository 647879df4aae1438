"""The HTTP API of challenges, and of what an account is told"""

import secrets
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from starlette.requests import Request

from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Api, Routes, check_rate, get, post
from siegeworks.server.http.people.account_tables import (
    check_id,
    clock_of,
    new_keys,
    open_for_accounts,
)
from siegeworks.server.http.people.profile_routes import somebody
from siegeworks.server.http.sessions import Proof, needed_account, needed_proof
from siegeworks.server.people import challenges, rematches
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.challenges import Challenge, Terms
from siegeworks.server.people.notices import GAME, give_notice, waiting_games
from siegeworks.server.people.ratings.rated_games import (
    FOR_PEOPLE,
    NOT_MEASURED,
    are_measured,
    pace_at,
    rated_game,
)
from siegeworks.server.people.rematches import Rematch
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import TableRow

ALONE = "There is nobody to challenge in a game for one."


class ChallengeRoutes(Routes):
    def __init__(self, api: Api, ask: Callable[[], None]) -> None:
        """`ask` is called when an account is to be told something at once."""
        super().__init__(api)
        self._ask, self._rate = ask, Limiter(api.settings.challenge_rate)

    @post("/api/people/{name}/challenge", scope="play")
    async def challenge(
        self, request: Request, name: str, body: m.NewChallenge
    ) -> m.ChallengeAnswer:
        """Challenge somebody to a game."""
        proof = await needed_proof(request)
        check_rate(self._rate, request)
        game = await self._rooms.games.get(body.game, body.options, address_of(request))
        if len(game.seats) < 2:
            raise SiegeworksError(ALONE)
        if body.seat and body.seat not in game.seats:
            raise SiegeworksError(f"There is no seat {quote(body.seat)} in this game.")
        clock = clock_of(body.clock)
        if clock is not None:
            clock.check()
        if body.rated:
            check_person(proof)
            pace_at(game.name, clock, len(game.seats))
        options = dict(game.changed_options)
        others = body.others if len(game.seats) > 2 else ""
        bots = [level] if (level := _level(others)) else []
        if body.rated and not are_measured(game.name, options, bots):
            raise SiegeworksError(NOT_MEASURED)
        terms = Terms(game.name, options, clock, body.rated, body.seat, others)

        def job(db: Database) -> Challenge | None:
            other = somebody(db, name)
            theirs = challenges.between(db, other.id, proof.account.id)
            if theirs is not None and theirs.terms.are_met_by(terms):
                return theirs
            challenges.challenge(db, proof.account, other, terms)
            return None

        theirs = await self._store.write(job)
        seat = await self._begin(proof, theirs, body.seat) if theirs else None
        return await self._answer(proof, seat)

    @post("/api/account/challenges/answer", scope="play")
    async def answer(self, request: Request, body: m.AnswerChallenge) -> m.ChallengeAnswer:
        """Accept or decline a challenge, or cancel one's own."""
        proof = await needed_proof(request)
        account = proof.account

        def reject(db: Database) -> None:
            pending = challenges.challenges_of(db, account.id)
            challenge = next((challenge for challenge in pending if challenge.id == body.id), None)
            is_own = challenge is not None and challenge.challenger == account
            if challenge is not None and challenge.terms.table_before:
                (rematches.cancel if is_own else rematches.decline)(db, account.id, challenge)
            else:
                (challenges.cancel if is_own else challenges.decline)(db, account.id, body.id)

        if not body.accepts:
            await self._store.write(reject)
            return await self._answer(proof, None)
        accepted = await self._store.read(lambda db: challenges.to_answer(db, account.id, body.id))
        if accepted is None:
            raise SiegeworksError(challenges.GONE)
        if accepted.terms.table_before:
            return await self._ask_again(proof, accepted.terms.table_before)
        return await self._answer(proof, await self._begin(proof, accepted))

    @post("/api/tables/{table}/rematch", scope="play")
    async def rematch(self, request: Request, table: str, body: m.Nothing) -> m.ChallengeAnswer:
        """Ask all others who played at a table for the same game again."""
        proof = await needed_proof(request)
        check_id(table)
        check_rate(self._rate, request)
        return await self._ask_again(proof, table)

    @get("/api/account/notices", scope="read")
    async def notices(self, request: Request) -> m.Notices:
        """What waits for the answer of this account."""
        account = await needed_account(request)
        return await self._store.read(lambda db: notices_of(db, account.id))

    async def _ask_again(self, proof: Proof, table: str) -> m.ChallengeAnswer:
        """An account wants a rematch of this table, which begins if it is the last to want it."""
        account = proof.account

        def job(db: Database) -> Rematch | None:
            if rated_game(db, table).rated:
                check_person(proof)
            return rematches.ask(db, account, table)

        again = await self._store.write(job)
        return await self._answer(proof, await self._begin_again(proof, again) if again else None)

    async def _begin_again(self, proof: Proof, again: Rematch) -> m.SeatTaken:
        game = await self._rooms.games.get(again.terms.game, again.terms.options, "")
        players = [
            player.id if isinstance(player, Account) else m.SeatPlan(seat, "bot", player)
            for seat, player in zip(game.seats, again.players, strict=True)
        ]
        settle = partial(rematches.settle, again=again)
        return await self._open(proof, again.terms, players, settle)

    async def _answer(self, proof: Proof, seat: m.SeatTaken | None) -> m.ChallengeAnswer:
        self._ask()
        notices = await self._store.read(lambda db: notices_of(db, proof.account.id))
        return m.ChallengeAnswer(notices, seat)

    async def _begin(self, proof: Proof, accepted: Challenge, seat: str = "") -> m.SeatTaken:
        """The game of a challenge begins; the seat of the account that accepts, which is this one
        if it wants one."""
        terms = accepted.terms
        if terms.is_rated:
            check_person(proof)
        game = await self._rooms.games.get(terms.game, terms.options, "")
        first = terms.seat or secrets.choice([name for name in game.seats if name != seat])
        second = seat or secrets.choice([name for name in game.seats if name != first])
        at_seat = {first: accepted.challenger.id, second: accepted.challenged.id}
        level = _level(terms.others)
        other = m.SeatPlan("", "bot" if level else "open", level)
        players = [
            at_seat.get(name) or msgspec.structs.replace(other, seat=name) for name in game.seats
        ]
        settle = partial(challenges.settle, challenge=accepted)
        return await self._open(proof, terms, players, settle)

    async def _open(
        self,
        proof: Proof,
        terms: Terms,
        players: Sequence[str | m.SeatPlan],
        settle: Callable[[Database], None],
    ) -> m.SeatTaken:
        """Open the table that was agreed on, and tell its players; the seat of this account."""

        def beside(db: Database, table: TableRow) -> None:
            settle(db)
            for player in players:
                if isinstance(player, str):
                    give_notice(db, player, GAME, table.id)

        table = await open_for_accounts(
            *(self._server, terms.game, terms.options, terms.clock, players),
            is_rated=terms.is_rated,
            beside=beside,
        )
        return await new_keys(self._server, proof, table)


def check_person(proof: Proof) -> None:
    """People play rated games themselves.

    Raises:
        HttpError: a program is to play as a bot.
    """
    if proof.is_bot:
        raise HttpError(403, FOR_PEOPLE)


def notices_of(db: Database, account: str) -> m.Notices:
    """What waits for the answer of an account."""
    return m.Notices(
        [
            challenge_info(db, challenge, account)
            for challenge in rematches.seen_once(challenges.challenges_of(db, account), account)
        ],
        waiting_games(db, account),
    )


def challenge_info(db: Database, challenge: Challenge, account: str) -> m.ChallengeInfo:
    """A challenge as an account sees it."""
    terms = challenge.terms
    table = terms.table_before
    again = rematches.rematch_of(db, table) if table else None
    return m.ChallengeInfo(
        challenge.id,
        *(challenge.challenger.name, challenge.challenged.name, terms.game, game_title(terms.game)),
        *(terms.options, m.ClockTimes(*terms.clock) if terms.clock else None, terms.is_rated),
        *(terms.seat, "" if table else terms.others),
        players=[player.name for player in again.accounts] if again else [],
        is_mine=challenge.challenger.id == account,
        declined=bool(challenge.declined),
    )


def _level(others: str) -> int:
    """The level of the bots that have the other seats; 0: no bots have them."""
    return int(others.removeprefix("level:")) if others.startswith("level:") else 0
