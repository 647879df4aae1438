"""Whose a request is: the account of its session cookie, or of its personal token

`account_of(request)` answers that to every handler. A handler that changes something for an account
takes its body through `Api.body`, which refuses the pages of other origins.
"""

from typing import NamedTuple, cast

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError, json
from siegeworks.server.http.origins import is_secure
from siegeworks.server.people.accounts import sessions, tokens
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.sessions import SEEN_SECONDS, Session, browser_in_words
from siegeworks.server.people.accounts.tokens import USED_SECONDS, Token
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.store import Store

COOKIE = "siegeworks_session"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers allow; the server forgets it earlier
MAX_TOKEN_LENGTH = 64
NOT_BY_TOKEN = "A token cannot do this. Sign in with a browser."
SIGNED_OUT = "You are not signed in here. Sign in first."
SCHEME = "bearer "
UNKNOWN_TOKEN = "This token is unknown, or it has expired or was deleted. Make a new one."
SCOPES: dict[m.Scope, str] = {  # what a token lacks
    "read": "This token may not read. Make one with the scope read.",
    "play": "This token may not play. Make one with the scope play or bot.",
    "bot": "This token may not play as a bot. Make one with the scope bot.",
}


def has_token(request: HTTPConnection) -> bool:
    """Does a program show a personal token? Other kinds of authorization are those of proxies."""
    return request.headers.get("authorization", "").lower().startswith(SCHEME)


def is_bot(request: HTTPConnection) -> bool:
    """Are the seats that it takes marked as those of a bot, whatever it says?"""
    return bool(getattr(request.state, "is_bot", False))


async def check_token(request: Request, scope: m.Scope | None) -> None:
    """Check the personal token of a request, if it has one. Where a scope is needed and the token
    has it, `request.state.token_account` is its account, `token_id` names it, and `is_bot` says
    whether its seats are marked as those of a bot.

    Raises:
        HttpError: 401: there is no such token; 403: it has not this scope.
        NotStored: the database cannot be read.
    """
    if not has_token(request):
        return
    token = request.headers["authorization"][len(SCHEME) :].strip()
    store: Store = request.app.state.store

    def job(db: Database) -> tuple[tuple[Account, Token] | None, float]:
        return tokens.find(db, token), db.now()

    unknown = HttpError(401, UNKNOWN_TOKEN, "an unknown or expired token")
    if len(token) > MAX_TOKEN_LENGTH:
        raise unknown
    match, now = await store.read(job)
    if match is None:
        raise unknown
    account, kept = match
    if kept.used is None or now - kept.used > USED_SECONDS:
        await store.write(lambda db: tokens.note_use(db, token))
    if scope is None:
        return
    if not kept.allows(scope):
        raise HttpError(403, SCOPES[scope])
    request.state.token_account, request.state.token_id = account, kept.id
    request.state.is_bot = kept.is_bot


async def account_of(request: HTTPConnection) -> Account | None:
    """The account that a browser is signed in to, or that a program acts for; None: none, which is
    nothing bad.

    Raises:
        HttpError: 403: no token may do this.
        NotStored: the database cannot be read.
    """
    if has_token(request):
        if not hasattr(request.state, "token_account"):  # `check_token` found no scope for it
            raise HttpError(403, NOT_BY_TOKEN)
        return cast("Account", request.state.token_account)
    session = await session_of(request)
    return session.account if session is not None else None


async def session_of(request: HTTPConnection) -> Session | None:
    """The session of a browser, as `account_of`; a program with a token has none."""
    token = token_of(request)
    if has_token(request) or not token:
        return None
    store: Store = request.app.state.store

    def job(db: Database) -> tuple[Session | None, bool]:
        session = sessions.session_of(db, token)
        return session, session is not None and db.now() - session.seen > SEEN_SECONDS

    session, is_noted = await store.read(job)
    if is_noted:
        await store.write(lambda db: sessions.note_use(db, token))
    return session


async def needed_account(request: HTTPConnection, signed_out: str = SIGNED_OUT) -> Account:
    """The account of a request that needs one. Those who have none are told `signed_out`.

    Raises:
        HttpError: 401: the browser is not signed in; 403: no token may do this.
    """
    account = await account_of(request)
    if account is None:
        raise HttpError(401, signed_out)
    return account


class Proof(NamedTuple):
    """An account, and what proves that a browser or a program acts for it."""

    account: Account
    id: str  # of the session or of the token
    is_bot: bool  # a token with which one plays as a bot


async def needed_proof(request: HTTPConnection) -> Proof:
    """The account of such a request, as `needed_account`, with what proves it."""
    if has_token(request):
        account = await needed_account(request)
        return Proof(account, cast("str", request.state.token_id), is_bot(request))
    session = await needed_session(request)
    return Proof(session.account, session.id, is_bot=False)


async def needed_session(request: HTTPConnection) -> Session:
    """The session of a request that needs a browser, as `needed_account`."""
    if has_token(request):
        raise HttpError(403, NOT_BY_TOKEN)
    session = await session_of(request)
    if session is None:
        raise HttpError(401, SIGNED_OUT)
    return session


def token_of(request: HTTPConnection) -> str:
    """The token in the cookie of a request; "": there is none."""
    token = request.cookies.get(COOKIE, "")
    return token if len(token) <= MAX_TOKEN_LENGTH else ""


def browser_of(request: Request) -> str:
    """Which browser this is, in words."""
    return browser_in_words(request.headers.get("user-agent", ""))


def sign_in(request: Request, message: m.SignedIn | m.SignedUp, token: str) -> Response:
    """This message as an answer, with the cookie of a new session."""
    answer = json(message)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )
    return answer


def sign_out(request: Request) -> Response:
    """The answer that deletes the cookie."""
    answer = json(m.SignedIn())
    answer.delete_cookie(COOKIE, path="/", secure=is_secure(request), httponly=True, samesite="lax")
    return answer
