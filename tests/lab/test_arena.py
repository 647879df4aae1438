"""The arena seats bots fairly, counts every game once, and loses nothing when it is killed."""

import json
import pickle
import subprocess
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from siegeworks.bots import RandomBot, UnknownBot
from siegeworks.core.contract import REFEREE
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from siegeworks.lab import arena, baselines
from siegeworks.lab.arena import (
    ArenaFolder,
    ArenaGames,
    BotFailed,
    play_game,
    play_match,
    stored_seed,
)
from siegeworks.lab.intervals import wilson
from siegeworks.lab.match import Contest, GameResult, Match, MoveTimes, seatings
from siegeworks.play.record import parse_record, read_record, replay
from tests.present import present

EXPANSION = load("expansion")  # quick games of two seats
SECRET = load("kings-ransom")  # chance deals before the first ply
THREE = load("nobles-and-peasants", {"seats": "3", "stones": "8"})
RANDOM = ("random", "random")


def played(unit, number, winners, seats=2):
    """A game written by hand."""
    return GameResult(unit, number, winners, 4, 10, (MoveTimes(5, 1.0, 0.2, 0.3),) * seats)


def opened(folder, contest):
    """The folder of a contest."""
    return ArenaFolder(folder, contest)


def keep(folder, *games):
    """Keep these games, written by hand, of a contest with two games per unit."""
    for result in games:
        folder.add(2 * result.unit + result.number, msgspec.json.encode(result))


