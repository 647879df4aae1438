"""Over HTTP: personal tokens, with which programs act for an account"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.server.messages.base import Data, RequestBody

MAX_TOKEN_DAYS = 365

# read: see what concerns the account, such as its tables; play: open tables, take seats and get
# their keys in its name; bot: the same, and everybody at the table is shown that a program plays.
Scope = Literal["read", "play", "bot"]
TokenId = Annotated[str, Meta(pattern="^[0-9a-f]{16}\\Z")]


class NewToken(RequestBody):
    """POST /api/account/tokens: a personal token for a program. A token makes no tokens. Answered
    by `TokenMade`."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]  # what it is for
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]
    days: Annotated[int, Meta(ge=1, le=MAX_TOKEN_DAYS)] = 90  # after which it expires


class EndToken(RequestBody):
    """POST /api/account/tokens/end: this token works no more. Answered by `Tokens`."""

    id: TokenId


class TokenInfo(Data):
    """A personal token, without itself. Times are in seconds since 1970."""

    id: str  # by which it is ended
    label: str
    scopes: list[Scope]
    created: int
    expires: int
    used: int | None = None  # the last time, to the hour; None: never


class Tokens(Data):
    """GET /api/account/tokens: the account's tokens, the newest first."""

    tokens: list[TokenInfo]


class TokenMade(Data):
    """A new token. It is not shown again."""

    token: str
    info: TokenInfo
