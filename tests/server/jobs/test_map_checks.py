"""A stranger's map is checked without harm: few games, few processes, nothing kept on disk."""

import asyncio
import json
import shutil

import pytest

from siegeworks.core.compiler.kernel_cache import CACHE
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.jobs import map_checks
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.job_process import FAILED
from siegeworks.server.jobs.map_checks import Bounds, MapChecks, checked
from siegeworks.server.runtime.settings import Rate
from tests.server.helpers import run_with_server, until
from tests.server.job_tasks import endless_check, failing
from tests.server.served import served

GAME = "siege-master"
ISLE = "  . . . . .\n . F . . F .\n. . . . . . .\n . . . F . .\n  . . . . .\n"
REQUEST = m.CheckRequest("isle", ISLE)
TINY = Bounds(level=1, games=6)


@pytest.fixture(autouse=True, scope="module")
def prepared(prepared_searches):
    """Nothing is compiled in the tests."""


def with_checks(folder, play, bounds=TINY, checked=checked):
    """Run this with the checks of a server, played like this."""

    async def run(server):
        rooms = server.rooms
        checks = MapChecks(rooms.jobs.background, rooms.loaders, rooms.preparation, bounds)
        try:
            await play(checks)
        finally:
            await checks.close()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(map_checks, "checked", checked)
        run_with_server(folder, run)


async def when(checks, check, holds):
    """The progress of a check, as soon as this holds of it."""
    await until(lambda: holds(checks.progress(check)))
    return checks.progress(check)


def is_over(progress):
    return progress.state in ("done", "failed")


# What a check does -------------------------------------------------------------------------------


def test_a_check_plays_and_says_what_it_found(tmp_path):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        assert checks.progress(check).state == "waiting"
        done = await when(checks, check, is_over)
        assert (done.state, done.games, done.wanted) == ("done", 6, 6)
        result = done.result
        assert result.games == 6 and result.options == {"map": "isle"}
        assert done.sentence == result.sentences[0]
        assert len(result.hexes) == ISLE.count(".") + ISLE.count("F")
        assert sorted(fortress.name for fortress in result.fortresses) == ["b2", "b5", "d4"]

    with_checks(tmp_path, play)


def test_the_first_figures_come_while_it_plays(tmp_path):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        first = await when(checks, check, lambda progress: progress.result is not None)
        assert first.state == "running" and 0 < first.games < first.wanted

    with_checks(tmp_path, play, Bounds(level=1, games=10_000))


def test_a_check_ends_when_its_time_is_up(tmp_path):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        done = await when(checks, check, is_over)
        assert done.state == "done" and 0 < done.games < done.wanted

    with_checks(tmp_path, play, Bounds(level=1, games=10_000, seconds=0.1))


