"""The faults that are planted, and the tests that must notice them."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One wrong line."""

    where: str  # the file, or a folder in whose Python files the line occurs once
    line: str  # what it says
    wrong: str  # what it says with the fault
    tests: str  # arguments of pytest, or of Vitest after "web/": one test at least must fail


GAMES = "src/siegeworks/games"
LAWS = "tests/laws/test_laws.py -k"


def of_game(game: str, *faults: tuple[str, str, str]) -> list[Mutant]:
    """Faults in the rules of a game: a line, what is wrong, and the tests of its test_rules.py, by
    what their names contain."""
    rules = f"tests/games/{game}/test_rules.py"
    return [
        Mutant(f"{GAMES}/{game}", line, wrong, f"{rules} -k {keyword}")
        for line, wrong, keyword in faults
    ]


EXPANSION = of_game(
    "expansion",
    ("if ACE in (value, other) or value == other:", "if value == other:", "R6"),
    ("    if value > other:\n        s.fallen", "    if value < other:\n        s.fallen", "R6"),
    ("if -2 < lead < 2:", "if -1 < lead < 1:", "R7"),
    (
        "captured |= capture(params, s, params.tile_of[target])",
        "captured |= capture(params, s, params.tile_of[origin])",
        "R7",
    ),
    ("return count_bits(s.cells[seat]) < 2", "return count_bits(s.cells[seat]) < 1", "R8"),
    ("elif s.quiet == params.quiet_to_end:", "elif s.quiet > params.quiet_to_end:", "R8"),
    ("for q in range(s.quiet & 1, s.quiet, 2):", "for q in range(s.quiet):", "R8"),
    ("return 1 - s.first", "return s.first", "R9"),
    ("for kind in range(KINDS if s.begun else WALKS):", "for kind in range(KINDS):", "R5"),
    ("    return params.first_is + k", "    return params.first_is", "R4"),
    ("        is_shown = True", "        is_shown = has(s.shown, origin)", "R6"),
    ("known = known | s.cells[seat]", "known = known | s.cells[0] | s.cells[1]", "knows"),
    (
        "return in_set_up(params, s) and seat != placing_seat(params, s)",
        "return in_set_up(params, s) and seat < 0",
        "hidden",
    ),
    (
        "    return has(s.cells[1 - s.to_act], params.target[action])",
        "    return False",
        "reveals",
    ),
    ("        times += s.boards[q] == s.boards[s.quiet]", "        times += 0", "R8"),
)

KINGS_RANSOM = of_game(
    "kings_ransom",
    ("or PIPS[defender] > PIPS[attacker]", "or PIPS[defender] >= PIPS[attacker]", "R5"),
    ("if defender != KING:  # R5.5", "if attacker >= 0:  # R5.5", "R5_2"),
    ("(before & ~from_here) | ((before >> 4) & from_here)", "before & ~from_here", "R6"),
    ("if pips(s, loser) < 5:", "if pips(s, loser) < 6:", "R9"),
    ("s.tally[holder, KING] -= 1", "s.tally[holder, KING] -= 0", "R9"),
    (
        "return places(s, seat, TILES) & ~places(s, seat, KING)",
        "return places(s, seat, TILES)",
        "R4",
    ),
    (
        "if may_flee(s, SOUTH) == 0 or may_flee(s, NORTH) == 0:",
        "if may_flee(s, SOUTH) == 0 and may_flee(s, NORTH) == 0:",
        "R7",
    ),
    ("        defence += PIPS[helper]", "        defence += 0", "R5"),
    (
        "return places(s, seat, SPY) & ~places(s, seat, FACE_UP)",
        "return places(s, seat, SPY)",
        "R4",
    ),
    ("if own_rank + enemy_rank <= distance:", "if own_rank + enemy_rank < distance:", "R4"),
    (
        "lead = pips(s, SOUTH) - pips(s, NORTH)",
        "lead = pips(s, NORTH) - pips(s, SOUTH)",
        "R10",
    ),
    ("        s.tally[seat, attacker] += 1", "        s.tally[seat, attacker] += 0", "R5"),
    ("if south_lost == north_lost:", "if south_lost and north_lost:", "R9"),
)

SIEGE_MASTER = of_game(
    "siege_master",
    ("return 2 * held(s, seat) > params.fortresses", "return held(s, seat) > 2", "R8"),
    ("if s.captured > 0 or params.free_play:", "if params.free_play:", "R7"),
    ("s.may_swap = s.last == NO_ARMY", "s.may_swap = 1", "R5"),
    (
        "finish(s, 1 << (1 - seat), MORE_THAN_HALF_LOSES)",
        "finish(s, 1 << seat, MORE_THAN_HALF_LOSES)",
        "R9",
    ),
    ("if not fits_area(params, s, 64 * w + fortress):", "if fortress >= 0:", "R6"),
    ("s.owned[RED, w] = NONE", "s.owned[RED, w] = s.owned[BLUE, w]", "R5"),
    ("if not keep_apart(s, params.within_two):", "if s.to_act < 9:", "R3"),
    ("s.free[w] &= ~params.through[place, w]", "s.free[w] &= ~NONE", "R4"),
    (
        "return np.int64(s.last) if touching != NONE else ANYWHERE",
        "return np.int64(s.last)",
        "R7",
    ),
    ("DIRECTIONS = ((0, 2), (1, -1), (1, 1))", "DIRECTIONS = ((0, 2), (1, -1), (1, 3))", "R4"),
    ("np.maximum(0, right - down) // 2", "np.maximum(0, right - down) // 3", "R3"),
    ("        s.open[w] &= ~bit(fortress)", "        s.open[w] &= ALL", "R6"),
)

SIEGE_BY_NUMBER = of_game(
    "siege_by_number",
    ("        return other == FIVE", "        return False", "R8"),
    (
        "if goal & params.homes & ~params.home[s.turn] != NOWHERE:",
        "if goal & params.homes != NOWHERE:",
        "R10",
    ),
    ("if s.turns == TURNS:", "if s.turns > TURNS:", "R11"),
    ("return min(MOST_DICE, count_bits", "return min(MOST_DICE - 1, count_bits", "R6"),
    ("if attack <= ACE:", "if attack < ACE:", "R9"),
    ("may_stay = beside(enemies(s)) & ~commanders", "may_stay = beside(enemies(s))", "R7"),
    (
        "s.shown[owner(s, bit(params.bit_of[number]))] |= 1 << value",
        "s.shown[owner(s, bit(params.bit_of[number]))] |= 0",
        "R3",
    ),
    (
        "elif s.pieces[seat] & s.commanders == NOWHERE:",
        "elif s.turns >= 0:",
        "R5",
    ),
    ("np.int64(s.value[number]) << behind", "np.int64(s.value[number]) << 0", "R8"),
    ("if s.turn == seat and s.phase != SHOWING:", "if s.turn == seat:", "table"),
    (
        "    while s.pieces[s.turn] == NOWHERE and s.to_act != TERMINAL:",
        "    if s.pieces[s.turn] == NOWHERE and s.to_act != TERMINAL:",
        "R6",
    ),
    (
        "    s.moved |= goal",
        "    s.moved |= NOWHERE",
        "R7",
    ),
)