def match_of(game, bots, winners, **more):
    """A match whose games were won by these seats, unit by unit."""
    contest = Contest(game, bots, 1, **more)
    size = len(contest.seatings)
    match = Match(contest, -(-len(winners) // size))
    for i, seats in enumerate(winners):
        match.add(played(i // size, i % size, seats, len(game.seats)))
    return match


def without_times(games):
    """What of games is the same each time that they are played."""
    move_times = {key: tuple(pace.plies for pace in game.move_times) for key, game in games.items()}
    return {key: (replace(game, move_times=()), move_times[key]) for key, game in games.items()}


# Who sits where ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bots, seats, games", [(2, 2, 2), (5, 2, 20), (2, 3, 6), (3, 3, 3), (2, 4, 8), (4, 4, 4)]
)
def test_in_a_unit_every_bot_sits_in_every_seat_as_often_as_any_other(bots, seats, games):
    unit = seatings(bots, seats)
    assert len(unit) == len(set(unit)) == games
    places = Counter((bot, seat) for seating in unit for seat, bot in enumerate(seating))
    assert len(places) == bots * seats and len(set(places.values())) == 1


def test_two_bots_at_a_larger_table_are_each_alone_once_in_every_seat():
    assert seatings(2, 3) == (
        *((0, 1, 1), (1, 0, 1), (1, 1, 0)),
        *((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    )


@pytest.mark.parametrize("bots, seats, words", [(1, 2, "2 to 64"), (3, 4, "name 4"), (5, 3, "3")])
def test_bots_that_cannot_be_seated_alike_are_refused(bots, seats, words):
    with pytest.raises(SiegeworksError, match=words):
        seatings(bots, seats)


def test_an_unknown_bot_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(UnknownBot, match="deep-red"):
        play_match(EXPANSION, ("random", "deep-red"), 2, 1, journal=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def deal_of(contest, game_id):
    """The steps of chance before the first ply."""
    steps = parse_record(play_game(contest, game_id, True).record).steps
    first_ply = next(i for i, step in enumerate(steps) if step.actor != "chance")
    return steps[:first_ply]


def test_games_of_a_unit_have_one_deal_and_units_have_their_own():
    contest = Contest(SECRET, RANDOM, 1)
    assert deal_of(contest, (0, 0)) == deal_of(contest, (0, 1)) != deal_of(contest, (1, 0))


def test_each_bot_has_a_generator_of_its_own_in_each_game():
    contest = Contest(SECRET, RANDOM, 1)
    streams = [contest.deal(unit) for unit in range(3)]
    for unit in range(3):
        for number in range(2):
            bots: list[Any] = [contest.player(unit, number, seat).bot for seat in range(2)]
            streams += [bot.rng for bot in bots]
    assert len({int(stream[0]) for stream in streams}) == len(streams)


# Counting ----------------------------------------------------------------------------------------


def test_a_bot_is_credited_in_whichever_seat_it_wins():
    match = match_of(EXPANSION, ("greedy", "random"), [0b01, 0b10, 0b01, 0b01])
    first = match.bot_score("greedy")
    assert (first.games, first.wins, first.shared, first.losses) == (4, 3, 0, 1)
    assert match.score("greedy").share == 3 / 4 and match.score("random").share == 1 / 4
    suns, moons = (first.by_seat[seat].share for seat in EXPANSION.seats)
    assert (suns, moons) == (2 / 2, 1 / 2)


def test_a_shared_win_counts_in_part_for_each_winner():
    match = match_of(THREE, ("greedy", "random", "random"), [0b011, 0b111, 0b001])
    first, second, third = (match.bot_score(bot) for bot in range(3))
    # The second game is seated (third, first, second)… as one place further round the table.
    assert match.contest.seatings == ((0, 1, 2), (2, 0, 1), (1, 2, 0))
    assert first.score.share == pytest.approx((1 / 2 + 1 / 3 + 0) / 3)
    assert second.score.share == pytest.approx((1 / 2 + 1 / 3 + 1) / 3)
    assert third.score.share == pytest.approx((0 + 1 / 3 + 0) / 3)
    assert (second.wins, second.shared, second.losses) == (1, 2, 0)


def test_all_seats_of_a_bot_win_for_it():
    """Blue alone against two: greedy sits once alone, then the other does, in each seat."""
    match = match_of(THREE, ("greedy", "random"), [0b110] * 6)
    assert match.contest.seatings[0] == (0, 1, 1)
    assert match.score("greedy").share == pytest.approx((0 + 0.5 + 0.5 + 1 + 0.5 + 0.5) / 6)
    assert match.bot_score("greedy").equal == 1 / 2


def test_the_interval_is_over_units_not_over_games():
    match = match_of(EXPANSION, RANDOM, [0b01, 0b01] * 10)  # the first player wins: all pairs split
    assert match.score(0) == wilson(5, 10, 2.5)
    match = match_of(EXPANSION, RANDOM, [0b01, 0b10] * 5 + [0b10, 0b01] * 5)  # no pair splits
    assert match.score(0) == wilson(5, 10)


def test_against_one_bot_only_its_games_count():
    bots = ("greedy", "random", "random")
    winners = [1 if {0, 1} == set(pair) else 2 for pair in seatings(3, 2)]
    match = match_of(EXPANSION, bots, winners)
    assert match.score("greedy", "random").share == 1 / 2
    assert match.score("greedy", "random #2").share == 1 / 2
    assert match.score("random", "random #2").share == 1 / 2


def test_a_game_that_arrives_twice_counts_once():
    match = match_of(EXPANSION, RANDOM, [0b01, 0b10])
    match.add(played(0, 0, 0b10))
    assert (match.counted, match.score(0).share) == (2, 1.0)
    assert match.games[0, 0].winners == 0b01


def test_units_are_counted_in_order_and_only_when_they_are_complete():
    match = Match(Contest(EXPANSION, RANDOM, 1), 3)
    for unit, number in [(1, 0), (1, 1), (2, 0), (0, 1)]:
        match.add(played(unit, number, 0b01))
        assert match.counted == 0
    match.add(played(0, 0, 0b01))
    assert (match.counted, match.over) == (4, False)
    match.add(played(2, 1, 0b01))
    assert (match.counted, match.over) == (6, True)


def test_seconds_are_those_of_plies_not_of_games():
    contest = Contest(EXPANSION, ("greedy", "random"), 1)
    match = Match(contest, 1)
    quick, slow = MoveTimes(30, 3.0, 0.1, 0.2), MoveTimes(10, 5.0, 0.4, 2.0)
    match.add(GameResult(0, 0, 1, 4, 9, (quick, slow)))
    match.add(GameResult(0, 1, 1, 4, 9, (slow, slow)))
    score = match.bot_score("greedy")
    assert (score.seconds, score.longest) == (8.0 / 40, 2.0)
    assert score.median_seconds == pytest.approx(0.25)


def test_better_bots_are_rated_higher():
    winners = [1 if first < second else 2 for first, second in seatings(3, 2)] * 10
    ratings = match_of(EXPANSION, ("greedy", "random", "random"), winners).ratings()
    elos = [ratings[name].elo for name in ("greedy", "random", "random #2")]
    assert elos == sorted(elos, reverse=True) and sum(elos) == pytest.approx(0)


# Stopping early ----------------------------------------------------------------------------------


def test_the_test_ends_the_match_and_later_games_do_not_count():
    match = match_of(EXPANSION, ("greedy", "random"), [0b01, 0b10] * 40, stop=(0, 200))
    assert match.over and match.test.accepted == "H1"
    assert 5 < match.units < 40


def test_a_match_that_is_stopped_plays_no_further_games():
    match = play_match(EXPANSION, ("greedy", "random"), 1_000, 1, stop=(0, 400))
    assert present(match.test).accepted == "H1"
    assert len(match.games) == match.counted < 100


def test_a_test_of_strength_is_for_two_bots():
    with pytest.raises(SiegeworksError, match="two bots"):
        Contest(EXPANSION, ("random", "random", "random"), 1, (0, 50))


# Playing -----------------------------------------------------------------------------------------


def test_a_match_ends_with_the_unit_that_makes_up_the_number():
    seen = []
    match = play_match(EXPANSION, RANDOM, 5, 1, on_game=lambda match: seen.append(match.counted))
    assert (match.counted, match.units) == (6, 3)
    assert seen == [0, 2, 2, 4, 4, 6]


def test_another_seed_plays_other_games():
    match, other = (play_match(EXPANSION, RANDOM, 4, seed) for seed in (1, 2))
    assert without_times(match.games) != without_times(other.games)


def test_every_record_can_be_replayed_to_the_result_that_was_counted(tmp_path):
    match = play_match(THREE, ("greedy", "random"), 6, 1, journal=tmp_path, records=True)
    for (unit, number), game in match.games.items():
        record = read_record(tmp_path / "records" / f"{unit}-{number}.siege")
        table = replay(record)
        assert int(table.state.winners) == game.winners and len(table.steps) == game.steps
        seated = [match.contest.bots[bot] for bot in match.contest.seatings[number]]
        assert record.notes["players"].split() == [
            f"{name}={bot}" for name, bot in zip(THREE.seats, seated, strict=True)
        ]


def test_games_that_were_played_without_a_record_are_counted(tmp_path):
    contest = Contest(EXPANSION, RANDOM, 1)
    play_match(EXPANSION, RANDOM, 4, 1, journal=tmp_path)
    with opened(tmp_path, contest) as book:
        assert book.without_record() == 4
    play_match(EXPANSION, RANDOM, 6, 1, journal=tmp_path, records=True)
    with opened(tmp_path, contest) as book:
        assert (len(book.played), book.without_record()) == (6, 4)


class Fails:
    """Plays at random until its tenth ply."""

    def __init__(self, game, rng, words):
        self.game, self.rng, self.words, self.plies = game, rng, words, 0

    def choose(self, seen):
        self.plies += 1
        if self.plies == 10:
            return 10**6 if self.words == "illegally" else 1 // 0
        legal = self.game.legal_actions(seen)
        return legal[random_below(self.rng, len(legal))]


class FailsInTheSecondGame(Fails):
    """Plays one game well: one is made to find its name, one to warm up."""

    made = 0

    def __init__(self, game, rng, words):
        super().__init__(game, rng, words)
        FailsInTheSecondGame.made += 1
        if FailsInTheSecondGame.made < 4:
            self.plies = 10


@pytest.mark.parametrize(
    "spec, words",
    [
        ("fails:illegally", "chose 1000000, which is none of its"),
        ("fails", "failed with ZeroDivisionError"),
    ],
)
def test_a_bot_that_fails_stops_the_arena_with_its_game_kept_but_not_counted(
    tmp_path, monkeypatch, spec, words
):
    monkeypatch.setitem(baselines.BASELINES, "fails", Fails)
    with pytest.raises(BotFailed) as failure:
        play_match(EXPANSION, ("random", spec), 4, 1, journal=tmp_path)
    message = str(failure.value)
    for word in (spec, "moons", "Expansion", words, "unit 0, game 0"):
        assert word in message
    path = tmp_path / "records" / "0-0-broken.siege"
    assert message.endswith(str(path))
    assert not replay(read_record(path)).over
    assert len((tmp_path / "arena.jsonl").read_text().splitlines()) == 1


def test_games_that_were_finished_before_a_bot_failed_are_kept(tmp_path, monkeypatch):
    monkeypatch.setitem(baselines.BASELINES, "fails", FailsInTheSecondGame)
    with pytest.raises(BotFailed):
        play_match(EXPANSION, ("fails", "random"), 4, 1, journal=tmp_path)
    with opened(tmp_path, Contest(EXPANSION, ("fails", "random"), 1)) as book:
        assert [game.number for game in book.played] == [0]


def test_the_failure_of_a_bot_travels_with_its_record():
    record = parse_record(play_game(Contest(EXPANSION, RANDOM, 1), (0, 0), True).record)
    failure = pickle.loads(pickle.dumps(BotFailed("it failed.", "0-0-broken", record)))
    assert (str(failure), failure.name, failure.record) == ("it failed.", "0-0-broken", record)


def test_an_engine_that_goes_wrong_is_not_blamed_on_a_bot(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(type(EXPANSION.unchecked), "apply", broken)
    with pytest.raises(ZeroDivisionError):
        play_game(Contest(EXPANSION, RANDOM, 1), (0, 0), False)


class Noting:
    """Plays at random and notes when it has to choose."""

    def __init__(self, notes, game, rng):
        self.notes, self.bot = notes, RandomBot(game, rng)

    def choose(self, seen):
        self.notes.append("asked")
        return self.bot.choose(seen)


def test_work_warms_its_bots_up_before_a_game_is_played(monkeypatch):
    """Otherwise loading would count as part of a first choice with a budget in seconds."""
    notes: list[str] = []
    monkeypatch.setitem(
        baselines.BASELINES, "noting", lambda game, rng, words: Noting(notes, game, rng)
    )
    ArenaGames(Contest(EXPANSION, ("noting", "random"), 1)).prepare()
    assert notes == ["asked"]


def test_work_travels_by_the_names_of_its_game():
    work = ArenaGames(Contest(THREE, ("greedy", "random"), 1, (0, 50)), records=True)
    there = pickle.loads(pickle.dumps(work))
    assert there.records and there.configuration() == work.configuration()
    assert there.contest.seatings == work.contest.seatings


# Baselines --------------------------------------------------------------------------------------


class Watches:
    """Plays at random and remembers the viewer of each observation."""

    sees_state = True
    viewers: list = []  # noqa: RUF012

    def __init__(self, game, rng, words=""):
        self.game, self.rng = game, rng

    def choose(self, seen):
        self.viewers.append(int(seen.viewer))
        legal = self.game.legal_actions(seen)
        return legal[random_below(self.rng, len(legal))]


def test_a_baseline_that_sees_all_is_shown_the_state_and_marked(monkeypatch):
    monkeypatch.setitem(baselines.BASELINES, "cheat", Watches)
    monkeypatch.setattr(Watches, "viewers", [])
    match = play_match(SECRET, ("cheat:simulations=5", "random"), 2, 1)
    assert set(Watches.viewers) == {REFEREE}
    assert match.contest.names == ("cheat:simulations=5 (sees all)", "random")


def test_a_bot_is_shown_what_its_seat_sees_whatever_it_claims(monkeypatch):
    monkeypatch.setattr(baselines, "make_bot", lambda spec, game, rng: Watches(game, rng))
    monkeypatch.setattr(Watches, "viewers", [])
    match = play_match(SECRET, RANDOM, 2, 1)
    assert set(Watches.viewers) == {0, 1}
    assert match.contest.names == ("random", "random #2")


# Killed and continued -------------------------------------------------------------------------

UNTIL_KILLED = """
import sys
from pathlib import Path
from threading import Event

from siegeworks.bots import RandomBot
from siegeworks.games import load
from siegeworks.lab.arena import play_match
from siegeworks.lab.baselines import BASELINES


class Tires(RandomBot):
    '''Plays a few games in each process and then never answers.'''
    made = 0

    def __init__(self, game, rng, words):
        super().__init__(game, rng)
        Tires.made += 1

    def choose(self, seen):
        if Tires.made > 9:  # two are made beforehand, then one for each game
            Event().wait()
        return super().choose(seen)


BASELINES["tires"] = Tires


def say(match):
    if len(match.games) >= 3:  # both hang after seven games, or have hung
        print("enough", flush=True)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    play_match(load("expansion"), ("tires", "random"), 100, 1, 2, journal=folder, on_game=say)
"""


@pytest.mark.long
def test_a_killed_arena_leaves_no_process_and_goes_on_to_the_same_games(tmp_path, monkeypatch):
    script, folder = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(UNTIL_KILLED)
    with subprocess.Popen(
        [sys.executable, str(script), str(folder)], stdout=subprocess.PIPE
    ) as process:
        assert present(process.stdout).readline()
        process.kill()
        process.communicate(timeout=60)  # ends when the last of its processes is gone
    assert 4 <= len((folder / "arena.jsonl").read_text().splitlines()) <= 15
    monkeypatch.setitem(baselines.BASELINES, "tires", lambda game, rng, words: RandomBot(game, rng))
    match = play_match(EXPANSION, ("tires", "random"), 30, 1, journal=folder)
    alone = play_match(EXPANSION, ("tires", "random"), 30, 1)
    assert without_times(match.games) == without_times(alone.games)
    lines = [json.loads(line) for line in (folder / "arena.jsonl").read_text().splitlines()[1:]]
    assert len(lines) == len({line["unit"] for line in lines}) == 30


def test_wherever_the_journal_was_cut_every_game_counts_once(tmp_path):
    whole = play_match(EXPANSION, RANDOM, 6, 1, journal=tmp_path)
    path = tmp_path / "arena.jsonl"
    data = path.read_bytes()
    for end in (10, *range(0, len(data), len(data) // 15)):
        path.write_bytes(data[:end])
        match = play_match(EXPANSION, RANDOM, 6, 1, journal=tmp_path)
        assert without_times(match.games) == without_times(whole.games)
        lines = path.read_text().splitlines()
        assert len(lines) == 7 and all(json.loads(line) for line in lines)


def test_games_that_are_there_are_not_played_again(tmp_path, monkeypatch):
    play_match(EXPANSION, RANDOM, 4, 1, journal=tmp_path)
    game_ids = []

    def counted(contest, game_id, records):
        game_ids.append(game_id)
        return play_game(contest, game_id, records)

    monkeypatch.setattr(arena, "play_game", counted)
    match = play_match(EXPANSION, RANDOM, 8, 1, journal=tmp_path)
    assert game_ids == [(2, 0), (2, 1), (3, 0), (3, 1)]
    assert match.counted == 8


def test_fewer_games_than_are_kept_are_the_first_of_them(tmp_path):
    play_match(EXPANSION, RANDOM, 8, 1, journal=tmp_path)
    fewer = play_match(EXPANSION, RANDOM, 4, 1, journal=tmp_path)
    assert fewer.counted == 4
    assert fewer.score(0) == play_match(EXPANSION, RANDOM, 4, 1).score(0)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"bots": ("greedy", "random")}, r'bots is \["random", "random"\] there'),
        ({"stop": (0, 50)}, r"stop is null there and \[0, 50\] here"),
        ({"game": load("expansion", {"quiet": "50"})}, r'options is {} there and {"quiet": "50"}'),
        ({"game": SECRET}, 'game is "expansion" there and "kings-ransom" here'),
    ],
)
def test_the_journal_of_another_contest_is_refused_with_what_differs(tmp_path, change, words):
    same: dict[str, Any] = {"game": EXPANSION, "bots": RANDOM, "seed": 1, "stop": None}
    opened(tmp_path, Contest(**same)).close()
    before = (tmp_path / "arena.jsonl").read_bytes()
    with pytest.raises(SiegeworksError, match=words):
        opened(tmp_path, Contest(**same | change))
    assert (tmp_path / "arena.jsonl").read_bytes() == before


def test_a_changed_map_is_another_contest(tmp_path):
    """The name alone does not say which board the games in the journal were played on."""
    drawing = tmp_path / "tiny.txt"
    boards = [". . F .\n . . . .", ". . F .\n . . . . .", ". . F .\n . . . ."]
    contests = []
    for layout in boards:
        drawing.write_text(layout)
        game = load("siege-master", {"map": "tiny"}, tmp_path)
        contests.append(Contest(game, RANDOM, 1))
    opened(tmp_path / "kept", contests[0]).close()
    with pytest.raises(SiegeworksError, match="map digest is"):
        opened(tmp_path / "kept", contests[1])
    opened(tmp_path / "kept", contests[2]).close()


@pytest.mark.long
def test_other_processes_play_on_the_map_that_the_game_has(tmp_path):
    drawing = tmp_path / "tiny.txt"
    drawing.write_text(". . F .\n . . . .")
    game = load("siege-master", {"map": "tiny"}, tmp_path)
    drawing.unlink()
    match = play_match(game, RANDOM, 4, 1, jobs=2, journal=tmp_path / "kept", records=True)
    assert len(match.games) == 4
    kept = sorted((tmp_path / "kept").rglob("*.siege"))
    assert len(kept) == 4
    assert all(replay(read_record(path)).game.map_rows == game.map_rows for path in kept)


def test_a_game_without_maps_is_known_by_its_options():
    assert "map_digest" not in Contest(EXPANSION, RANDOM, 1).configuration()


def test_an_open_journal_cannot_be_opened_again_until_it_is_closed(tmp_path):
    contest = Contest(EXPANSION, RANDOM, 1)
    with opened(tmp_path, contest) as book:
        keep(book, played(0, 0, 0b01))
        for asked in (contest, Contest(EXPANSION, RANDOM, 2)):
            with pytest.raises(
                SiegeworksError, match="another program is writing to this journal; wait"
            ):
                opened(tmp_path, asked)
        keep(book, played(0, 1, 0b01))
    with opened(tmp_path, contest) as book:
        assert len(book.played) == 2


def test_a_match_has_its_journal_alone_and_gives_it_back(tmp_path):
    def refused(_):
        with pytest.raises(SiegeworksError, match="another program"):
            opened(tmp_path, contest)

    contest = Contest(EXPANSION, RANDOM, 1)
    play_match(EXPANSION, RANDOM, 2, 1, journal=tmp_path, on_game=refused)
    opened(tmp_path, contest).close()


def test_a_journal_that_was_refused_is_not_held(tmp_path):
    contest = Contest(EXPANSION, RANDOM, 1)
    opened(tmp_path, contest).close()
    with pytest.raises(SiegeworksError, match="another campaign") as refusal:
        opened(tmp_path, Contest(EXPANSION, RANDOM, 2))
    opened(tmp_path, contest).close()
    assert refusal  # with all that its frames still hold


HOLD = """
import sys
from pathlib import Path

from siegeworks.games import load
from siegeworks.lab.arena import ArenaFolder
from siegeworks.lab.match import Contest

contest = Contest(load("expansion"), ("random", "random"), 1)
book = ArenaFolder(Path(sys.argv[1]), contest)
print("held", flush=True)
sys.stdin.read()
"""


def test_another_process_holds_a_journal_until_it_ends_however_it_ends(tmp_path):
    contest = Contest(EXPANSION, RANDOM, 1)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert present(process.stdout).readline() == b"held\n"
        for _ in range(2):  # being refused does not loosen the other's hold
            with pytest.raises(SiegeworksError, match="another program"):
                opened(tmp_path, contest)
        process.kill()
        process.communicate(timeout=60)
    opened(tmp_path, contest).close()


@pytest.mark.parametrize("line", ["", "{", "[]", '{"unit": 0}', "[" * 200_000], ids=range(5))
def test_a_broken_line_is_refused_with_its_number(tmp_path, line):
    contest = Contest(EXPANSION, RANDOM, 1)
    with opened(tmp_path, contest) as book:
        keep(book, played(0, 0, 0b01), played(0, 1, 0b01))
    path = tmp_path / "arena.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, lines[2], ""]))
    with pytest.raises(SiegeworksError, match=r"arena\.jsonl, line 3: "):
        opened(tmp_path, contest)


@pytest.mark.parametrize(
    "change",
    [
        {"unit": 1},
        {"number": 1},
        {"winners": 0},
        {"winners": 4},
        {"ending": 99},
        {"first": 2},
        {"move_times": ()},
    ],
)
def test_a_game_that_cannot_be_one_of_the_contest_is_refused_and_the_folder_not_held(
    tmp_path, change
):
    contest = Contest(EXPANSION, RANDOM, 1)
    with opened(tmp_path, contest) as book:
        book.add(0, msgspec.json.encode(replace(played(0, 0, 0b01), **change)))
    for _ in range(2):
        with pytest.raises(SiegeworksError, match="unit 0 is not a game of this contest"):
            opened(tmp_path, contest)


@pytest.mark.parametrize("text", ["my notes\n", "[" * 200_000 + "\n"], ids=["notes", "deep"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, text):
    path = tmp_path / "arena.jsonl"
    path.write_text(text)
    with pytest.raises(SiegeworksError, match="not the journal"):
        opened(tmp_path, Contest(EXPANSION, RANDOM, 1))
    with pytest.raises(SiegeworksError, match="not the journal"):
        stored_seed(tmp_path)
    assert path.read_text() == text


def test_a_journal_of_an_older_version_is_refused_in_a_sentence_and_left_alone(tmp_path):
    path = tmp_path / "arena.jsonl"
    path.write_text('{"arena": 1, "game": "expansion"}\n')
    contest = Contest(EXPANSION, RANDOM, 1)
    for refused in (lambda: opened(tmp_path, contest), lambda: stored_seed(tmp_path)):
        with pytest.raises(SiegeworksError, match="an older version of Siegeworks wrote this"):
            refused()
    assert path.read_text() == '{"arena": 1, "game": "expansion"}\n'


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "notes").write_text("")
    with pytest.raises(SiegeworksError, match="is a file"):
        opened(tmp_path / "notes", Contest(EXPANSION, RANDOM, 1))


def test_what_is_read_is_what_was_written(tmp_path):
    contest = Contest(THREE, ("greedy", "random"), 1)
    games = [replace(played(7, 5, 0b110, 3), ending=5), played(0, 0, 0b111, 3)]
    with opened(tmp_path, contest) as book:
        for game, unit in zip(games, (7 * 6 + 5, 0), strict=True):
            book.add(unit, msgspec.json.encode(game))
    with opened(tmp_path, contest) as book:
        assert book.played == games
    assert stored_seed(tmp_path) == 1


def test_generators_of_units_start_apart():
    contest = Contest(EXPANSION, RANDOM, 9)
    assert contest.deal(0)[0] == new_rng(9)[0]
    assert len({int(contest.deal(unit)[0]) for unit in range(1_000)}) == 1_000
