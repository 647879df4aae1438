"""Golden files and records: games that were played once and go the same way again."""

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from siegeworks.cli.playing.replay import json_lines
from siegeworks.core.contract import CHANCE
from siegeworks.core.effects import HIDDEN
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.core.traversal.perft import divide, perft
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.play.record import Record, parse_record, replay
from siegeworks.play.table import Table
from siegeworks.testing.facts import Facts, Options
from siegeworks.testing.fuzz import fuzz_maps, fuzz_records, fuzz_tokens
from siegeworks.testing.golden import perft_text, playthrough_text, positions_text
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.walks import loaded, steps_of_set_up

FURTHER = 40  # steps after the set-up


def how_to_write(folder: Path) -> str:
    """The command that writes golden files, for a sentence."""
    return f"Write it with `python -m siegeworks.testing {folder}/facts.py`."


def kept(path: Path, facts: Facts) -> str:
    """A golden file."""
    if not path.exists():
        pytest.fail(
            f"{path} is missing. {how_to_write(facts.folder)} Read it with the rules at hand.",
            False,
        )
    return path.read_text(encoding="utf-8")


def random_table(game: Game, seed: int) -> Table:
    """A random game, its set-up and some steps more."""
    table = Table(game)
    rng, further = new_rng(seed), 0
    while not table.over and further < FURTHER:
        choice = random_choice(game, table.state, rng)
        table.play(str(game.actor(table.state)), game.choice_to_text(table.state, choice))
        further += game.has_begun(table.state)
    return table


def lookalike(table: Table, seat: int, rng: Rng) -> Table:
    """Another game that looks the same to this seat, as long as it can be played like that: its
    hidden steps are drawn again."""
    game, other = table.game, Table(table.game)
    for index, step in enumerate(table.steps):
        token = step.token
        if table.token_seen_by(seat, index) == HIDDEN:
            choice = random_choice(game, other.state, rng)
            token = game.choice_to_text(other.state, choice)
        if token not in game.legal_texts(other.state):
            return other
        other.play(step.actor, token)
        if other.view(seat).tobytes() != table.view(seat, index + 1).tobytes():
            del other.steps[index:], other.choices[index:], other.states[index + 1 :]
            return other
    return other


def lines(table: Table, seat: int | None) -> list[str]:
    """What `replay --json` writes."""
    return [json.dumps(line) for line in json_lines(table, seat)]


class RecordLaws(Laws):
    """What was recorded can be read, and says the same today."""

    def check_accepted(self, table: Table) -> None:
        """Look at a game that was read from a mutilated record, or begins on a mutilated map: here
        a game with a second implementation compares the two."""

    @law
    def test_the_perft_table_is_what_it_was(self, facts: Facts, cases: Cases) -> None:
        assert perft_text(facts) == kept(facts.folder / "perft.txt", facts), (
            "If a rule changed on purpose, write the golden files again and read the diff."
        )
        cases.add()

    @law
    def test_the_playthrough_is_what_it_was(
        self, playthrough: tuple[Facts, str, Options], cases: Cases
    ) -> None:
        facts, file, options = playthrough
        assert playthrough_text(facts.game, options) == kept(facts.folder / file, facts)
        cases.add()

    @law
    def test_divide_sums_to_perft(self, facts: Facts, cases: Cases) -> None:
        game = loaded(facts.game, {})
        divided = divide(game, game.new_state(), 3)
        assert sum(divided.values()) == perft(game, game.new_state(), 3)
        cases.add(len(divided))

    @law
    def test_there_are_sample_records(self, facts: Facts, cases: Cases) -> None:
        folder = facts.folder / "records"
        records = list(folder.glob("*.siege"))
        players = " ".join(f"--seat {seat}=level:4" for seat in loaded(facts.game, {}).seats)
        if not records:
            pytest.fail(
                f"{folder} has no sample record. Let two bots play one: `siegeworks play "
                f"{facts.game} {players} --record {folder}/{facts.game}-0.siege`.",
                False,
            )
        cases.add(len(records))

    @law
    def test_a_sample_record_gives_exactly_its_expected_positions(
        self, record: Path, cases: Cases
    ) -> None:
        expected = record.with_suffix(".jsonl")
        assert expected.exists(), f"{expected} is missing. {how_to_write(record.parents[1])}"
        assert positions_text(record) == expected.read_text(encoding="utf-8")
        cases.add()

    @law
    def test_a_record_read_and_written_again_is_equal_byte_for_byte(
        self, record: Path, cases: Cases
    ) -> None:
        text = record.read_text(encoding="utf-8")
        assert parse_record(text).text() == text
        again = Record.of_table(replay(parse_record(text))).text()
        assert Record.of_table(replay(parse_record(again))).text() == again
        cases.add()

    @law
    def test_random_tokens_are_played_or_refused_with_a_short_sentence(
        self, facts: Facts, cases: Cases
    ) -> None:
        counts = fuzz_tokens(facts, 3000)
        assert counts["refused"] > 2000
        cases.add(counts["legal"])

    @law
    def test_mutilated_records_are_refused_or_make_sense(self, facts: Facts, cases: Cases) -> None:
        for seed in range(1, 11):  # of a short game nearly every slip breaks something
            counts = fuzz_records(facts, 60, seed, accepted=self.check_accepted)
            assert counts["refused"] > 15
            cases.add(counts["accepted"])
            if counts["accepted"]:
                return

    @law
    def test_mutilated_maps_are_refused_or_played_on(
        self, facts_with_maps: Facts, cases: Cases
    ) -> None:
        counts = fuzz_maps(facts_with_maps, 60, accepted=self.check_accepted)
        assert counts["refused"] > 10
        cases.add(counts["played"])

    # `replay --json --as SEAT` -------------------------------------------------------------------

    @law
    def test_records_that_look_alike_to_a_seat_give_it_the_same_lines(
        self, secret_game: Game, cases: Cases
    ) -> None:
        for seed in range(6):
            table = random_table(secret_game, seed)
            for seat in range(len(table.game.seats)):
                other = lookalike(table, seat, new_rng(seed, stream=7))
                set_up = steps_of_set_up(table.game, table.states)
                assert len(other.steps) >= set_up
                assert lines(other, seat) == lines(table, seat)[: len(other.states)]
                # Where few deals are possible, the same one may be drawn again.
                cases.add(other.steps[:set_up] != table.steps[:set_up])

    @law
    def test_a_seat_reads_its_own_steps_and_what_all_may_know(
        self, secret_game: Game, cases: Cases
    ) -> None:
        """What is hidden is a question mark; all else is as the whole record has it."""
        table = random_table(secret_game, 1)
        for seat in range(len(table.game.seats)):
            pairs = zip_longest(json_lines(table, seat), json_lines(table))
            hidden = 0
            for state, (seen, whole) in zip(table.states, pairs, strict=True):
                assert seen is not None and whole is not None
                if seen != whole:
                    assert state.to_act != seat
                    likely: dict[str, Any] | None = {HIDDEN: 1.0}
                    probability = likely if state.to_act == CHANCE else None
                    assert seen == {**whole, "legal": [HIDDEN], "probability": probability}
                hidden += seen["legal"] == [HIDDEN]
            assert hidden
            cases.add(hidden)
