"""Over HTTP: accounts, what belongs to them, and personal tokens for programs."""

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.server.messages.base import Data, RequestBody

AccountName = Annotated[str, Meta(max_length=80)]  # as somebody may type it
Challenge = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}\\Z")]
Credential = Annotated[str, Meta(max_length=20_000)]  # of the browser, as JSON
SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{16}\\Z")]
PasskeyId = Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,1023}\\Z")]
Label = Annotated[str, Meta(max_length=40)]
TypedCode = Annotated[str, Meta(max_length=40)]  # as somebody may type it
# Of me and somebody: nothing, I asked to be friends, they ask, friends, or I have blocked them.
Standing = Literal["none", "asked", "asks", "friends", "blocked"]
LinkCode = Annotated[str, Meta(max_length=40)]  # one cut short leads nowhere, as an old one does
MAX_TOKEN_DAYS = 365

# read: see what concerns the account, such as its tables; play: open tables, take seats and get
# their keys in its name; bot: the same, and everybody at the table is shown that a program plays.
Scope = Literal["read", "play", "bot"]
TokenId = Annotated[str, Meta(pattern="^[0-9a-f]{16}\\Z")]


class AccountInfo(Data):
    """The account of a browser that is signed in."""

    name: str
    since: int  # seconds since 1970
    passkeys: int
    codes_left: int  # recovery codes that were not used yet


class SignedIn(Data):
    """GET /api/account, and the answer to whatever signs a browser in: its account; null: none."""

    account: AccountInfo | None = None


class PasskeyOptions(Data):
    """What a browser is to sign with a passkey."""

    challenge: str  # to send back, once
    options: str  # of WebAuthn, as JSON


class NewName(RequestBody):
    """POST /api/account/sign-up/options: make a passkey for a new account of this name. Answered by
    `PasskeyOptions`; `challenge` is "" where there are no passkeys."""

    name: AccountName


class SignUp(RequestBody):
    """POST /api/account/sign-up: make an account. Answered by `SignedUp`."""

    name: AccountName
    challenge: Annotated[str, Meta(pattern="^([A-Za-z0-9_-]{43})?\\Z")] = ""
    credential: Credential = ""  # "": without a passkey


class SignedUp(Data):
    """A new account, whose browser is signed in, and its recovery codes. They are not sent again.
    Also the answer to POST /api/account/codes, which makes new ones."""

    account: AccountInfo
    codes: list[str]


class Nothing(RequestBody):
    """The body of a POST that needs none."""


class SignIn(RequestBody):
    """POST /api/account/sign-in: sign in with a passkey. POST /api/account/sign-in/options says
    what is to be signed. Answered by `SignedIn`."""

    challenge: Challenge
    credential: Credential


class SignInByCode(RequestBody):
    """POST /api/account/recover: sign in with a recovery code, which then works no more. Answered
    by `SignedIn`."""

    name: AccountName
    code: TypedCode


class NewPasskey(RequestBody):
    """POST /api/account/passkeys: a further passkey of my account. POST
    /api/account/passkeys/options says what is to be signed. Answered by `SignedIn`."""

    challenge: Challenge
    credential: Credential
    label: Label = ""


class PasskeyInfo(Data):
    """A passkey of my account."""

    id: str
    label: str
    since: int  # seconds since 1970
    used: int  # the same


class SessionInfo(Data):
    """A browser that is signed in to my account."""

    id: str
    browser: str
    since: int  # seconds since 1970
    seen: int  # the same, to the hour
    is_this: bool = False


class Access(Data):
    """GET /api/account/access: how my account can be entered, and where it is."""

    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]


class RemovePasskey(RequestBody):
    """POST /api/account/passkeys/remove: remove a passkey. Answered by `Access`."""

    id: PasskeyId


class EndSession(RequestBody):
    """POST /api/account/sessions/end: sign a browser out, or all but this one. Answered by
    `Access`."""

    id: SessionId | None = None


class SignInLink(Data):
    """The answer to POST /api/account/links: a code that signs another device in, once."""

    code: str
    seconds: int  # for which it works


class LinkRequest(RequestBody):
    """POST /api/account/links/look: whom does a link sign in? Answered by `LinkInfo`; and POST
    /api/account/links/use: sign in. Answered by `SignedIn`."""

    code: LinkCode


