"""Nonsense by the hundred thousand: `python -m tests.fuzz`, or `make fuzz`; the tests run a little.

A mutilated record or map that is accepted is accepted by the reference implementation too.
"""

import sys
import time

from siegeworks.core.maps import MAP_OPTION
from siegeworks.games import maps_of
from siegeworks.play.table import Table
from siegeworks.testing.fuzz import fuzz_maps, fuzz_records, fuzz_tokens
from tests.oracles import oracle_of
from tests.variants import all_facts


def accepted_by_the_reference(table: Table) -> None:
    """The reference implementation takes the same steps to the same end, or this fails."""
    game = table.game
    drawn = "\n".join(game.map_rows)
    if not drawn and MAP_OPTION in game.changed_options:
        drawn = maps_of(game.name).read(game.options[MAP_OPTION]).text
    oracle = oracle_of(game.name, dict(game.changed_options), drawn or None)
    for actor, token in table.steps:
        oracle.apply(actor, token)
    assert oracle.to_act() == game.actor(table.state)
    assert oracle.legal() == game.legal_texts(table.state)


def main() -> None:
    """100,000 tokens, 10,000 records and 10,000 maps of every game, or as many hundredths as is
    said."""
    percent = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for facts in all_facts():
        start = time.perf_counter()
        tokens = fuzz_tokens(facts, 1000 * percent)
        records = fuzz_records(facts, 100 * percent, accepted=accepted_by_the_reference)
        maps = fuzz_maps(facts, 100 * percent, accepted=accepted_by_the_reference)
        seconds = time.perf_counter() - start
        counts = f"tokens {dict(tokens)}, records {dict(records)}, maps {dict(maps)}"
        print(f"{facts.game}: {counts}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
