"""The arena: bots play whole games against each other, in several processes, and nothing is lost.

A game depends only on the contest, its unit and its number, never on the process that plays it or
on earlier games. Each game gets new bots, because bots may remember.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice, zip_longest
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from threading import Thread
from time import perf_counter

from siegeworks.core.contract import TERMINAL, Observation, Seat, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import load
from siegeworks.lab.baselines import make_player, sees_state
from siegeworks.lab.journal import Journal, record_name
from siegeworks.lab.match import Contest, GameResult, Match, MoveTimes
from siegeworks.play.bot_choice import IllegalChoice, choose_action, traceback_comments
from siegeworks.play.precompile import precompile
from siegeworks.play.record import Record, players_note, replay_on
from siegeworks.play.table import Step

MAX_MESSAGE = 200  # characters of a bot's error message that are repeated

GameId = tuple[int, int]  # the unit, and the number of the game in it


class BotFailed(SiegeworksError):
    """A bot raised an error or chose an illegal action; the message says which, where and what."""


@dataclass(frozen=True)
class FailedGame:
    """A game that ended because a bot failed."""

    game_id: GameId
    sentence: str
    record: Record  # the game so far


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played to its end."""

    result: GameResult
    record: Record | None  # if asked for


def play_match(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    *,
    journal: Path | None = None,
    stop: tuple[float, float] | None = None,
    on_game: Callable[[Match], None] | None = None,
    records: bool = False,
) -> Match:
    """Play bots against each other and count the games.

    A script that uses several processes must be importable: `if __name__ == "__main__":`.

    Args:
        game: other processes get only its name, its options and its land.
        bots: specs, as in `make_player`; the same one may appear twice.
        games: at least this many, rounded up to whole units (`siegeworks.lab.match.seatings`).
        seed: decides everything that is random, including the bots' choices.
        jobs: the number of processes; 1 plays in this one.
        journal: a folder; games that are already in it are not played again.
        stop: for two bots: Elo under H0 and H1 of a test that ends the match once it is decided.
        on_game: called with the match so far whenever games finish.
        records: keep the record of every game played now in the journal's folder.

    Raises:
        BotFailed: a bot failed; earlier games and the record of this one are in the journal.
        SiegeworksError: the bots or the journal do not fit.
        OSError: the journal cannot be written, or a process died.
    """
    contest = Contest(game, tuple(bots), seed, stop)
    match = Match(contest, units_of(contest, games))
    with nullcontext() if journal is None else Journal(journal, contest) as opened:
        for played in opened.played if opened else ():
            match.add(played)
        if not match.over:
            warm_up(contest)
        play_on(match, jobs, opened, on_game, records)
    return match


def play_on(
    match: Match,
    jobs: int = 1,
    journal: Journal | None = None,
    on_game: Callable[[Match], None] | None = None,
    records: bool = False,
) -> None:
    """Play the games that a match still needs. Arguments and errors as in `play_match`."""
    if match.over:
        return
    contest, game_ids = match.contest, match.missing()
    playing = (
        _play_here(contest, game_ids, records)
        if jobs == 1
        else _play_in_processes(contest, game_ids, records, jobs)
    )
    with closing(playing) as batches:
        for batch in batches:
            _count(batch, match, journal)
            if on_game is not None:
                on_game(match)
            if match.over:
                return


def warm_up(contest: Contest) -> None:
    """Compile everything, or load it from the cache, before the first clock starts."""
    game = contest.game
    precompile(game)
    state, chance = game.new_state(), contest.deal(0)
    game.settle(state, chance)
    for spec in dict.fromkeys(contest.bots):
        player = make_player(spec, game, new_rng(0))
        with suppress(Exception):  # errors are reported when they happen in a game
            player.choose(_shown(game, state, sees_state(spec, player)))


