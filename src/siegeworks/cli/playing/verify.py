"""`siegeworks verify FILE...`: check the dice, shuffles and coins of a game played on a server."""

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import Maps, Records, examples
from siegeworks.cli.console.output import print_error
from siegeworks.cli.playing.replay import open_record
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted
from siegeworks.play.provable_chance import Draw, ProvableChance, draws

EXAMPLES = examples(
    "siegeworks verify game.siege",
    "siegeworks verify --commitment HASH game.siege",
    "siegeworks verify --json game.siege",
)


def command(
    files: Records,
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HASH", help="What the table showed you before the game began."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per chance outcome.")
    ] = False,
    maps: Maps = None,
) -> int:
    """Check that every chance outcome follows from the secret that the server opened.

    Exit status: 0 all outcomes follow, 1 one does not, 2 a file cannot be checked.
    """
    promised = None if commitment is None else _whole_hash(commitment)
    status = 0
    for path in files:
        try:
            record, table = open_record(path, maps)
            chance = _opened(record.notes, promised, str(path))
        except SiegeworksError as error:
            print_error(str(error))
            status = 2
            continue
        all_draws = draws(table, chance)
        if as_json:
            for draw in all_draws:
                print(json.dumps(draw._asdict()))
        else:
            _report(path, chance, all_draws)
        if any(draw.token != draw.expected for draw in all_draws):
            status = max(status, 1)
    return status


def _whole_hash(commitment: str) -> str:
    """A commitment as it was copied from a table; part of one would only seem to be another."""
    copied = commitment.strip().lower()
    if re.fullmatch("[0-9a-f]{64}", copied) is None:
        raise SiegeworksError(
            "--commitment: this is not a whole hash. Copy all 64 digits that the table shows."
        )
    return copied


def _opened(notes: dict[str, str], commitment: str | None, source: str) -> ProvableChance:
    try:
        chance = ProvableChance.from_header(notes)
    except SiegeworksError as error:
        raise SiegeworksError(f"{source}: {error}") from None
    if commitment not in (None, chance.commitment):
        raise SiegeworksError(
            f"{source}: this secret is not the one that the server committed to: its SHA-256 is "
            f"{chance.commitment}."
        )
    return chance


def what_does_not_follow(wrong: int, outcomes: int) -> str:
    """How many outcomes do not follow, in words."""
    if outcomes == 1:
        return "The only chance outcome does not follow from the secret."
    verb = "does" if wrong == 1 else "do"
    return f"{wrong:,} of {outcomes:,} chance outcomes {verb} not follow from the secret."


def _report(path: Path, chance: ProvableChance, all_draws: list[Draw]) -> None:
    wrong = [draw for draw in all_draws if draw.token != draw.expected]
    outcomes = counted(len(all_draws), "chance outcome")
    if not wrong:
        print(f"{path}: {outcomes}, and every one follows from the secret.")
        print(f"Commitment: {chance.commitment}")
        print("This is proof if the table showed you this commitment before the game began.")
    for draw in wrong:
        print(
            f"{path}: step {draw.step + 1} is {draw.token}, but the secret gives {draw.expected}."
        )
    if wrong:
        print(f"{path}: {what_does_not_follow(len(wrong), len(all_draws))}")
