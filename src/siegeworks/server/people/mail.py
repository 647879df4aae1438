"""Mails: one that confirms an address, and those that say whose turn it is"""

import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted

TIMEOUT = 20.0  # seconds
UNFOLDED = SMTP.clone(max_line_length=998)  # an address that was broken could not be opened
# A plain address (RFC 5321): no quotes, no comments, nothing that could begin another header.
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])\Z"
)


def checked_address(address: str) -> str:
    """A mail address as it is stored.

    Raises:
        SiegeworksError: it is none.
    """
    address = address.strip()
    if ADDRESS.match(address) is None:
        raise SiegeworksError("This is not an e-mail address. Write one like ann@example.org.")
    user, _, domain = address.rpartition("@")
    return f"{user}@{domain.lower()}"


def shortened(address: str) -> str:
    """An address of which only its owner knows whose it is: "a***@example.org"."""
    user, _, domain = address.rpartition("@")
    return f"{user[0]}***@{domain}"


def confirmation(page: str, code: str) -> tuple[str, str]:
    """The subject and the text of a mail with the code that confirms an address."""
    return (
        "Confirm your address",
        f"Somebody wants to be told at this address when it is their turn in a game at {page}. "
        f"If it was you, open this link within a day:\n\n{page}/#/notifications/confirm/{code}\n\n"
        "If it was not, do nothing: you will get no other e-mail.\n",
    )


def turns(page: str, tables: Sequence[tuple[str, str]], off: str, *, late: bool) -> tuple[str, str]:
    """The subject and the text of a mail that says at which tables, by id and title of the game, it
    is the reader's turn or, if `late`, the reader has little time left. At `off` they can be
    stopped."""
    first = tables[0][1] if len(tables) == 1 else counted(len(tables), "table")
    heading = "Little time left" if late else "Your turn"
    lines = [f"{title}\n{page}/#/table/{table}\n" for table, title in tables]
    sentence = "A quarter of your time is left at" if late else "It is your turn at"
    text = "\n".join([f"{sentence}:\n", *lines, f"Stop these e-mails: {off}\n"])
    return f"{heading}: {first}", text


def notices(page: str, lines: Sequence[tuple[str, str]], off: str) -> tuple[str, str]:
    """The subject and the text of a mail about challenges and games that wait: what is said of
    each, and where it leads to, "/#/table/…"."""
    paragraphs = [f"{heading}\n{page}{to}\n" for heading, to in lines]
    subject = lines[0][0] if len(lines) == 1 else f"{counted(len(lines), 'game')} for you"
    return subject, "\n".join([*paragraphs, f"Stop these e-mails: {off}\n"])


def message_to(
    address: str, sender: str, subject: str, text: str, one_click: str = ""
) -> EmailMessage:
    """A mail. A POST to `one_click` stops further ones, without any question (RFC 8058)."""
    message = EmailMessage()
    domain = sender.rpartition("@")[2].strip("> ")
    message["From"], message["To"], message["Subject"] = sender, address, subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=domain)
    message["Auto-Submitted"] = "auto-generated"
    if one_click:
        message["List-Unsubscribe"] = f"<{one_click}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(text)
    return message


async def send_mail(server: str, message: EmailMessage) -> bool:
    """Send a mail by a server such as `smtp://user:password@host:587`; with `smtps` TLS from the
    start, else as soon as the server offers it. False: there is no such address.

    Raises:
        OSError: it cannot be sent now.
    """
    url = urlsplit(server)
    is_secure = url.scheme == "smtps"
    try:
        await aiosmtplib.send(
            message.as_bytes(policy=UNFOLDED),
            sender=str(message["From"]),
            recipients=str(message["To"]),
            hostname=url.hostname,
            port=url.port or (465 if is_secure else 587),
            username=unquote(url.username) if url.username else None,
            password=unquote(url.password) if url.password else None,
            use_tls=is_secure,
            timeout=TIMEOUT,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        return not all(refused.code >= 500 for refused in error.recipients)
    except (aiosmtplib.SMTPException, ValueError):
        raise OSError("the mail server has not taken a mail") from None
    return True
