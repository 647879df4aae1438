"""Plays a terminal game: asks people and bots for their moves until the game is over."""

from siegeworks.bots import RandomBot
from siegeworks.core.contract import REFEREE, Seat
from siegeworks.play import summary
from siegeworks.play.bot_choice import choose_action, traceback_comments
from siegeworks.tui.commands import run_next
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal_game import TerminalGame, reported_search


def play(session: TerminalGame) -> None:
    """Play to the end of the game and show it.

    Raises:
        Left: somebody quits.
        EOFError: the input has ended.
    """
    try:
        while not session.table.over:
            _take_turn(session)
            session.save()
    finally:
        session.autosave.save(session.table)
    _show_end(session)


def _take_turn(session: TerminalGame) -> None:
    seat = int(session.table.state.to_act)
    if seat < 0:
        session.table.deal(session.chance)
    elif seat in session.bots:
        session.take(seat, _bot_choice(session, seat))
    else:
        session.begin_turn(seat)
        while not run_next(session, seat):
            pass


def _bot_choice(session: TerminalGame, seat: Seat) -> str:
    """The move of the bot at this seat; a bot that fails is replaced, and the game continues."""
    seen = session.table.view(seat)
    legal = session.game.legal_actions(seen)
    try:
        with reported_search(session.bots[seat], session.terminal.say):
            action = choose_action(session.bots[seat], seen, legal)
    except Exception as error:
        _replace_bot(session, seat, error)
        action = session.bots[seat].choose(seen)
    return session.game.action_texts[action]


def _replace_bot(session: TerminalGame, seat: Seat, error: Exception) -> None:
    """Let random moves replace a bot that failed.

    Its error message may contain secrets of its seat: it goes into the record, not on the screen.
    """
    bot, session.names[seat] = session.names[seat], "random"
    session.bots[seat] = RandomBot(session.game, session.user_rng)
    sentence = (
        f"The bot {bot} at {session.game.seats[seat]} failed ({type(error).__name__}). "
        "From now on, random moves are played for it. The record contains the traceback."
    )
    session.autosave.add_comment(session.table, [f"# {sentence}", *traceback_comments(error)])
    if session.only_bots_play():
        session.terminal.say(sentence)
    session.announce(sentence)


def _show_end(session: TerminalGame) -> None:
    """Show the final position with everything revealed, and how the game ended."""
    table, turns = session.table, list[summary.TurnSummary]()
    if not session.only_bots_play():
        seat = session.people[0]
        turns = session.happened(REFEREE, summary.last_own_step(table, seat))
    screen = TurnScreen(
        session.title(),
        session.scene(REFEREE),
        session.scene(REFEREE, -2),
        turns,
        status=summary.ending(table),
    )
    session.terminal.show(screen, clear=not session.only_bots_play())
