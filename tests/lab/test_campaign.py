"""A campaign has the same results wherever it runs, and loses nothing when it is interrupted."""

import json
import multiprocessing
import os
import tracemalloc
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path

import msgspec
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab import process_pool
from siegeworks.lab.campaign import (
    Campaign,
    UnitFailed,
    UnitNumbers,
    arriving,
)
from siegeworks.lab.campaign_journal import CampaignJournal, stored_seed
from siegeworks.lab.process_pool import ProcessPool
from tests.lab.campaigns import results_of


class Number(msgspec.Struct, frozen=True):
    value: int
    half: float


@dataclass(frozen=True)
class Numbers:
    """Work whose units take no time: each has its seed as its result."""

    name: str = "numbers"

    result_type = Number

    def configuration(self):
        return {"work": self.name}

    def prepare(self):
        return self.run_unit

    def run_unit(self, unit):
        return Number(unit.seed % 1000, unit.seed / 2**65)


def died_in(folder):
    """How many processes died."""
    return len(list(folder.iterdir()))


@dataclass(frozen=True)
class Dying(Numbers):
    """The process dies in the first units that it runs, until this many have died."""

    folder: str = ""
    deaths: int = 1

    def run_unit(self, unit):
        died = died_in(Path(self.folder))
        if died < self.deaths:
            (Path(self.folder) / str(died)).touch()
            os._exit(9)
        return super().run_unit(unit)


@dataclass(frozen=True)
class Failing(Numbers):
    """The unit of this number fails."""

    bad: int = 0

    def run_unit(self, unit):
        if unit.number == self.bad:
            raise ZeroDivisionError("no luck\nat all")
        return super().run_unit(unit)


SMALL = Campaign(Numbers(), 7, 5)


# Seeds and executors -----------------------------------------------------------------------------


def test_the_seed_of_a_unit_depends_on_its_number_and_the_campaigns_seed_alone():
    seeds = [SMALL.unit(number).seed for number in range(7)]
    assert len(set(seeds)) == 7
    assert seeds == [Campaign(Numbers("other"), 900, 5).unit(number).seed for number in range(7)]
    assert not set(seeds) & {Campaign(Numbers(), 7, 6).unit(number).seed for number in range(7)}


@pytest.mark.long
def test_results_are_the_same_in_one_process_and_in_three():
    here = results_of(SMALL, ProcessPool(1))
    assert here == results_of(SMALL, ProcessPool(3))
    assert here == [Numbers().run_unit(SMALL.unit(number)) for number in range(7)]


def test_a_larger_campaign_begins_with_the_results_of_a_smaller_one():
    assert results_of(Campaign(Numbers(), 9, 5), ProcessPool(1))[:7] == results_of(
        SMALL, ProcessPool(1)
    )


def test_a_process_that_dies_costs_its_unit_a_repeat_and_nothing_else(tmp_path):
    campaign = Campaign(Dying(folder=str(tmp_path), deaths=2), 7, 5)
    arrived = sorted(arriving(campaign, ProcessPool(2)), key=itemgetter(0))
    assert died_in(tmp_path) == 2
    assert arrived == list(enumerate(results_of(SMALL, ProcessPool(1))))


@pytest.mark.long
def test_a_unit_in_which_process_after_process_dies_ends_the_campaign(tmp_path):
    campaign = Campaign(Dying(folder=str(tmp_path), deaths=100), 1, 5)
    with pytest.raises(ChildProcessError, match=r"3 processes .* unit 0 .*exit status 9"):
        results_of(campaign, ProcessPool(2))
    assert died_in(tmp_path) == process_pool.MOST_DEATHS


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_unit_is_a_sentence_with_its_number(jobs):
    campaign = Campaign(Failing(bad=3), 7, 5)
    sentence = r"Unit 3 of seed 5 failed: ZeroDivisionError: no luck at all\.$"
    with pytest.raises(UnitFailed, match=sentence):
        results_of(campaign, ProcessPool(jobs))


@pytest.mark.long
def test_closing_the_generator_ends_the_processes():
    with closing(ProcessPool(2).run(SMALL, range(7))) as running:
        next(running)
        children = multiprocessing.get_context("spawn").active_children()
    assert children and not any(child.is_alive() for child in children)


# The journal -------------------------------------------------------------------------------------


def test_a_campaign_goes_on_where_it_stopped_with_the_results_of_one_that_never_stopped(tmp_path):
    path = tmp_path / "new" / "units.jsonl"
    for results_until_then in (1, 3, 4):  # those in the journal arrive first
        with (
            CampaignJournal(path, SMALL) as kept,
            closing(arriving(SMALL, ProcessPool(1), kept)) as units,
        ):
            assert len(list(islice(units, results_until_then))) == results_until_then
    with CampaignJournal(path, SMALL) as kept:
        assert len(list(kept.finished())) == 4
        assert results_of(SMALL, ProcessPool(2), kept) == results_of(SMALL, ProcessPool(1))
    lines = path.read_text().splitlines()
    assert len(lines) == 8
    assert sorted(json.loads(line)["unit"] for line in lines[1:]) == list(range(7))


