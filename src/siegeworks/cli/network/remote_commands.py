"""What a person can type during a game at a server's table"""

import random
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from siegeworks.cli.network.remote_game import RemoteGame
from siegeworks.client import Refused, Seats, play_again
from siegeworks.client.kept_seats import kept_at
from siegeworks.tui.commands import ALL, LAST_TURNS, numbers, print_rules
from siegeworks.tui.listing import completed_token
from siegeworks.tui.terminal import Left

HELP = """\
Type a move in the notation of the rules, or several moves to play in turn.
If all legal moves begin the same way, you can leave that out: a1 instead of 5@a1.
?         list the legal moves; ? d3: those that begin with d3; ? all: all of them
? d3-d6   check whether a move is legal, and if not, why
hint      show the best moves, at a table against bots
undo      undo your last move; other people at the table are asked
board     show the board again
history   list the last turns; history all: all of them
look 14   show the position after turn 14; back 3: three turns ago
random    play the rest of your turn, or of your set-up, at random
rules     show the rules; rules R4 shows one paragraph
draw      offer a draw
agree     propose to end the game by its score
yes, no   answer an offer of the others
resign    resign; you are asked first
rematch   play again once the game is over, or accept a rematch that somebody offers
quit      leave; your seat stays yours, and you can come back"""

NO_SEAT = "You are watching; only players can do that."


class Again(Exception):
    """The person goes on in a rematch, with these seats."""

    def __init__(self, seats: Seats) -> None:
        super().__init__()
        self.seats = seats


class Command(NamedTuple):
    """Something to type other than a move."""

    run: Callable[[RemoteGame, list[str]], Awaitable[object]]
    needs_seat: bool = False
    is_asked: str = ""  # the question before it is done; empty: it is done at once


async def obey(game: RemoteGame, line: str) -> Command | None:
    """Do what a line says; a command that has to be confirmed first is returned.

    Raises:
        Left: the person wants to leave.
        Again: the person goes on in a rematch.
        SiegeworksError: why it was not done.
    """
    words = line.split()
    legal = game.legal_tokens()
    if not words:
        if len(legal) == 1 and game.session.is_my_turn:
            await play_moves(game, legal)
        return None
    first, rest = words[0], words[1:]
    command = COMMANDS.get(first.lower().removeprefix("?") or "?")
    if first in legal:
        await play_moves(game, words)
    elif command is not None:
        if command.needs_seat and not game.session.seats:
            raise Refused(NO_SEAT)
        if command.is_asked:
            return command
        await command.run(game, rest)
    elif first.startswith("?"):
        await list_or_explain(game, [first[1:], *rest])
    else:
        await play_moves(game, words)
    return None


async def play_moves(game: RemoteGame, typed: list[str]) -> None:
    """Play these moves one after another while they are legal and it is this person's turn."""
    if not game.session.seats:
        raise Refused(NO_SEAT)
    for done, word in enumerate(typed):
        if done and not game.session.is_my_turn:
            rest = " ".join(typed[done:])
            game.notices.append(f"Not played, because the position has changed: {rest}")
            return
        accepted = await game.session.act(completed_token(word, game.view.legal))
        if accepted is None:
            game.notices.append(f"Not played, because the position has changed: {word}")
            return


async def show_help(game: RemoteGame, words: list[str]) -> None:
    """Show what can be typed and what the symbols on the board mean."""
    game.terminal.say(HELP)
    game.terminal.legend(game.scene(game.view.scene), game.welcome.seats)


async def list_or_explain(game: RemoteGame, words: list[str]) -> None:
    """List the legal moves, or explain the given ones."""
    legal = game.legal_tokens()
    if not legal and (not words or not game.session.seats):
        raise Refused("It is not your turn.")
    if not words:
        game.terminal.list_moves(game.screen(), legal)
    for word in words:
        alike = [token for token in legal if token.startswith(word)]
        if word == ALL:
            game.terminal.list_moves(game.screen(), legal, in_full=True)
        elif len(alike) > 1 and word not in legal:
            game.terminal.list_moves(game.screen(), alike)
        else:
            answer = await game.session.explain(completed_token(word, legal))
            game.terminal.say(answer.sentence)


