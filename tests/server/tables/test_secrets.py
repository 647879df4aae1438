"""The bytes that a seat gets do not depend on what is hidden from it."""

import asyncio
import math
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from siegeworks.bots.hints import Hint
from siegeworks.bots.reasons import Kind, Reason
from siegeworks.core.contract import CHANCE, SPECTATOR, Seat
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.play.table import TABLE
from siegeworks.server import messages as m
from siegeworks.server.jobs import bot_pool
from siegeworks.server.jobs.job_process import JobFailed, JobProcess
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.messages.scenes import fields
from siegeworks.server.storage.event_log import OFFER, STEP, Event, EventLog
from siegeworks.server.storage.rows import SeatRow
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import FakeConnection, do, room_of, server_in, wait_for_bots
from tests.variants import every_game, label, random_choice

SMALL = [
    ("kings-ransom", {"setup": "secret", "columns": "3", "tiles": "KAECIS"}),
    ("kings-ransom", {"columns": "2", "tiles": "KAEC"}),
    ("expansion", {"board": "2x2", "values": "5A0"}),
    ("expansion", {"setup": "random", "board": "2x2", "values": "52A0"}),
]
BIG: list[tuple[str, dict[str, str]]] = [("kings-ransom", {}), ("expansion", {})]
every_small_secret = pytest.mark.parametrize("variant", SMALL, ids=label)
every_secret = pytest.mark.parametrize("variant", [*SMALL, *BIG], ids=label)
# A whole game of Expansion takes as long as those of all others.
most_secrets = pytest.mark.parametrize(
    "variant", [*SMALL, BIG[0], pytest.param(BIG[1], marks=pytest.mark.long)], ids=label
)
# What is offered, and whether the others agree: a game that is over would hide nothing any more.
OFFERS: list[tuple[m.OfferKind, bool]] = [("draw", False), ("agree", False), ("takeback", True)]
TRIES = 150  # to find another course of the game that looks the same


def played(game: Game, rng: Rng, steps: int) -> EventLog:
    """A random game of this many steps, or to its end."""
    log = EventLog(game)
    while len(log.table.steps) < steps and not log.table.over:
        step(log, random_choice(game, log.table.state, rng))
    return log


def step(log: EventLog, choice: int) -> None:
    state, game = log.table.state, log.game
    log.add(Event(STEP, str(game.actor(state)), game.choice_to_text(state, choice)))


def indistinguishable_game(log: EventLog, seat: Seat, rng: Rng) -> EventLog | None:
    """Another game that `seat` cannot distinguish from this one, if this try finds one."""
    game, other_game = log.game, EventLog(log.game)
    for index, wanted in enumerate(log.table.choices):
        state, real = other_game.table.state, log.table.states[index]
        if state.to_act != real.to_act:
            return None
        is_hidden = game.hides(real, wanted, seat)
        choice = random_choice(game, state, rng) if is_hidden else wanted
        legal = (
            [o for o, _ in game.chance_outcomes(state)]
            if state.to_act == CHANCE
            else game.legal_actions(state)
        )
        if choice not in legal:
            return None
        step(other_game, choice)
        if seen(other_game, seat, index) != seen(log, seat, index):
            return None
    alike = other_game.table.view(seat).tobytes() == log.table.view(seat).tobytes()
    return (
        other_game
        if alike and other_game.table.state.tobytes() != log.table.state.tobytes()
        else None
    )


def seen(log: EventLog, seat: Seat, index: int) -> tuple[str, str]:
    return log.table.token_seen_by(seat, index), log.table.shown_by(index)


def unstored_room(server: TableServer, log: EventLog) -> Room:
    """A room for a copy of this game whose changes are not stored."""
    server.store.append = store_nothing  # type: ignore[method-assign]
    return room_of(server, copy_of(log))


