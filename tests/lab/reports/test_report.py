"""A report is whole, the same everywhere, and every figure of it is explained."""

import pickle
import re
import time
from pathlib import Path

import msgspec
import numpy as np
import pytest

from siegeworks.core.contract import FIRST_ENDING
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.traversal.playouts import PLAYOUT
from siegeworks.games import NAMES, load
from siegeworks.lab.campaign import Unit
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports.build import (
    SECTIONS,
    ask,
    assemble,
    check_sections,
    command,
    matches,
    report,
)
from siegeworks.lab.reports.campaigns import Plan, Rounds, plan_of
from siegeworks.lab.reports.comparison import FIGURES, compare, differences, sentences
from siegeworks.lab.reports.files import as_json, csv_lines
from siegeworks.lab.reports.model import Report
from siegeworks.lab.reports.sample.flow import POINTS
from siegeworks.lab.reports.sample.games import GAMES, Match, ReportGames, corners, idle_rows
from siegeworks.lab.reports.sample.moves import Moves
from siegeworks.lab.reports.sample.tally import dramatic_games
from siegeworks.lab.simulate import PlayoutCounts, statistics
from siegeworks.play.record import parse_record, replay
from tests.lab.reports.tiny import no_report, tiny
from tests.present import present

METRICS = Path(__file__).parents[3] / "docs" / "metrics.md"
EQUAL = (Match("random", "random"), Match("greedy", "random"))


def random_games(game):
    """Statistics of a hundred made-up random games."""
    rows = np.zeros(100, PLAYOUT)
    rows["winners"], rows["plies"], rows["steps"], rows["choices"] = 1, 6, 8, 60
    rows["winners"][:50] = 2
    return statistics(game, PlayoutCounts.of(game, rows))


def tally_of(game, units, executor=None, seed=1):
    """A small campaign and its verdicts."""
    rounds = Rounds(
        Plan(units),
        lambda tally, alpha: ask(tally, alpha, SECTIONS),
        no_report,
        "",
        time.monotonic(),
    )
    return rounds.run(ReportGames(game, "random", EQUAL), seed, executor or ProcessPool(1))


def report_of(game, units, executor=None):
    tally, verdicts = tally_of(game, units, executor)
    return assemble(tally, random_games(game), verdicts, SECTIONS, 1)


class Backwards:
    """Runs units last first."""

    def run(self, campaign, units):
        return ProcessPool(1).run(campaign, reversed(list(units)))


def test_the_order_in_which_units_arrive_changes_no_byte():
    forwards, backwards = (report_of(tiny(), 12, where) for where in (ProcessPool(1), Backwards()))
    assert as_json(forwards) == as_json(backwards)
    assert [*csv_lines(forwards)] == [*csv_lines(backwards)]


def test_figures_have_the_same_order_in_every_process():
    tally, _ = tally_of(tiny(seats=4), 3)
    orders = [f"order.{turn}" for turn in range(4)]
    assert [key for key in tally.keys if key.startswith("order.")] == orders
    (fair, *_) = report_of(tiny(seats=4), 3).sections
    names = {metric.key: metric.name for metric in fair.metrics}
    assert [key for key in names if key.startswith("order.")] == orders
    assert names["order.0"] == "The seat that begins wins"
    assert names["order.3"] == "The seat that plays fourth wins"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_report_is_whole_however_few_games_there_are(seats):
    for units in (1, 2, 5):
        built = report_of(tiny(turns=1, seats=seats), units)
        assert built.games == len(built.rows) == units * GAMES
        assert 4 <= len(built.sentences) <= 10
        read = msgspec.json.decode(as_json(built), type=Report)
        assert read == msgspec.structs.replace(built, rows=[])
        assert not re.search(r"\bNaN\b|Infinity", as_json(built))


def test_every_key_of_a_report_is_explained_in_the_documentation():
    searching = load("siege-by-number")
    tally, verdicts = tally_of(tiny(turns=1), 5)
    tally.work = ReportGames(tally.work.game, "random", matches(searching, "level:4", SECTIONS))
    tally.curves.extend([0.5] * POINTS)
    for key in ("lead_changes", "decided", "drama", "comebacks", "corner.north"):
        tally._keep({key: 0.5})
    built = assemble(tally, random_games(tally.work.game), verdicts, SECTIONS, 1)
    explained = set(re.findall("`([a-z][A-Za-z0-9._-]+)`", METRICS.read_text()))
    keys = {metric for metric, _, _ in FIGURES.values()}
    for section in built.sections:
        for things in (section.verdicts, section.metrics, section.tables, section.charts):
            keys |= {thing.key for thing in things}
    named = {re.sub(r"^(wins|order|corner)\..*", r"\1", key) for key in keys}
    assert not named - explained - {"wins", "order", "corner"}
    assert {"wins.SEAT", "order.N", "corner.PLACE"} <= explained