NOBLES_AND_PEASANTS = of_game(
    "nobles_and_peasants",
    ("    return 2 * pairs", "    return pairs", "R7"),
    (
        "elif s.quiet_turns >= QUIET_TURNS_A_SEAT * params.seats:",
        "elif s.quiet_turns > QUIET_TURNS_A_SEAT * params.seats:",
        "R6",
    ),
    ("towers |= bit(highest_bit(behind))", "towers |= bit(lowest_bit(behind))", "R5"),
    ("            winners |= 1 << seat", "            winners = 1 << seat", "R8"),
    (
        "place = action - LEFT_TO + 1\n        stone = s.row[0]",
        "place = action - LEFT_TO\n        stone = s.row[0]",
        "R4",
    ),
    ("        s.hand[s.to_act] += 1", "        s.hand[s.to_act] += 0", "R4"),
    ("        if has_left(s, seat):\n            continue", "        pass", "R8"),
    ("    elif s.empty == NONE:", "    elif s.length < 0:", "R6"),
    (
        "s.quiet_turns = 0 if stone_placed else s.quiet_turns + 1",
        "s.quiet_turns = s.quiet_turns + 1",
        "R6",
    ),
)

SECRETS = [
    Mutant(
        f"{GAMES}/kings_ransom",
        "s.army[seat, NOT_KING] |= helpers if helpers != 0 else places(s, seat, TILES) & ~beside",
        "s.army[seat, NOT_KING] |= helpers",
        "tests/laws/test_beliefs.py -k asked",
    ),
    Mutant(
        f"{GAMES}/expansion",
        "                values &= ~bit(value)\n                hidden = without_lowest(hidden)",
        "                hidden = without_lowest(hidden)",
        f"{LAWS} 'bayes and expansion and 2x2'",
    ),
    Mutant(
        "src/siegeworks/core/information.py",
        "HIDDEN if game.unchecked.hides(state, choice, seat) else as_seen(game, state, choice)",
        "as_seen(game, state, choice)",
        f"{LAWS} 'bayes and expansion and 2x2'",
    ),
    Mutant(
        "src/siegeworks/play/table.py",
        "is_hidden = self.game.unchecked.hides(state, self.choices[index], seat)",
        "is_hidden = False",
        "tests/play/test_table.py -k hidden",
    ),
    Mutant(
        "src/siegeworks/play/table.py",
        'assert self.over, "the referee',
        'assert True, "the referee',
        "tests/play/test_table.py -k whole_state",
    ),
    Mutant(
        "src/siegeworks",
        "return seen.to_act in (seat, TERMINAL) or game.open_choices(seen)",
        "return True",
        f"{LAWS} 'reads_its_own_steps and kings'",
    ),
    Mutant(
        "src/siegeworks/server/messages/views.py",
        "        if self._is_over:\n            return REFEREE",
        "        pass",
        "tests/server/tables/test_secrets.py -k finished",
    ),
    Mutant(
        "src/siegeworks/server/messages/views.py",
        'HIDDEN if step.actor == "chance" else step.token, "")',
        'step.token, "")',
        "tests/server/tables/test_fair_play.py -k latecomers",
    ),
    Mutant(
        "src/siegeworks/server/http/serving.py",
        "self.close_timer = self.loop.call_later(self._linger_seconds, self.transport.close)",
        "self.transport.close()",
        "tests/server/test_served.py -k still_sending",
    ),
    Mutant(
        "src/siegeworks/server/tables/permissions.py",
        "if live.game.has_secrets and connection.audience != seat:",
        "if connection.audience is None:",
        "tests/server/tables/test_room.py -k at_one_screen",
    ),
]

LAWS_OF_THE_GAMES = [
    Mutant(
        f"{GAMES}/nobles_and_peasants",
        "placing = empty if s.hand[s.to_act] > 0 else 0",
        "placing = empty",
        f"{LAWS} 'counting_legal and nobles'",
    ),
]

RULES_OF_THE_FRAMEWORK = [
    Mutant(
        "src/siegeworks/core/jit.py",
        "        if was_enabled:",
        "        if not was_enabled:",
        "tests/laws/test_compiled.py -k garbage",
    ),
    Mutant(
        "src/siegeworks/core/small_game.py",
        "        for i in range(len(s[name])):\n            if i == seat or not is_hidden:",
        "        for i in range(len(s[name])):\n            if i != seat or not is_hidden:",
        "tests/core/test_small_game.py -k hidden",
    ),
    Mutant(
        "src/siegeworks/core/small_game.py",
        "        for i in range(s[name].shape[0]):\n            if i == seat or not is_hidden:",
        "        for i in range(s[name].shape[0]):\n            if True or not is_hidden:",
        "tests/core/test_small_game.py -k hidden",
    ),
    Mutant(
        "src/siegeworks/core/counting.py",
        "        while k >= weights[outcome]:",
        "        while k > weights[outcome]:",
        "tests/core/test_small_game.py -k outcomes",
    ),
    Mutant(
        "src/siegeworks/core/notation.py",
        "    if is_token:",
        "    if not is_token:",
        "tests/core/test_small_game.py -k token",
    ),
    Mutant(
        "src/siegeworks/core/contract.py",
        "    while has_left(s, next_seat):",
        "    if has_left(s, next_seat):",
        "tests/games/siege_by_number/test_rules.py -k table",
    ),
    Mutant(
        "src/siegeworks/core",
        "win = float((Fraction(n, winners.bit_count()) - 1) / (n - 1))",
        "win = float((Fraction(n, winners.bit_count()) - 1) / n)",
        f"{LAWS} 'returns_sum and siege-by-number'",
    ),
    Mutant(
        "src/siegeworks/core",
        'if state["viewer"] != REFEREE:',
        'if state["viewer"] > REFEREE + 9:',
        f"{LAWS} 'not_taken_for_a_state'",
    ),
    Mutant(
        "src/siegeworks/core/bits.py",
        "return (word >> np.uint64(i)) & np.uint64(1) != np.uint64(0)",
        "return (word >> np.uint64(i)) != np.uint64(0)",
        "tests/games/expansion/test_rules.py -k R7",
    ),
]

