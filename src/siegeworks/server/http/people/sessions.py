"""Whose a request is: the account of its session cookie

`account_of(request)` answers that to every handler. A handler that changes something for an account
takes its body through `Api.body`, which refuses the pages of other origins.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from siegeworks.server.http.api import HttpError
from siegeworks.server.http.origins import is_secure
from siegeworks.server.people.accounts import sessions
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.sessions import SEEN_SECONDS, Session, browser_in_words
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.store import Store

COOKIE = "siegeworks_session"
COOKIE_SECONDS = 400 * 86_400  # the longest that browsers allow; the server forgets it earlier
MAX_TOKEN_LENGTH = 64
SIGNED_OUT = "You are not signed in here, or no longer. Sign in first."


async def account_of(request: HTTPConnection) -> Account | None:
    """The account that a browser is signed in to; None: none, which is nothing bad.

    Raises:
        NotStored: the database cannot be read.
    """
    session = await session_of(request)
    return session.account if session is not None else None


async def session_of(request: HTTPConnection) -> Session | None:
    """The session of a request, as `account_of`."""
    token = request.cookies.get(COOKIE, "")
    if not token or len(token) > MAX_TOKEN_LENGTH:
        return None
    store: Store = request.app.state.store

    def job(db: Database) -> tuple[Session | None, bool]:
        session = sessions.session_of(db, token)
        return session, session is not None and db.now() - session.seen > SEEN_SECONDS

    session, is_noted = await store.read(job)
    if is_noted:
        await store.write(lambda db: sessions.note_use(db, token))
    return session


async def needed_account(request: HTTPConnection) -> Account:
    """The account of a request that needs one.

    Raises:
        HttpError: 401: the browser is not signed in.
    """
    return (await needed_session(request)).account


async def needed_session(request: HTTPConnection) -> Session:
    """The session of such a request, as `needed_account`."""
    session = await session_of(request)
    if session is None:
        raise HttpError(401, SIGNED_OUT)
    return session


def browser_of(request: Request) -> str:
    """Which browser this is, in words."""
    return browser_in_words(request.headers.get("user-agent", ""))


def sign_in(answer: Response, request: Request, token: str) -> Response:
    """The answer, with the cookie of a new session."""
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


def sign_out(answer: Response, request: Request) -> Response:
    """The answer, which deletes the cookie."""
    answer.delete_cookie(COOKIE, path="/", secure=is_secure(request), httponly=True, samesite="lax")
    return answer
