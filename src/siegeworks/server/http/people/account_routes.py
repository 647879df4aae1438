"""The HTTP API of accounts: signing up, in and out"""

from __future__ import annotations

from types import ModuleType
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.answers import json
from siegeworks.server.http.api import Api, HttpError, check_rate
from siegeworks.server.http.people.sessions import (
    account_of,
    browser_of,
    session_of,
    sign_in,
    sign_out,
    token_of,
)
from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import passkeys, recovery, sessions
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.names import checked_name
from siegeworks.server.people.accounts.passkeys import Challenge, Passkey, Site
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.store import Store

NO_PASSKEYS = (
    "Passkeys do not work at an address in digits. Open the page by a name, or use a recovery code."
)
UNKNOWN_CODE = "No account of this name has this code, or the code has been used. Check both."


class UnknownCode(HttpError):
    """A passkey, a recovery code or a link that signs nobody in: somebody may be guessing."""

    def __init__(self, sentence: str) -> None:
        super().__init__(400, sentence, "an unknown passkey or code")


class AccountRoutes:
    """The handlers, each for one path."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._store = api, api.server.store
        self._new_accounts = Limiter(api.settings.sign_up_rate)
        self._attempts = Limiter(api.settings.sign_in_rate)
        self._codes = Limiter(api.settings.recovery_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path, route = "/api/account", self._api.route
        return [
            route("GET", path, self.account, scope="read"),
            route("POST", f"{path}/sign-up/options", self.sign_up_options, takes=m.NewName),
            route("POST", f"{path}/sign-up", self.sign_up, takes=m.SignUp, gives=m.SignedUp),
            route("POST", f"{path}/sign-in/options", self.sign_in_options, takes=m.Nothing),
            route("POST", f"{path}/sign-in", self.sign_in, takes=m.SignIn, gives=m.SignedIn),
            route("POST", f"{path}/recover", self.recover, takes=m.SignInByCode, gives=m.SignedIn),
            route("POST", f"{path}/sign-out", self.sign_out, takes=m.Nothing, gives=m.SignedIn),
        ]

    async def account(self, request: Request) -> m.SignedIn:
        """The account of this browser."""
        account = await account_of(request)
        return m.SignedIn(await self._info(account) if account else None)

    # Signing up ----------------------------------------------------------------------------------

    async def sign_up_options(self, request: Request) -> m.PasskeyOptions:
        """What a browser needs to make the passkey of a new account."""
        body = await self._api.body(request, m.NewName)
        check_rate(self._attempts, request)
        name, site = checked_name(body.name), site_of(request)

        def job(db: Database) -> Challenge:
            accounts.check_free(db, name)
            return passkeys.new_challenge(db, passkeys.SIGN_UP, accounts.new_id(), name)

        if not passkeys.can_have_passkeys(site.rp_id):
            await self._store.write(lambda db: accounts.check_free(db, name))
            return m.PasskeyOptions("", "")
        challenge = await self._store.write(job)
        options = ceremonies().creation_options(site, challenge, [])
        return m.PasskeyOptions(challenge.challenge, options)

    async def sign_up(self, request: Request) -> Response:
        """Make an account, with a passkey if the browser has made one, and sign the browser in."""
        body = await self._api.body(request, m.SignUp)
        check_rate(self._new_accounts, request)
        site, browser, name = site_of(request), browser_of(request), checked_name(body.name)
        account, passkey = accounts.new_id(), None
        if body.credential:
            challenge = await used_challenge(self._store, passkeys.SIGN_UP, body.challenge)
            passkey = ceremonies().made_passkey(site, challenge, body.credential)
            account, name = challenge.account, challenge.name

        def job(db: Database) -> tuple[str, Account, list[str]]:
            made = accounts.create(db, account, name)
            if passkey is not None:
                passkeys.add(db, account, site, passkey, browser)
            token = sessions.begin(db, account, browser, token_of(request))
            return token, made, recovery.new_codes(db, account)

        token, made, codes = await self._store.write(job)
        return sign_in(json(m.SignedUp(await self._info(made), codes)), request, token)

    # Signing in and out --------------------------------------------------------------------------

    async def sign_in_options(self, request: Request) -> m.PasskeyOptions:
        """What a browser needs to sign in with a passkey."""
        await self._api.body(request, m.Nothing)
        check_rate(self._attempts, request)
        site = self._site_with_passkeys(request)
        challenge = await self._store.write(lambda db: passkeys.new_challenge(db, passkeys.SIGN_IN))
        return m.PasskeyOptions(challenge.challenge, ceremonies().request_options(site, challenge))

    async def sign_in(self, request: Request) -> Response:
        """Sign in with a passkey."""
        body = await self._api.body(request, m.SignIn)
        check_rate(self._attempts, request)
        challenge = await used_challenge(self._store, passkeys.SIGN_IN, body.challenge)
        found = await self._stored(ceremonies().used_id(body.credential))
        if found is None:
            raise UnknownCode(passkeys.UNKNOWN)
        account, known = found
        passkey = ceremonies().check_signature(site_of(request), challenge, body.credential, known)

        def job(db: Database) -> str:
            if passkeys.find(db, passkey.id) is None:  # removed meanwhile
                raise UnknownCode(passkeys.UNKNOWN)
            passkeys.note_use(db, passkey)
            return sessions.begin(db, account.id, browser_of(request), token_of(request))

        return await self._welcome(request, account, await self._store.write(job))

    async def recover(self, request: Request) -> Response:
        """Sign in with a recovery code."""
        body = await self._api.body(request, m.SignInByCode)
        check_rate(self._codes, request)

        def job(db: Database) -> tuple[Account, str]:
            account = recovery.use_code(db, body.name, body.code)
            if account is None:
                raise UnknownCode(UNKNOWN_CODE)
            before = token_of(request)
            return account, sessions.begin(db, account.id, browser_of(request), before)

        account, token = await self._store.write(job)
        return await self._welcome(request, account, token)

    async def sign_out(self, request: Request) -> Response:
        """Sign this browser out."""
        await self._api.body(request, m.Nothing)
        session = await session_of(request)
        if session is not None:
            tables = await self._store.write(
                lambda db: sessions.end(db, session.account.id, session.id)
            )
            await self._api.server.rooms.reread_seats(tables)
        return sign_out(json(m.SignedIn()), request)

    # What the handlers share ---------------------------------------------------------------------

    async def _welcome(self, request: Request, account: Account, token: str) -> Response:
        return sign_in(json(m.SignedIn(await self._info(account))), request, token)

    async def _info(self, account: Account) -> m.AccountInfo:
        return await self._store.read(lambda db: account_info(db, account))

    async def _stored(self, passkey: bytes) -> tuple[Account, Passkey] | None:
        return await self._store.read(lambda db: passkeys.find(db, passkey))

    def _site_with_passkeys(self, request: Request) -> Site:
        site = site_of(request)
        if not passkeys.can_have_passkeys(site.rp_id):
            raise SiegeworksError(NO_PASSKEYS)
        return site


def account_info(db: Database, account: Account) -> m.AccountInfo:
    """An account as its owner sees it."""
    return m.AccountInfo(
        account.name,
        int(account.created),
        len(passkeys.ids_of(db, account.id)),
        recovery.codes_left(db, account.id),
    )


async def used_challenge(store: Store, purpose: str, challenge: str) -> Challenge:
    """A challenge, which works no more, whatever becomes of the answer to it.

    Raises:
        SiegeworksError: it was used, or it is too late.
    """
    used = await store.write(lambda db: passkeys.use_challenge(db, purpose, challenge))
    if used is None:
        raise SiegeworksError(passkeys.TOO_LATE)
    return used


def ceremonies() -> ModuleType:
    """What asks browsers for signatures, loaded when somebody needs it."""
    from siegeworks.server.people.accounts import ceremonies  # noqa: PLC0415  (takes a while)

    return ceremonies


def site_of(request: Request) -> Site:
    """The page that sent a request, whose origin was checked."""
    origin = request.headers.get("origin", "").lower()
    return Site(urlsplit(origin).hostname or "", origin)