RECORDS = [
    Mutant(
        "src/siegeworks/play/table.py",
        '            if step.actor == "chance":',
        '            if step.actor == "":',
        "tests/play/test_table.py -k undo",
    ),
    Mutant(
        "src/siegeworks/play/table.py",
        "if self.game.unchecked.reveals(state, self.choices[index]):",
        "if index < 0:",
        "tests/play/test_table.py -k undo",
    ),
    Mutant(
        "src/siegeworks/play/table.py",
        "            self._check_actor(actor, token)\n",
        "",
        "tests/play/test_table.py",
    ),
    Mutant(
        "src/siegeworks/play/table.py",
        'BY_RESIGNATION if word == "resign" else BY_TIME',
        "BY_RESIGNATION",
        "tests/play/test_table.py -k time",
    ),
    Mutant(
        "src/siegeworks/play/record.py",
        "        if key in fields:",
        "        if key == 0:",
        "tests/play/test_record.py -k broken",
    ),
    Mutant(
        "src/siegeworks/play/record.py",
        "    if len(words) != 2:",
        "    if len(words) < 2:",
        "tests/play/test_record.py -k broken",
    ),
    Mutant(
        "src/siegeworks/play/record.py",
        "if lines[0].rstrip(BLANKS) != FORMAT:",
        'if not lines[0].startswith("siege-record"):',
        "tests/play/test_record.py -k broken",
    ),
    Mutant(
        "src/siegeworks/play/record.py",
        'BLANKS = " \\t"',
        'BLANKS = " \\t\\u00a0"',
        "tests/play/test_record.py",
    ),
]

SERVER = [
    Mutant(
        "src/siegeworks/server/http/serving.py",
        "socket.TCP_USER_TIMEOUT, 1000 * unread_seconds)",
        "socket.TCP_USER_TIMEOUT, 1_000_000 * unread_seconds)",
        "tests/server/test_served.py -k never_read",
    ),
    Mutant(
        "src/siegeworks/server/tables/permissions.py",
        "if named not in names or names.index(named) not in connection.seats:",
        "if named not in names:",
        "tests/server/tables/test_room.py",
    ),
    Mutant(
        "src/siegeworks/server/tables/permissions.py",
        "if version != live.log.version:",
        "if version < 0:",
        "tests/server/tables/test_room.py -k refused_request",
    ),
    Mutant(
        "src/siegeworks/server/tables/permissions.py",
        "if live.people() - connection.seats:",
        "if live.people() is None:",
        "tests/server -k hint",
    ),
    Mutant(
        "src/siegeworks/server/tables/seat_keys.py",
        "if days and row.used is not None and now - row.used > days * DAY:",
        "if days and row.used is None:",
        "tests/server/tables/test_seats.py",
    ),
    Mutant(
        "src/siegeworks/server/tables/seat_keys.py",
        "return hashlib.sha256(secret.encode()).digest()",
        "return secret.encode()",
        "tests/server/storage tests/server/tables/test_seats.py -k 'key and stored'",
    ),
    Mutant(
        "src/siegeworks/server/tables/seat_keys.py",
        "            key_hash=digest, next_hash=None, request_hash=None, used=now, further=()",
        "            next_hash=None, request_hash=None, used=now, further=()",
        "tests/server/tables/test_seats.py",
    ),
    Mutant(
        "src/siegeworks/server",
        'return origin == f"{scheme}://{host}" and self.names.has(host)',
        "return True",
        "tests/server/test_served.py -k 'origin or page'",
    ),
    Mutant(
        "src/siegeworks/server",
        "        if match is None:\n            return False\n        name = match",
        "        if match is None:\n            return True\n        name = match",
        "tests/server/http/test_access.py",
    ),
    Mutant(
        "src/siegeworks/server",
        "if self._open[key] >= per_address or self._open.total() >= total:",
        "if per_address < 0:",
        "tests/server/http/test_access.py",
    ),
    Mutant(
        "src/siegeworks/server/storage/event_log.py",
        "self.requests[event.request] = self.version",
        "pass",
        "tests/server/tables/test_room.py -k repeated",
    ),
    Mutant(
        "src/siegeworks/server/storage/event_log.py",
        "self.undone_steps += max(0, self.counts[-1] - steps)",
        "self.undone_steps += 0",
        "tests/server/storage/test_log.py",
    ),
    Mutant(
        "src/siegeworks/server",
        '"x-frame-options": "DENY",',
        "",
        "tests/server/test_served.py -k security_headers",
    ),
]

