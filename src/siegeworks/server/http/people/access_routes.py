"""The HTTP API of what enters an account: passkeys, sessions, recovery codes, links,
personal tokens; and its end"""

from __future__ import annotations

from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError, json
from siegeworks.server.http.api import Api, Routes, check_rate, get, post
from siegeworks.server.http.people.account_routes import (
    GUESSED,
    account_info,
    begin_session,
    ceremonies,
    site_of,
    site_with_passkeys,
    used_challenge,
)
from siegeworks.server.http.sessions import (
    browser_of,
    needed_account,
    needed_session,
    sign_in,
    sign_out,
)
from siegeworks.server.people.accounts import deletion, export, passkeys, recovery, sessions, tokens
from siegeworks.server.people.accounts.names import skeleton
from siegeworks.server.people.accounts.sessions import Session
from siegeworks.server.people.accounts.tokens import Token
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database

LINK_GONE = "This link has been used or is too old. Make a new one on the device that is signed in."


class AccessRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._attempts = Limiter(api.settings.sign_in_rate)

    @get("/api/account/access")
    async def access(self, request: Request) -> m.Access:
        """The passkeys of this account, and the browsers that are signed in."""
        return await self._access(await needed_session(request))

    @get("/api/account/export")
    async def export(self, request: Request) -> Response:
        """All that is stored of this account, as a file."""
        account = await needed_account(request)
        document = await self._store.read(lambda db: export.export(db, account))
        headers = {"content-disposition": 'attachment; filename="siegeworks-account.json"'}
        return json(document, headers=headers)

    # Passkeys and sessions -----------------------------------------------------------------------

    @post("/api/account/passkeys/options")
    async def passkey_options(self, request: Request, body: m.Nothing) -> m.PasskeyOptions:
        """What this browser needs to make one more passkey."""
        account, site = await needed_account(request), site_with_passkeys(request)

        def job(db: Database) -> tuple[passkeys.Challenge, list[bytes]]:
            challenge = passkeys.new_challenge(db, passkeys.ADD, account.id, account.name)
            return challenge, passkeys.ids_of(db, account.id)

        challenge, known = await self._store.write(job)
        options = ceremonies().creation_options(site, challenge, known)
        return m.PasskeyOptions(challenge.challenge, options)

    @post("/api/account/passkeys")
    async def add_passkey(self, request: Request, body: m.NewPasskey) -> m.SignedIn:
        """One more passkey of this account."""
        account, site = await needed_account(request), site_of(request)
        challenge = await used_challenge(self._store, passkeys.ADD, body.challenge)
        if challenge.account != account.id:
            raise SiegeworksError(passkeys.TOO_LATE)
        passkey = ceremonies().made_passkey(site, challenge, body.credential)
        shown = "".join(sign for sign in body.label if sign.isprintable())
        label = " ".join(shown.split()) or browser_of(request)

        def job(db: Database) -> m.AccountInfo:
            passkeys.add(db, account.id, site, passkey, label)
            return account_info(db, account)

        return m.SignedIn(await self._store.write(job))

    @post("/api/account/passkeys/remove")
    async def remove_passkey(self, request: Request, body: m.RemovePasskey) -> m.Access:
        """Remove a passkey."""
        session = await needed_session(request)
        await self._store.write(lambda db: passkeys.remove(db, session.account.id, body.id))
        return await self._access(session)

    @post("/api/account/sessions/end")
    async def end_session(self, request: Request, body: m.EndSession) -> m.Access:
        """Sign another browser out, or all others."""
        session = await needed_session(request)
        account, ended = session.account.id, body.id

        def job(db: Database) -> list[str]:
            if ended is None:
                return sessions.end_others(db, account, session.id)
            return sessions.end(db, account, ended)

        await self._rooms.reread_seats(await self._store.write(job))
        return await self._access(session)

    # Recovery codes and links --------------------------------------------------------------------

    @post("/api/account/codes")
    async def new_codes(self, request: Request, body: m.Nothing) -> m.SignedUp:
        """New recovery codes in place of the old ones."""
        account = await needed_account(request)

        def job(db: Database) -> m.SignedUp:
            codes = recovery.new_codes(db, account.id)
            return m.SignedUp(account_info(db, account), codes)

        return await self._store.write(job)

    @post("/api/account/links")
    async def new_link(self, request: Request, body: m.Nothing) -> m.SignInLink:
        """A link that signs another device in."""
        account, browser = await needed_account(request), browser_of(request)
        code = await self._store.write(lambda db: recovery.new_link(db, account.id, browser))
        return m.SignInLink(code, int(recovery.LINK_SECONDS))

    @post("/api/account/links/look")
    async def look_at_link(self, request: Request, body: m.LinkRequest) -> m.LinkInfo:
        """Whom a link signs in."""
        check_rate(self._attempts, request)
        link = await self._store.read(lambda db: recovery.link_of(db, body.code))
        if link is None:
            raise HttpError(400, LINK_GONE, GUESSED)
        account, browser = link
        return m.LinkInfo(account.name, browser)

    @post("/api/account/links/use", gives=m.SignedIn)
    async def use_link(self, request: Request, body: m.LinkRequest) -> Response:
        """Sign in by a link, which then works no more."""
        check_rate(self._attempts, request)

        def job(db: Database) -> tuple[m.SignedIn, str]:
            account = recovery.use_link(db, body.code)
            if account is None:
                raise HttpError(400, LINK_GONE, GUESSED)
            return begin_session(db, account, request)

        return sign_in(request, *await self._store.write(job))

    # The end -------------------------------------------------------------------------------------

    @post("/api/account/delete", gives=m.SignedIn)
    async def delete(self, request: Request, body: m.DeleteAccount) -> Response:
        """Delete this account."""
        account = await needed_account(request)
        if skeleton(body.name) != skeleton(account.name):
            raise SiegeworksError("Type the name of your account to delete it.")
        tables = await self._store.write(lambda db: deletion.delete(db, account.id))
        await self._rooms.reread_seats(tables)
        return sign_out(request)

    async def _access(self, session: Session) -> m.Access:
        def job(db: Database) -> m.Access:
            keys = passkeys.passkeys_of(db, session.account.id)
            browsers = sessions.sessions_of(db, session.account.id)
            return m.Access(
                [m.PasskeyInfo(k.id, k.label, int(k.created), int(k.used)) for k in keys],
                [
                    m.SessionInfo(s.id, s.browser, int(s.created), int(s.seen), s.id == session.id)
                    for s in browsers
                ],
            )

        return await self._store.read(job)