def units_of(contest: Contest, games: int) -> int:
    """The number of units with at least this many games."""
    return -(-games // len(contest.seatings))


def _count(batch: list[FinishedGame | FailedGame], match: Match, journal: Journal | None) -> None:
    """Write finished games to the journal, count them, then raise if a bot failed."""
    finished = [game for game in batch if isinstance(game, FinishedGame)]
    if journal is not None:
        for game in finished:
            if game.record is not None:
                result = game.result
                journal.keep_record(record_name(result.unit, result.number), game.record)
        journal.add([game.result for game in finished])
    for game in finished:
        match.add(game.result)
    for failure in batch:
        if isinstance(failure, FailedGame):
            raise BotFailed(failure.sentence + _where_kept(failure, journal))


def _where_kept(failure: FailedGame, journal: Journal | None) -> str:
    if journal is None:
        return ""
    name = f"{record_name(*failure.game_id)}-broken"
    return f" The game so far: {journal.keep_record(name, failure.record)}"


# One game ----------------------------------------------------------------------------------------


def play_game(contest: Contest, game_id: GameId, with_record: bool) -> FinishedGame | FailedGame:
    """Play one game from its first step to its last."""
    game, (unit, number) = contest.game, game_id
    players = [contest.player(unit, number, seat) for seat in range(len(game.seats))]
    chance, state = contest.deal(unit), game.new_state()
    steps: list[Step] = []
    times: list[list[float]] = [[] for _ in players]
    steps += _settled(game, state, chance)
    while state.to_act != TERMINAL:
        seat = int(state.to_act)
        spec, player = players[seat]
        seen, legal = _shown(game, state, sees_state(spec, player)), game.legal_actions(state)
        began = perf_counter()
        try:
            choice = choose_action(player, seen, legal)
        except Exception as error:
            return _failure(contest, game_id, steps, seat, error)
        times[seat].append(perf_counter() - began)
        steps.append(Step(game.seats[seat], game.action_texts[choice]))
        game.unchecked.apply(state, choice)  # choose_action() has checked it
        steps += _settled(game, state, chance)
    result = GameResult(
        unit,
        number,
        int(state.winners),
        int(state.ending),
        len(steps),
        tuple(map(MoveTimes.of, times)),
        int(state.first),
    )
    return FinishedGame(result, _record(contest, game_id, steps) if with_record else None)


def _settled(game: Game, state: State, chance: Rng) -> list[Step]:
    """Let chance act in place until a seat is to act or the game is over; the steps it took."""
    return [Step("chance", game.outcome_texts[o]) for o in game.settle(state, chance)]


def _shown(game: Game, state: State, all_of_it: bool) -> Observation:
    """What the player to act gets to see."""
    return game.open_view(state) if all_of_it else game.observe(state, int(state.to_act))


def _failure(
    contest: Contest, game_id: GameId, steps: list[Step], seat: Seat, error: Exception
) -> FailedGame:
    """The game so far; its record ends with the place in the code where the bot failed."""
    unit, number = game_id
    record = _record(contest, game_id, steps)
    record.comments[len(steps)] = traceback_comments(error)
    message = " ".join(str(error).split())
    is_illegal = isinstance(error, IllegalChoice)
    what = message if is_illegal else f"failed with {type(error).__name__}: {message}"
    return FailedGame(
        game_id,
        f"{contest.bots[contest.seatings[number][seat]]}, playing {contest.game.seats[seat]} in "
        f"{contest.game.title}, {what[:MAX_MESSAGE].rstrip('.')} (unit {unit}, game {number}, "
        f"after {len(steps)} steps). The arena stops; this game does not count.",
        record,
    )


def _record(contest: Contest, game_id: GameId, steps: list[Step]) -> Record:
    """The record of these steps, replayed by the referee."""
    game, (unit, number) = contest.game, game_id
    seated = zip(game.seats, contest.seatings[number], strict=True)
    table = replay_on(game, Record(game.name, steps=steps))
    notes = {
        "players": players_note((name, contest.bots[bot]) for name, bot in seated),
        "arena": f"seed {contest.seed}, unit {unit}, game {number}",
    }
    return Record.of_table(table, notes)


# In one process or in several --------------------------------------------------------------------


def _play_here(
    contest: Contest, game_ids: Iterable[GameId], records: bool
) -> Generator[list[FinishedGame | FailedGame]]:
    for game_id in game_ids:
        yield [play_game(contest, game_id, records)]


def _play_in_processes(
    contest: Contest, game_ids: Iterator[GameId], records: bool, jobs: int
) -> Generator[list[FinishedGame | FailedGame]]:
    """Games that other processes play, as they finish. Closing the iterator ends the processes."""
    workers: dict[Connection, SpawnProcess] = {}
    try:
        for game_id in islice(game_ids, jobs):
            process, pipe = _start(contest, records)
            workers[pipe] = process
            pipe.send(game_id)
        busy = set(workers)
        while busy:
            ready = [pipe for pipe in wait(busy) if isinstance(pipe, Connection)]
            batch = [_receive(pipe, workers[pipe]) for pipe in ready]
            for pipe, game_id in zip_longest(ready, islice(game_ids, len(ready))):
                if game_id is None:
                    busy.remove(pipe)
                else:
                    pipe.send(game_id)
            yield batch
    finally:
        for process in workers.values():
            process.terminate()
        for pipe, process in workers.items():
            process.join()
            pipe.close()


def _start(contest: Contest, records: bool) -> tuple[SpawnProcess, Connection]:
    """A process that waits for games to play, and the connection to it."""
    context, game = get_context("spawn"), contest.game
    ours, theirs = context.Pipe()
    names = (game.name, dict(game.changed_options), None, game.land)
    process = context.Process(
        target=_worker, args=(theirs, names, contest.bots, contest.seed, records), daemon=True
    )
    # Ctrl-C goes to all processes of a terminal. A new process inherits blocked signals.
    ensure_running()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    theirs.close()
    return process, ours


def _receive(pipe: Connection, process: SpawnProcess) -> FinishedGame | FailedGame:
    try:
        result: FinishedGame | FailedGame = pipe.recv()
    except (EOFError, OSError):
        process.join()
        raise ChildProcessError(
            f"a process that played games died (exit status {process.exitcode}; "
            "-9 may mean that memory ran out)"
        ) from None
    return result


def _worker(
    pipe: Connection,
    names: tuple[str, dict[str, str], None, tuple[str, ...]],  # what `load` needs
    bots: tuple[str, ...],
    seed: int,
    records: bool,
) -> None:
    """The main function of another process: play the games that arrive until the pipe closes."""
    Thread(target=_end_with_parent, daemon=True).start()
    contest = Contest(load(*names), bots, seed)
    warm_up(contest)  # loads what the parent has compiled
    with suppress(EOFError):
        while True:
            pipe.send(play_game(contest, pipe.recv(), records))


def _end_with_parent() -> None:
    """End this process with its parent: a parent that is killed cannot end its children."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