def copy_of(log: EventLog) -> EventLog:
    """An independent copy of the same game."""
    same = EventLog(log.game)
    for step in log.table.steps:
        same.add(Event(STEP, *step))
    same.table.states[-1] = log.table.states[-1].copy()
    return same


async def everything_sent(room: Room, *held: Seat, looks: Seat) -> list[str]:
    """Every message that this client can get from the table now, by its own messages of every kind
    and by those of others, except legal steps."""
    page = FakeConnection(*held)
    others = FakeConnection(*(seat for seat in range(len(room.game.seats)) if seat not in held))
    await room.enter(others, 0)
    await room.enter(page, 0)
    if len(held) > 1 and looks >= 0:
        await room.look(page, m.Look("l", room.game.seats[looks]))
    legal = set(page.view.get("legal", ()))
    for version in range(0, room.log.version, 5):
        page.version = version
        await room.show_again(page)
    for turns in range(room.log.version + 2):
        await refusals(room, page, m.LookBack(f"b{turns}", turns))
    texts = room.game.action_texts
    for number in range(0, len(texts), max(1, len(texts) // 40)):
        await refusals(room, page, m.Explain(f"e{number}", texts[number][:40]))
    to_act = int(room.table.state.to_act)
    await refusals(room, page, m.Hint("h", None if to_act < 0 else room.game.seats[to_act]))
    await refusals(room, page, m.Preview("p", room.log.version))
    for name in (None, *room.game.seats):
        await refusals(room, page, m.Observe("o", name))
    for number in range(0, len(texts), max(1, len(texts) // 40)):
        if texts[number] not in legal:
            await refusals(room, page, m.Act(f"a{number}", room.log.version, texts[number][:40]))
    for version in (room.log.version, 0):
        await refusals(room, page, m.Act("a", version, "none"))
        await refusals(room, page, m.Undo("u", version) if version == 0 else m.Resign("r", "?"))
    for who, other in ((page, others), (others, page)):
        for what, agrees in OFFERS:
            await refusals(room, who, m.OfferAgreement(f"o{room.log.version}", what))
            if room.log.offer is not None:
                answer = m.AnswerOffer(f"n{room.log.version}", room.log.offer.version, agrees)
                await refusals(room, page, answer)
                await refusals(room, other, answer)
        await refusals(room, who, m.Undo(f"u{room.log.version}", room.log.version))
    try:
        page.texts += await export(room)
    except SiegeworksError as error:
        page.texts.append(str(error))
    room.leave(page)
    room.leave(others)
    return page.texts


async def refusals(room: Room, page: FakeConnection, message: Any) -> None:
    """Send one message and record a refusal."""
    try:
        await do(room, page, message)
    except SiegeworksError as error:
        page.texts.append(str(error))


async def store_nothing(*_: object, **more: object) -> None:
    """Store nothing."""


async def revealing_hints(game: Game, seen: Any, *_: Any) -> list[Hint]:
    """A hint that reveals everything that it was given."""
    reason = Reason(Kind.EVEN, seen.tobytes().hex())
    return [Hint(seen.tobytes().hex(), 0.5, False, 1.0, (), "", reason)]


@every_small_secret
def test_two_games_that_a_seat_cannot_tell_apart_send_the_same_bytes(
    variant: Any, tmp_path: Path
) -> None:
    game, rng = cached_game(*variant), new_rng(20)
    compared = 0

    async def compare() -> None:
        nonlocal compared
        async with server_in(tmp_path) as server:
            server.rooms.bots.hints = revealing_hints  # type: ignore[method-assign, assignment]
            set_up = sum(1 for _ in hidden_steps(game))
            for steps in (set_up // 2, set_up, set_up + 1, set_up + 3, set_up + 6):
                log = played(game, rng, steps)
                for seat in (SPECTATOR, 0, 1):
                    attempts = (indistinguishable_game(log, seat, rng) for _ in range(TRIES))
                    other_game = next((other for other in attempts if other is not None), None)
                    if other_game is None:
                        continue
                    for held in ((), (0, 1)) if seat == SPECTATOR else ((seat,), (0, 1)):
                        sent = [
                            await everything_sent(
                                unstored_room(server, game_log), *held, looks=seat
                            )
                            for game_log in (log, other_game)
                        ]
                        assert sent[0] == sent[1]
                        compared += 1

    asyncio.run(compare())
    assert compared >= 12


@pytest.mark.parametrize("variant", [SMALL[0], SMALL[3]], ids=label)
def test_two_games_that_another_worker_played_send_the_same_bytes(
    variant: Any, tmp_path: Path, database: str | None
) -> None:
    """On either store: what is sent when steps are read that another worker has stored."""
    game, rng = cached_game(*variant), new_rng(25)
    compared = 0

    async def compare() -> None:
        nonlocal compared
        async with server_in(tmp_path, database=database) as server:
            server.rooms.bots.hints = revealing_hints  # type: ignore[method-assign, assignment]
            set_up = sum(1 for _ in hidden_steps(game))
            for steps in (set_up // 2, set_up + 1, set_up + 4):
                log = played(game, rng, steps)
                for seat in (SPECTATOR, 0, 1):
                    attempts = (indistinguishable_game(log, seat, rng) for _ in range(TRIES))
                    other_game = next((other for other in attempts if other is not None), None)
                    if other_game is None:
                        continue
                    held = () if seat == SPECTATOR else (seat,)
                    sent = [
                        await sent_elsewhere(server, game_log, held)
                        for game_log in (log, other_game)
                    ]
                    assert sent[0] == sent[1] and len(sent[0]) > len(log.table.steps)
                    compared += 1

    asyncio.run(compare())
    assert compared >= 4


async def sent_elsewhere(server: TableServer, log: EventLog, held: tuple[Seat, ...]) -> list[str]:
    """Every message that a client gets at a worker while another one stores this game."""
    store, room = server.store, room_of(server, EventLog(log.game))
    page = FakeConnection(*held)
    await store.create(room.live.row, [])
    await room.enter(page, 0)
    for version, step in enumerate(log.table.steps):
        await type(store).append(store, room.id, version, [Event(STEP, *step)])
        await room.catch_up()
    assert room.log.version == len(log.table.steps)
    room.leave(page)
    store.append = store_nothing  # type: ignore[method-assign]
    texts = await everything_sent(room, *held, looks=held[0] if held else SPECTATOR)
    await store.delete(room.id, math.inf)
    return page.texts + texts


class Recording(JobProcess):
    """A process that does nothing; it keeps what it was sent."""

    sent: ClassVar[list[bytes]] = []

    def run(self, work: Callable[[], Any]) -> Any:
        self.sent.append(pickle.dumps(work))
        raise JobFailed("a test")


@every_small_secret
def test_the_process_of_a_bot_gets_only_what_its_seat_may_know(
    variant: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "secrets", SimpleNamespace(randbits=lambda bits: 7))
    game, rng = cached_game(*variant), new_rng(23)
    compared = 0

    async def sent_by(server: TableServer, log: EventLog, seat: Seat) -> list[bytes]:
        """All that processes get while `seat` is to act, as a bot's or as a person's who asks."""
        monkeypatch.setattr(Recording, "sent", [])
        for bot in (seat, 1 - seat):
            room = unstored_room(server, log)
            room.live.seats[bot] = SeatRow(bot, "bot", 8)
            page = FakeConnection(1 - bot)
            await room.enter(page, 0)
            await wait_for_bots(room)
            for ask in (m.Hint("h"), m.Review("r")) if bot != seat else ():
                with suppress(SiegeworksError):
                    await do(room, page, ask)
        return Recording.sent

    async def compare() -> None:
        nonlocal compared
        async with server_in(tmp_path) as server:
            server.rooms.jobs.search.start = Recording
            set_up = sum(1 for _ in hidden_steps(game))
            for steps in range(set_up // 2, set_up + 8):
                log = played(game, rng, steps)
                seat = int(log.table.state.to_act)
                if seat < 0:
                    continue
                attempts = (indistinguishable_game(log, seat, rng) for _ in range(TRIES))
                other = next((other for other in attempts if other is not None), None)
                if other is not None:
                    first, second = [
                        await sent_by(server, game_log, seat) for game_log in (log, other)
                    ]
                    assert first == second and len(first) >= 3  # the bot, a greedy one, the hint
                    assert other.table.state.tobytes() not in b"".join(second)
                    compared += other.table.state.tobytes() != log.table.state.tobytes()

    asyncio.run(compare())
    assert compared >= 3


def hidden_steps(game: Game) -> list[int]:
    """The steps of the set-up that some seat does not see."""
    log = played(game, new_rng(1), 60)
    return [
        i
        for i, choice in enumerate(log.table.choices)
        if any(game.hides(log.table.states[i], choice, seat) for seat in (SPECTATOR, 0, 1))
    ]


@most_secrets
def test_in_a_whole_game_the_bytes_depend_only_on_what_the_seat_may_know(
    variant: Any, tmp_path: Path
) -> None:
    game, rng = cached_game(*variant), new_rng(21)

    async def compare() -> None:
        async with server_in(tmp_path) as server:
            server.rooms.bots.hints = revealing_hints  # type: ignore[method-assign, assignment]
            log = played(game, rng, 10_000)
            while log.table.steps:
                log = cut(log)
                for seat in (SPECTATOR, 0, 1):
                    held = () if seat == SPECTATOR else (seat,)
                    sent = []
                    for state in (log.table.state, imagined(log, seat, rng)):
                        log.table.states[-1] = state
                        sent.append(
                            await everything_sent(unstored_room(server, log), *held, looks=seat)
                        )
                    assert sent[0] == sent[1]

    asyncio.run(compare())


def imagined(log: EventLog, seat: Seat, rng: Rng) -> Any:
    return log.game.determinize(log.table.view(seat), rng)


def cut(log: EventLog) -> EventLog:
    """The same game some steps earlier."""
    shorter = EventLog(log.game)
    for step in log.table.steps[: -1 - len(log.table.steps) // 6]:
        shorter.add(Event(STEP, *step))
    return shorter


@every_secret
def test_a_finished_game_reveals_everything(variant: Any, tmp_path: Path) -> None:
    game = cached_game(*variant)

    async def compare() -> None:
        async with server_in(tmp_path) as server:
            log = played(game, new_rng(22), 12)
            log.add(Event(STEP, TABLE, f"resign={game.seats[0]}"))
            room = unstored_room(server, log)
            views = []
            for held in ((), (0,), (1,)):
                page = FakeConnection(*held)
                await room.enter(page, 3)
                view = {**page.view, "seat": None, "changed": None}
                views.append(view)
                assert view["steps_from"] == 0
                assert all(step["token"] != "?" for step in view["steps"])
            assert views[0] == views[1] == views[2]
            name, text = "", ""
            server.rooms.loaded[room.id] = room
            name, text = await export(room)
            assert name and "?" not in text

    asyncio.run(compare())


@every_game
def test_the_fast_scene_equals_the_games_scene(name: str) -> None:
    game = cached_game(name, {})
    log = played(game, new_rng(23), 80)
    for index in range(0, len(log.table.states), 7):
        seen = game.observe(log.table.states[index], 0)
        assert game.scene(fields(game.params), fields(seen)) == game.scene(game.params, seen)


def test_offers_and_refusals_reveal_no_secrets(tmp_path: Path) -> None:
    """An offer to stop and count is refused by what all may know."""
    game = cached_game("expansion", {"board": "2x2", "values": "5A0"})
    log = played(game, new_rng(24), 6)
    with pytest.raises(IllegalStep, match="only after the first move"):
        log.add(Event(OFFER, "suns", "agree"))
