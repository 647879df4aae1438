"""Chance that anybody can check once the game is over, usually called "provably fair".

Before the first step the server publishes the SHA-256 of a secret, the commitment. Each seat may
then add entropy of its own. Every outcome follows from the secret, the entropy and the number of
the step; when the game is over, the record opens the secret. To check an outcome:

1. The key is HMAC-SHA256(secret, message). The message is `siegeworks-chance-1`, followed by a line
   feed and `SEAT=ENTROPY` for each entry that was added before the step, in their order.
2. List the tokens of the outcomes that are possible at this step, sorted by code point, with their
   weights divided by their greatest common divisor. Their sum is the total.
3. For the attempts 0, 1, 2 …: the first eight bytes of HMAC-SHA256(key, `STEP ATTEMPT`) are a
   number, most significant byte first. Take the first that is below the largest multiple of the
   total that fits into 64 bits. Its remainder by the total chooses the outcome: the first whose
   weight, added to those of all before it, is larger.

A step's number is how many steps come before it. Secret and entropy are written in hexadecimal
digits: the secret counts as its bytes, the entropy as its digits.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from typing import NamedTuple

import numpy as np

from siegeworks.core.contract import State
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.play.table import Table

# The keys of a record's header.
COMMITMENT, SECRET = "chance-commitment", "chance-secret"
ENTROPY, FIRST = "chance-entropy", "chance-from"
SECRET_BYTES = 32
LONGEST_ENTROPY = 64  # hexadecimal digits
VERSION = "siegeworks-chance-1"
WORD = 1 << 64


class Entropy(NamedTuple):
    """What a seat added to the chance of its table."""

    seat: str
    text: str  # 1 to LONGEST_ENTROPY hexadecimal digits, in lower case
    step: int  # it counts from this step on


class Draw(NamedTuple):
    """One chance step of a game, with what it can be checked by."""

    step: int
    weights: list[tuple[str, int]]  # the tokens that were possible, as point 2 lists them
    token: str  # the outcome in the record
    expected: str  # the outcome that the secret gives


def is_entropy(text: str) -> bool:
    """Whether a seat may add this."""
    return re.fullmatch(rf"[0-9a-f]{{1,{LONGEST_ENTROPY}}}", text) is not None


@dataclass(frozen=True)
class ProvableChance:
    """The chance of one table: its secret, and what the seats added."""

    secret: bytes
    entropy: Sequence[Entropy] = ()
    first: int = 0  # the steps before it were played elsewhere

    @property
    def commitment(self) -> str:
        """What is published before the first step."""
        return hashlib.sha256(self.secret).hexdigest()

    def choose(self, game: Game, state: State, step: int) -> str:
        """The outcome of this step, in this state of the game; chance is to act."""
        return self.token(weights_by_token(game, state), step)

    def token(self, weights: Sequence[tuple[str, int]], step: int) -> str:
        """Which of these tokens, listed as by `weights_by_token`, chance chooses at a step before
        which there were `step` others."""
        sums = list(accumulate(weight for _, weight in weights))
        return weights[bisect_right(sums, self.number(step, sums[-1]))][0]

    def number(self, step: int, total: int) -> int:
        """The number from 0 to total − 1 that decides this step."""
        key, bound = self._key(step), WORD - WORD % total
        for attempt in count():
            digest = hmac.digest(key, f"{step} {attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < bound:
                return number % total
        raise AssertionError("unreachable: count() never ends")

    def _key(self, step: int) -> bytes:
        added = [f"{entry.seat}={entry.text}" for entry in self.entropy if entry.step <= step]
        return hmac.digest(self.secret, "\n".join([VERSION, *added]).encode(), "sha256")

    def header(self, is_over: bool) -> dict[str, str]:
        """What a record says about it; the secret only if the game is over."""
        lines = {COMMITMENT: self.commitment}
        if is_over:
            lines[SECRET] = self.secret.hex()
            if self.entropy:
                lines[ENTROPY] = " ".join(f"{e.seat}={e.step}:{e.text}" for e in self.entropy)
            if self.first:
                lines[FIRST] = str(self.first)
        return lines

    @classmethod
    def from_header(cls, notes: Mapping[str, str]) -> ProvableChance:
        """The chance that a record opens. Raises SiegeworksError if it opens none, or if what it
        says does not fit together."""
        if SECRET not in notes:
            raise SiegeworksError(
                f"the record has no line `{SECRET}:`. A server writes it when a game that was "
                "played there is over; games played elsewhere cannot be verified."
            )
        secret, first = notes[SECRET], notes.get(FIRST, "0")
        if not re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", secret):
            raise SiegeworksError(
                f"{SECRET}: write {2 * SECRET_BYTES} hexadecimal digits in lower case."
            )
        if not re.fullmatch(r"[0-9]{1,9}", first):
            raise SiegeworksError(f"{FIRST}: {quote(first)} is not the number of a step.")
        entropy = [_entropy(word) for word in notes.get(ENTROPY, "").split()]
        chance = cls(bytes.fromhex(secret), entropy, int(first))
        if notes.get(COMMITMENT, chance.commitment) != chance.commitment:
            raise SiegeworksError(
                f"the secret does not fit the commitment: its SHA-256 is {chance.commitment}."
            )
        return chance


def _entropy(word: str) -> Entropy:
    parts = re.fullmatch(r"([^=]+)=([0-9]{1,9}):([0-9a-f]+)", word)
    if parts is None or not is_entropy(parts[3]):
        raise SiegeworksError(
            f"{ENTROPY}: {quote(word)} should be `SEAT=STEP:DIGITS`, with 1 to {LONGEST_ENTROPY} "
            "hexadecimal digits in lower case."
        )
    return Entropy(parts[1], parts[3], int(parts[2]))


def weights_by_token(game: Game, state: State) -> list[tuple[str, int]]:
    """The outcomes that are possible, sorted by code point, with their weights divided by their
    greatest common divisor; chance is to act."""
    weights = game.chance_weights(state)
    possible = weights.nonzero()[0]
    shares = weights[possible] // np.gcd.reduce(weights)
    return sorted((game.outcome_texts[i], int(n)) for i, n in zip(possible, shares, strict=True))


def draws(table: Table, chance: ProvableChance) -> list[Draw]:
    """Every chance step of a game that was played with this chance, beside what it should be."""
    checked = []
    for step, (actor, token) in enumerate(table.steps):
        if step >= chance.first and actor == "chance":
            weights = weights_by_token(table.game, table.states[step])
            checked.append(Draw(step, weights, token, chance.token(weights, step)))
    return checked