def kept_in(path, campaign=SMALL):
    with CampaignJournal(path, campaign) as kept:
        return dict(kept.finished())


def finished_journal(path):
    with CampaignJournal(path, SMALL) as kept:
        results_of(SMALL, ProcessPool(1), kept)
    return path


def test_a_half_written_last_line_is_run_again(tmp_path):
    path = finished_journal(tmp_path / "units.jsonl")
    path.write_bytes(path.read_bytes()[:-4])
    assert sorted(kept_in(path)) == list(range(6))
    assert path.read_bytes().endswith(b"}\n")
    finished_journal(path)
    assert sorted(kept_in(path)) == list(range(7))


def test_a_journal_cut_in_its_first_line_starts_again(tmp_path):
    path = finished_journal(tmp_path / "units.jsonl")
    for length in (0, 5, 20):
        path.write_bytes(path.read_bytes()[:length])
        assert kept_in(path) == {}


def test_results_beyond_the_campaign_are_left_out_and_stay_in_the_journal(tmp_path):
    path = finished_journal(tmp_path / "units.jsonl")
    fewer = Campaign(Numbers(), 3, 5)
    with CampaignJournal(path, fewer) as kept:
        assert len(results_of(fewer, ProcessPool(1), kept)) == 3
    assert sorted(kept_in(path)) == list(range(7))


@pytest.mark.parametrize(
    "other, words",
    [
        (Campaign(Numbers(), 7, 6), "seed is 5 there and 6 here"),
        (Campaign(Numbers("sums"), 7, 5), 'work is "numbers" there and "sums" here'),
    ],
)
def test_the_journal_of_another_campaign_is_refused_and_not_touched(tmp_path, other, words):
    path = finished_journal(tmp_path / "units.jsonl")
    before = path.read_bytes()
    with pytest.raises(SiegeworksError, match=words):
        CampaignJournal(path, other)
    assert path.read_bytes() == before and stored_seed(path) == 5


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"[]\n", b'{"arena": 1}\n', b"\xff\n"])
def test_a_file_that_is_no_journal_is_refused_and_not_touched(tmp_path, content):
    path = tmp_path / "letter"
    path.write_bytes(content)
    for refused in (lambda: CampaignJournal(path, SMALL), lambda: stored_seed(path)):
        with pytest.raises(SiegeworksError, match="not the journal of a campaign"):
            refused()
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line", ["junk", "{}", '{"unit":-1,"result":{"value":1,"half":1}}', '{"unit":9,"result":[]}']
)
def test_a_damaged_line_is_named(tmp_path, line):
    path = finished_journal(tmp_path / "units.jsonl")
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(SiegeworksError, match=r"line 9: .* run again"):
        CampaignJournal(path, SMALL)


def test_a_unit_that_is_there_twice_counts_once_and_what_is_added_later_not_at_all(tmp_path):
    path = finished_journal(tmp_path / "units.jsonl")
    before = kept_in(path)
    path.write_text(f'{path.read_text()}{{"unit":3,"result":{{"value":1,"half":1}}}}\n')
    with CampaignJournal(path, SMALL) as kept:
        assert len(list(kept.finished())) == 7
        kept.add(8, before[0])
        assert dict(kept.finished()) == before


def test_results_that_are_kept_are_read_one_by_one(tmp_path):
    path = tmp_path / "units.jsonl"
    CampaignJournal(path, SMALL).close()
    result = json.dumps({"value": 1, "half": 1, "more": "x" * 1000})
    with path.open("a") as file:
        file.writelines(f'{{"unit":{unit},"result":{result}}}\n' for unit in range(2000))
    tracemalloc.start()
    try:
        with CampaignJournal(path, Campaign(Numbers(), 2000, 5)) as kept:
            assert sum(1 for _ in kept.finished()) == 2000
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < path.stat().st_size / 4


def test_numbers_of_units_are_a_set():
    numbers = UnitNumbers()
    for unit in (0, 1023, 1024, 10**18, 1024):
        numbers.add(unit)
    assert len(numbers) == 4
    assert 1024 in numbers and 10**18 in numbers and 1 not in numbers and 2048 not in numbers


def test_a_journal_has_one_writer_and_is_a_file(tmp_path):
    path = tmp_path / "units.jsonl"
    with (
        CampaignJournal(path, SMALL),
        pytest.raises(SiegeworksError, match="another program is writing"),
    ):
        CampaignJournal(path, SMALL)
    with pytest.raises(SiegeworksError, match="is a folder; name a file"):
        CampaignJournal(tmp_path, SMALL)
    assert stored_seed(tmp_path / "none") is None
