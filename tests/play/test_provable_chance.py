"""Chance that follows from a secret: another implementation agrees, and cheating shows."""

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace
from math import gcd
from pathlib import Path

import pytest
from scipy.stats import chisquare

from siegeworks.cli import run
from siegeworks.cli.playing.verify import what_does_not_follow
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from siegeworks.play.provable_chance import Entropy, ProvableChance, draws
from siegeworks.play.record import Record, parse_record, replay
from siegeworks.play.table import Table

CHANCE = ProvableChance(bytes(range(32)), [Entropy("red", "c0ffee", 0), Entropy("blue", "7", 9)])


def played(chance: ProvableChance, name: str = "siege-by-number") -> Record:
    """The record of a game whose chance is this one's; the seats play at random."""
    game, rng = load(name), new_rng(7)
    table = Table(game)
    table.deal_as(chance.choose)
    while not table.over:
        legal = game.legal_texts(table.state)
        actor = game.actor(table.state)
        assert actor is not None
        table.play(actor, legal[random_below(rng, len(legal))])
        table.deal_as(chance.choose)
    return Record.of_table(table, chance.header(is_over=True))


def verified_elsewhere(text: str) -> int:
    """How many outcomes follow from the secret, by the module's description alone: records and
    `replay --json` are all that this verifier reads."""
    header, body = text.split("---\n")
    notes = dict(line.split(": ", 1) for line in header.splitlines() if ": " in line)
    steps = [line.split() for line in body.splitlines()]
    entropy = [word.replace(":", "=").split("=") for word in notes["chance-entropy"].split()]
    table = replay(parse_record(text))
    count = 0
    for number, (actor, token) in enumerate(steps):
        if actor != "chance":
            continue
        weights = {
            table.game.outcome_texts[outcome]: chance
            for outcome, chance in table.game.chance_outcomes(table.states[number])
        }
        whole = 1
        for chance in weights.values():
            whole = whole * chance.denominator // gcd(whole, chance.denominator)
        message = "siegeworks-chance-1" + "".join(
            f"\n{seat}={digits}" for seat, step, digits in entropy if int(step) <= number
        )
        secret = bytes.fromhex(notes["chance-secret"])
        key = hmac.new(secret, message.encode(), hashlib.sha256).digest()
        attempt = 0
        while True:
            sent = hmac.new(key, f"{number} {attempt}".encode(), hashlib.sha256).hexdigest()[:16]
            if int(sent, 16) < 2**64 // whole * whole:
                break
            attempt += 1
        at = int(sent, 16) % whole
        drawn = [token for token in sorted(weights) for _ in range(int(weights[token] * whole))]
        assert drawn[at] == token
        count += 1
    return count


def test_known_answers_are_those_of_the_page() -> None:
    # web/src/fairness/verify.test.ts has the same.
    weights = [("roll=0", 1), ("roll=1", 2), ("roll=2", 3)]
    rolls = "".join(CHANCE.token(weights, step)[-1] for step in range(14))
    assert rolls == "11121211221202"
    assert CHANCE.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("name", ["siege-by-number", "expansion"])
def test_an_independent_verifier_finds_every_outcome(name: str) -> None:
    record = played(CHANCE, name)
    assert verified_elsewhere(record.text()) > 0


def test_all_outcomes_follow_from_the_secret_that_the_record_opens() -> None:
    record = parse_record(played(CHANCE).text())
    drawn = draws(replay(record), ProvableChance.from_header(record.notes))
    assert drawn
    assert all(draw.token == draw.expected for draw in drawn)


@pytest.mark.parametrize(
    "other",
    [
        replace(CHANCE, secret=bytes(32)),
        replace(CHANCE, entropy=[]),
        replace(CHANCE, entropy=[CHANCE.entropy[0], Entropy("blue", "8", 9)]),
        replace(CHANCE, entropy=[CHANCE.entropy[0], Entropy("blue", "7", 10_000)]),
    ],
    ids=["secret", "no entropy", "another seat's entropy", "entropy that came late"],
)
def test_a_server_that_cheats_is_caught(other: ProvableChance) -> None:
    record = played(CHANCE)
    drawn = draws(replay(record), other)
    assert any(draw.token != draw.expected for draw in drawn)


