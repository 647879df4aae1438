"""Web pushes: signed (VAPID), encrypted for one browser, sent to public addresses only

The address of a push service comes from a stranger's browser. So it must be https, it is connected
to only if all addresses of its name are public, and nothing that it answers is followed.
"""

import base64
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from siegeworks.core.errors import SiegeworksError

GONE = (404, 410)  # the browser has forgotten the subscription (RFC 8030, 7.3)
TIMEOUT = 10.0  # seconds
LIFE = 12 * 3600  # seconds that a push service keeps a push for a browser that is away
MOST_READ = 4096  # bytes of an answer
NOT_PUBLIC = "This is not the address of a push service."
# Networks whose addresses stand for IPv4 addresses.
TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")))


class Subscription(msgspec.Struct, frozen=True):
    """A browser that takes pushes."""

    endpoint: str
    p256dh: str
    auth: str


def can_push() -> bool:
    """Is what sends pushes installed (the extra `push`)?"""
    return find_spec("pywebpush") is not None


def new_private_key() -> str:
    """A private key for signing pushes, as PEM."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415  (an extra)
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def public_key(private_key: str) -> str:
    """What browsers must know of a private key, in base64url."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415  (an extra)

    key: Any = serialization.load_pem_private_key(private_key.encode(), None)
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def check_subscription(subscription: Subscription, networks: Sequence[str] = ()) -> None:
    """Could pushes be sent there, also to these private networks? Whether its name leads to a
    public address is found out when one is sent.

    Raises:
        SiegeworksError: why not.
    """
    if not _may_be_push_service(subscription.endpoint, networks):
        raise SiegeworksError(NOT_PUBLIC)
    try:
        point = base64.urlsafe_b64decode(subscription.p256dh.rstrip("=") + "=")
        secret = base64.urlsafe_b64decode(subscription.auth.rstrip("=") + "==")
    except ValueError:
        point = secret = b""
    if len(secret) != 16 or len(point) != 65 or point[0] != 4:
        raise SiegeworksError("This is not a subscription of a browser.")


def _may_be_push_service(endpoint: str, networks: Sequence[str]) -> bool:
    try:
        url = urlsplit(endpoint)
        port, host = url.port, url.hostname
    except ValueError:
        return False
    is_safe = url.scheme == "https" or (url.scheme == "http" and bool(networks))
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not (host and is_safe and is_plain) or url.username or url.password:
        return False
    if port not in (None, 443) and not networks:
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # it is a name
        return "." in host or bool(networks)
    return is_allowed(address, networks)


def is_allowed(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address, networks: Sequence[str] = ()
) -> bool:
    """May a push go to this address: is it public, or in one of these networks?"""
    mapped = address.ipv4_mapped if address.version == 6 else None
    address = mapped or address
    if any(address in ipaddress.ip_network(network) for network in networks):
        return True
    is_translated = any(address in network for network in TRANSLATED)
    return address.is_global and not address.is_multicast and not is_translated


def resolved(host: str, port: int, networks: Sequence[str] = ()) -> tuple[str, int]:
    """The address of a push service. All that its name leads to must be allowed.

    Raises:
        SiegeworksError: one of them is not.
        OSError: there is none.
    """
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]).partition("%")[0] for info in infos]
    for address in addresses:
        if not is_allowed(ipaddress.ip_address(address), networks):
            raise SiegeworksError(NOT_PUBLIC)
    return addresses[0], port


class Sender(NamedTuple):
    """Who sends pushes."""

    private_key: str  # that signs them, as PEM
    contact: str  # of the host, for the push service: a `mailto:` or `https:` address
    networks: Sequence[str] = ()  # private ones to which pushes may go


class Answer(NamedTuple):
    """What a push service says, as `requests` would."""

    status_code: int
    text: str
    headers: Mapping[str, str]
    reason: str


class SafeSession:
    """Posts as `requests` does, to addresses that were checked; redirections are not followed."""

    def __init__(self, networks: Sequence[str] = ()) -> None:
        """`networks`: private ones to which it may post."""
        self._networks = networks

    def post(self, url: str, timeout: float, data: bytes, headers: Mapping[str, str]) -> Answer:
        """Post this.

        Raises:
            SiegeworksError: the address is not allowed.
            OSError: there is no answer.
        """
        parts = urlsplit(url)
        host, is_secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if is_secure else 80)
        address = resolved(host, port, self._networks)
        connection = http.client.HTTPConnection(host, port, timeout=timeout)
        raw = socket.create_connection(address, timeout)
        try:
            # The name was looked up once: what was checked is what is connected to.
            connection.sock = (
                ssl.create_default_context().wrap_socket(raw, server_hostname=host)
                if is_secure
                else raw
            )
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, data, dict(headers))
            answer = connection.getresponse()
            text = answer.read(MOST_READ).decode("latin-1")
            return Answer(answer.status, text, dict(answer.getheaders()), answer.reason)
        finally:
            connection.close()
            raw.close()


def send_push(subscription: Subscription, message: object, topic: str, sender: Sender) -> int:
    """Send a message as JSON; takes as long as the push service does. A later push of the same
    topic replaces this one, if it was not delivered yet.

    Returns:
        The status of the answer: 201 if the push service has it; one of `GONE` if the browser no
        longer wants it.

    Raises:
        SiegeworksError: the address is not allowed.
        OSError: there is no answer.
    """
    from py_vapid import Vapid02  # noqa: PLC0415  (an extra)
    from pywebpush import WebPushException, webpush  # noqa: PLC0415

    try:
        answer: Any = webpush(
            {
                "endpoint": subscription.endpoint,
                "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
            },
            msgspec.json.encode(message).decode(),
            vapid_private_key=Vapid02.from_pem(sender.private_key.encode()),
            vapid_claims={"sub": sender.contact},
            timeout=TIMEOUT,
            ttl=LIFE,
            headers={"topic": topic, "urgency": "normal"},
            requests_session=SafeSession(sender.networks),
        )
    except WebPushException as error:
        if error.status_code is None:
            raise OSError("the push was not sent") from None
        return int(error.status_code)
    return int(answer.status_code)
