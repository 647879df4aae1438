"""What a host has set up for notifying people: e-mail, pushes, and how long is waited"""

from __future__ import annotations

from msgspec import Struct

from siegeworks.core.errors import SiegeworksError, quote


class NotificationSettings(Struct, frozen=True, kw_only=True):
    """How one server notifies people."""

    smtp: str = ""  # the mail server, as `smtp://user:password@host:587`; "": no mails
    mail_from: str = ""  # the sender of mails
    page: str = ""  # the public address of the page, to which links in mails lead
    # Private networks to which pushes may go, over http too: a push service of the host's own.
    push_networks: tuple[str, ...] = ()

    looking_seconds: float = 2.0  # between two looks whose turn it is
    waiting_seconds: float = 8.0  # for a player to come by himself, before he is notified
    seen_seconds: float = 60.0  # at the table in his turn, after which a player knows of it
    push_seconds: float = 30.0  # between two pushes to a browser; what is due meanwhile is joined
    mail_seconds: float = 900.0  # between two mails to an address

    @property
    def sends_mail(self) -> bool:
        """Can mails be sent?"""
        return bool(self.smtp and self.mail_from)

    def checked(self) -> NotificationSettings:
        """The same.

        Raises:
            SiegeworksError: mails could not be sent so.
        """
        if bool(self.smtp) != bool(self.mail_from):
            raise SiegeworksError("--smtp and --mail-from go together: give both.")
        if self.smtp and not self.smtp.startswith(("smtp://", "smtps://")):
            raise SiegeworksError(
                "--smtp: write an address like smtp://user:password@mail.example.org:587, or "
                "smtps://… for TLS from the start."
            )
        if self.smtp and not self.page:  # a request could name any address as that of the page
            raise SiegeworksError(
                "--smtp needs --origin: give the address of your page, to which links in e-mails "
                "lead."
            )
        if self.mail_from and "@" not in self.mail_from:
            raise SiegeworksError(
                f"--mail-from {quote(self.mail_from)}: write an address like games@example.org."
            )
        return self