def test_dramatic_games_are_records_that_can_be_replayed():
    game = load("siege-master")
    work = ReportGames(game, "random")
    tally, _ = tally_of(tiny(turns=1), 1)
    unit = work.play_unit(Unit(0, 5))
    tally.work = work
    tally.dramatic = [(0.5, 0, 0, unit.games[0].winners, unit.games[0].steps)]
    (dramatic,) = dramatic_games(tally)
    table = replay(parse_record(dramatic.record, "test"))
    assert table.over and len(table.steps) == unit.games[0].plies
    assert "drama: 0.50" in dramatic.record


def test_the_work_pickles_as_names():
    work = ReportGames(load("kings-ransom", {"setup": "secret"}), "level:2", EQUAL)
    assert len(pickle.dumps(work)) < 1000
    again = pickle.loads(pickle.dumps(work))
    assert again.configuration() == work.configuration()


def test_plies_that_change_nothing_are_counted_in_rows():
    a, b, c = frozenset("a"), frozenset("b"), frozenset("c")
    assert idle_rows([a, a, a, b, b, c]) == [2, 1]
    assert idle_rows([a, b, c]) == []


def test_games_say_what_kind_of_move_a_token_is():
    game = load("kings-ransom")
    moves, actions = Moves(game), game.tokens.actions
    assert moves.of(actions["b2xb1"]) == ("attack", ("b2", "b1"))
    assert moves.of(actions["b2~"]).kind == "flee"
    assert Moves(tiny()).of(3) == ("write", ())


@pytest.mark.parametrize("name", NAMES)
def test_every_move_of_our_games_has_a_kind_and_every_limit_is_an_ending(name):
    game = load(name)
    kinds = {Moves(game).of(action).kind for action in range(game.num_actions)}
    assert 1 < len(kinds) < 10 and all(re.fullmatch("[a-z ]+", kind) for kind in kinds)
    assert all(ending in range(FIRST_ENDING, len(game.endings)) for ending in game.limit_endings)


def test_a_report_on_a_map_of_ones_own_says_that_it_needs_the_maps(tmp_path):
    (tmp_path / "tiny.txt").write_text(". . F .\n . . . .")
    own = load("siege-master", {"map": "tiny"}, tmp_path)
    shipped = load("siege-master")
    made_again = [command([game], "random", 4, 1) for game in (own, shipped)]
    assert "-o map=tiny --maps DIR --players" in made_again[0]
    assert "--maps" not in made_again[1]


def test_corners_are_directions_from_the_middle_of_the_board():
    game = load("siege-by-number")
    state = game.new_state()
    scene = game.scene(game.params, game.open_view(state))
    directions = corners(scene, game.seats)
    assert len(set(directions)) == 2


def test_variants_are_compared_in_pairs_with_false_discoveries_held():
    studies = []
    for head_start in (0, 2, 0):
        game = tiny(turns=2, head_start=head_start)
        tally, verdicts = tally_of(game, 40)
        studies.append((assemble(tally, random_games(game), verdicts, SECTIONS, 1), tally))
    comparisons = differences(studies)
    by_key = {figure.key: figure for figure in comparisons[: len(comparisons) // 2]}
    assert by_key["wins.s0"].found and present(by_key["wins.s0"].difference.low) > 0.1
    assert by_key["alive.plies"].difference.value == 2 and by_key["alive.plies"].found
    text = sentences([report for report, _ in studies], comparisons)
    assert text[1].startswith("With the default options it is not fair: it favours S0 by ")
    assert re.match(r"Of \d+ differences tested, \d+ are found, ", text[3])
    assert "With the default instead of the default: mean length +2.00 (+2.00 to +2.00)." in text
    # The same variant with the same seeds: no difference at all.
    same = comparisons[len(comparisons) // 2 :]
    assert same and not any(figure.found or figure.difference.value for figure in same)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: plan_of(0, None), "needs 1 game or more, not 0"),
        (lambda: plan_of(None, 0), "more than 0 minutes, not 0"),
        (lambda: plan_of(None, float("nan")), "more than 0 minutes"),
        (lambda: check_sections(["fun"]), "no section fun; the sections are fair, skill"),
        (lambda: compare("siege-master", [{}]), "two variants or more, not 1"),
        (lambda: compare("siege-master", [{}, {}]), "default is there twice"),
        (lambda: report("siege-master", players="level:9"), "level:1 to level:8"),
        (lambda: report("siege-monster"), "There is no game"),
        (lambda: report("siege-master", {"map": "tiny"}, maps="none"), "no folder none"),
        (lambda: compare("siege-master", [{"map": "tiny"}, {}], maps="none"), "no folder none"),
    ],
)
def test_bad_input_is_refused_in_a_sentence_before_anything_is_played(wrong, sentence):
    with pytest.raises(SiegeworksError, match=re.escape(sentence)):
        wrong()
