"""A table's log is bounded, and restoring it costs as much as the steps that remain."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.play.table import TABLE, Table
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.storage.event_log import ANSWER, NO, OFFER, STEP, UNDO, YES, Event, EventLog
from siegeworks.server.storage.restore import restore, skippable_events

GAMES: list[tuple[str, dict[str, str]]] = [
    ("siege-master", {}),
    ("expansion", {"board": "2x2", "values": "5A0"}),
]


def state_of(log: EventLog) -> Any:
    """Everything that a log knows."""
    table = log.table
    return (
        {name: value for name, value in vars(log).items() if name not in ("game", "table")},
        (table.steps, table.choices, [state.tobytes() for state in table.states]),
    )


def added(log: EventLog, events: Sequence[Event]) -> EventLog:
    """The log with every event played."""
    log.is_restoring = True
    for event in events:
        log.add(event)
    log.is_restoring = False
    return log


def random_step(log: EventLog, noise: random.Random) -> Event:
    """A legal step of the actor to move."""
    state, game = log.table.state, log.game
    outcomes = [outcome for outcome, _ in game.chance_outcomes(state)] if state.to_act < 0 else []
    choice = noise.choice(outcomes or list(game.legal_actions(state)))
    return Event(STEP, str(game.actor(state)), game.choice_to_text(state, choice))


def random_event(log: EventLog, noise: random.Random) -> Event:
    """Any event, legal or not: mostly steps and undos."""
    seat = noise.choice(log.game.seats)
    kinds = {STEP: 8, UNDO: 7, OFFER: 1, ANSWER: 2}
    (kind,) = noise.choices(list(kinds), list(kinds.values()))
    if kind == STEP:
        return random_step(log, noise)
    if kind == OFFER:
        return Event(OFFER, seat, noise.choice(["draw", "agree", "takeback"]))
    return Event(UNDO, seat) if kind == UNDO else Event(ANSWER, seat, noise.choice([NO, NO, YES]))


def random_events(
    variant: tuple[str, dict[str, str]], noise: random.Random, length: int
) -> list[Event]:
    """The accepted events of a random game."""
    log, events = EventLog(cached_game(*variant)), []
    for number in range(length):
        if log.table.over:
            break
        event = random_event(log, noise)._replace(request=f"{number}" if number % 3 else None)
        try:
            log.add(event)
        except SiegeworksError:
            continue
        events.append(event)
    return events


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant[0])
def test_a_restored_log_equals_one_with_every_event_played(variant: Any) -> None:
    for seed in range(6):
        events = random_events(variant, random.Random(seed), 60)
        for length in range(len(events) + 1):
            part = events[:length]
            again = restore(cached_game(*variant), part)
            assert state_of(again) == state_of(added(EventLog(cached_game(*variant)), part))


def back_and_forth(pairs: int) -> list[Event]:
    """Two steps, the second undone this many times."""
    step, undo = Event(STEP, "blue", "e4-e7"), Event(UNDO, "blue")
    return [Event(STEP, "red", "d3-d6"), *[step, undo] * pairs, step]


def test_undone_steps_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    play = Table.play

    def counted(table: Table, actor: str, token: str) -> None:
        played.append(token)
        play(table, actor, token)

    monkeypatch.setattr(Table, "play", counted)
    log = restore(cached_game("siege-master", {}), back_and_forth(1_000))
    assert played == ["d3-d6", "e4-e7"]
    assert log.version == 2_002 and log.counts[-3:] == [2, 1, 2] and log.steps_kept_since(0) == 0


def test_the_last_undone_action_is_played_because_clients_are_told_of_it() -> None:
    events = back_and_forth(3)[:-1]
    assert set(skippable_events(events)) == {1, 2, 3, 4}


def test_undone_steps_that_answered_an_offer_are_played() -> None:
    game = cached_game("siege-master", {})
    step, undo = Event(STEP, "blue", "e4-e7"), Event(UNDO, "blue")
    offer, red = Event(OFFER, "red", "draw"), Event(STEP, "red", "d3-d6")
    events = [red, offer, step, undo, step]
    assert not skippable_events(events)
    assert state_of(restore(game, events)) == state_of(added(EventLog(game), events))


def test_undos_per_table_are_limited_and_the_game_goes_on() -> None:
    game = cached_game("siege-master", {})
    log = added(EventLog(game, max_undone_steps=3), back_and_forth(3))
    with pytest.raises(IllegalStep, match="3 steps have been undone at this table; the limit is 3"):
        log.add(Event(UNDO, "blue"))
    log.add(Event(STEP, "red", game.legal_texts(log.table.view(0))[0]))
    again = restore(game, back_and_forth(4))  # as an older version let it happen
    again.max_undone_steps = 3
    with pytest.raises(IllegalStep, match="4 steps have been undone"):
        again.add(Event(UNDO, "blue"))
    again.add(Event(STEP, TABLE, "resign=red"))


def test_offers_per_table_are_limited() -> None:
    log = EventLog(cached_game("siege-master", {}), max_offers=1)
    for event in (
        Event(STEP, "red", "d3-d6"),
        Event(OFFER, "red", "draw"),
        Event(ANSWER, "blue", NO),
        Event(STEP, "blue", "e4-e7"),
    ):
        log.add(event)
    with pytest.raises(SiegeworksError, match="Offers made at this table: 1; the limit is 1"):
        log.add(Event(OFFER, "red", "draw"))


def test_the_events_of_a_table_are_bounded() -> None:
    """By the longest game and by what may be taken back and offered in it."""
    log, undone = EventLog(cached_game("siege-master", {})), 0
    while True:
        log.add(Event(STEP, "red", "d3-d6"))
        try:
            log.add(Event(UNDO, "red"))
        except IllegalStep:
            break
        undone += 1
    assert undone == log.max_undone_steps and log.version == 2 * undone + 1
