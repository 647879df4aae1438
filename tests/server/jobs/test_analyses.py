"""Anybody may see how a finished game went; nobody gets advice on one that is played."""

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.play.record import Record
from siegeworks.play.table import TABLE
from siegeworks.server import messages as m
from siegeworks.server.jobs import analyses as analyses_module
from siegeworks.server.jobs.analyses import Analyses, analysed
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.fair_pool import TooManyJobs
from siegeworks.server.jobs.findings import AnalysisProgress
from siegeworks.server.jobs.job_process import FAILED
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.jobs.searches import Bounds
from siegeworks.server.runtime.settings import JobLimits, ServerSettings
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample, samples
from tests.server.helpers import run_with_server, until
from tests.server.job_tasks import endless_analysis, failing, quick_analysis
from tests.server.served import served
from tests.server.tables.test_fair_play import game_between_people
from tests.server.tables.test_secrets import SMALL, played
from tests.variants import label

FINISHED = sample("siege-by-number-1").read_text(encoding="utf-8")
OTHER = sample("siege-by-number-0").read_text(encoding="utf-8")


def with_analyses(
    folder: Path,
    play: Callable[[TableServer, Analyses], Awaitable[None]],
    analysed: Callable[[str, int, int], Iterator[AnalysisProgress]] = quick_analysis,
    bounds: Bounds | None = None,
) -> None:
    """Run this with the analyses of a server.

    Args:
        folder: of its tables.
        play: what is run.
        analysed: in place of the search.
        bounds: how much analyses may take.
    """

    async def run(server: TableServer) -> None:
        pool, check = server.rooms.jobs.background, server.rooms.check_not_in_play
        analyses = Analyses(pool, server.replays, check, bounds)
        try:
            await play(server, analyses)
        finally:
            await analyses.close()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(analyses_module, "analysed", analysed)
        run_with_server(folder, run)


async def start(analyses: Analyses, record: str = FINISHED, address: str = "a") -> str:
    return (await analyses.start(m.AnalysisRequest(record), address)).analysis


async def over(analyses: Analyses, analysis: str) -> AnalysisProgress:
    """The progress of an analysis once it is over."""
    await until(lambda: analyses.progress(analysis).state not in ("waiting", "running"))
    return analyses.progress(analysis)


# What an analysis does ----------------------------------------------------------------------------


def test_a_finished_game_is_analysed_to_its_end(tmp_path: Path, prepared_searches: None) -> None:
    async def play(server: TableServer, analyses: Analyses) -> None:
        done = await over(analyses, await start(analyses))
        assert (done.state, done.wanted, done.seats) == ("done", 7, ["suns", "moons"])
        assert [position.turns for position in done.positions][:2] == [0, 8]
        assert all(
            sum(chance or 0 for chance in position.chances) == pytest.approx(1)
            for position in done.positions
        )
        last = done.positions[-1]
        assert last.seat is None and sorted(chance or 0 for chance in last.chances) == [0, 1]
        assert [total.seat for total in done.totals] == done.seats
        errors = [sum(p.errors[seat] for p in done.positions if p.errors) for seat in (0, 1)]
        assert [total.errors for total in done.totals] == pytest.approx(errors)

    with_analyses(tmp_path, play, analysed, Bounds(positions=7, simulations=5))


def test_a_host_says_how_long_analyses_and_branches_search(tmp_path: Path) -> None:
    async def look(server: TableServer) -> None:
        assert server.analyses.bounds.simulations == server.branches.bounds.simulations == 7

    run_with_server(tmp_path, look, ServerSettings(jobs=JobLimits(simulations=7)))


def test_only_positions_that_are_new_to_the_client_are_sent(tmp_path: Path) -> None:
    async def play(_: TableServer, analyses: Analyses) -> None:
        analysis = await start(analyses)
        await over(analyses, analysis)
        known = [
            [p.turns for p in analyses.progress(analysis).after(k).positions] for k in (0, 2, 3, 9)
        ]
        assert known == [[0, 1, 2], [2], [], []]

    with_analyses(tmp_path, play)


def test_an_answer_stays_as_it_was_while_the_analysis_goes_on(tmp_path: Path) -> None:
    """Another worker is sent a part of it, and asks the rest of it later."""

    async def play(_: TableServer, analyses: Analyses) -> None:
        analysis = await start(analyses)
        first = analyses.peek(analysis)
        await over(analyses, analysis)
        assert first.state == "waiting" and not first.positions

    with_analyses(tmp_path, play)


def test_the_same_game_is_analysed_once_for_everybody(tmp_path: Path) -> None:
    noted = FINISHED.replace("---", "players: suns=Ann moons=Ben\n---", 1)

    async def play(_: TableServer, analyses: Analyses) -> None:
        analysis = await start(analyses)
        assert await start(analyses, noted, "b") == analysis
        await over(analyses, analysis)
        analyses.stop(analysis)
        assert await start(analyses, FINISHED, "c") == analysis
        assert analyses.progress(analysis).state == "done"

    with_analyses(tmp_path, play)


