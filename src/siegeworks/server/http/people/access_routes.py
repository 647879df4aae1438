"""The HTTP API of what enters an account: passkeys, sessions, recovery codes, links; and its end"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.answers import json
from siegeworks.server.http.api import Api, check_rate
from siegeworks.server.http.people.account_routes import (
    NO_PASSKEYS,
    UnknownCode,
    account_info,
    ceremonies,
    site_of,
    used_challenge,
)
from siegeworks.server.http.people.sessions import (
    browser_of,
    needed_account,
    needed_session,
    sign_in,
    sign_out,
    token_of,
)
from siegeworks.server.people.accounts import deletion, export, passkeys, recovery, sessions
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.names import skeleton
from siegeworks.server.people.accounts.sessions import Session
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database

LINK_GONE = "This link has been used or is too old. Make a new one on the device that is signed in."


class AccessRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._store = api, api.server.store
        self._attempts = Limiter(api.settings.sign_in_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/account", self._api.route
        return [
            route("GET", f"{path}/access", self.access),
            route("GET", f"{path}/export", self.export),
            route("POST", f"{path}/passkeys/options", self.passkey_options, takes=m.Nothing),
            route("POST", f"{path}/passkeys", self.add_passkey, takes=m.NewPasskey),
            route("POST", f"{path}/passkeys/remove", self.remove_passkey, takes=m.RemovePasskey),
            route("POST", f"{path}/sessions/end", self.end_session, takes=m.EndSession),
            route("POST", f"{path}/codes", self.new_codes, takes=m.Nothing),
            route("POST", f"{path}/links", self.new_link, takes=m.Nothing),
            route("POST", f"{path}/links/look", self.look_at_link, takes=m.LinkRequest),
            route(
                "POST", f"{path}/links/use", self.use_link, takes=m.LinkRequest, gives=m.SignedIn
            ),
            route("POST", f"{path}/delete", self.delete, takes=m.DeleteAccount, gives=m.SignedIn),
        ]

    async def access(self, request: Request) -> m.Access:
        """The passkeys of this account, and the browsers that are signed in."""
        return await self._access(await needed_session(request))

    # Passkeys and sessions -----------------------------------------------------------------------

    async def passkey_options(self, request: Request) -> m.PasskeyOptions:
        """What this browser needs to make one more passkey."""
        await self._api.body(request, m.Nothing)
        account, site = await needed_account(request), site_of(request)
        if not passkeys.can_have_passkeys(site.rp_id):
            raise SiegeworksError(NO_PASSKEYS)

        def job(db: Database) -> tuple[passkeys.Challenge, list[bytes]]:
            challenge = passkeys.new_challenge(db, passkeys.ADD, account.id, account.name)
            return challenge, passkeys.ids_of(db, account.id)

        challenge, known = await self._store.write(job)
        options = ceremonies().creation_options(site, challenge, known)
        return m.PasskeyOptions(challenge.challenge, options)

    async def add_passkey(self, request: Request) -> m.SignedIn:
        """One more passkey of this account."""
        body = await self._api.body(request, m.NewPasskey)
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

    async def remove_passkey(self, request: Request) -> m.Access:
        """Remove a passkey."""
        body = await self._api.body(request, m.RemovePasskey)
        session = await needed_session(request)
        await self._store.write(lambda db: passkeys.remove(db, session.account.id, body.id))
        return await self._access(session)

    async def end_session(self, request: Request) -> m.Access:
        """Sign another browser out, or all others."""
        body = await self._api.body(request, m.EndSession)
        session = await needed_session(request)
        account, ended = session.account.id, body.id

        def job(db: Database) -> list[str]:
            if ended is None:
                return sessions.end_others(db, account, session.id)
            return sessions.end(db, account, ended)

        await self._api.server.rooms.reread_seats(await self._store.write(job))
        return await self._access(session)

    # Recovery codes and links --------------------------------------------------------------------

    async def new_codes(self, request: Request) -> m.SignedUp:
        """New recovery codes in place of the old ones."""
        await self._api.body(request, m.Nothing)
        account = await needed_account(request)

        def job(db: Database) -> m.SignedUp:
            codes = recovery.new_codes(db, account.id)
            return m.SignedUp(account_info(db, account), codes)

        return await self._store.write(job)

    async def new_link(self, request: Request) -> m.SignInLink:
        """A link that signs another device in."""
        await self._api.body(request, m.Nothing)
        account, browser = await needed_account(request), browser_of(request)
        code = await self._store.write(lambda db: recovery.new_link(db, account.id, browser))
        return m.SignInLink(code, int(recovery.LINK_SECONDS))

    async def look_at_link(self, request: Request) -> m.LinkInfo:
        """Whom a link signs in."""
        body = await self._api.body(request, m.LinkRequest)
        check_rate(self._attempts, request)
        link = await self._store.read(lambda db: recovery.link_of(db, body.code))
        if link is None:
            raise UnknownCode(LINK_GONE)
        account, browser = link
        return m.LinkInfo(account.name, browser)

    async def use_link(self, request: Request) -> Response:
        """Sign in by a link, which then works no more."""
        body = await self._api.body(request, m.LinkRequest)
        check_rate(self._attempts, request)

        def job(db: Database) -> tuple[Account, m.AccountInfo, str]:
            account = recovery.use_link(db, body.code)
            if account is None:
                raise UnknownCode(LINK_GONE)
            before = token_of(request)
            token = sessions.begin(db, account.id, browser_of(request), before)
            return account, account_info(db, account), token

        _, info, token = await self._store.write(job)
        return sign_in(json(m.SignedIn(info)), request, token)

    # The end -------------------------------------------------------------------------------------

    async def export(self, request: Request) -> Response:
        """All that is stored of this account, as a file."""
        account = await needed_account(request)
        document = await self._store.read(lambda db: export.export(db, account))
        headers = {"content-disposition": 'attachment; filename="siegeworks-account.json"'}
        return json(document, headers=headers)

    async def delete(self, request: Request) -> Response:
        """Delete this account."""
        body = await self._api.body(request, m.DeleteAccount)
        account = await needed_account(request)
        if skeleton(body.name) != skeleton(account.name):
            raise SiegeworksError("Type the name of your account to delete it.")
        tables = await self._store.write(lambda db: deletion.delete(db, account.id))
        await self._api.server.rooms.reread_seats(tables)
        return sign_out(json(m.SignedIn()), request)

    async def _access(self, session: Session) -> m.Access:
        def job(db: Database) -> m.Access:
            keys = passkeys.passkeys_of(db, session.account.id)
            signed_in = sessions.sessions_of(db, session.account.id)
            return m.Access(
                [m.PasskeyInfo(k.id, k.label, int(k.created), int(k.used)) for k in keys],
                [
                    m.SessionInfo(s.id, s.browser, int(s.created), int(s.seen), s.id == session.id)
                    for s in signed_in
                ],
            )

        return await self._store.read(job)
