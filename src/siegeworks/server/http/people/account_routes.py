"""The HTTP API of accounts: signing up, in and out; passkeys, sessions, recovery codes, links and
personal tokens; the end of an account"""

from collections.abc import Callable
from types import ModuleType
from typing import cast
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.http.answers import HttpError, json
from siegeworks.server.http.api import Api, Routes, check_rate, get, post
from siegeworks.server.http.logs import Reason
from siegeworks.server.http.sessions import (
    account_of,
    browser_of,
    needed_account,
    needed_session,
    session_of,
    sign_in,
    sign_out,
    token_of,
)
from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import deletion, export, passkeys, recovery, sessions, tokens
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.names import checked_name, skeleton
from siegeworks.server.people.accounts.passkeys import Challenge, Site
from siegeworks.server.people.accounts.sessions import Session
from siegeworks.server.people.accounts.tokens import Token
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.store import Store

NO_PASSKEYS = (
    "Passkeys do not work at an address in digits. Open the page by a name, or use a recovery code."
)
UNKNOWN_CODE = "No account of this name has this code, or the code has been used. Check both."
LINK_GONE = "This link has been used or is too old. Make a new one on the device that is signed in."
# Of a passkey, a recovery code or a link that signs nobody in: somebody may be guessing.
GUESSED: Reason = "an unknown passkey or code"


class AccountRoutes(Routes):
    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._new_accounts = Limiter(api.settings.sign_up_rate)
        self._attempts = Limiter(api.settings.sign_in_rate)
        self._codes = Limiter(api.settings.recovery_rate)

    @get("/api/account", scope="read")
    async def account(self, request: Request) -> m.SignedIn:
        """The account of this browser."""
        account = await account_of(request)
        if account is None:
            return m.SignedIn()
        return m.SignedIn(await self._store.read(lambda db: account_info(db, account)))

    # Signing up ----------------------------------------------------------------------------------

    @post("/api/account/sign-up/options")
    async def sign_up_options(self, request: Request, body: m.NewName) -> m.PasskeyOptions:
        """What a browser needs to make the passkey of a new account."""
        check_rate(self._attempts, request)
        name, site = checked_name(body.name), site_of(request)

        def job(db: Database) -> Challenge | None:
            accounts.check_free(db, name)
            if not passkeys.can_have_passkeys(site.rp_id):
                return None
            return passkeys.new_challenge(db, passkeys.SIGN_UP, accounts.new_id(), name)

        challenge = await self._store.write(job)
        if challenge is None:
            return m.PasskeyOptions("", "")
        options = ceremonies().creation_options(site, challenge, [])
        return m.PasskeyOptions(challenge.challenge, options)

    @post("/api/account/sign-up", gives=m.SignedUp)
    async def sign_up(self, request: Request, body: m.SignUp) -> Response:
        """Make an account, with a passkey if the browser has made one, and sign the browser in."""
        check_rate(self._new_accounts, request)
        site, name = site_of(request), checked_name(body.name)
        account, passkey = accounts.new_id(), None
        if body.credential:
            challenge = await used_challenge(self._store, passkeys.SIGN_UP, body.challenge)
            passkey = ceremonies().made_passkey(site, challenge, body.credential)
            account, name = challenge.account, challenge.name

        def job(db: Database) -> tuple[m.SignedUp, str]:
            made = accounts.create(db, account, name)
            if passkey is not None:
                passkeys.add(db, account, site, passkey, browser_of(request))
            token = sessions.begin(db, account, browser_of(request), token_of(request))
            codes = recovery.new_codes(db, account)
            return m.SignedUp(account_info(db, made), codes), token

        return sign_in(request, *await self._store.write(job))

    # Signing in and out --------------------------------------------------------------------------

    @post("/api/account/sign-in/options")
    async def sign_in_options(self, request: Request, body: m.Nothing) -> m.PasskeyOptions:
        """What a browser needs to sign in with a passkey."""
        check_rate(self._attempts, request)
        site = site_with_passkeys(request)
        challenge = await self._store.write(lambda db: passkeys.new_challenge(db, passkeys.SIGN_IN))
        return m.PasskeyOptions(challenge.challenge, ceremonies().request_options(site, challenge))

    @post("/api/account/sign-in", gives=m.SignedIn)
    async def sign_in(self, request: Request, body: m.SignIn) -> Response:
        """Sign in with a passkey."""
        check_rate(self._attempts, request)
        challenge = await used_challenge(self._store, passkeys.SIGN_IN, body.challenge)
        used = ceremonies().used_id(body.credential)
        match = await self._store.read(lambda db: passkeys.find(db, used))
        if match is None:
            raise HttpError(400, passkeys.UNKNOWN, GUESSED)
        account, known = match
        passkey = ceremonies().check_signature(site_of(request), challenge, body.credential, known)

        def job(db: Database) -> tuple[m.SignedIn, str]:
            if passkeys.find(db, passkey.id) is None:  # removed meanwhile
                raise HttpError(400, passkeys.UNKNOWN, GUESSED)
            passkeys.note_use(db, passkey)
            return begin_session(db, account, request)

        return sign_in(request, *await self._store.write(job))

    @post("/api/account/recover", gives=m.SignedIn)
    async def recover(self, request: Request, body: m.SignInByCode) -> Response:
        """Sign in with a recovery code."""
        check_rate(self._codes, request)
        return await sign_in_by(
            request,
            self._store,
            lambda db: recovery.use_code(db, body.name, body.code),
            UNKNOWN_CODE,
        )

    @post("/api/account/sign-out", gives=m.SignedIn)
    async def sign_out(self, request: Request, body: m.Nothing) -> Response:
        """Sign this browser out."""
        session = await session_of(request)
        if session is not None:
            account, ended = session.account.id, session.id
            tables = await self._store.write(lambda db: sessions.end(db, account, ended))
            await self._rooms.reread_seats(tables)
        return sign_out(request)


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

        def job(db: Database) -> tuple[Challenge, list[bytes]]:
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

    @post("/api/account/links/look", stores=False)
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
        return await sign_in_by(
            request, self._store, lambda db: recovery.use_link(db, body.code), LINK_GONE
        )

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
            return m.Access(keys, sessions.sessions_beside(db, session))

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