def test_a_map_compiles_nothing_and_leaves_nothing_on_disk(tmp_path, monkeypatch):
    # A kernel cache of its own: other tests write to the usual one meanwhile.
    shutil.copytree(CACHE, tmp_path / "kernels" / CACHE.name)
    monkeypatch.setenv("SIEGEWORKS_CACHE", str(tmp_path))

    def kept():
        return sorted(tmp_path.rglob("*"))

    async def play(checks):
        for row in (". . . . .\n", ". . . . . .\n"):
            before = kept()
            asked = m.CheckRequest("other", f"{row} . F . .\n{row}")
            check = (await checks.start(GAME, asked, row)).check
            assert (await when(checks, check, is_over)).state == "done"
            assert kept() == before

    with_checks(tmp_path, play)


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, asked, words",
    [
        ("chess", REQUEST, "There is no game 'chess'"),
        ("expansion", REQUEST, "has no maps"),
        (GAME, m.CheckRequest("isle", ""), "it has no hex"),
        (GAME, m.CheckRequest("isle", ISLE.replace("F", ".", 1)), "must be odd"),
        (GAME, m.CheckRequest("isle", ". . . .\n  F\n"), "half a hex off"),
        (GAME, m.CheckRequest("isle", ". . . .\n\n  F\n"), "no army fits"),
        (GAME, m.CheckRequest("isle", "F " * 300), "at most 256"),
        (GAME, m.CheckRequest("isle", "<script>"), "line 1, column 1"),
        (GAME, m.CheckRequest("../../etc/passwd", ISLE), "name"),
        (GAME, m.CheckRequest("", ISLE), "name"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence_and_starts_nothing(
    tmp_path, name, asked, words
):
    async def play(checks):
        with pytest.raises(SiegeworksError, match=words):
            await checks.start(name, asked, "a")
        assert not checks.jobs

    with_checks(tmp_path, play, checked=failing)


def test_an_address_has_one_check_at_a_time(tmp_path):
    async def play(checks):
        first = (await checks.start(GAME, REQUEST, "a")).check
        with pytest.raises(TooManyJobs, match="One of your checks is running"):
            await checks.start(GAME, REQUEST, "a")
        await checks.start(GAME, REQUEST, "b")
        checks.stop(first)
        await checks.start(GAME, REQUEST, "a")

    with_checks(tmp_path, play, checked=endless_check)


def test_two_requests_at_once_start_one_check(tmp_path):
    async def play(checks):
        both = [checks.start(GAME, REQUEST, "a") for _ in range(2)]
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(result, TooManyJobs) for result in results) == 1

    with_checks(tmp_path, play, checked=endless_check)


def test_only_a_few_run_and_only_a_few_wait(tmp_path):
    async def play(checks):
        ids = [(await checks.start(GAME, REQUEST, address)).check for address in "abcd"]
        for check in ids[:2]:
            await when(checks, check, lambda progress: progress.games)
        assert [checks.progress(check).state for check in ids] == ["running"] * 2 + ["waiting"] * 2
        with pytest.raises(TooManyJobs, match="Many checks are waiting"):
            await checks.start(GAME, REQUEST, "e")
        checks.stop(ids[0])
        await when(checks, ids[2], lambda progress: progress.state == "running")
        await checks.start(GAME, REQUEST, "e")

    bounds = Bounds(running=2, waiting=2)
    with_checks(tmp_path, play, bounds, checked=endless_check)


def test_an_address_may_start_a_few_per_hour(tmp_path, monkeypatch):
    monkeypatch.setattr(MapChecks, "rate", Rate(3, 1e-9))

    async def play(checks):
        for _ in range(3):
            checks.stop((await checks.start(GAME, REQUEST, "a")).check)
        with pytest.raises(TooManyJobs, match="You have started many checks"):
            await checks.start(GAME, REQUEST, "a")
        await checks.start(GAME, REQUEST, "b")

    with_checks(tmp_path, play, checked=endless_check)


def test_only_so_many_results_are_remembered(tmp_path):
    async def play(checks):
        ids = []
        for address in "abcde":
            ids.append((await checks.start(GAME, REQUEST, address)).check)
            await when(checks, ids[-1], is_over)
        for check in ids[:3]:
            with pytest.raises(NoSuchJob):
                checks.progress(check)
        assert all(is_over(checks.progress(check)) for check in ids[3:])

    with_checks(tmp_path, play, Bounds(kept=2), checked=failing)


# How a check ends --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["stop", "close"])
def test_a_check_ends_when_it_is_stopped_and_with_the_server(tmp_path, way):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        await when(checks, check, lambda progress: progress.games)
        task = checks.jobs[check].task
        if way == "stop":
            checks.stop(check)
            checks.stop(check)  # a second time changes nothing
        else:
            await checks.close()
        await asyncio.wait([task])
        assert not checks.pool.in_parts
        with pytest.raises(NoSuchJob, match="no such check"):
            checks.progress(check)

    with_checks(tmp_path, play, checked=endless_check)


def test_a_check_that_nobody_asks_about_stops(tmp_path):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        task = checks.jobs[check].task
        await asyncio.wait([task])
        stopped = checks.progress(check)
        assert (stopped.state, stopped.sentence) == ("failed", "The check was stopped.")
        await checks.start(GAME, REQUEST, "a")

    bounds = Bounds(level=1, games=100_000, unasked_seconds=0.0)
    with_checks(tmp_path, play, bounds)


def test_a_check_that_fails_is_a_sentence(tmp_path):
    async def play(checks):
        check = (await checks.start(GAME, REQUEST, "a")).check
        failed = await when(checks, check, is_over)
        assert (failed.state, failed.sentence) == ("failed", FAILED)

    with_checks(tmp_path, play, checked=failing)


# Over HTTP ---------------------------------------------------------------------------------------


def test_a_page_starts_follows_and_stops_a_check(tmp_path):
    with served(tmp_path) as client:
        status, started = client.post(f"/api/games/{GAME}/maps/check", {"name": "i", "text": ISLE})
        assert status == 200
        path = f"/api/games/{GAME}/maps/check/{started['check']}"
        status, progress = client.get(path)
        assert status == 200 and progress["wanted"] > 0
        assert client.post(f"/api/games/{GAME}/maps/check", {"name": "i", "text": ISLE})[0] == 429
        for _ in range(2):
            assert client.ask("DELETE", path, Origin=client.base)[0] == 204
        assert client.get(path)[0] == 404


@pytest.mark.parametrize(
    "body, status",
    [
        ({"name": "i"}, 400),
        ({"name": "i", "text": ISLE, "level": 8}, 400),
        ({"name": "i", "text": "." * 100_000}, 400),
        ({"name": "i" * 65, "text": ISLE}, 400),
        ({"name": 5, "text": ISLE}, 400),
        ([], 400),
        ({"name": "i", "text": "\x00"}, 400),
    ],
)
def test_a_bad_request_is_answered_with_a_sentence(tmp_path, body, status):
    with served(tmp_path) as client:
        code, answer = client.post(f"/api/games/{GAME}/maps/check", body)
        assert code == status and answer["sentence"]


def test_another_page_can_neither_start_nor_stop_a_check(tmp_path):
    body = json.dumps({"name": "i", "text": ISLE}).encode()
    headers = {"Content_Type": "application/json", "Origin": "https://example.org"}
    with served(tmp_path) as client:
        path = f"/api/games/{GAME}/maps/check"
        assert client.ask("POST", path, body, **headers)[0] == 403
        assert client.ask("DELETE", f"{path}/x", Origin="https://example.org")[0] == 403
