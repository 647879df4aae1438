"""What all messages are made of: limits, checked texts and numbers, and their base types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from siegeworks.play.clock import LONGEST

# Limits of this server.
MAX_FRAME_BYTES = 8192  # of one message to the server
MAX_RECORD_LENGTH = 1 << 19  # characters of a record that is sent in; the longest game needs fewer
MAX_MAP_LENGTH = 1 << 16  # characters of a map that is sent in; the largest needs fewer
MAX_POSITIONS = 100  # of a replay, in one answer
MAX_MY_TABLES = 40  # that one request asks for
MAX_LESSON_STEPS = 40
MAX_PLANNED = 20  # steps of a line that a seat plans
MAX_CHAT_LENGTH = 200  # characters of one line
MAX_BRANCH_STEPS = 400  # of all actors, after the position in which it begins

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16}\\Z")]
SeatKey = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # 128 bits: proves a seat
Nonce = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}\\Z")]  # chosen at random by the client
# What a seat adds to chance: hexadecimal digits.
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{0,64}\\Z")]
Code = Annotated[str, Meta(max_length=20)]  # of an invitation, as somebody may type it
# Of one request, chosen by the client.
Id = Annotated[str, Meta(min_length=1, max_length=36, pattern="^[^\\x00]*\\Z")]
Version = Annotated[int, Meta(ge=0, lt=1 << 31)]
Token = Annotated[str, Meta(min_length=1, max_length=40)]  # a step, as records write it
Text = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=24)]
Color = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?\\Z")]
Key = Annotated[str, Meta(max_length=40)]
Value = Annotated[str, Meta(max_length=80)]
Options = Annotated[dict[Key, Value], Meta(max_length=20)]
Milliseconds = Annotated[int, Meta(ge=0, le=LONGEST)]
MapText = Annotated[str, Meta(max_length=MAX_MAP_LENGTH)]  # the rows of a map, one a line
Who = Literal["person", "bot", "open", "friend"]  # open: for anybody; friend: by invitation
# A sentence that the page knows in the reader's language.
Preset = Literal[
    "hello", "luck", "played", "thanks", "oops", "close", "patience", "wait", "again", "bye"
]
ChatText = Annotated[str, Meta(max_length=MAX_CHAT_LENGTH)]
# What all seats can agree on: a draw, to stop and count, or to undo the last action of one of them.
OfferKind = Literal["draw", "agree", "takeback"]


class Incoming(Struct, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client over its WebSocket."""


class Outgoing(Struct, omit_defaults=True, tag_field="type"):
    """A message from the server over a WebSocket. A field that is left out has its default."""


class RequestBody(Struct, forbid_unknown_fields=True):
    """The body of a POST."""


class ClockTimes(RequestBody):
    """The clock of a table: the time of every seat, in milliseconds."""

    reserve: Milliseconds = 0  # for the whole game
    increment: Milliseconds = 0  # added to the reserve after each move
    per_move: Milliseconds = 0  # for each move, before the reserve is touched


class Data(Struct, omit_defaults=True, gc=False):
    """A part of an answer. A field that is left out has its default.

    The garbage collector skips these: thousands are made per second, and none refers to itself.
    """
