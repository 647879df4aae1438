"""What has been written in layout 1: a row or more for every SQL table.

Tables, seats and events are as the program wrote them then, with their checksums: do not work them
out again. Where the numbers in their names come from no longer matters, but the checksums cover
them. A new layout adds a file with rows for what it adds.
"""

from typing import Any

Row = dict[str, Any]

AT = 1_790_000_000.0
ONE, TWO, THREE = (bytes([n]) * 32 for n in (1, 2, 3))  # digests of keys and codes
FIRST, MAPPED, TIMED, JOINED = (
    "layout-1-table-x",
    "layout-1-map-xxx",
    "layout-4-table-x",
    "layout-9-table-x",
)

SEAT: Row = {
    **dict(level=0, name="", color="", code_hash=None, used=None),
    **dict(next_hash=None, request_hash=None),
}
HEAD: Row = dict(game="siege-master", options="{}", ruleset=1, seats=2)
HEAD |= dict(opened=AT, touched=AT, is_gone=0)
STATUS: Row = dict(moved=AT, turns=1, seats="red blue", asked="", result="*", ending="")

ROWS: list[tuple[str, Row]] = [
    (
        "game_table",
        HEAD
        | dict(id=FIRST, options='{"free": "yes"}', length=2, tail=4106305770)
        | dict(row_check=1518857263, map_rows=""),
    ),
    (
        "game_table",
        HEAD
        | dict(id=MAPPED, options='{"map": "mine"}', length=0, tail=2528534898)
        | dict(row_check=1744915787, map_rows="ab\ncd"),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=FIRST, seat=0, who="person", name="Ann", color="#aa0000")
        | dict(key_hash=ONE, used=AT, row_check=1165870963),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=FIRST, seat=1, who="friend", key_hash=None, code_hash=TWO)
        | dict(row_check=755116843),
    ),
    (
        "seat",
        SEAT | dict(game_table=MAPPED, seat=0, who="person", key_hash=None, row_check=531294511),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=MAPPED, seat=1, who="bot", level=3, key_hash=None)
        | dict(row_check=2342784215),
    ),
    (
        "event",
        dict(game_table=FIRST, version=1, kind="step", actor="red", token="d3-d6")
        | dict(request="red 1", chain=1722462061),
    ),
    (
        "event",
        dict(game_table=FIRST, version=2, kind="step", actor="blue", token="e4-e7")
        | dict(request="blue 1", chain=4106305770),
    ),
    ("status", STATUS | dict(game_table=FIRST, version=1, to_act="blue", row_check=0)),
    ("lease", dict(name="flags", holder="a", expires=AT, fence=7)),
    ("worker", dict(id="a", seen=AT)),
    ("presence", dict(worker="a", game_table=FIRST, seats="0 1", spectators=2)),
    ("job", dict(name="j", report=b"{}", reported=AT, is_asked=0, is_stopped=0)),
    (
        "game_table",
        HEAD
        | dict(id=TIMED, length=2, tail=3402849424, row_check=4294710257)
        | dict(map_rows="", clock="60000 1000 0"),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=TIMED, seat=0, who="person", name="Ann", key_hash=ONE)
        | dict(row_check=2029703718),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=TIMED, seat=1, who="person", name="Ben", key_hash=TWO)
        | dict(row_check=1426387574),
    ),
    (
        "event",
        dict(game_table=TIMED, version=1, kind="start", actor="table", token="", request=None)
        | dict(chain=1807989881, at=1_790_000_000_000, spent=0),
    ),
    (
        "event",
        dict(game_table=TIMED, version=2, kind="step", actor="red", token="d3-d6")
        | dict(request="red 1", chain=3402849424, at=1_790_000_001_000, spent=500),
    ),
    ("flag", dict(game_table=TIMED, falls=1_790_000_061_000)),
    ("served", dict(started=1_790_000_000_000, ended=1_790_000_001_000)),
    ("block", dict(network="203.0.113.7/32", since=AT)),
    (
        "chat",
        dict(game_table=FIRST, number=1, seat=0, name="", preset="hello", text="")
        | dict(said=AT, request="red 2"),
    ),
    ("chat_consent", dict(game_table=FIRST, seat=0)),
    ("chat_report", dict(game_table=FIRST, number=1, seat=-1, reported=AT)),
    (
        "receiver",
        dict(id="mail 1", target="ann@example.org", page="https://play.example.org")
        | dict(is_confirmed=1, asked=AT, called=AT),
    ),
    (
        "called_seat",
        dict(receiver="mail 1", game_table=FIRST, seat=0, key_hash=ONE, is_confirmed=1)
        | dict(code_hash=None, turn=-1, version=2, reminded=-1),
    ),
    ("call_secret", dict(name="links", secret="s")),
    ("planned_line", dict(game_table=FIRST, seat=0, after=2, tokens="d3-d6 e4-e7")),
    ("account", dict(id="ann", name="Ann", skeleton="ann", created=AT)),
    ("account", dict(id="ben", name="Ben", skeleton="ben", created=AT)),
    (
        "passkey",
        dict(id=ONE, account="ann", rp_id="play.example.org", public_key=TWO)
        | dict(sign_count=3, label="Phone", created=AT, used=AT),
    ),
    (
        "challenge",
        dict(challenge="c", purpose="sign in", account="", name="", expires=AT),
    ),
    ("session", dict(token_hash=ONE, account="ann", browser="Firefox", created=AT, seen=AT)),
    ("recovery_code", dict(account="ann", code_hash=ONE, used=None)),
    ("sign_in_link", dict(code_hash=TWO, account="ann", browser="Firefox", expires=AT)),
    ("seat_owner", dict(game_table=FIRST, seat=0, account="ann", since=AT, counts=1)),
    (
        "further_key",
        dict(further_hash=THREE, game_table=FIRST, seat=0, key_hash=ONE, made_for="", made=AT),
    ),
    (
        "result",
        dict(game_table="gone", seat=0, account="ann", level=0, game="siege-master", pace="")
        | dict(place=1, seats=2, finished=AT),
    ),
    ("relation", dict(account="ann", other="ben", kind="friend", since=AT)),
    ("progress", dict(account="ann", document="{}", version=4)),
    (
        "rating",
        dict(account="ann", game="siege-master", pace="calm", mu=25.0, sigma=4.0, games=9)
        | dict(played=AT),
    ),
    ("rated_game", dict(game_table=TIMED, pace="calm", counted=0.0, refusal="")),
    (
        "tournament",
        dict(id="t", name="Cup", kind="swiss", game="siege-master", options="{}", seats=2)
        | dict(clock="60000 1000 0", is_rated=1, rounds=3, minutes=0, patience=300)
        | dict(opened_by="ann", starts=AT, ended=0.0, state="running", round=1),
    ),
    ("entrant", dict(tournament="t", number=0, account="ann", rating=1500.0, is_gone=0)),
    (
        "pairing",
        dict(tournament="t", round=1, board=0, seats="0 1", points="", game_table=TIMED)
        | dict(opened=AT),
    ),
    (
        "game_table",
        HEAD
        | dict(id=JOINED, length=1, tail=1272066913, row_check=3187549151)
        | dict(map_rows="", clock=""),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=JOINED, seat=0, who="person", name="Ann", key_hash=ONE)
        | dict(row_check=3685099088, is_bot=1),
    ),
    (
        "seat",
        SEAT
        | dict(game_table=JOINED, seat=1, who="person", name="Ben", key_hash=None)
        | dict(row_check=1829832067, is_bot=0),
    ),
    (
        "event",
        dict(game_table=JOINED, version=1, kind="step", actor="red", token="d3-d6")
        | dict(request="red 1", chain=1272066913, at=None, spent=None),
    ),
    (
        "personal_token",
        dict(token_hash=ONE, account="ann", label="bot", scopes="play bot", created=AT)
        | dict(expires=2 * AT, used=None),
    ),
    (
        "rating_change",
        dict(game_table=FIRST, seat=0, account="ann", points_before=1500, points_after=1510)
        | dict(uncertainty=60),
    ),
    (
        "game_challenge",
        dict(id="g", challenger="ann", challenged="ben", game="siege-master", options="{}")
        | dict(clock="", is_rated=0, seat="", created=AT, declined=0.0),
    ),
    ("notice", dict(account="ben", kind="challenge", about="g", since=AT, is_called=0)),
    (
        "called_account",
        dict(receiver="mail 1", account="ann", is_confirmed=1, code_hash=None, made_for=""),
    ),
    ("reseated", dict(id=FIRST, since=AT)),
]
