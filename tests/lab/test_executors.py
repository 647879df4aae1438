"""The same campaign gives the same bytes in one process, in several and on Ray, whatever dies."""

import resource
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager

import msgspec
import pytest

from siegeworks.cli import run
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import can_be_installed
from siegeworks.games import load
from siegeworks.lab import ray_cluster
from siegeworks.lab.campaign import Campaign, UnitFailed, in_order
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.process_pool import Batches, Finished, ProcessPool
from siegeworks.lab.simulate import CHUNK, RandomGames
from tests.lab.campaigns import results_of
from tests.lab.killed import Killed
from tests.unavailable import HERE, pretend


def bytes_of(campaign, executor, kept=None):
    """All results as JSON, in order."""
    return msgspec.json.encode(results_of(campaign, executor, kept))


@pytest.fixture(scope="module")
def on_ray():
    """One Ray of this machine for all tests, with three processes."""
    if not can_be_installed("ray"):
        pytest.skip("Ray cannot be had on this Python")
    with ray_cluster.ray_cluster(ray_cluster.HERE, 3) as executor:
        yield executor


# The same everywhere -----------------------------------------------------------------------------


@pytest.mark.long
def test_random_games_are_the_same_bytes_on_all_executors(prepared_games, on_ray):
    work = RandomGames(load("expansion"), 6 * CHUNK + 7)
    campaign = Campaign(work, work.units, 5)
    here = bytes_of(campaign, ProcessPool(1))
    assert here == bytes_of(campaign, ProcessPool(2)) == bytes_of(campaign, on_ray)


@pytest.mark.long
def test_a_process_killed_in_the_middle_changes_no_byte(tmp_path):
    campaign = Campaign(Killed(str(tmp_path), frozenset({9, 30})), 60, 5)
    assert bytes_of(campaign, ProcessPool(3)) == bytes_of(
        Campaign(Killed(str(tmp_path)), 60, 5), ProcessPool(1)
    )
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.long
def test_a_process_of_ray_killed_in_the_middle_changes_no_byte(tmp_path, on_ray):
    campaign = Campaign(Killed(str(tmp_path), frozenset({30})), 60, 5)
    assert bytes_of(campaign, on_ray) == bytes_of(
        Campaign(Killed(str(tmp_path)), 60, 5), ProcessPool(1)
    )
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.long
def test_on_ray_an_error_in_a_unit_is_a_sentence_with_its_number(tmp_path, on_ray):
    with pytest.raises(UnitFailed, match=r"Unit 3 of seed 5 failed: ZeroDivisionError: no luck\.$"):
        results_of(Campaign(Killed(str(tmp_path), failing=3), 7, 5), on_ray)


@pytest.mark.long
def test_a_machine_with_other_versions_is_refused(tmp_path, on_ray, monkeypatch):
    monkeypatch.setattr(ray_cluster, "source_digest", lambda: "another")
    with pytest.raises(SiegeworksError, match="another version of Siegeworks, Numba or Python"):
        results_of(Campaign(Killed(str(tmp_path)), 7, 5), on_ray)


@pytest.mark.long
def test_a_closed_campaign_leaves_ray_free_for_the_next(tmp_path, on_ray):
    campaign = Campaign(Killed(str(tmp_path)), 1_000, 5)
    with closing(on_ray.run(campaign, range(1_000))) as running:
        next(running)
    assert len(results_of(Campaign(Killed(str(tmp_path)), 7, 5), on_ray)) == 7


# Killed and continued ----------------------------------------------------------------------------

UNTIL_KILLED = """
import sys
from pathlib import Path

from siegeworks.lab.campaign import Campaign
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.process_pool import ProcessPool
from tests.lab.campaigns import results_of
from tests.lab.killed import Killed
from tests.unavailable import HERE, pretend

campaign = Campaign(Killed(sys.argv[1], frozenset({3, 4})), 20, 5)
with CampaignJournal(Path(sys.argv[2]), campaign) as kept:
    results_of(campaign, ProcessPool(1), kept)
"""


@pytest.mark.long
def test_a_campaign_killed_and_continued_twice_has_the_bytes_of_one_that_never_was(tmp_path):
    path = tmp_path / "units.jsonl"
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    command = [sys.executable, "-c", UNTIL_KILLED, str(deaths), str(path)]
    ended = [subprocess.run(command, check=False).returncode for _ in range(3)]
    assert ended == [-signal.SIGKILL] * 2 + [0]
    campaign = Campaign(Killed(str(tmp_path)), 20, 5)
    with CampaignJournal(path, campaign) as kept:
        assert len(list(kept.finished())) == 20
        assert bytes_of(campaign, ProcessPool(1), kept) == bytes_of(campaign, ProcessPool(1))


