"""A server looks for garbage after messages, at little each time; at everything now and then."""

import asyncio
from types import SimpleNamespace

import pytest

from siegeworks.server.runtime import garbage
from siegeworks.server.runtime.garbage import GarbageCollector
from siegeworks.server.runtime.settings import ServerSettings

SOON = ServerSettings(garbage_seconds=0.0)


@pytest.fixture(name="done")
def what_was_done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    fake = SimpleNamespace(
        collect=lambda generation=2: done.append(f"collect {generation}"),
        freeze=lambda: done.append("freeze"),
        set_threshold=lambda *numbers: done.append(f"thresholds {numbers}"),
    )
    monkeypatch.setattr(garbage, "gc", fake)
    monkeypatch.setattr(GarbageCollector, "is_in_charge", True)
    return done


async def messages(collector: GarbageCollector, number: int, done: list[str]) -> None:
    for _ in range(number):
        before = len(done)
        collector.collect_soon()
        collector.collect_soon()  # at the same time
        while len(done) == before:
            await asyncio.sleep(0)


def test_what_is_new_is_looked_at_once_and_then_left_alone(done: list[str]) -> None:
    asyncio.run(messages(GarbageCollector(SOON), 2, done))
    assert done == ["collect 0"] * 2


def test_everything_is_looked_at_when_minutes_have_passed(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(garbage, "time", clock)
    collector = GarbageCollector(SOON)
    clock.monotonic = lambda: garbage.ALL_SECONDS
    asyncio.run(messages(collector, 2, done))
    assert done == ["collect 2", "collect 0"]


def test_libraries_are_never_looked_at_and_python_looks_at_nothing_old_by_itself(
    done: list[str],
) -> None:
    GarbageCollector.take_charge()
    assert done == ["freeze", "thresholds (5000, 1000000, 1000000)"]


def test_a_process_that_does_other_things_too_is_left_alone(
    done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GarbageCollector, "is_in_charge", False)

    async def play() -> None:
        GarbageCollector(SOON).collect_soon()
        await asyncio.sleep(0)

    asyncio.run(play())
    assert done == []