STORE = "src/siegeworks/server/storage"
SHARED = "tests/server/storage/test_shared.py -k"
WORKERS = [
    Mutant(
        f"{STORE}/store.py",
        "if fence is not None and not holds(db, fence):",
        "if False:",
        f"{SHARED} frozen",
    ),
    Mutant(
        f"{STORE}/postgresql/store.py",
        '" FOR UPDATE" if writes else ""',
        '""',
        f"{SHARED} take_a_lease",
    ),
    Mutant(f"{STORE}/leases.py", "number += had != holder", "number += 0", f"{SHARED} lease"),
    Mutant(
        f"{STORE}/rows.py",
        "self.length == version",
        "self.length <= version",
        "tests/server/storage/test_store.py -k written_once",
    ),
    Mutant(
        f"{STORE}/store.py",
        "db.notify(table, version + len(events))",
        "pass",
        f"{SHARED} what_others_write",
    ),
    Mutant(
        f"{STORE}/postgresql/appends.py",
        " AND game_table.row_check = old_check",
        "",
        "tests/server/storage/test_appends.py -k closed_meanwhile",
    ),
    Mutant(
        f"{STORE}/postgresql/appends.py",
        "string_agg(id",
        "string_agg(id || 1",
        f"{SHARED} what_others_write",
    ),
    Mutant(
        f"{STORE}/group_writer.py",
        "            self.is_failing = True\n            raise NotStored(NO_ANSWER)",
        "            raise NotStored(NO_ANSWER)",
        "tests/server/storage/test_outages.py -k too_late",
    ),
    Mutant(
        f"{STORE}/rows.py",
        "rows[1:], (version, rows[0][-1])",
        "rows[2:], (version, rows[0][-1])",
        f"{SHARED} what_is_new",
    ),
    Mutant(
        f"{STORE}/rows.py",
        "return verified_events(head.id, head.length, head.tail, rows)\n",
        "return [Event(*row[1:5]) for row in rows]\n",
        "tests/server/storage/test_transfer.py -k damaged_table",
    ),
    Mutant(
        f"{STORE}/rows.py",
        "if read_whole_table(db, whole.head.id) != whole:",
        "if False:",
        "tests/server/storage/test_transfer.py -k stores_otherwise",
    ),
    Mutant(
        f"{STORE}/people_rows.py",
        "if table in without_tables or not",
        "if not",
        "tests/server/storage/test_transfer.py -k stays_out_with_it",
    ),
    Mutant(
        f"{STORE}/transfer.py",
        "(*OF_SERVERS, *(() if names else OF_PEOPLE), *OF_TABLES)",
        "(*OF_SERVERS, *OF_PEOPLE)",
        "tests/server/storage/test_transfer.py -k what_they_say",
    ),
    Mutant(
        f"{STORE}/sqlite_store.py",
        "lock.acquire(timeout=0)",
        "pass",
        "tests/server/storage/test_store.py -k share_a_folder",
    ),
    Mutant(
        "src/siegeworks/server/tables/room.py",
        "for event in news.events:",
        "for event in news.events[1:]:",
        "tests/server/workers/test_rooms.py -k nothing_older",
    ),
    Mutant(
        "src/siegeworks/server/tables/neighbors.py",
        "if held is None or now > held.until:",
        "if held is None:",
        "tests/server/workers/test_rooms.py -k asks_again",
    ),
    Mutant(
        "src/siegeworks/server/workers/draining.py",
        "await asyncio.sleep(seconds / 2)",
        "pass",
        "tests/server/workers/test_draining.py",
    ),
    Mutant(
        "src/siegeworks/server/workers/supervisor.py",
        "if time.monotonic() > self._late_at:",
        "if False:",
        "tests/server/workers/test_supervisor.py -k does_not_stop_in_time",
    ),
    Mutant(
        "src/siegeworks/server/http/websocket.py",
        "if isinstance(error, NotStored) or is_gone:",
        "if is_gone and False:",
        "tests/server/storage/test_outages.py -k 'told and full'",
    ),
]

SEARCH = [
    Mutant(
        "src/siegeworks/bots/search.py",
        "new_rng(int(next_word(self.rng)))",
        "new_rng(7)",
        "tests/bots/test_search.py -k numbers_of_its_own",
    ),
    Mutant(
        "src/siegeworks/bots/search.py",
        "                    give_back(tree, ledger)",
        "                    pass",
        "tests/bots/test_threads.py -k make_all_simulations",
    ),
    Mutant(
        "src/siegeworks/bots/mcts/sharing.py",
        "edges[mine].visits += edge.visits - borrowed.visits",
        "edges[mine].visits += edge.visits",
        "tests/bots/test_threads.py -k take_home",
    ),
    Mutant(
        "src/siegeworks/bots/mcts/sharing.py",
        "            if begins:",
        "            if False:",
        "tests/bots/test_threads.py -k take_home",
    ),
    Mutant(
        "src/siegeworks/bots/mcts/sharing.py",
        "        ledger.in_debt[other] = True",
        "        ledger.in_debt[other] = False",
        "tests/bots/test_threads.py -k take_home",
    ),
    Mutant(
        "src/siegeworks/bots/mcts/tree.py",
        '("value", "f8")',
        '("value", "f4")',
        "tests/bots/test_search.py -k million",
    ),
    Mutant(
        "src/siegeworks/bots",
        "        if edge.winners == 1 << seat:",
        "        if edge.winners != 0:",
        "tests/bots/test_search.py -k solved",
    ),
    Mutant(
        "src/siegeworks/bots",
        "        if path[i, 3] != 0:\n            proven = 0",
        "        if path[i, 3] != 0:\n            proven = proven",
        "tests/bots/test_search.py -k proof",
    ),
    Mutant(
        "src/siegeworks/bots",
        "            edge.available += 1",
        "            edge.available += 0",
        "tests/bots/test_search.py -k availability",
    ),
    Mutant(
        "src/siegeworks/bots/mcts/evaluation.py",
        "    probabilities[side] = chance",
        "    probabilities[side] = 1 - chance",
        "tests/lab/test_training.py -k works_out",
    ),
    Mutant(
        "src/siegeworks/core/advice.py",
        " if self.judgement.knows(options) else settings._replace(learned=0.0)",
        "",
        "tests/lab/test_training.py -k only_the_options",
    ),
    Mutant(
        "src/siegeworks/lab/training/positions.py",
        "    own = np.where(sides == 0, first, 1 - first)",
        "    own = first",
        "tests/lab/test_training.py -k to_the_seat_to_act",
    ),
    Mutant(
        "src/siegeworks/bots/attention.py",
        "self.overlooks ** (1 + CARE * max(values))",
        "self.overlooks",
        "tests/bots/test_attention.py -k far_from",
    ),
    Mutant(
        "src/siegeworks/bots/attention.py",
        "draws[a] < chances[a] and not self._wins_now(state, a)",
        "draws[a] < chances[a]",
        "tests/bots/test_attention.py -k wins_at_once",
    ),
    Mutant(
        "src/siegeworks/proofs/certain.py",
        "if verdict == Verdict.YES",
        "if verdict != Verdict.NO",
        "tests/bots/test_sure_wins.py",
    ),
]

BREAKTHROUGH = "examples/breakthrough/siegeworks_breakthrough"
KIT = "examples/breakthrough/tests"

PACKAGE = [
    Mutant(
        BREAKTHROUGH,
        "return own & backward(s.to_act, ~(own | s.pieces[1 - s.to_act]), 0)",
        "return own & backward(s.to_act, ~own, 0)",
        f"{KIT}/test_rules.py",
    ),
    Mutant(
        BREAKTHROUGH,
        "elif s.pieces[1 - seat] == NONE:",
        "elif s.pieces[seat] == NONE:",
        f"{KIT}/test_rules.py",
    ),
    Mutant(
        BREAKTHROUGH,
        "        n += count_bits(movers(s, way))",
        "        n += count_bits(movers(s, 1))",
        f"{KIT}/test_laws.py -k counting_legal",
    ),
    Mutant(
        BREAKTHROUGH,
        '    Plane("enemy pieces", "1 on the enemy\'s pieces"),\n',
        '    Plane("own pieces", "1 on the enemy\'s pieces"),\n',
        f"{KIT}/test_laws.py -k planes_have",
    ),
    Mutant(
        BREAKTHROUGH,
        "    write_pieces(out, ENEMY, seen.pieces[1 - viewer], viewer)",
        "    write_pieces(out, ENEMY, seen.pieces[viewer], viewer)",
        f"{KIT}/test_laws.py -k tensor",
    ),
    Mutant(
        BREAKTHROUGH,
        "    write_pieces(out, ENEMY, seen.pieces[1 - viewer], viewer)",
        "    write_pieces(out, ENEMY, seen.pieces[1 - viewer], viewer)\n"
        "    out[ENEMY, 0, 0] = seen.winners * seen.ending > 1",
        f"{KIT}/test_laws.py -k no_plane",
    ),
    Mutant(
        f"{BREAKTHROUGH}/RULES.md",
        "## R5 Capture",
        "## R8 Capture",
        f"{KIT}/test_laws.py -k required",
    ),
]