class LinkInfo(Data):
    """What a link is for."""

    name: str
    browser: str  # that made it


class DeleteAccount(RequestBody):
    """POST /api/account/delete: delete my account. Answered by `SignedIn`, without one."""

    name: AccountName  # typed again


class AccountTable(Data):
    """A table where my account has seats."""

    table: str
    game: str
    title: str
    opened: int  # seconds since 1970
    over: bool = False


class AccountTables(Data):
    """GET /api/account/tables: the tables of my account, on whichever device it took its seats.
    POST /api/account/tables, with `MyTables`, makes the seats of this browser my account's and is
    answered by the same. POST /api/account/tables/TABLE/key, with `Nothing`, is answered by
    `SeatTaken`: keys for this browser; those of others stay valid."""

    tables: list[AccountTable]


class GameRecord(Data):
    """How somebody's games of one kind ended."""

    game: str
    title: str
    pace: Literal["", "quick", "calm", "days"]  # "": without a clock
    played: int
    won: int = 0  # alone in the first place
    drawn: int = 0  # the first place shared


class Profile(Data):
    """GET /api/people/NAME: what everybody sees of somebody."""

    name: str
    since: int  # seconds since 1970
    records: list[GameRecord]  # those played most first
    puzzles: int = 0  # solved, as its browsers say
    standing: Standing = "none"  # how I stand to them, if I am signed in
    is_me: bool = False
    is_signed_in: bool = False  # am I?


class Opponent(Data):
    """Who else played."""

    name: str  # of an account; "": a bot, a guest, or an account that was deleted
    place: int  # 1: the best; seats with the same result share one
    level: int = 0  # of a bot


class PlayedGame(Data):
    """A finished game of somebody."""

    game: str
    title: str
    pace: Literal["", "quick", "calm", "days"]
    finished: int  # seconds since 1970
    place: int
    seats: int  # of the table
    opponents: list[Opponent]  # in turn order
    outcome: Literal["won", "drawn", "lost"]
    table: str = ""  # of the replay; "": it is gone, or was private and I did not play there
    points: int | None = None  # of the rating after it, once it has counted
    change: int | None = None  # of them


class PlayedGames(Data):
    """GET /api/people/NAME/games?page=N: somebody's finished games, the newest first; pages are
    counted from 0."""

    games: list[PlayedGame]
    has_more: bool = False  # on the next page


class RatingPoint(Data):
    """A rating after a game that has counted."""

    finished: int  # seconds since 1970
    points: int
    uncertainty: int


class RatingHistory(Data):
    """GET /api/people/NAME/ratings/GAME/PACE: how somebody's rating went, the oldest game first, as
    far as its tables are kept."""

    points: list[RatingPoint]


class Relate(RequestBody):
    """POST /api/people/NAME/relation: ask somebody to be friends (or accept it), block them, or
    neither. Answered by `Profile`."""

    kind: Literal["friend", "block", "none"]


class Person(Data):
    """Somebody, and how I stand to them."""

    name: str
    standing: Standing


class People(Data):
    """GET /api/account/people: everybody to whom I stand in some way."""

    people: list[Person]


class SeatPerson(Data):
    """The account that has a seat or, at a rated table, a bot."""

    seat: int  # counted from 0
    name: str  # "": a bot
    is_blocked: bool = False  # by me
    points: int | None = None  # how strong they are taken for; null: the table has no clock
    uncertainty: int = 0  # in nine of ten cases the true strength differs by less
    provisional: bool = False  # not known well enough for the lists
    change: int | None = None  # of the points, once this game has counted


class TablePeople(Data):
    """GET /api/tables/TABLE/people: the seats that accounts have, and whether the game counts for
    ratings."""

    people: list[SeatPerson]
    rated: bool = False
    counted: bool = False  # it is over
    refusal: str = ""  # why it did not count: "guest", "taken-back", …
    pace: Literal["", "quick", "calm", "days"] = ""  # "": without a clock
    tournament: str = ""  # the id of that in which it is played; "": none


class SaveProgress(RequestBody):
    """POST /api/account/progress: keep this, if `version` is still the newest. Answered by
    `Progress`."""

    document: str  # a JSON object
    version: Annotated[int, Meta(ge=0, lt=1 << 31)]


class Progress(Data):
    """GET /api/account/progress: what the browsers of my account keep."""

    document: str
    version: int = 0


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
