"""A game played at one terminal: by one person, by several in turn, or by bots alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from siegeworks.bots import Bot, Budget, RandomBot
from siegeworks.bots.hints import hints, sentence
from siegeworks.core.game import REFEREE, SPECTATOR, IllegalStep, Seat, quote
from siegeworks.core.random import Rng, random_below
from siegeworks.core.scene import Scene
from siegeworks.play import summary
from siegeworks.play.agreement import agreed, wins_by_agreement
from siegeworks.play.autosave import Autosave
from siegeworks.play.choosing import asked, comments
from siegeworks.play.prepare import SearchInPreparation
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import TABLE, Table
from siegeworks.tui import draw
from siegeworks.tui.listing import natural, shared_start
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Terminal

FEW = 8  # legal moves that are listed unasked
HINT_SECONDS = 1.5
ALL = "all"  # what ? lists without shortening
ENDING = {"draw", "agree", "resign"}  # commands that may end the game: not offered among moves
PATIENCE = 1.0  # seconds between records of a game that nobody plays

HELP = """\
Type a move as the rules write it, or several to be played one after another.
What all moves begin with may be left out: where they are 5@a1, 5@b1, say a1.
?  ? d3   lists the legal moves, or those that begin with d3; ? all lists all
? d3-d6   says whether a move is legal, and if not, why
hint      names the best moves       undo   takes back your last move, if
board     shows the table again             nothing was rolled or shown since
random    plays the rest of your turn, or of your set-up, at random
rules     shows the rules; rules R4 shows one paragraph
draw      offers a draw; bots decline
agree     proposes to stop and count, where the rules know that; a bot agrees
          if it then wins