def account_info(db: Database, account: Account) -> m.AccountInfo:
    """An account as its owner sees it."""
    return m.AccountInfo(
        account.name,
        int(account.created),
        len(passkeys.ids_of(db, account.id)),
        recovery.codes_left(db, account.id),
    )


def begin_session(db: Database, account: Account, request: Request) -> tuple[m.SignedIn, str]:
    """A browser is signed in, and out of another account: what it is told, and its new token."""
    token = sessions.begin(db, account.id, browser_of(request), token_of(request))
    return m.SignedIn(account_info(db, account)), token


async def sign_in_by(
    request: Request, store: Store, use: Callable[[Database], Account | None], unknown: str
) -> Response:
    """Sign this browser in to the account that a code or a link is for, which then works no more.

    Raises:
        HttpError: 400, with the sentence `unknown`: it is for none.
    """

    def job(db: Database) -> tuple[m.SignedIn, str]:
        account = use(db)
        if account is None:
            raise HttpError(400, unknown, GUESSED)
        return begin_session(db, account, request)

    return sign_in(request, *await store.write(job))


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


def site_with_passkeys(request: Request) -> Site:
    """The page that sent a request, where passkeys work.

    Raises:
        SiegeworksError: they do not, since its address is in digits.
    """
    site = site_of(request)
    if not passkeys.can_have_passkeys(site.rp_id):
        raise SiegeworksError(NO_PASSKEYS)
    return site


def _tokens(db: Database, account: str) -> m.Tokens:
    return m.Tokens([_info(token) for token in tokens.tokens_of(db, account)])


def _info(token: Token) -> m.TokenInfo:
    used = None if token.used is None else int(token.used)
    scopes = cast("list[m.Scope]", list(token.scopes))
    times = int(token.created), int(token.expires), used
    return m.TokenInfo(token.id, token.label, scopes, *times)