MAPS = [
    Mutant(
        "src/siegeworks/play/record.py",
        '        if line.startswith(f"{MAP_ROW}:"):\n            map_line = map_line or number\n'
        "            if number != map_line + len(map_rows):",
        '        if line.startswith(f"{MAP_ROW}:"):\n            map_line = map_line or number\n'
        "            if False:",
        "tests/play/test_record.py -k map",
    ),
    Mutant(
        "src/siegeworks/games/siege_master/maps.py",
        "rows_of(text) != drawn.rows",
        "False",
        "tests/games/siege_master/test_maps.py -k contradict",
    ),
    Mutant(
        "src/siegeworks/server/tables/rooms.py",
        "row.options, address, row.map_rows)",
        "row.options, address)",
        "tests/server/tables/test_drawn_maps.py -k restart",
    ),
    Mutant(
        "src/siegeworks/server/storage/rows.py",
        "self[:-1] if self.map_rows else self[:-2]",
        "self[:-2]",
        "tests/server/storage/test_damage.py -k map",
    ),
    Mutant(
        "src/siegeworks/play/openings.py",
        '{**game.options, MAP_OPTION: ""}',
        "dict(game.options)",
        "tests/server/tables/test_drawn_maps.py -k copy_of_its_map",
    ),
]

JOBS = [
    Mutant(
        "src/siegeworks/server/jobs/template.py",
        "            self._loads[message] = None\n",
        "",
        "tests/server/jobs/test_job_process.py -k another_loads",
    ),
    Mutant(
        "src/siegeworks/server/jobs/template_main.py",
        "    os.nice(NICENESS - LOADING_NICENESS)\n",
        "",
        "tests/server/jobs/test_job_process.py -k gives_way",
    ),
    Mutant(
        "src/siegeworks/server/runtime/garbage.py",
        "        gc.collect()\n",
        "        gc.collect(1)\n",
        "tests/server/test_garbage.py -k everything",
    ),
    Mutant(
        "src/siegeworks/server/tables/room.py",
        "if invitation is None or invitation[0].id != table:",
        "if invitation is None:",
        "tests/server/tables/test_rematch.py -k without_their_codes",
    ),
    Mutant(
        "src/siegeworks/server/tables/table_messages.py",
        "    if opened is None or invited is None:\n        return None",
        "    if opened is None:\n        return None\n    invited = invited or ()",
        "tests/server/tables/test_rematch.py -k spectators_hear",
    ),
    Mutant(
        "src/siegeworks/server/tables/seating.py",
        "if opened is None or seat not in mine or seat not in opened.invited:",
        "if opened is None or seat not in opened.invited:",
        "tests/server/tables/test_rematch.py -k only_for_its_own_seat",
    ),
    Mutant(
        "src/siegeworks/server/tables/room.py",
        "            self.host.left(self, connection.address)\n",
        "",
        "tests/server/test_cost.py -k limited_per_address",
    ),
    Mutant(
        "src/siegeworks/server/jobs/job_process.py",
        "for _ in range(TRIES):",
        "for _ in range(1):",
        "tests/server/jobs/test_job_process.py -k dies",
    ),
    Mutant(
        "src/siegeworks/server/jobs/job_process.py",
        'APART: dict[str, Any] = {"process_group": 0}',
        "APART: dict[str, Any] = {}",
        "tests/server/jobs/test_job_process.py -k ctrl_c",
    ),
    Mutant(
        "src/siegeworks/server/jobs/fair_pool.py",
        "return self._served[request.address], self._served",
        "return 0, self._served",
        "tests/server/jobs/test_job_pool.py -k two_hundred",
    ),
    Mutant(
        "src/siegeworks/server/tables/bot_driver.py",
        "seen = self._live.table.view(turn.row.seat)",
        "seen = self._live.table.state",
        "tests/server/tables/test_secrets.py -k process_of_a_bot",
    ),
    Mutant(
        "src/siegeworks/server/jobs/branches.py",
        "await self._check(opened.game, shown.steps)",
        "pass",
        "tests/server/jobs/test_branches.py",
    ),
    Mutant(
        "src/siegeworks/server/jobs/branches.py",
        "await self._check(opened.game, branch.steps)",
        "pass",
        "tests/server/jobs/test_branches.py",
    ),
    Mutant(
        "src/siegeworks/server/jobs/searches.py",
        "if not opened.played.is_over:",
        "if False:",
        "tests/server/jobs/test_analyses.py -k not_over",
    ),
    Mutant(
        "src/siegeworks/server/tables/new_tables.py",
        "if played.is_over and request.step == len(played.steps):",
        "if False:",
        "tests/server/tables/test_room.py -k record",
    ),
    Mutant(
        "src/siegeworks/lab/reports/sample/tally.py",
        "return islice(self._file, self._games)",
        "return iter(self._file)",
        "tests/lab/reports/test_memory.py",
    ),
]

SOLVER = "src/siegeworks/proofs/solving.py"
PUZZLES = [
    Mutant(
        SOLVER,
        "kept < 0 or kept > left or (kept",
        "kept < 0 or (kept",
        "tests/play/test_solving.py",
    ),
    Mutant(
        SOLVER,
        "node[BEST] <= (OPEN if is_win else NO)",
        "node[BEST] <= OPEN",
        "tests/play/test_solving.py",
    ),
    Mutant(
        SOLVER,
        "if hides(params, state, choice, seat):",
        "if False:",
        "tests/play/test_solving.py -k hidden",
    ),
]


def of_page(tests: str, *faults: tuple[str, str, str]) -> list[Mutant]:
    """Faults in the page: a file in web/src/, a line and what is wrong; the tests are there too."""
    return [
        Mutant(f"web/src/{file}", line, wrong, f"web/src/{tests}") for file, line, wrong in faults
    ]


