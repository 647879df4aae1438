"""Anybody may try another way through a finished game; nobody learns of one that is played."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.play.record import Record, parse_record, read_record, replay
from siegeworks.play.table import TABLE
from siegeworks.server import messages as m
from siegeworks.server.jobs import branches as branches_module
from siegeworks.server.jobs.background_jobs import NoSuchJob
from siegeworks.server.jobs.branches import Branches, searched
from siegeworks.server.jobs.findings import BranchSearch
from siegeworks.server.jobs.preparation import cached_game
from siegeworks.server.jobs.searches import Bounds
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.event_log import STEP, Event
from siegeworks.server.tables.table_server import TableServer
from tests.samples import sample
from tests.server.helpers import replayed, run_with_server, until
from tests.server.job_tasks import endless_search
from tests.server.served import served
from tests.server.tables.test_fair_play import game_between_people
from tests.server.tables.test_secrets import SMALL, played
from tests.variants import label

FINISHED = sample("siege-by-number-1").read_text(encoding="utf-8")
TURN = 240  # steps before the last choice of Suns in it
BETTER = "N-i10"


def with_branches(
    folder: Path,
    play: Callable[[TableServer, Branches], Awaitable[None]],
    searched: Callable[..., Iterator[BranchSearch]] = endless_search,
) -> None:
    """Run this with the branches of a server, searched like this."""

    async def run(server: TableServer) -> None:
        pool, check = server.rooms.jobs.background, server.rooms.check_not_in_play
        branches = Branches(pool, server.replays, check, Bounds(simulations=5))
        try:
            await play(server, branches)
        finally:
            await branches.close()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(branches_module, "searched", searched)
        run_with_server(folder, run)


async def shown(branches: Branches, request: m.BranchRequest, address: str) -> m.Branch:
    """What a client reads."""
    return msgspec.json.decode(await branches.show(request, address), type=m.Branch)


def test_a_server_passes_a_branch_on_without_reading_it(tmp_path: Path) -> None:
    async def play(_: TableServer, branches: Branches) -> None:
        branch = await branches.show(m.BranchRequest(FINISHED, TURN, [BETTER]), "a")
        assert type(branch) is msgspec.Raw  # reading it in the loop would keep all tables waiting

    with_branches(tmp_path, play)


def test_a_branch_goes_another_way_and_the_game_stays_as_it_was(tmp_path: Path) -> None:
    async def play(server: TableServer, branches: Branches) -> None:
        branch = await shown(branches, m.BranchRequest(FINISHED, TURN, [BETTER]), "a")
        assert [step.token for step in branch.steps] == [BETTER]
        assert branch.to_act == "suns" and "xh10" in branch.legal
        assert len(branch.positions) == 2 and branch.first_turn == 47
        assert "i10" in branch.history[0].sentence and branch.history[0].end == TURN + 1
        more = m.BranchRequest(FINISHED, TURN, [BETTER, "xh10"], 2)
        assert len((await shown(branches, more, "a")).positions) >= 1
        replay = await replayed(server, m.ReplayRequest(FINISHED))
        assert replay.steps[TURN].token != BETTER

    with_branches(tmp_path, play)


@pytest.mark.parametrize("name", ["siege-by-number-1", "siege-master-1", "expansion-1"])
def test_a_branch_is_a_record_that_can_be_replayed(tmp_path: Path, name: str) -> None:
    game = read_record(sample(name))
    steps = game.steps
    game.notes["players"] = f"{next(actor for actor, _ in steps if actor != 'chance')}=Ann"
    text = game.text()

    async def play(_: TableServer, branches: Branches) -> None:
        where = len(steps) - 20
        branch = await shown(branches, m.BranchRequest(text, where), "a")
        moves = [*(step.token for step in branch.steps), branch.legal[0]]
        answer = await branches.record(m.BranchEnd(text, where, moves), "a")
        table = replay(parse_record(answer.record))
        assert table.steps[:where] == steps[:where]
        assert [step.token for step in table.steps[where:]] == moves
        assert "Ann" in text and "Ann" not in answer.record  # who made no move of the branch

    with_branches(tmp_path, play)


def test_chance_acts_where_it_is_to_act(tmp_path: Path) -> None:
    steps = read_record(sample("siege-by-number-1")).steps
    roll = next(i for i, step in enumerate(steps) if i > 5 and step.actor == "chance")

    async def play(_: TableServer, branches: Branches) -> None:
        branch = await shown(branches, m.BranchRequest(FINISHED, roll), "a")
        assert branch.steps and {step.actor for step in branch.steps} == {"chance"}
        assert branch.to_act != "chance" and len(branch.positions) == len(branch.steps) + 1

    with_branches(tmp_path, play)


def test_an_illegal_step_is_answered_by_its_rule(tmp_path: Path) -> None:
    async def play(_: TableServer, branches: Branches) -> None:
        with pytest.raises(SiegeworksError, match=r"R\d"):
            await shown(branches, m.BranchRequest(FINISHED, TURN, ["a1-a1"]), "a")
        with pytest.raises(SiegeworksError, match="The record has 245 steps"):
            await shown(branches, m.BranchRequest(FINISHED, 246), "a")

    with_branches(tmp_path, play)


def test_a_branch_is_searched_and_the_bot_replies_to_the_end_of_its_turn(
    tmp_path: Path, prepared_searches: None
) -> None:
    async def play(_: TableServer, branches: Branches) -> None:
        request = m.BranchEnd(FINISHED, TURN, [BETTER])
        search = (await branches.search(request, "a")).analysis
        await until(lambda: branches.progress(search).state not in ("waiting", "running"))
        analysis = branches.progress(search).found
        assert analysis is not None and analysis.seat == analysis.mover == "suns"
        assert analysis.reply and 0 <= (analysis.mover_chance or 0) <= 1
        assert sum(chance or 0 for chance in analysis.chances) == pytest.approx(1)
        moves = [BETTER, *analysis.reply]
        after = await shown(branches, m.BranchRequest(FINISHED, TURN, moves), "a")
        assert after.to_act != "suns"

    with_branches(tmp_path, play, searched)


def test_a_new_search_stops_the_one_before(tmp_path: Path) -> None:
    async def play(_: TableServer, branches: Branches) -> None:
        first = await branches.search(m.BranchEnd(FINISHED, TURN), "a")
        second = await branches.search(m.BranchEnd(FINISHED, TURN, [BETTER]), "a")
        with pytest.raises(NoSuchJob):
            branches.progress(first.analysis)
        branches.stop(second.analysis)
        with pytest.raises(NoSuchJob):
            branches.progress(second.analysis)

    with_branches(tmp_path, play)


# Which games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_a_game_that_is_not_over_has_no_branches(tmp_path: Path, variant: Any) -> None:
    log = played(cached_game(*variant), new_rng(30), 9)
    record = Record.of_table(log.table).text()

    async def play(_: TableServer, branches: Branches) -> None:
        with pytest.raises(SiegeworksError, match="not over yet"):
            await shown(branches, m.BranchRequest(record, 3), "a")
        with pytest.raises(SiegeworksError, match="not over yet"):
            await branches.search(m.BranchEnd(record, 3), "a")
        with pytest.raises(SiegeworksError, match="not over yet"):
            await branches.record(m.BranchEnd(record, 3), "a")

    with_branches(tmp_path, play)


@pytest.mark.parametrize("common", [0, 3, 6])
def test_no_branch_leads_to_a_game_that_people_are_playing(tmp_path: Path, common: int) -> None:
    """A forged record ends where it leaves the running game; the branch follows that one again."""

    async def play(server: TableServer, branches: Branches) -> None:
        room, _ = await game_between_people(server, 6)
        table = room.table
        forged = Record.of_table(table)
        steps = [f"{actor} {token}" for actor, token in table.steps[:common]]
        head = forged.text().partition("---")[0].replace("result: *", "result: blue")
        record = "\n".join([f"{head}---", *steps, f"{TABLE} resign=red", ""])
        moves = [token for _, token in table.steps[common:]]
        with pytest.raises(SiegeworksError, match="People are playing this exact game"):
            await shown(branches, m.BranchRequest(record, common, moves), "a")
        with pytest.raises(SiegeworksError, match="People are playing this exact game"):
            await branches.search(m.BranchEnd(record, common, moves), "a")
        with pytest.raises(SiegeworksError, match="People are playing this exact game"):
            await branches.record(m.BranchEnd(record, common, moves), "a")
        room.log.add(Event(STEP, TABLE, "resign=blue"))
        assert (await shown(branches, m.BranchRequest(record, common, moves), "a")).legal

    with_branches(tmp_path, play)


# Over HTTP ----------------------------------------------------------------------------------------


def test_a_page_tries_moves_and_bad_requests_are_answered_with_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        good = {"record": FINISHED, "step": TURN, "moves": [BETTER]}
        status, branch = client.post("/api/branches", good)
        assert status == 200 and branch["to_act"] == "suns"
        status, saved = client.post("/api/branches/record", good)
        assert status == 200 and saved["record"].endswith(f"suns {BETTER}\n")
        status, started = client.post("/api/branches/search", good)
        assert status == 200
        path = f"/api/branches/search/{started['analysis']}"
        assert client.get(path)[0] == 200
        assert client.ask("DELETE", path, Origin="https://example.org")[0] == 403
        assert client.ask("DELETE", path, Origin=client.base)[0] == 204
        assert client.get(path)[0] == 404
        for bad in ({}, {**good, "step": -1}, {**good, "moves": ["x"] * 401}, {**good, "seed": 1}):
            status, answer = client.post("/api/branches", bad)
            assert status == 400 and answer["sentence"]


def test_branches_are_paid_for_by_the_positions_that_are_drawn(tmp_path: Path) -> None:
    """One move at a time costs little; the same long branch again and again is refused."""
    moves = [step.token for step in read_record(sample("siege-by-number-1")).steps[: TURN - 200]]
    with served(tmp_path, settings=ServerSettings(branch_rate=Rate(20, 1e-9))) as client:

        def status(known: int) -> int:
            body = {"record": FINISHED, "step": 0, "moves": moves, "known": known}
            return client.post("/api/branches", body)[0]

        assert [status(len(moves)) for _ in range(5)] == [200] * 5
        assert [status(0) for _ in range(4)] == [200, 200, 200, 429]
