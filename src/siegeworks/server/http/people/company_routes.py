"""The HTTP API of who plays with whom: the people at a table, and the lobby with their ratings"""

import time
from collections.abc import Mapping

from starlette.requests import Request

from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError
from siegeworks.server.http.api import Api, Routes, get
from siegeworks.server.http.people.account_tables import check_id
from siegeworks.server.http.sessions import account_of, has_token
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.relations import apart_from
from siegeworks.server.people.ratings.at_tables import TableCompany, companies
from siegeworks.server.people.ratings.rated_games import FOR_PEOPLE
from siegeworks.server.people.ratings.ratings import ratings_among
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import read_seats
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.seat_keys import hash_of
from siegeworks.server.tables.seating import TAKEN

FRESH_SECONDS = 1.0  # for which who plays at the tables of the lobby is shown again
NOT_IN_RANGE = "This seat is for people rated {} to {} in this game."
FOR_ACCOUNTS = "This game is rated: only people with an account play it."
SIGN_IN = "Sign in to take a seat."
HAS_SEAT = "You already have a seat at this table. In a rated game nobody has two."


async def check_seat(store: Store, request: Request, seat: m.TakeSeat) -> None:
    """May the one who asks take this seat of the lobby? Invitations are for anybody, and a request
    that is repeated gets the seat that it has taken.

    Raises:
        HttpError: its game is rated and this one may not play it, or one has blocked the other.
    """
    if seat.code or seat.table is None:
        return
    table, account = seat.table, await account_of(request)
    digest = hash_of(seat.request)

    def job(db: Database) -> str:
        if any(row.request_hash == digest for row in read_seats(db, table)):
            return ""
        company = companies(db, [table], "").get(table)
        if seat.is_bot and company and company.shown.rated:
            return FOR_PEOPLE
        if account and company and company.has_one_of(apart_from(db, account.id)):
            return TAKEN  # a block is not told
        return refusal(db, account, {table: company}).get(table, "") if company else ""

    sentence = await store.read(job)
    if sentence:
        raise HttpError(403, sentence)


class CompanyRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._seen: tuple[float, list[str], Mapping[str, TableCompany]] = 0.0, [], {}

    @get("/api/lobby")
    async def lobby(self, request: Request) -> m.Lobby:
        """The tables where somebody is waiting for an opponent, and which of them want other people
        than the one who asks; without those of people who are blocked, or have blocked."""
        lobby = self._rooms.noticeboard.lobby()
        if not lobby.tables:
            return lobby
        by_table = await self._companies([info.table for info in lobby.tables])
        refusals: Mapping[str, str] = {}
        # Programs are told when they ask for a seat. Where nothing is rated, nobody is refused.
        account = None if has_token(request) or not by_table else await account_of(request)
        if account is not None:
            apart = await self._store.read(lambda db: apart_from(db, account.id))
            unseen = {table for table, company in by_table.items() if company.has_one_of(apart)}
            lobby.tables = [info for info in lobby.tables if info.table not in unseen]
        if not has_token(request) and any(company.shown.rated for company in by_table.values()):
            refusals = await self._store.read(lambda db: refusal(db, account, by_table))
        for info in lobby.tables:
            company = by_table.get(info.table)
            if company is not None:
                info.rated = company.shown.rated
                info.people = company.shown.people
                info.lowest, info.highest = company.wanted or (None, None)
                info.refusal = refusals.get(info.table, "")
        return lobby

    async def _companies(self, tables: list[str]) -> Mapping[str, TableCompany]:
        """Who plays at these tables: pages ask again and again."""
        now = time.monotonic()
        read, seen, by_table = self._seen
        if tables != seen or now - read > FRESH_SECONDS:
            by_table = await self._store.read(lambda db: companies(db, tables, ""))
            self._seen = now, tables, by_table
        return by_table

    @get("/api/tables/{table}/people", scope="read")
    async def table_people(self, request: Request, table: str) -> m.TablePeople:
        """The seats of a table that accounts have, how strong they are taken for, and whom of them
        this account has blocked."""
        account = await account_of(request)
        check_id(table)
        reader = account.id if account else ""
        by_table = await self._store.read(lambda db: companies(db, [table], reader))
        company = by_table.get(table)
        return company.shown if company else m.TablePeople([])


def refusal(
    db: Database, account: Account | None, by_table: Mapping[str, TableCompany]
) -> dict[str, str]:
    """Why somebody (None: a guest) may not take a seat at these tables, in sentences; those where
    they may are left out."""
    known = ratings_among(db, [account.id] if account else [])
    sentences = dict[str, str]()
    for table, company in by_table.items():
        pace, wanted = company.shown.pace, company.wanted
        if not company.shown.rated or not pace:
            continue
        whom = NOT_IN_RANGE.format(*wanted) if wanted else FOR_ACCOUNTS
        if account is None:
            sentences[table] = f"{whom} {SIGN_IN}"
        elif any(player.name == account.name for player in company.shown.people):
            sentences[table] = HAS_SEAT
        elif wanted:
            points = known(account.id, company.game, pace).points
            if not wanted.lowest <= points <= wanted.highest:
                sentences[table] = f"{whom} Your rating is {points}."
    return sentences
