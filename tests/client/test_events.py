"""Programs are told how their tables stand, by server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path

import pytest

from siegeworks.client import Client, Refused, Seats, Session
from siegeworks.server import messages as m
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.storage.opening import open_store
from tests.client.test_client import run
from tests.server import served
from tests.server.people.browsers import Browser


@pytest.fixture
def site(tmp_path: Path, database: str | None) -> Iterator[served.Client]:
    """A server over each database."""
    with served.served(tmp_path, store=open_store(tmp_path, database)) as client:
        yield client


async def until(events: AsyncGenerator[m.TableStatus, None], turns: int) -> m.TableStatus:
    """The first status with so many turns, and somebody to act."""
    async for status in events:
        if status.turns >= turns and status.to_act is not None:
            return status
    raise AssertionError("the events have ended")


def is_turn_of(session: Session) -> bool:
    return session.is_my_turn


def test_who_has_a_seat_is_told_whose_turn_it_is(site: served.Client) -> None:
    async def play() -> None:
        red, blue = Client(site.base, name="Ada"), Client(site.base)
        opened = await red.open_table("siege-by-number", ["me", "friend"])
        async with aclosing(red.events(opened)) as events:
            first = await anext(events)
            assert (first.table, first.to_act, first.turns) == (opened.table, None, 0)
            seats = await blue.take_seat(code=next(iter(opened.invitations.values())))
            async with red.enter(opened) as mine, blue.enter(seats) as theirs:
                status = await until(events, 0)
                assert status.yours == list(opened.keys)
                for _ in range(2):
                    session = mine if status.to_act in opened.keys else theirs
                    await session.until(partial(is_turn_of, session))
                    assert session.view is not None
                    await session.act(session.view.legal[0])
                    status = await until(events, status.turns + 1)  # one may be told twice
                await theirs.resign()
                async for status in events:
                    if status.result != "*":
                        break
                assert status.ending

    run(play)


def test_an_account_is_told_of_all_its_tables_also_of_new_ones(site: served.Client) -> None:
    browser = Browser(site)
    browser.sign_up("Anna")
    body = {"label": "mine", "scopes": ["read", "play"], "days": 1}
    token = browser.asked("/api/account/tokens", body)["token"]

    async def play() -> None:
        client = Client(site.base, token=token)
        first = await client.open_table("siege-by-number", ["me", "friend"])
        async with aclosing(client.events()) as events:
            assert (await anext(events)).table == first.table
            second = await client.open_table("siege-by-number", ["friend", "me"])
            assert (await anext(events)).table == second.table

    run(play)


def test_who_proves_nothing_is_told_nothing(site: served.Client) -> None:
    async def play() -> None:
        client = Client(site.base)
        opened = await client.open_table("siege-by-number", ["me", "friend"])
        with pytest.raises(Refused):
            await anext(client.events(Seats(opened.table, {"suns": "k" * 22})))
        with pytest.raises(Refused) as refused:
            await anext(client.events())
        assert refused.value.status == 401
        with pytest.raises(Refused) as refused:
            await anext(Client(site.base, token="siegeworks_forged").events())
        assert refused.value.status == 401

    run(play)


def test_an_address_has_so_many_streams_and_gets_them_back(tmp_path: Path) -> None:
    with served.served(tmp_path, settings=ServerSettings(max_streams_per_address=2)) as site:

        async def play() -> None:
            client = Client(site.base)
            opened = await client.open_table("siege-by-number", ["me", "friend"])
            async with (
                aclosing(client.events(opened)) as first,
                aclosing(client.events(opened)) as second,
            ):
                await anext(first)
                await anext(second)
                with pytest.raises(Refused, match="Too many streams"):
                    await anext(client.events(opened))
            for _ in range(200):
                try:
                    async with aclosing(client.events(opened)) as again:
                        await anext(again)
                    return
                except Refused:
                    await asyncio.sleep(0)  # the server has not seen yet that they are closed
            raise AssertionError("no stream is given back")

        run(play)