def test_entropy_changes_only_what_comes_after_it() -> None:
    early, late = CHANCE, replace(CHANCE, entropy=[*CHANCE.entropy, Entropy("green", "1", 20)])
    same = [early.number(step, 1 << 30) == late.number(step, 1 << 30) for step in range(40)]
    assert same == [True] * 20 + [False] * 20


def test_a_secret_that_does_not_fit_its_commitment_is_refused() -> None:
    notes = CHANCE.header(is_over=True) | {"chance-secret": "00" * 32}
    with pytest.raises(SiegeworksError, match="does not fit the commitment"):
        ProvableChance.from_header(notes)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("chance-secret", "abc", "write 64 hexadecimal digits"),
        ("chance-entropy", "red=ff", "should be `SEAT=STEP:DIGITS`"),
        ("chance-entropy", "red=0:" + "f" * 65, "with 1 to 64 hexadecimal digits"),
        ("chance-from", "-1", "is not the number of a step"),
    ],
)
def test_a_damaged_header_is_refused_with_a_sentence(key: str, value: str, sentence: str) -> None:
    with pytest.raises(SiegeworksError, match=sentence):
        ProvableChance.from_header(CHANCE.header(is_over=True) | {key: value})


def test_the_secret_stays_closed_until_the_game_is_over() -> None:
    assert CHANCE.header(is_over=False) == {"chance-commitment": CHANCE.commitment}


def test_each_number_is_equally_likely() -> None:
    counts = Counter(CHANCE.number(step, 6) for step in range(60_000))
    assert chisquare([counts[number] for number in range(6)]).pvalue > 1e-6


@pytest.mark.long
def test_a_million_outcomes_are_equally_likely() -> None:
    for total in (2, 6, 36, 1000):
        counts = Counter(CHANCE.number(step, total) for step in range(1_000_000))
        assert chisquare([counts[number] for number in range(total)]).pvalue > 1e-6


def test_numbers_that_would_favour_some_are_drawn_again() -> None:
    total = (1 << 63) + 1  # nearly every second word is too large
    assert all(CHANCE.number(step, total) < total for step in range(50))


def verify(
    capsys: pytest.CaptureFixture[str], path: Path, text: str, *options: str
) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `siegeworks verify`."""
    path.write_text(text, encoding="utf-8")
    status = run(["verify", *options, str(path)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_verify_says_that_every_outcome_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played(CHANCE).text()
    right = verify(capsys, tmp_path / "g.siege", text, "--commitment", CHANCE.commitment)
    assert (right[0], right[2]) == (0, "")
    assert "every one follows from the secret" in right[1]
    status, _, error = verify(capsys, tmp_path / "g.siege", text, "--commitment", 64 * "0")
    assert (status, "not the one that the server committed to" in error) == (2, True)


@pytest.mark.parametrize("copied", [CHANCE.commitment[:16], CHANCE.commitment[:-1] + "x", ""])
def test_verify_blames_no_server_for_a_commitment_that_was_not_copied_whole(
    copied: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = played(CHANCE).text()
    status, _, error = verify(capsys, tmp_path / "g.siege", text, "--commitment", copied)
    assert status == 2
    assert "is not a whole hash. Copy all 64 digits" in error
    assert "committed" not in error


def test_verify_names_the_outcomes_that_do_not_follow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cheated = played(CHANCE)
    cheated.notes |= replace(CHANCE, secret=bytes(32)).header(is_over=True)
    status, out, _ = verify(capsys, tmp_path / "g.siege", cheated.text())
    assert status == 1
    assert "not follow from the secret" in out
    _, lines, _ = verify(capsys, tmp_path / "g.siege", cheated.text(), "--json")
    assert any(draw["token"] != draw["expected"] for draw in map(json.loads, lines.splitlines()))


@pytest.mark.parametrize(
    ("wrong", "outcomes", "sentence"),
    [
        (1, 1, "The only chance outcome does not follow from the secret."),
        (1, 7, "1 of 7 chance outcomes does not follow from the secret."),
        (2, 1000, "2 of 1,000 chance outcomes do not follow from the secret."),
    ],
)
def test_verify_counts_what_does_not_follow(wrong: int, outcomes: int, sentence: str) -> None:
    assert what_does_not_follow(wrong, outcomes) == sentence


def test_a_game_played_elsewhere_cannot_be_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "siege-record 1\ngame: siege-master\n---\n"
    status, _, error = verify(capsys, tmp_path / "g.siege", text)
    assert (status, "has no line `chance-secret:`" in error) == (2, True)
