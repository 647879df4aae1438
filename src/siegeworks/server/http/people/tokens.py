"""Whose a program is: the account of the personal token in its Authorization header"""

from __future__ import annotations

from starlette.requests import Request

from siegeworks.server import messages as m
from siegeworks.server.http.api import HttpError, has_token
from siegeworks.server.people.accounts import tokens
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.tokens import USED_SECONDS, Token
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.store import Store

SCHEME = "bearer "
MAX_TOKEN_LENGTH = 64
UNKNOWN = "This token is unknown, or it has expired or was deleted. Make a new one."
SCOPES: dict[m.Scope, str] = {  # what a token lacks
    "read": "This token may not read. Make one with the scope read.",
    "play": "This token may not play. Make one with the scope play or bot.",
    "bot": "This token may not play as a bot. Make one with the scope bot.",
}


async def check_token(request: Request, scope: m.Scope | None) -> None:
    """Check the personal token of a request, if it has one. Where a scope is needed and the token
    has it, `request.state.token_account` is its account, `token_id` names it, and `is_bot` says
    whether its seats are marked as those of a bot.

    Args:
        request: from a program or a browser.
        scope: that the token needs; None: nothing here depends on an account.

    Raises:
        HttpError: 401: there is no such token; 403: it has not this scope.
        NotStored: the database cannot be read.
    """
    if not has_token(request):
        return
    text = request.headers["authorization"]
    token = text[len(SCHEME) :].strip()
    if not text.lower().startswith(SCHEME) or len(token) > MAX_TOKEN_LENGTH:
        raise _unknown()
    store: Store = request.app.state.store

    def job(db: Database) -> tuple[tuple[Account, Token] | None, float]:
        return tokens.find(db, token), db.now()

    found, now = await store.read(job)
    if found is None:
        raise _unknown()
    account, kept = found
    if kept.used is None or now - kept.used > USED_SECONDS:
        await store.write(lambda db: tokens.note_use(db, token))
    if scope is None:
        return
    if not kept.allows(scope):
        raise HttpError(403, SCOPES[scope])
    request.state.token_account, request.state.token_id = account, kept.id
    request.state.is_bot = kept.is_bot


def _unknown() -> HttpError:
    return HttpError(401, UNKNOWN, "an unknown or expired token")
