"""Over HTTP: personal tokens, with which programs act for an account"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.server.messages.base import Data, RequestBody

MAX_TOKENS = 20  # of one account
MAX_TOKEN_DAYS = 365

# read: what concerns the account; tables: open tables and take seats in its name; play: get the
# keys of the seats that it has, with which a program plays.
Scope = Literal["read", "tables", "play"]
TokenName = Annotated[str, Meta(min_length=1, max_length=40)]
TokenId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{11}\\Z")]


class NewToken(RequestBody):
    """POST /api/account/tokens: a personal token for a program. Answered by `TokenMade`. A token
    makes no tokens."""

    name: TokenName  # what it is for
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]
    days: Annotated[int, Meta(ge=1, le=MAX_TOKEN_DAYS)] = 90  # after which it expires


class TokenInfo(Data):
    """A personal token, without itself."""

    id: str  # by which it is ended
    name: str
    scopes: list[Scope]
    age: int  # seconds since it was made
    expires: int  # in so many seconds
    unused: int | None = None  # seconds since it was used, to the hour; None: never


class Tokens(Data):
    """GET /api/account/tokens: the account's tokens, the newest first."""

    tokens: list[TokenInfo]


class TokenMade(Data):
    """A new token. Keep it: it is not sent again."""

    token: str
    info: TokenInfo
