"""What a person can type during a game: moves, and commands with their handlers."""

from collections.abc import Callable
from typing import NamedTuple

from siegeworks.bots import Budget, SearchBot
from siegeworks.bots.hints import hints_of, sentence
from siegeworks.bots.spec import analysis_bot
from siegeworks.core.contract import Seat
from siegeworks.core.errors import IllegalStep, quote
from siegeworks.core.random import random_below
from siegeworks.play import summary
from siegeworks.play.bot_choice import traceback_comments
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import TABLE
from siegeworks.tui.listing import completed_token, legal_tokens
from siegeworks.tui.terminal import Left, Terminal, on_interrupt
from siegeworks.tui.terminal_game import TerminalGame, reported_search

HINT_SECONDS = 1.5
ALL = "all"  # "? all" lists every legal move, "history all" every turn
LAST_TURNS = 15

HELP = """\
Type a move in the notation of the rules, or several moves to play in turn.
If all legal moves begin the same way, you can leave that out: a1 instead of 5@a1.
?         list the legal moves; ? d3: those that begin with d3; ? all: all of them
? d3-d6   check whether a move is legal, and if not, why
hint      show the best moves
analysis  the same after ten seconds on all cores; Ctrl-C ends it sooner
undo      undo your last move, if nothing was rolled or revealed since then
board     show the board again
history   list the last turns; history all: all of them
look 14   show the position after turn 14; back 3: three turns ago
random    play the rest of your turn, or of your set-up, at random
rules     show the rules; rules R4 shows one paragraph
draw      offer a draw; bots decline
agree     propose to end the game by its score; a bot agrees if it would win
resign    resign; you are asked first, as with draw and agree
quit      stop here; the game is saved, and you can continue it later"""


class Command(NamedTuple):
    """Something to type other than a move."""

    run: Callable[[TerminalGame, Seat, list[str]], bool | None]  # has it changed the table?
    may_end_game: bool = False  # if so, Tab does not complete it among the moves


def run_next(session: TerminalGame, seat: Seat) -> bool:
    """Read a line from the person at this seat and do what it says; whether the table changed.

    Raises:
        Left: the person quits.
        EOFError: the input has ended.
    """
    name, legal = session.game.seats[seat], legal_tokens(session.table)
    completions = [*legal, *(word for word, c in COMMANDS.items() if not c.may_end_game)]
    words = session.terminal.ask(f"{name}> ", name, completions).split()
    if not words:
        return len(legal) == 1 and play_moves(session, seat, legal)
    first, rest = words[0], words[1:]
    command = COMMANDS.get(first.lower().removeprefix("?") or "?")
    if first in legal:
        return play_moves(session, seat, words)
    if command is not None:
        return bool(command.run(session, seat, rest))
    if not first.startswith("?"):
        return play_moves(session, seat, words)
    list_or_explain(session, seat, [first[1:], *rest])  # "?d3" means "? d3"
    return False


# Moves -------------------------------------------------------------------------------------------


def play_moves(session: TerminalGame, seat: Seat, typed: list[str]) -> bool:
    """Play these moves one after another while they are legal and it is this seat's turn."""
    for done, word in enumerate(typed):
        if session.table.state.to_act != seat:
            rest = " ".join(typed[done:])
            session.add_notice(seat, f"Not played, because the position has changed: {rest}")
            break
        try:
            legal = session.game.legal_texts(session.table.state)
            session.take(seat, completed_token(word, legal))
        except IllegalStep as error:
            if not done:
                session.terminal.say(str(error))
                return False
            session.add_notice(seat, str(error))
            break
        session.save()
    return True


# Information -------------------------------------------------------------------------------------