resign    gives up; before draw, agree and resign you are asked again
quit      stops here; the game is kept and can be gone on with"""


class Stopped(Exception):
    """Somebody wants to stop here."""


class TerminalGame:
    """The people and the bots around one table, and what they say to each other."""

    def __init__(
        self,
        table: Table,
        bots: Mapping[Seat, Bot],
        *,
        names: Sequence[str],
        chance: Rng,
        user_rng: Rng,
        terminal: Terminal,
        autosave: Autosave,
        search: SearchInPreparation,
    ) -> None:
        """A table that may have been played at before.

        Args:
            table: where the game is played.
            bots: who plays which seat; people play the others.
            names: who sits where, seat by seat.
            chance: the table's random generator, which nobody else holds.
            whim: another, for what people leave to the program.
            terminal: how people are spoken to.
            autosave: who writes the record.
            search: what hints wait for.
        """
        self.table, self.game = table, table.game
        self.bots, self.names = dict(bots), list(names)
        self.chance, self.user_rng = chance, user_rng
        self.terminal, self.autosave, self.search = terminal, autosave, search
        self.people = [seat for seat in range(len(self.game.seats)) if seat not in bots]
        self.at_screen: Seat | None = None  # whose secrets may be on the screen
        self.told = len(table.steps)  # steps that spectators need not be told any more
        self.remarks: dict[Seat, list[str]] = {}  # to be shown with a seat's next look at the table
        self.last_kept = 0.0
        self.commands: dict[str, Callable[[Seat, list[str]], bool]] = {
            "?": self._legal,
            "help": self._help,
            "hint": self._hint,
            "undo": self._undo,
            "random": self._random,
            "board": self._board,
            "rules": self._rules,
            "draw": self._draw,
            "agree": self._agree,
            "resign": self._resign,
            "quit": self._quit,
        }

    # The course of the game ----------------------------------------------------------------------

    def play(self) -> None:
        """Play to the end.

        Raises:
            Stopped: somebody quits.
            EOFError: there is nobody any more.
        """
        try:
            self._go_on()
        finally:
            self.autosave.keep(self.table)
        self._end()

    def _go_on(self) -> None:
        while not self.table.over:
            seat = int(self.table.state.to_act)
            if seat < 0:
                self.table.deal(self.chance)
            elif seat in self.bots:
                self._take(seat, self._chosen(seat))
            else:
                self._turn(seat)
            self._keep()

    def _chosen(self, seat: Seat) -> str:
        """What the bot at this seat plays. One that fails is replaced, and the game goes on."""
        seen = self.table.view(seat)
        legal = self.game.legal_actions(seen)
        try:
            action = asked(self.bots[seat], seen, legal)
        except Exception as error:
            self._replace_bot(seat, error)
            action = self.bots[seat].choose(seen)
        return self.game.action_texts[action]

    def _replace_bot(self, seat: Seat, error: Exception) -> None:
        """Let moves at random stand in for a bot that failed. Its own words may tell what only its
        seat knows: they go into the record, not on the screen."""
        bot, self.names[seat] = self.names[seat], "random"
        self.bots[seat] = RandomBot(self.game, self.user_rng)
        sentence = (
            f"The bot {bot} at {self.game.seats[seat]} failed ({type(error).__name__}): "
            "random moves are played for it from here on. The record says where it failed."
        )
        self.autosave.comment(self.table, [f"# {sentence}", *comments(error)])
        if self._watching():
            self.terminal.say(sentence)
        self.announce(sentence)

    def _take(self, seat: Seat, token: str) -> None:
        self.table.play(self.game.seats[seat], token)

    def _keep(self) -> None:
        """Write the record; not so often while only bots play."""
        if self._watching():
            if self.game.actor(self.table.state) == self.table.steps[-1].actor:
                return  # what one does in a row is told together
            self._tell_spectators()
            if time.monotonic() - self.last_kept < PATIENCE:
                return
        self.autosave.keep(self.table)
        self.last_kept = time.monotonic()

    def _watching(self) -> bool:
        """Is nobody left who acts?"""
        out = int(self.table.state.resigned)
        return all(out >> seat & 1 for seat in self.people)

    def _tell_spectators(self) -> None:
        self.terminal.tell(summary.since(self.table, SPECTATOR, self.told))
        self.told = len(self.table.steps)

    # One turn of a person ------------------------------------------------------------------------

    def _turn(self, seat: Seat) -> None:
        """Show the table and listen until the person has done something that changes it."""
        self._change_seats(seat)
        self.told = len(self.table.steps)
        self._board(seat, [])
        while not self._listen(seat):
            pass

    def _change_seats(self, seat: Seat) -> None:
        """Between two people, where something is secret: a curtain, and a pause."""
        if self.at_screen != seat and self._hide_secrets():
            name = self.game.seats[seat]
            self.terminal.say(f"Now it is the turn of {name}. The others look away, please.")
            self.terminal.ask(f"{name}, press Enter to see your table. ", name)
        self.at_screen = seat

    def _end_turn(self, seat: Seat) -> None:
        """Show what came of the turn before the curtain falls on it."""
        summaries = summary.since(self.table, seat, self.told)
        if summaries:
            name = self.game.seats[seat]
            self.terminal.tell(summaries)
            self.terminal.ask(f"{name}, press Enter to end your turn. ", name)

    def _hide_secrets(self) -> bool:
        """Let the curtain fall if there is somebody to hide something from."""
        if not self.game.has_secrets or len(self.people) < 2:
            return False
        if self.at_screen is not None:
            self._end_turn(self.at_screen)
        self.terminal.curtain()
        self.at_screen = None
        return True

    def shown(self, seat: Seat, status: str = "") -> TurnScreen:
        """What this seat is shown when it is to act, or is asked for what `status` says."""
        start = summary.last_own_step(self.table, seat)
        steps = len(self.table.steps)
        summaries = summary.since(self.table, seat, start)
        before = self._scene(seat, max(start, self._dealt()) if summaries else max(0, steps - 1))
        scene = self._scene(seat, steps)
        return TurnScreen(
            self._title(),
            scene,
            draw.changes(before, scene) if steps else frozenset(),
            summaries,
            self.remarks.get(seat, ()),
            self.game.seats[seat],
            status or self._status(),
        )

    def _dealt(self) -> int:
        """How many steps chance took before anybody else did anything."""
        steps = enumerate(self.table.steps)
        return next((i for i, step in steps if step.actor != "chance"), len(self.table.steps))

    def _scene(self, seat: Seat, index: int) -> Scene:
        return self.game.scene(self.game.params, self.table.view(seat, index))

    def _title(self) -> str:
        options = " ".join(f"{key}={v}" for key, v in self.game.changed_options.items())
        seats = ", ".join(f"{s} {who}" for s, who in zip(self.game.seats, self.names, strict=True))
        return f"{' '.join([self.game.title, options]).rstrip()}: {seats}"

    def _status(self) -> str:
        legal = self._tokens()
        if len(legal) == 1:
            return f"is to act and has one choice, {legal[0]}: press Enter."
        if len(legal) <= FEW:
            return f"is to act: {'  '.join(legal)}"
        return f"is to act: {len(legal)} legal moves. ? lists them, help says more."

    def announce(self, sentence: str) -> None:
        """Say this to every person, with their next look at the table."""
        for person in self.people:
            self._remark(person, sentence)

    def _remark(self, seat: Seat, sentence: str) -> None:
        self.remarks.setdefault(seat, []).append(sentence)

    def _tokens(self) -> list[str]:
        return sorted(self.game.legal_texts(self.table.state), key=natural)

    def _listen(self, seat: Seat) -> bool:
        """Ask for a line and do what it says; whether the table has changed."""
        name, legal = self.game.seats[seat], self._tokens()
        offered = [*legal, *(word for word in self.commands if word not in ENDING)]
        words = self.terminal.ask(f"{name}> ", name, offered).split()
        if not words:
            return len(legal) == 1 and self._play_all(seat, legal)
        command = self.commands.get(words[0].lower().removeprefix("?") or "?")
        if words[0].startswith("?") and command is None:
            return self._legal(seat, [words[0][1:], *words[1:]])
        if command is None or words[0] in legal:
            return self._play_all(seat, words)
        return command(seat, words[1:])

    def _play_all(self, seat: Seat, tokens: list[str]) -> bool:
        """Play these tokens one after another while they are legal and it is this seat's turn."""
        for done, token in enumerate(tokens):
            if self.table.state.to_act != seat:
                self._remark(
                    seat, f"Not played, look at the table first: {' '.join(tokens[done:])}"
                )
                break
            try:
                self._take(seat, self._meant(token))
            except IllegalStep as error:
                if not done:
                    self.terminal.say(str(error))
                    return False
                self._remark(seat, str(error))
                break
            self._keep()
        return True

    def _meant(self, text: str) -> str:
        """The token that is meant: what all legal moves begin with may be left out, and capitals
        and small letters be taken for each other, where that is clear."""
        legal = self.game.legal_texts(self.table.state)
        for typed in (text, shared_start(legal) + text):
            alike = [token for token in legal if token.lower() == typed.lower()]
            if typed in legal or len(alike) == 1:
                return typed if typed in legal else alike[0]
        return text

    # What a person may say -----------------------------------------------------------------------

    def _help(self, seat: Seat, words: list[str]) -> bool:
        self.terminal.say(HELP)
        self.terminal.legend(self._scene(seat, len(self.table.steps)), self.game.seats)
        return False

    def _legal(self, seat: Seat, words: list[str]) -> bool:
        """List the legal moves, or explain the tokens given."""
        legal = self._tokens()
        if not words:
            self.terminal.list_moves(self.shown(seat), legal)
        for word in words:
            alike = [text for text in legal if text.startswith(word)]
            if word == ALL:
                self.terminal.list_moves(self.shown(seat), legal, in_full=True)
            elif len(alike) > 1 and word not in legal:
                self.terminal.list_moves(self.shown(seat), alike)
            else:
                self.terminal.say(self._explained(word, legal))
        return False

    def _explained(self, word: str, legal: list[str]) -> str:
        token = self._meant(word)
        if token in legal:
            return f"{token}: legal."
        if word in self.commands:
            return f"{word}: a command; help tells what it does."
        alike = [text for text in legal if text.startswith(word)]
        if alike:
            return f"{alike[0]}: legal, and the only move that begins with {word}."
        try:
            self.game.text_to_choice(self.table.state, token)
        except IllegalStep as error:
            return str(error)
        return f"{token}: legal."

    def _hint(self, seat: Seat, words: list[str]) -> bool:
        """Name the best moves, from what this seat may know."""
        self.search.wait()
        self.terminal.say("Thinking …")
        seen = self.table.view(seat)
        try:
            found = hints(self.game, seen, self.user_rng, Budget(seconds=HINT_SECONDS))
        except Exception as error:
            self.autosave.comment(self.table, ["# The search for a hint failed.", *comments(error)])
            self.terminal.say(
                f"There is no hint: the search failed ({type(error).__name__}). "
                "The record says where; the game goes on."
            )
            return False
        for hint in found:
            self.terminal.say(sentence(hint))
        return False

    def _undo(self, seat: Seat, words: list[str]) -> bool:
        """Take back what a person at this terminal did last."""
        names = [step.actor for step in self.table.steps]
        people = [self.game.seats[person] for person in self.people]
        last = next((name for name in reversed(names) if name in people), self.game.seats[seat])
        person = self.game.seats.index(last)
        try:
            summaries = summary.since(self.table, person, self.table.undo_point(person))
            self.table.undo(person)
        except IllegalStep as error:
            self.terminal.say(str(error))
            return False
        taken = ", ".join(f"{done.actor} {done.words}" for done in summaries)
        self._remark(person, f"Taken back: {taken}")
        return True

    def _random(self, seat: Seat, words: list[str]) -> bool:
        """Play the rest of this turn at random."""
        while self.table.state.to_act == seat:
            legal = self._tokens()
            self._take(seat, legal[random_below(self.user_rng, len(legal))])
            self._keep()
        return True

    def _board(self, seat: Seat, words: list[str]) -> bool:
        self.terminal.show(self.shown(seat))
        self.remarks.pop(seat, None)
        return False

    def _rules(self, seat: Seat, words: list[str]) -> bool:
        """Show the rulebook, or the paragraphs asked for."""
        text = rules_text(self.game.name)
        known = paragraphs(text)
        for word in words:
            number = word.upper()
            if number in known:
                self.terminal.markdown(known[number])
            else:
                self.terminal.say(f"There is no paragraph {quote(word)}, only {', '.join(known)}.")
        if not words:
            self.terminal.markdown(text)
        return False

    def _resign(self, seat: Seat, words: list[str]) -> bool:
        name = self.game.seats[seat]
        if not self._yes(seat, f"Resign the game as {name}?"):
            return False
        self.table.play(TABLE, f"resign={name}")
        return True

    def _draw(self, seat: Seat, words: list[str]) -> bool:
        """Offer a draw: people are asked, bots decline."""
        return self._propose(seat, "draw", "a draw", lambda bot: False)

    def _agree(self, seat: Seat, words: list[str]) -> bool:
        """Propose to end the game by its score: people are asked, a bot agrees if it wins so."""
        try:
            agreed(self.table, "agree")
        except IllegalStep as error:
            self.terminal.say(str(error))
            return False
        return self._propose(seat, "agree", "ending the game here and counting", self._bot_agrees)

    def _propose(
        self, seat: Seat, step: str, what: str, bot_agrees: Callable[[Seat], bool]
    ) -> bool:
        """Ask whoever proposes this step of the table, then all others; play it if all agree."""
        name = self.game.seats[seat]
        if not self._yes(seat, f"{name}, do you propose {what}?"):
            return False
        for other in self._others(seat):
            if not (bot_agrees(other) if other in self.bots else self._agrees(other, name, what)):
                answer = f"{self.game.seats[other]} ({self.names[other]}) plays on."
                if self.at_screen == seat:
                    self.terminal.say(answer)
                    return False
                self._remark(seat, answer)
                return True
        self.table.play(TABLE, step)
        return True

    def _others(self, seat: Seat) -> list[Seat]:
        """The other seats that are still in the game."""
        out = int(self.table.state.resigned)
        return [s for s in range(len(self.game.seats)) if s != seat and not out >> s & 1]

    def _agrees(self, other: Seat, proposer: str, what: str) -> bool:
        """Show another person the table, as that seat may see it, and ask."""
        name = self.game.seats[other]
        self._change_seats(other)
        self.terminal.show(self.shown(other, f"is asked by {proposer} to agree to {what}."))
        return self._yes(other, f"{name}, do you agree to {what}?")

    def _bot_agrees(self, bot: Seat) -> bool:
        try:
            return wins_by_agreement(self.table, bot, self.user_rng)
        except Exception as error:  # it is not the bot's turn: it goes on, and does not agree
            self.autosave.comment(self.table, comments(error))
            return False

    def _quit(self, seat: Seat, words: list[str]) -> bool:
        raise Stopped

    def _yes(self, seat: Seat, question: str) -> bool:
        answer = self.terminal.ask(f"{question} [y/N] ", self.game.seats[seat])
        return answer.lower() in ("y", "yes")

    # The end -------------------------------------------------------------------------------------

    def _end(self) -> None:
        """The table with everything turned up, and how it ended."""
        scene = self.game.scene(self.game.params, self.table.view(REFEREE))
        last = self.game.scene(self.game.params, self.table.view(REFEREE, -2))
        summaries: list[summary.TurnSummary] = []
        if not self._watching():
            seat = self.people[0]
            summaries = summary.since(self.table, seat, summary.last_own_step(self.table, seat))
        changed = draw.changes(last, scene)
        shown = TurnScreen(
            self._title(), scene, changed, summaries, (), None, summary.ending(self.table)
        )
        self.terminal.show(shown, fresh=not self._watching())
