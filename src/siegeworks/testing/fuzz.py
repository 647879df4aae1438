"""Nonsense by the thousand: random and mutilated tokens at random positions, records and maps.

Whatever comes in, the answer is a sentence or a legal step.
"""

from collections import Counter
from collections.abc import Callable

from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load, maps_of
from siegeworks.play.record import Record, RecordError, parse_record, replay
from siegeworks.play.table import Table
from siegeworks.testing.facts import Facts
from siegeworks.testing.walks import loaded, option_sets, random_walk

LETTERS = (
    "abcdefghijklmnopqrstuvwxyzABCEGIKLNRSTWY0123456789-=@~?x#+:>&.,;_ \t\n\r\0\x1béß中🏰\u202e"
)
DRAWING = " .F"  # what a drawing of a map consists of
DRAWN = "drawn"  # the name of maps that are not shipped
LONGEST_SENTENCE = 500  # characters


def pick(rng: Rng, things: list[str] | tuple[str, ...] | str) -> str:
    """One of them."""
    return things[random_below(rng, len(things))]


def mutilated(text: str, rng: Rng, letters: str = LETTERS) -> str:
    """The text with up to three letters lost, doubled, swapped or replaced."""
    for _ in range(1 + random_below(rng, 3)):
        at = random_below(rng, len(text) + 1)
        kind = random_below(rng, 4)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + pick(rng, letters) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        else:
            text = text[:at] + pick(rng, letters) + text[at + 1 :]
    return text


def random_token(game: Game, rng: Rng) -> str:
    """A token of the game, a mutilated one, or noise."""
    kind = random_below(rng, 4)
    if kind == 0:
        return "".join(pick(rng, LETTERS) for _ in range(random_below(rng, 12)))
    if kind == 1:
        return pick(rng, LETTERS) * random_below(rng, 2000)
    chances = game.outcome_texts or game.action_texts
    token = pick(rng, chances if random_below(rng, 4) == 0 else game.action_texts)
    return token if kind == 2 else mutilated(token, rng)


def positions(facts: Facts, rng: Rng, number: int) -> list[tuple[Game, State]]:
    """Positions of random games of every option set."""
    positions: list[tuple[Game, State]] = []
    sets = option_sets(facts)
    while len(positions) < number:
        game = loaded(facts.game, sets[random_below(rng, len(sets))])
        walk = [state for state, _ in random_walk(game, random_below(rng, 1 << 30), steps=300)]
        positions += [(game, walk[random_below(rng, len(walk))]) for _ in range(20)]
    return positions[:number]