def show_help(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show what can be typed and what the symbols on the board mean."""
    session.terminal.say(HELP)
    session.terminal.legend(session.scene(seat), session.game.seats)


def list_or_explain(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """List the legal moves, or explain the given ones."""
    legal = legal_tokens(session.table)
    if not words:
        session.terminal.list_moves(session.screen(seat), legal)
    for word in words:
        alike = [token for token in legal if token.startswith(word)]
        if word == ALL:
            session.terminal.list_moves(session.screen(seat), legal, in_full=True)
        elif len(alike) > 1 and word not in legal:
            session.terminal.list_moves(session.screen(seat), alike)
        else:
            session.terminal.say(explanation(session, word, legal))


def explanation(session: TerminalGame, word: str, legal: list[str]) -> str:
    """Whether this is a legal move, and if not, why."""
    token = completed_token(word, legal)
    if token in legal:
        return f"{token}: legal."
    if word in COMMANDS:
        return f"{word}: this is a command; type help to see what it does."
    alike = [text for text in legal if text.startswith(word)]
    if alike:
        return f"{alike[0]}: legal, and the only legal move that begins with {word}."
    try:
        session.game.text_to_choice(session.table.state, token)
    except IllegalStep as error:
        return str(error)
    return f"{token}: legal."


def show_hint(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show the best moves, judged by what this seat may know."""
    game, budget = session.game, Budget(seconds=HINT_SECONDS)
    settings = game.advice.strongest(game.options)
    bot = SearchBot(game, session.user_rng, budget, settings=settings, proves=True)
    show_best(session, seat, bot)


def show_analysis(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """The same, searched longer and on all cores."""
    show_best(session, seat, analysis_bot(session.game, session.user_rng, ""))


def show_best(session: TerminalGame, seat: Seat, bot: SearchBot) -> None:
    """Show the moves that this bot finds best. Ctrl-C ends its search."""
    session.search.wait()
    session.terminal.say("Thinking …")
    seen = session.table.view(seat)
    try:
        with reported_search(bot, session.terminal.say), on_interrupt(bot.stop):
            suggestions = hints_of(bot, seen)
    except Exception as error:
        comment = ["# The search for a hint failed.", *traceback_comments(error)]
        session.autosave.add_comment(session.table, comment)
        session.terminal.say(
            f"No hint: the search failed ({type(error).__name__}). "
            "The record contains the traceback. The game continues."
        )
        return
    for hint in suggestions:
        session.terminal.say(sentence(hint))


def show_board(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show the table again."""
    session.show_table(seat)


def show_history(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """List the last turns, or all, each with its number, its sentence and its moves."""
    start = summary.last_own_step(session.table, seat)
    turns = session.history(seat, start)
    first = 0 if ALL in words else max(0, len(turns) - LAST_TURNS)
    if not turns:
        session.terminal.say("Nothing has happened yet.")
    for number, turn in enumerate(turns[first:], first + 1):
        done = summary.between(session.table, seat, turn.start, turn.end)
        moves = "; ".join(step.words for step in done if step.actor not in ("chance", TABLE))
        session.terminal.say(f"{number:3} {turn.sentence}" + (f" [{moves}]" if moves else ""))


def look(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show the position after the turn of this number."""
    turns, number = turns_known_to(session, seat), numbers(words)
    if len(number) == 1 and number[0] <= turns:
        session.show_earlier(seat, number[0])
    else:
        session.terminal.say(f"Type the number of a turn, from 0 to {turns}: look {turns}.")


def look_back(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show the position so many turns ago."""
    turns, number = turns_known_to(session, seat), numbers(words or ["1"])
    if len(number) == 1 and number[0] <= turns:
        session.show_earlier(seat, turns - number[0])
    else:
        session.terminal.say(f"Type how many turns ago, from 0 to {turns}: back {min(3, turns)}.")


def turns_known_to(session: TerminalGame, seat: Seat) -> int:
    """How many turns there were."""
    return len(session.history(seat, summary.last_own_step(session.table, seat)))


def numbers(words: list[str]) -> list[int]:
    """Those of the words that are numbers."""
    return [int(word) for word in words if word.isascii() and word.isdigit()]


def show_rules(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Show the rulebook, or the given paragraphs."""
    print_rules(session.terminal, session.game.name, words)


def print_rules(terminal: Terminal, game: str, words: list[str]) -> None:
    """Print the rulebook of a game, or the given paragraphs."""
    text = rules_text(game)
    known = paragraphs(text)
    for word in words:
        number = word.upper()
        if number in known:
            terminal.markdown(known[number])
        else:
            numbers = ", ".join(known)
            terminal.say(f"There is no paragraph {quote(word)}; there are {numbers}.")
    if not words:
        terminal.markdown(text)


# Changing the table ------------------------------------------------------------------------------


def undo(session: TerminalGame, seat: Seat, words: list[str]) -> bool:
    """Undo the last move that a person at this terminal made."""
    people = [session.game.seats[person] for person in session.people]
    actors = [step.actor for step in session.table.steps]
    last = next((actor for actor in reversed(actors) if actor in people), session.game.seats[seat])
    person = session.game.seats.index(last)
    try:
        turns = summary.since(session.table, person, session.table.undo_point(person))
        session.table.undo(person)
        session.forget_undone()
    except IllegalStep as error:
        session.terminal.say(str(error))
        return False
    undone = ", ".join(f"{turn.actor} {turn.words}" for turn in turns)
    session.add_notice(person, f"Undone: {undone}")
    return True


def play_random(session: TerminalGame, seat: Seat, words: list[str]) -> bool:
    """Play the rest of this turn at random."""
    while session.table.state.to_act == seat:
        legal = legal_tokens(session.table)
        session.take(seat, legal[random_below(session.user_rng, len(legal))])
        session.save()
    return True


def resign(session: TerminalGame, seat: Seat, words: list[str]) -> bool:
    """Resign, after asking."""
    name = session.game.seats[seat]
    if not confirmed(session, seat, f"Resign the game as {name}?"):
        return False
    session.table.play(TABLE, f"resign={name}")
    return True


def offer_draw(session: TerminalGame, seat: Seat, words: list[str]) -> bool:
    """Offer a draw: people are asked, bots decline."""
    return propose(session, seat, "draw", "a draw", lambda session, bot: False)


def offer_agreement(session: TerminalGame, seat: Seat, words: list[str]) -> bool:
    """Propose to end the game by its score: people are asked, a bot agrees if it would win."""
    try:
        session.table.after_agreement("agree")
    except IllegalStep as error:
        session.terminal.say(str(error))
        return False
    return propose(session, seat, "agree", "end the game now and count the score", bot_agrees)


def stop(session: TerminalGame, seat: Seat, words: list[str]) -> None:
    """Stop the game here."""
    raise Left


# Agreeing ----------------------------------------------------------------------------------------


def propose(
    session: TerminalGame,
    seat: Seat,
    step: str,
    what: str,
    bot_accepts: Callable[[TerminalGame, Seat], bool],
) -> bool:
    """Ask the proposer to confirm, then all other seats; play the table step if all agree."""
    name = session.game.seats[seat]
    if not confirmed(session, seat, f"{name}, do you propose {what}?"):
        return False
    for other in session.table.remaining:
        if other == seat:
            continue
        if other in session.bots:
            accepts = bot_accepts(session, other)
        else:
            accepts = person_accepts(session, other, name, what)
        if not accepts:
            answer = f"{session.game.seats[other]} ({session.names[other]}) declines."
            if session.at_screen == seat:
                session.terminal.say(answer)
                return False
            session.add_notice(seat, answer)
            return True
    session.table.play(TABLE, step)
    return True


def person_accepts(session: TerminalGame, other: Seat, proposer: str, what: str) -> bool:
    """Show another person the table as that seat may see it, and ask."""
    session.change_seats(other)
    session.show_table(other, f"is asked by {proposer} to agree to {what}.")
    return confirmed(session, other, f"{session.game.seats[other]}, do you agree to {what}?")


def bot_agrees(session: TerminalGame, bot: Seat) -> bool:
    """Whether a bot would win by ending the game now. If finding out fails, it does not agree."""
    try:
        return session.table.wins_by_agreement(bot, session.user_rng)
    except Exception as error:
        session.autosave.add_comment(session.table, traceback_comments(error))
        return False


def confirmed(session: TerminalGame, seat: Seat, question: str) -> bool:
    """Ask a yes-or-no question; anything but yes means no."""
    answer = session.terminal.ask(f"{question} [y/N] ", session.game.seats[seat])
    return answer.lower() in ("y", "yes")


COMMANDS = {
    "?": Command(list_or_explain),
    "help": Command(show_help),
    "hint": Command(show_hint),
    "analysis": Command(show_analysis),
    "undo": Command(undo),
    "random": Command(play_random),
    "board": Command(show_board),
    "history": Command(show_history),
    "look": Command(look),
    "back": Command(look_back),
    "rules": Command(show_rules),
    "draw": Command(offer_draw, may_end_game=True),
    "agree": Command(offer_agreement, may_end_game=True),
    "resign": Command(resign, may_end_game=True),
    "quit": Command(stop),
}