REACHES = [
    Mutant(f"{GAMES}/{game}/preview.py", line, wrong, f"tests/games/{game}/test_reach.py")
    for game, line, wrong in (
        ("siege_by_number", "return int(reached & empty)", "return int(reached)"),
        ("siege_by_number", "seen.commanders, piece)", "seen.commanders, 0)"),
        ("kings_ransom", "& ~int(places(seen, 1 - seat, FACE_UP))", ""),
        ("kings_ransom", "PLACES * rank + place & 1", "PLACES * rank & 1"),
        ("expansion", " if seen.begun else NONE", ""),
        ("expansion", "place, seen.cells[seat], jumped", "place, seen.cells[SUNS], jumped"),
        ("nobles_and_peasants", "and params.peasant[seat] == colour", ""),
        ("nobles_and_peasants", "circles & set(numbers_in(seen.empty))", "circles"),
        ("siege_master", "for other in near if not walls >> other & 1", "for other in near"),
        ("siege_master", "& ~seen.walls & ~fortresses", "& ~seen.walls"),
        ("siege_master", "closed if near[number] & reached]", "closed]"),
    )
]

PREVIEWS = [
    Mutant(f"{GAMES}/siege_by_number/{file}", line, wrong, f"tests/games/siege_by_number/{tests}")
    for file, line, wrong, tests in (
        (
            "notation.py",
            "    empty = params.spaces & ~occupied(seen)\n    walkable",
            "    empty = params.spaces\n    walkable",
            "test_notation.py -k closed",
        ),
        (
            "preview.py",
            "count(die) > rest.count(die)",
            "count(die) >= rest.count(die)",
            "test_previews.py",
        ),
        (
            "preview.py",
            "if beats(value, against):",
            "if beats(against, value):",
            "test_previews.py",
        ),
        (
            "preview.py",
            "    if step.token == HIDDEN:",
            "    if step.token == step.shown:",
            "test_previews.py",
        ),
    )
]
AFTERMATH = [
    Mutant(
        f"{GAMES}/kings_ransom/history.py",
        line,
        wrong,
        "tests/games/kings_ransom/test_aftermath.py",
    )
    for line, wrong in (
        ("for place in reversed(leavers):", "for place in leavers:"),
        (" or fighter.kind != KING]", "]"),
        ('if outcome == "attacker" else None', 'if outcome != "defender" else None'),
    )
]
PAGE = [
    *of_page(
        "net/api.test.ts",
        ("net/api.ts", "  answer.catch(() => cache.delete(path));\n", ""),
        ("net/api.ts", "cache.get(path) ?? get<T>(path)", "get<T>(path)"),
        ("net/api.ts", "throw new ApiError(refusal?.sentence ?? ", "throw new ApiError("),
    ),
    *of_page(
        "net/net.test.ts",
        ("net/session.svelte.ts", "kept[at] = step", "kept[at - 1] = step"),
        ("net/session.svelte.ts", '|| other.token === "?")', ")"),
    ),
    *of_page(
        "board/coordinates.test.ts",
        ("board/coordinates.ts", "? [digits, letter]", "? [letter, digits]"),
        ("board/coordinates.ts", "if (at < (coordinates.get", "if (at > (coordinates.get"),
    ),
    *of_page(
        "game-api/layout.test.ts",
        ("game-api/layout.ts", "turned({ x: -y, y: x }, turns", "turned({ x: y, y: -x }, turns"),
        ("game-api/layout.ts", "(dx === 2 && dy === 0) || ", ""),
        ("game-api/layout.ts", "(dx === reach && dy < reach)", "(dx === reach && dy <= reach)"),
    ),
    *of_page(
        "games/games.test.ts",
        (
            "game-api/aftermath.ts",
            'Math.max(0, steps.findLastIndex(({ actor }) => actor !== "chance"))',
            "0",
        ),
        ("game-api/aftermath.ts", "battle.outcome || ", ""),
    ),
    *of_page("net/net.test.ts", ("net/rematch.ts", "seats.at(i - 1)", "seats.at(i)")),
    *of_page(
        "challenges/notices.svelte.test.ts",
        (
            "challenges/notices.svelte.ts",
            "challenge.is_mine && !challenge.declined",
            "!challenge.declined",
        ),
    ),
    *of_page(
        "maps",
        ("maps/map-code.ts", "hexes > MAX_HEXES", "hexes >= MAX_HEXES"),
        ("maps/map-choice.ts", "[-1, 1], [-2, 0]", "[-1, 1], [2, 0]"),
    ),
    *of_page("balance/scale.test.ts", ("balance/scale.ts", "[...y, ...high]", "y")),
    *of_page(
        "chances/chances.test.ts",
        ("chances/curve.ts", "point.turns <= turns", "point.turns < turns"),
    ),
    *of_page(
        "moves/move-selection.test.ts",
        ("game-api/grammar.ts", "picks.length > 0);", "picks.length > 1);"),
        ("moves/grid-navigation.ts", "sign * dx", "dx"),
    ),
]

# Faults that only a browser shows: the page is built with each of them.
IN_A_BROWSER = [
    Mutant(f"web/src/{file}", line, wrong, f"tests/web/{tests}")
    for file, line, wrong, tests in (
        (
            "pages/Table.svelte",
            "{:else if curtained && next}",
            "{:else if curtained && !next}",
            "table/test_together.py -k curtain_hides",
        ),
        (
            "pages/Table.svelte",
            "(isHidden ? text.status.titleHidden",
            "(!isHidden ? text.status.titleHidden",
            "table/test_company.py -k hidden_page_calls",
        ),
        (
            "net/session.svelte.ts",
            'this.status = "silent";',
            'this.status = "open";',
            "table/test_together.py -k lost_connection_is_said",
        ),
        (
            "moves/move-input.svelte.ts",
            'if (key === "Escape") (',
            'if (key === "Delete") (',
            "test_for_everybody.py -k made_with_the_keyboard",
        ),
        (
            "fairness/FairnessDialog.svelte",
            "verify(opened, shown, mine, shownBy(steps, drawn))",
            'verify(opened, shown, "", shownBy(steps, drawn))',
            "table/test_dice.py -k left_out",
        ),
        (
            "account/Tokens.svelte",
            "    made = token;",
            "    made = info.id;",
            "pages/test_tokens.py",
        ),
    )
]

