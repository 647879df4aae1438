"""Browsers that keep cookies and have passkeys, without a browser."""

import base64
import hashlib
import json
import os
import re
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

from siegeworks.server.http.sessions import COOKIE
from tests.server.served import Client

Json = dict[str, Any]
USER_PRESENT, USER_VERIFIED, WITH_KEY = 1, 4, 64  # flags of an authenticator


def coded(data: bytes) -> str:
    """As base64url."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """A device with one passkey, as an authenticator of WebAuthn makes it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.count = 0
        self.user = ""

    def make(self, options: str, origin: str) -> str:
        """A new passkey, as `navigator.credentials.create` answers."""
        asked = json.loads(options)
        self.user = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = encode_cbor(
            {
                **{1: 2, 3: -7, -1: 1},
                **{-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")},
            }
        )
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(asked["rp"]["id"], USER_PRESENT | USER_VERIFIED | WITH_KEY) + made
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", asked["challenge"], origin)
        return self._answer({"attestationObject": coded(attestation)}, client_data)

    def sign(self, options: str, origin: str, rp_id: str = "") -> str:
        """A signature, as `navigator.credentials.get` answers."""
        asked = json.loads(options)
        self.count += 1
        data = self._data(rp_id or asked["rpId"], USER_PRESENT | USER_VERIFIED)
        client_data = self._client_data("webauthn.get", asked["challenge"], origin)
        signature = self.key.sign(
            data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256())
        )
        response = {
            "authenticatorData": coded(data),
            "signature": coded(signature),
            "userHandle": self.user,
        }
        return self._answer(response, client_data)

    def _data(self, rp_id: str, flags: int) -> bytes:
        digest = hashlib.sha256(rp_id.encode()).digest()
        return digest + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str, origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _answer(self, response: Json, client_data: bytes) -> str:
        own = coded(self.id)
        response = {**response, "clientDataJSON": coded(client_data)}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})


class Browser:
    """A browser with a cookie jar, at a page of the server."""

    def __init__(self, site: Client, host: str = "localhost") -> None:
        self.site = site
        self.host = f"{host}:{site.host.rpartition(':')[2]}"
        self.origin = f"http://{self.host}"
        self.token = ""
        self.cookie = ""  # as it was set last, with its attributes

    def get(self, path: str) -> tuple[int, Any]:
        """A GET: the status and the answer."""
        return self._ask("GET", path, None)

    def post(self, path: str, message: Any, **headers: str) -> tuple[int, Any]:
        """A POST from our page: the status and the answer."""
        return self._ask(
            "POST",
            path,
            json.dumps(message).encode(),
            **{"Content_Type": "application/json", "Origin": self.origin, **headers},
        )

    def asked(self, path: str, message: Any = None) -> Json:
        """What a POST that succeeds is answered."""
        status, answer = self.post(path, message or {})
        assert status == 200, answer
        return dict(answer)

    def sign_up(self, name: str, device: Device | None = None) -> list[str]:
        """Make an account, with a passkey on this device or without; returns its codes."""
        options = self.asked("/api/account/sign-up/options", {"name": name})
        made = device.make(options["options"], self.origin) if device else ""
        challenge = options["challenge"] if device else ""
        body = {"name": name, "challenge": challenge, "credential": made}
        return list(self.asked("/api/account/sign-up", body)["codes"])

    def sign_in(self, device: Device) -> tuple[int, Any]:
        """Sign in with the passkey of a device."""
        options = self.asked("/api/account/sign-in/options")
        signed = device.sign(options["options"], self.origin)
        body = {"challenge": options["challenge"], "credential": signed}
        return self.post("/api/account/sign-in", body)

    @property
    def account(self) -> Json | None:
        """The account that it is signed in to."""
        account: Json | None = self.get("/api/account")[1].get("account")
        return account

    def _ask(self, method: str, path: str, body: bytes | None, **headers: str) -> tuple[int, Any]:
        if self.token:
            headers["Cookie"] = f"{COOKIE}={self.token}"
        headers = {"User_Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0", **headers}
        status, received, answer = self.site.ask(method, path, body, Host=self.host, **headers)
        self._keep(received.get("set-cookie", ""))
        return status, json.loads(answer)

    def _keep(self, cookie: str) -> None:
        match = re.match(rf'{COOKIE}="?([^;"]*)', cookie)
        if match is not None:
            self.token, self.cookie = match[1], cookie