def test_it_stops_when_nobody_wants_it_any_more(tmp_path: Path) -> None:
    async def play(_: TableServer, analyses: Analyses) -> None:
        analysis = await start(analyses)
        assert await start(analyses, FINISHED, "b") == analysis
        analyses.stop(analysis)
        assert analyses.progress(analysis).state in ("waiting", "running")
        analyses.stop(analysis)
        analyses.stop(analysis)
        with pytest.raises(NoSuchJob, match="no such analysis"):
            analyses.progress(analysis)
        assert await start(analyses) != analysis

    with_analyses(tmp_path, play, endless_analysis)


def test_one_runs_at_a_time_and_few_wait(tmp_path: Path) -> None:
    records = [path.read_text(encoding="utf-8") for path in samples("*-by-*")]

    async def play(_: TableServer, analyses: Analyses) -> None:
        first = await start(analyses, records[0], "a")
        second = await start(analyses, records[1], "b")
        with pytest.raises(TooManyJobs, match="of your analyses is running"):
            await start(analyses, sample("siege-master-1").read_text(encoding="utf-8"), "a")
        with pytest.raises(TooManyJobs, match="Many analyses are waiting"):
            await start(analyses, sample("siege-master-1").read_text(encoding="utf-8"), "c")
        await until(lambda: analyses.progress(first).state == "running")
        assert analyses.progress(second).state == "waiting"
        analyses.stop(first)
        await until(lambda: analyses.progress(second).state == "running")

    with_analyses(tmp_path, play, endless_analysis, Bounds(waiting=1))


def test_an_analysis_that_fails_is_a_sentence_and_it_can_be_tried_again(
    tmp_path: Path,
) -> None:
    async def play(_: TableServer, analyses: Analyses) -> None:
        analysis = await start(analyses)
        failed = await over(analyses, analysis)
        assert (failed.state, failed.sentence) == ("failed", FAILED)
        assert await start(analyses) != analysis

    with_analyses(tmp_path, play, failing)


# Which games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_the_record_of_a_game_that_is_not_over_is_refused(tmp_path: Path, variant: Any) -> None:
    log = played(cached_game(*variant), new_rng(30), 9)

    async def play(_: TableServer, analyses: Analyses) -> None:
        with pytest.raises(SiegeworksError, match="not over yet") as refused:
            await start(analyses, Record.of_table(log.table).text())
        assert (
            str(refused.value) == "This game is not over yet. Its winning chances are shown "
            "when it is."
        )
        assert not analyses.jobs

    with_analyses(tmp_path, play)


def test_a_table_hands_out_its_record_for_that_once_it_is_over(tmp_path: Path) -> None:
    async def play(server: TableServer, analyses: Analyses) -> None:
        room, pages = await game_between_people(server, 4)
        with pytest.raises(SiegeworksError):
            await export(room)
        await room.resign(pages[0], m.Resign("r"))
        _, record = await export(room)
        assert (await over(analyses, await start(analyses, record))).state == "done"

    with_analyses(tmp_path, play)


@pytest.mark.parametrize("more", [0, 1])
def test_whoever_ends_a_copy_of_a_running_game_gets_no_advice_on_it(
    tmp_path: Path, more: int
) -> None:
    async def play(server: TableServer, analyses: Analyses) -> None:
        room, pages = await game_between_people(server, 6)
        copy = Record.of_table(room.table).text() + f"{TABLE} resign=red\n"
        copy = copy.replace("result: *", "result: blue")
        for number in range(more):
            page = pages[(6 + number) % 2]
            await room.act(page, m.Act("a", page.view["version"], page.view["legal"][0]))
        with pytest.raises(SiegeworksError, match="People are playing this exact game"):
            await start(analyses, copy)
        room.log.add(Event(STEP, TABLE, "resign=blue"))
        await start(analyses, copy)

    with_analyses(tmp_path, play)


# Over HTTP ----------------------------------------------------------------------------------------


def test_a_page_starts_follows_and_stops_an_analysis(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        status, started = client.post("/api/analyses", {"record": FINISHED})
        assert status == 200
        path = f"/api/analyses/{started['analysis']}"
        status, progress = client.get(f"{path}?known=0")
        assert status == 200 and progress["seats"] == ["suns", "moons"]
        assert client.post("/api/analyses", {"record": OTHER})[0] == 429
        for _ in range(2):
            assert client.ask("DELETE", path, Origin=client.base)[0] == 204
        assert client.get(path)[0] == 404


def test_a_bad_request_is_answered_with_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        bodies: list[Any] = [
            {},
            {"record": "chess"},
            {"record": FINISHED, "simulations": 10**9},
            [],
        ]
        for body in bodies:
            status, answer = client.post("/api/analyses", body)
            assert status == 400 and answer["sentence"]
        for known in ("-1", "x", "1" * 40, "%D9%A3"):
            status, answer = client.get(f"/api/analyses/x?known={known}")
            assert status == 400 and "how many positions" in answer["sentence"]


def test_another_page_can_neither_start_nor_stop_an_analysis(tmp_path: Path) -> None:
    body = json.dumps({"record": FINISHED}).encode()
    headers = {"Content_Type": "application/json", "Origin": "https://example.org"}
    with served(tmp_path) as client:
        assert client.ask("POST", "/api/analyses", body, **headers)[0] == 403
        assert client.ask("DELETE", "/api/analyses/x", Origin="https://example.org")[0] == 403