LAB = "src/siegeworks/lab"
STATISTICS = f"{LAB}/reports/statistics.py", "tests/lab/reports/test_statistics.py"
FAIRNESS = (
    f"{LAB}/reports/questions/fairness.py",
    "tests/lab/reports/test_verdicts.py -k 'seat or unfair'",
)
BOUNDS = "ttost_mean(even - margin, even + margin)"
THE_OTHER = "next(name for other, name in shares.items() if other != key)"


def of_lab(where: tuple[str, str], *faults: tuple[str, str]) -> list[Mutant]:
    """Faults in a file of the lab, which its tests must notice."""
    return [Mutant(where[0], line, wrong, where[1]) for line, wrong in faults]


STATISTICS_AND_SEEDS = [
    *of_lab(
        STATISTICS,
        (BOUNDS, "ttost_mean(even - margin, even + 2 * margin)"),
        (BOUNDS, "ttost_mean(even - 2 * margin, even + margin)"),
        ("low > 0 or high < 0", "low > 0"),
        ('method="inverted_cdf"', 'method="higher"'),
        ("float(ordered[low - 1])", "float(ordered[low])"),
        ("float(ordered[high])", "float(ordered[high - 1])"),
        ("if low < 1 or high >= n:", "if low < 1:"),
        ("tconfint_mean(alpha)", "tconfint_mean(2 * alpha)"),
    ),
    *of_lab(
        FAIRNESS,
        ("alpha / len(tested))", "alpha)"),
        ("if all(result.equivalent", "if any(result.equivalent"),
        (THE_OTHER, "shares[key]"),
    ),
    *of_lab(
        (f"{LAB}/sequential.py", "tests/lab/test_sequential.py"),
        ('"H1" if self.llr > 0', '"H1" if self.llr < 0'),
        ("(theta, high) if slope > 0", "(theta, high) if slope > 1"),
    ),
    *of_lab(
        (f"{LAB}/ratings.py", "tests/lab/test_ratings.py"),
        ("others = seats - 1\n    a, b, c", "others = 1\n    a, b, c"),
    ),
    *of_lab(
        (f"{LAB}/intervals.py", "tests/lab/test_intervals.py"),
        ("(1 + CONFIDENCE) / 2)", "CONFIDENCE)"),
    ),
    *of_lab(
        (f"{LAB}/match.py", "tests/lab/test_arena.py -k 'generator or deal'"),
        ("return new_rng(self.seed, unit * STREAMS)", "return new_rng(self.seed)"),
        ("new_rng(self.seed, stream))", "new_rng(self.seed))"),
    ),
    *of_lab(
        (f"{LAB}/simulate.py", "tests/lab/test_statistics.py -k its_own"),
        ("new_rng(unit.campaign_seed, unit.number)", "new_rng(unit.campaign_seed)"),
    ),
]

CALLS = [
    Mutant(
        "src/siegeworks/server/tables/company/chat.py",
        "            if is_of_spectator and not self._live.table.over:",
        "            if False:",
        "tests/server/tables/test_chat.py -k apart",
    ),
    Mutant(
        "src/siegeworks/server/tables/company/chat.py",
        "        return bool(line.preset) or self._reads_texts(connection)",
        "        return True",
        "tests/server/tables/test_chat.py -k switched",
    ),
    Mutant(
        "src/siegeworks/server/tables/company/broadcast.py",
        "        last = len(turns.starts) - self.behind",
        "        last = len(turns.starts)",
        "tests/server/tables/test_broadcast.py -k three",
    ),
    Mutant(
        "src/siegeworks/server/people/notifications.py",
        "        if seat.seat in await self._here(seat.table):",
        "        if False:",
        "tests/server/people/test_notifications.py -k at_the_table",
    ),
    Mutant(
        "src/siegeworks/server/people/ratings/rated_games.py",
        "    if row is None or row[1]:",
        "    if row is None:",
        "tests/server/people/test_rated_games.py -k once",
    ),
    Mutant(
        "src/siegeworks/server/people/ratings/rated_games.py",
        "    if len(set(people)) < len(people):",
        "    if False:",
        "tests/server/people/test_rated_games.py -k do_not_count",
    ),
    Mutant(
        "src/siegeworks/server/people/ratings/rated_games.py",
        "    if _left_unmoved(db, head.id):",
        "    if False:",
        "tests/server/people/test_rated_games.py -k by_resignation",
    ),
    Mutant(
        "src/siegeworks/server/people/receivers.py",
        "        known = (NEVER, NEVER) if waits else",
        "        known = (NEVER, NEVER) if False else",
        "tests/server/people/test_notifications.py -k moves_first",
    ),
    Mutant(
        "src/siegeworks/server/people/ratings/model.py",
        "    known = sqrt(UNSURE * 2 / seats)",
        "    known = sqrt(2 / seats)",
        "tests/server/people/test_ratings.py -k nine_of_ten",
    ),
    Mutant(
        "src/siegeworks/server/people/tournaments/director.py",
        "    if not holds(db, fence):",
        "    if False:",
        "tests/server/people/test_tournaments.py -k woke_up",
    ),
    Mutant(
        "src/siegeworks/server/people/tournaments/matching.py",
        "            elif not self._augment(left):",
        "            elif False:",
        "tests/server/people/test_pairing.py -k second_time",
    ),
    Mutant(
        "src/siegeworks/server/people/push.py",
        "    return address.is_global and not address.is_multicast and not is_translated",
        "    return True",
        "tests/server/people/test_notifications.py -k private",
    ),
    Mutant(
        "src/siegeworks/server/people/notifications.py",
        "        if not is_derived(key, await self._links(), OFF, receiver):",
        "        if not key:",
        "tests/server/people/test_notifications.py -k not_ours",
    ),
    Mutant(
        "src/siegeworks/server/tables/company/plans.py",
        "    return plan.tokens[len(done) :] if is_followed else ()",
        "    return plan.tokens[len(done) :]",
        "tests/server/tables/test_plans.py -k another_way",
    ),
    Mutant(
        "src/siegeworks/play/clock.py",
        "            parts.append(Period(since, min(max(gone, since), end)))",
        "            parts.append(Period(since, end))",
        "tests/server/tables/test_vacations.py",
    ),
]