def fuzz_tokens(facts: Facts, number: int) -> Counter[str]:
    """Ask for `number` random tokens; how many were legal and how many refused."""
    rng = new_rng(1)
    places = positions(facts, rng, max(20, number // 100))
    counts: Counter[str] = Counter()
    for _ in range(number):
        game, state = places[random_below(rng, len(places))]
        token = random_token(game, rng)
        before = state.tobytes()
        try:
            choice = game.text_to_choice(state, token)
        except IllegalStep as refused:
            check_sentence(str(refused))
            assert token not in game.legal_texts(state), token
            counts["refused"] += 1
        else:
            assert state.to_act != TERMINAL
            texts = game.outcome_texts if state.to_act == CHANCE else game.action_texts
            assert texts[choice] == token
            counts["legal"] += 1
        assert state.tobytes() == before
    return counts


def random_record(facts: Facts, rng: Rng) -> str:
    """The text of the beginning of a random game, or of a whole one."""
    sets, maps = option_sets(facts), drawings(facts.game)
    options = sets[random_below(rng, len(sets))]
    if maps and random_below(rng, 2) == 0:  # a game on a map
        game = load(facts.game, {**options, MAP_OPTION: DRAWN}, map_rows=pick(rng, maps))
    else:
        game = loaded(facts.game, options)
    table = Table(game)
    length = 1 + random_below(rng, 200)
    for state, choice in random_walk(game, random_below(rng, 1 << 30), steps=length):
        if choice >= 0:
            table.play(game.actor(state) or "", game.choice_to_text(state, choice))
    if not table.over and random_below(rng, 4) == 0:
        table.play("table", f"resign={pick(rng, game.seats)}")
    return Record.of_table(table, {"players": f"{game.seats[0]}=Ann"}).text()


def mutilated_record(text: str, rng: Rng) -> str:
    """A record with a line or a token changed, lost, doubled or cut short."""
    lines = text.splitlines(keepends=True)
    at = random_below(rng, len(lines))
    kind = random_below(rng, 6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[random_below(rng, len(lines))])
    elif kind == 2:
        lines[at] = lines[random_below(rng, len(lines))]
    elif kind == 3:
        return text[: random_below(rng, len(text))]
    else:
        lines[at] = mutilated(lines[at], rng)
    return "".join(lines)


def fuzz_records(
    facts: Facts, number: int, seed: int = 1, accepted: Callable[[Table], None] | None = None
) -> Counter[str]:
    """Read `number` mutilated records; how many were accepted and how many refused. `accepted`
    looks at each game that was read from one and is sound."""
    rng = new_rng(seed)
    texts = [random_record(facts, rng) for _ in range(max(4, number // 50))]
    counts: Counter[str] = Counter()
    for _ in range(number):
        text = mutilated_record(pick(rng, texts), rng)
        try:
            table = replay(parse_record(text))
        except RecordError as refused:
            check_sentence(str(refused))
            counts["refused"] += 1
        else:
            if accepted is not None:
                accepted(table)
            counts["accepted"] += 1
    return counts


def drawings(name: str) -> list[str]:
    """The shipped maps of a game, as text; none if it has no maps."""
    try:
        maps = maps_of(name)
    except OptionError:
        return []
    read = [maps.read(name) for name in maps.names()]
    return [drawing.text for drawing in read if drawing.is_shipped]


def mutilated_map(text: str, rng: Rng, kind: int) -> str:
    """A drawing with some of it changed, lost, doubled or moved, or noise: kinds 0 to 8, and one of
    kind 8 is the same map as before."""
    if kind == 8:
        margin, rows = " " * random_below(rng, 9), text.splitlines()
        return "\n".join(["", *(f"{margin}{row}  " for row in rows), margin])
    if kind == 0:
        return "".join(pick(rng, f"{DRAWING}\n") for _ in range(random_below(rng, 400)))
    if kind == 1:
        return pick(rng, [". ", ".\n", " ", "\n", "F . ", "F", "\t"]) * random_below(rng, 3000)
    if kind == 2:
        return " " * random_below(rng, 70_000) + text
    if kind == 3:
        return mutilated(text, rng)
    for _ in range(1 + random_below(rng, 3)):
        text = mutilated_record(text, rng) or text
    return mutilated(text, rng, DRAWING) if kind < 6 else text


def fuzz_maps(
    facts: Facts, number: int, accepted: Callable[[Table], None] | None = None
) -> Counter[str]:
    """Read `number` mutilated maps, and play on those that can be played on; how many were played,
    and how many refused. Nothing is done in a game without maps. `accepted` looks at a game on each
    map that can be played on."""
    rng, texts, counts = new_rng(1), drawings(facts.game), Counter[str]()
    for turn in range(number if texts else 0):
        text = mutilated_map(pick(rng, texts), rng, turn % 9)
        is_drawing = is_played = True
        try:
            rows = maps_of(facts.game).parse(DRAWN, text).rows
        except OptionError as refused:
            check_sentence(str(refused))
            is_drawing, rows = False, ()
        try:
            game = load(facts.game, {MAP_OPTION: DRAWN}, map_rows=text or " ")
        except OptionError as refused:
            check_sentence(str(refused))
            is_played = False
        else:
            assert game.map_rows == rows
            assert load(facts.game, {MAP_OPTION: DRAWN}, map_rows=rows).params == game.params
            if accepted is not None:
                accepted(Table(game))
        try:
            report = maps_of(facts.game).inspect(DRAWN, text)
        except OptionError as refused:
            check_sentence(str(refused))
        else:
            assert report.is_playable or not is_played, text
            for problem in report.problems:
                check_sentence(problem.sentence)
        assert is_drawing or not is_played
        counts["played" if is_played else "refused"] += 1
    return counts


def check_sentence(sentence: str) -> None:
    """Is this fit to be shown to people?"""
    assert len(sentence) < LONGEST_SENTENCE, sentence
    assert all(letter.isprintable() for letter in sentence), repr(sentence)