async def show_hint(game: RemoteGame, words: list[str]) -> None:
    """Show the best moves."""
    game.terminal.say("Thinking …")
    for move in (await game.session.hint()).moves:
        game.terminal.say(f"{move.token}: {move.sentence}")


async def undo(game: RemoteGame, words: list[str]) -> None:
    """Undo the last move, or ask the others to allow it."""
    if game.view.undo_asks:
        await game.session.offer("takeback")
        game.terminal.say(f"Asked: {', '.join(game.view.undo_asks)}.")
    else:
        await game.session.undo()


async def show_board(game: RemoteGame, words: list[str]) -> None:
    """Show the table again."""
    game.show()


async def show_history(game: RemoteGame, words: list[str]) -> None:
    """List the last turns, or all."""
    turns = game.session.history
    first = 0 if ALL in words else max(0, len(turns) - LAST_TURNS)
    if not turns:
        game.terminal.say("Nothing has happened yet.")
    for number, turn in enumerate(turns[first:], first + 1):
        game.terminal.say(f"{number:3} {turn.sentence}")


async def look(game: RemoteGame, words: list[str]) -> None:
    """Show the position after the turn of this number."""
    turns, number = len(game.session.history), numbers(words)
    if len(number) != 1 or number[0] > turns:
        raise Refused(f"Type the number of a turn, from 0 to {turns}: look {turns}.")
    game.terminal.show(game.earlier_screen(await game.session.look_back(number[0])))


async def look_back(game: RemoteGame, words: list[str]) -> None:
    """Show the position so many turns ago."""
    turns, number = len(game.session.history), numbers(words or ["1"])
    if len(number) != 1 or number[0] > turns:
        raise Refused(f"Type how many turns ago, from 0 to {turns}: back {min(3, turns)}.")
    await look(game, [str(turns - number[0])])


async def show_rules(game: RemoteGame, words: list[str]) -> None:
    """Show the rulebook, or the given paragraphs."""
    print_rules(game.terminal, game.welcome.game, words)


async def play_random(game: RemoteGame, words: list[str]) -> None:
    """Play the rest of this turn at random."""
    seat = game.view.to_act
    if not game.session.is_my_turn:
        raise Refused("It is not your turn.")
    while game.session.is_my_turn and game.view.to_act == seat:
        await play_moves(game, [random.choice(game.view.legal)])


async def rematch(game: RemoteGame, words: list[str]) -> None:
    """Accept the rematch that is offered, go back to one's own, or offer one."""
    offered, address = game.view.rematch, game.client.address
    kept = offered and kept_at(address._replace(table=offered.table, code=""))
    raise Again(kept or await play_again(game.client, game.session))


async def leave(game: RemoteGame, words: list[str]) -> None:
    """Leave the table."""
    raise Left


COMMANDS = {
    "?": Command(list_or_explain),
    "help": Command(show_help),
    "hint": Command(show_hint, needs_seat=True),
    "undo": Command(undo, needs_seat=True),
    "random": Command(play_random, needs_seat=True),
    "board": Command(show_board),
    "history": Command(show_history),
    "look": Command(look),
    "back": Command(look_back),
    "rules": Command(show_rules),
    "draw": Command(lambda game, _: game.session.offer("draw"), True, "Offer a draw?"),
    "agree": Command(
        lambda game, _: game.session.offer("agree"),
        True,
        "Propose to end the game now and count the score?",
    ),
    "yes": Command(lambda game, _: game.session.answer(True), needs_seat=True),
    "no": Command(lambda game, _: game.session.answer(False), needs_seat=True),
    "resign": Command(lambda game, _: game.session.resign(), True, "Resign the game?"),
    "rematch": Command(rematch, needs_seat=True),
    "quit": Command(leave),
}