@contextmanager
def largest_file(size):
    """No file of this process may grow beyond this size: like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [20, 200])
def test_a_full_disk_is_an_error_that_names_the_file_and_loses_nothing(tmp_path, size):
    path, campaign = tmp_path / "units.jsonl", Campaign(Killed(str(tmp_path)), 20, 5)
    with largest_file(size), pytest.raises(OSError) as error:  # noqa: SIM117
        with CampaignJournal(path, campaign) as kept:
            results_of(campaign, ProcessPool(1), kept)
    assert error.value.filename == str(path)
    with CampaignJournal(path, campaign) as kept:
        assert bytes_of(campaign, ProcessPool(1), kept) == bytes_of(campaign, ProcessPool(1))


@pytest.mark.parametrize(
    "arguments",
    [
        ("arena", "expansion", "random", "random", "--out", "file/new"),
        ("map", "check", "hexagon", "-n", "2", "--journal", "file/new/games.jsonl"),
    ],
)
def test_a_folder_that_cannot_be_written_is_one_sentence(
    prepared_games, tmp_path, monkeypatch, capsys, arguments
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    assert run([*arguments]) in (1, 2)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("siegeworks: file/new") and "Traceback" not in "".join(lines)


# Batches -----------------------------------------------------------------------------------------


def given(batches, seconds_each, number):
    """The sizes of the next batches if units take so long."""
    sizes = []
    for _ in range(number):
        units = batches.following()
        sizes.append(len(units))
        batches.learn(Finished([(unit, b"") for unit in units], None, seconds_each * len(units)))
    return sizes


def test_short_units_are_batched_and_long_ones_are_not():
    assert given(Batches(range(10_000), 2), 0.01, 8) == [1, 2, 4, 8, 16, 25, 25, 25]
    assert given(Batches(range(10_000), 2), 3.0, 3) == [1, 1, 1]


def test_every_unit_is_given_once_and_towards_the_end_to_all_workers():
    batches = Batches(range(100), 3)
    sizes = given(batches, 1e-6, 40)
    assert sum(sizes) == 100 and not batches.following()
    assert all(size <= max(1, (100 - sum(sizes[:i]) + 5) // 6) for i, size in enumerate(sizes))


def test_units_that_may_have_ended_their_process_are_repeated_alone_and_first():
    batches = Batches(range(9), 1)
    batches.following()
    batches.repeat((0, 5))
    assert [batches.following() for _ in range(3)] == [(0,), (5,), (1,)]


def test_results_in_order_wait_for_those_before_them():
    assert list(in_order([(1, "b"), (2, "c"), (0, "a"), (4, "e")])) == ["a", "b", "c"]


# Where --on leads --------------------------------------------------------------------------------


def refused_on(capsys, address):
    """What is said of an address; nothing has been played."""
    assert run(["simulate", "expansion", "-n", "10", "--on", address]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1
    return captured.err


@pytest.fixture
def closed_port():
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.mark.parametrize("address", ["", "nonsense", "ray://", "host:port", "host:0", "host:70000"])
def test_a_malformed_address_is_refused_in_one_sentence(capsys, address):
    assert "is not the address of a Ray cluster: write ray, ray://HOST:PORT" in refused_on(
        capsys, address
    )


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_answers_is_named_at_once(capsys, closed_port, scheme):
    address = f"{scheme}127.0.0.1:{closed_port}"
    assert f"No Ray answers at {address}: Connection refused." in refused_on(capsys, address)


@pytest.mark.parametrize(
    ("can_be_had", "what_to_do"),
    [
        (True, "pip install 'siegeworks[cluster]'"),
        (False, f"it cannot be installed on Python {HERE} yet"),
    ],
)
def test_without_ray_the_user_is_told_what_to_install(capsys, monkeypatch, can_be_had, what_to_do):
    monkeypatch.setitem(sys.modules, "ray", None)
    pretend(monkeypatch, "ray", can_be_had)
    assert f"Ray is not installed: {what_to_do}" in refused_on(capsys, "ray")


@pytest.mark.parametrize("command", ["simulate expansion", "arena expansion random random"])
def test_jobs_have_bounds(capsys, command):
    assert run([*command.split(), "--jobs", "257"]) == 2
    assert "--jobs 257: give a number of processes from 1 to 256." in capsys.readouterr().err