PEOPLE = "src/siegeworks/server/people/accounts"
ACCOUNTS = [
    Mutant(
        f"{PEOPLE}/passkeys.py",
        '        "WHERE challenge = ? AND purpose = ? AND expires >= ?",',
        '        "WHERE challenge = ? AND purpose <> ? AND expires >= ?",',
        "tests/server/people/test_accounts.py -k signs_in_with_it_elsewhere",
    ),
    Mutant(
        f"{PEOPLE}/recovery.py",
        "WHERE account = ? AND code_hash = ? AND used IS NULL",
        "WHERE account = ? AND code_hash = ?",
        "tests/server/people/test_accounts.py -k signs_in_once",
    ),
    Mutant(
        f"{PEOPLE}/names.py",
        "    for form in (sign, sign.upper()):",
        "    for form in (sign,):",
        "tests/server/people/test_accounts.py -k skeleton",
    ),
    Mutant(
        f"{PEOPLE}/tokens.py",
        '        "WHERE token_hash = ? AND expires > ?",',
        '        "WHERE token_hash = ? AND expires > 0 * ?",',
        "tests/server/people/test_tokens.py -k expires",
    ),
    Mutant(
        f"{PEOPLE}/tokens.py",
        'return scope in self.scopes or (scope == "play" and "bot" in self.scopes)',
        "return True",
        "tests/server/people/test_tokens.py -k scopes",
    ),
    Mutant(
        "src/siegeworks/server/http/sessions.py",
        '        if not hasattr(request.state, "token_account"):',
        "        if False:",
        "tests/server/people/test_tokens.py -k scopes",
    ),
    Mutant(
        "src/siegeworks/client/session.py",
        "                for request, _ in list(self._pending.values()):",
        "                for request, _ in list(self._pending.values())[:0]:",
        "tests/client/test_client.py -k lost_counts_once",
    ),
    Mutant(
        "src/siegeworks/server/tables/seat_keys.py",
        "            key_hash=digest, next_hash=None, request_hash=None, used=now, further=()",
        "            key_hash=digest, next_hash=None, request_hash=None, used=now",
        "tests/server/people/test_account_tables.py -k ends_all_further",
    ),
    Mutant(
        "src/siegeworks/server/http/origins.py",
        '        if connection.headers.get("sec-fetch-site", "") == "cross-site":',
        "        if False:",
        "tests/server/people/test_accounts.py -k other_origins",
    ),
    Mutant(
        f"{PEOPLE}/seats.py",
        '        "DELETE FROM seat_owner WHERE game_table = ? AND seat = ? AND account <> ?",',
        '        "DELETE FROM seat_owner WHERE game_table = ? AND seat = ? AND account = ?",',
        "tests/server/people/test_account_tables.py -k has_the_seat_alone",
    ),
    Mutant(
        f"{PEOPLE}/deletion.py",
        "            update_seat(db, table, seat._replace(name=SOMEBODY))",
        "            update_seat(db, table, seat)",
        "tests/server/people/test_account_tables.py -k hides_its_name",
    ),
    Mutant(
        "src/siegeworks/server/people/challenges.py",
        "    if not deleted.rowcount:",
        "    if False:",
        "tests/server/people/test_challenges.py -k accept_at_once",
    ),
    Mutant(
        "src/siegeworks/server/people/challenges.py",
        "row.id == name and row.challenged.id == account",
        "row.id == name",
        "tests/server/people/test_challenges.py -k nobody_else",
    ),
    Mutant(
        "src/siegeworks/server/http/people/company_routes.py",
        "            if not wanted.lowest <= points <= wanted.highest:",
        "            if False:",
        "tests/server/people/test_company.py -k too_far_away",
    ),
    Mutant(
        f"{PEOPLE}/sessions.py",
        "    end_calls(db, ids)",
        "    pass",
        "tests/server/people/test_notice_notifications.py -k signed_out",
    ),
    Mutant(
        "src/siegeworks/server/http/people/challenge_routes.py",
        "        if body.rated and not are_measured(game.name, options, bots):",
        "        if False:",
        "tests/server/people/test_challenges.py -k cannot_be_played",
    ),
    Mutant(
        "src/siegeworks/server/http/people/account_tables.py",
        "further_keys(table, own, proof.id)",
        "further_keys(table, own)",
        "tests/server/people/test_tournament_routes.py -k signed_out",
    ),
    Mutant(
        "src/siegeworks/server/tables/permissions.py",
        "    if live.is_rated:",
        "    if False:",
        "tests/server/people/test_rated_games.py -k takes_a_move_back",
    ),
    Mutant(
        "src/siegeworks/server/people/challenges.py",
        '        is_same = self._replace(seat="") == other._replace(seat="")',
        "        is_same = self[:4] == other[:4]",
        "tests/server/people/test_challenges.py -k who_challenge_each_other",
    ),
    Mutant(
        "src/siegeworks/client/kept_seats.py",
        "        if each.server != address.server or each.is_bot != is_bot:",
        "        if each.server != address.server:",
        "tests/cli/network/test_network.py -k seats_of_their_own",
    ),
    Mutant(
        f"{PEOPLE}/deletion.py",
        "    note_reseated(db, tables)",
        "    pass",
        "tests/server/test_admin.py -k listed_and_deleted",
    ),
]

RESEARCH = [
    Mutant(
        "src/siegeworks/agents/judging_agent.py",
        "Settings(learned=1.0)",
        "Settings(learned=0.0)",
        "tests/agents -k network_of_the_search",
    ),
    Mutant(
        "src/siegeworks/agents/policy.py",
        "        chances[legal] = weights / weights.sum()",
        "        chances[legal] = 1 / len(legal)",
        "tests/agents -k as_its_layers_say",
    ),
    Mutant(
        "src/siegeworks/lab/openspiel_players.py",
        "    if game.has_secrets:",
        "    if False:",
        "tests/lab/test_research_players.py -k would_see_secrets",
    ),
    Mutant(
        "src/siegeworks/lab/learners.py",
        "np.where(played.seats[t] == seats, 1, -1)",
        "np.where(played.seats[t] == seats, 1, 1)",
        "tests/lab/test_research_players.py -k the_other_loses",
    ),
]


MUTANTS = [
    *EXPANSION,
    *KINGS_RANSOM,
    *SIEGE_MASTER,
    *SIEGE_BY_NUMBER,
    *NOBLES_AND_PEASANTS,
    *SECRETS,
    *LAWS_OF_THE_GAMES,
    *RULES_OF_THE_FRAMEWORK,
    *RECORDS,
    *MAPS,
    *SERVER,
    *WORKERS,
    *CALLS,
    *ACCOUNTS,
    *SEARCH,
    *JOBS,
    *PUZZLES,
    *PACKAGE,
    *PREVIEWS,
    *REACHES,
    *AFTERMATH,
    *PAGE,
    *IN_A_BROWSER,
    *STATISTICS_AND_SEEDS,
    *RESEARCH,
]