class TokenRoutes(Routes):
    @get("/api/account/tokens")
    async def tokens(self, request: Request) -> m.Tokens:
        """The personal tokens of this account."""
        account = (await needed_session(request)).account
        return await self._store.read(lambda db: _tokens(db, account.id))

    @post("/api/account/tokens")
    async def make(self, request: Request, body: m.NewToken) -> m.TokenMade:
        """A new personal token."""
        account = (await needed_session(request)).account
        token, kept = await self._store.write(
            lambda db: tokens.make(db, account.id, body.label, scopes=body.scopes, days=body.days)
        )
        return m.TokenMade(token, _info(kept))

    @post("/api/account/tokens/end")
    async def end(self, request: Request, body: m.EndToken) -> m.Tokens:
        """A personal token works no more."""
        account = (await needed_session(request)).account

        def job(db: Database) -> tuple[m.Tokens, list[str]]:
            tables = tokens.end(db, account.id, body.id)
            return _tokens(db, account.id), tables

        answer, tables = await self._store.write(job)
        await self._rooms.reread_seats(tables)
        return answer


def _tokens(db: Database, account: str) -> m.Tokens:
    return m.Tokens([_info(token) for token in tokens.tokens_of(db, account)])


def _info(token: Token) -> m.TokenInfo:
    used = None if token.used is None else int(token.used)
    scopes = cast("list[m.Scope]", list(token.scopes))
    times = int(token.created), int(token.expires), used
    return m.TokenInfo(token.id, token.label, scopes, *times)
