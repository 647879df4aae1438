"""What browsers sign with passkeys (WebAuthn): asking for it, and checking it

Loading this takes a fifth of a second: only who signs in needs it.
"""

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, parse_authentication_credential_json, structs
from webauthn.helpers.exceptions import WebAuthnException

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.accounts.passkeys import Challenge, Passkey, Site

SITE_NAME = "Siegeworks"
REFUSED = "This passkey was not accepted. Try again."
MALFORMED = (WebAuthnException, ValueError, KeyError, TypeError)


def creation_options(site: Site, challenge: Challenge, known: list[bytes]) -> str:
    """What a browser needs to make a passkey, as JSON. `known` are the ids of the passkeys
    that the account has already: a device needs only one."""
    options = generate_registration_options(
        rp_id=site.rp_id,
        rp_name=SITE_NAME,
        user_id=challenge.account.encode(),
        user_name=challenge.name,
        challenge=_bytes_of(challenge),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,  # found without a name
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=key) for key in known],
    )
    return options_to_json(options)


def request_options(site: Site, challenge: Challenge) -> str:
    """What a browser needs to sign in with any passkey that it has, as JSON."""
    return options_to_json(
        generate_authentication_options(rp_id=site.rp_id, challenge=_bytes_of(challenge))
    )


def made_passkey(site: Site, challenge: Challenge, credential: str) -> Passkey:
    """The passkey that a browser has made, by its answer, which is JSON.

    Raises:
        SiegeworksError: it is not an answer to this challenge, or for another page.
    """
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=_bytes_of(challenge),
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
        )
    except MALFORMED:
        raise SiegeworksError(REFUSED) from None
    return Passkey(made.credential_id, made.credential_public_key, made.sign_count)


def used_id(credential: str) -> bytes:
    """The id of the passkey with which a browser signed.

    Raises:
        SiegeworksError: it says none.
    """
    try:
        return parse_authentication_credential_json(credential).raw_id
    except MALFORMED:
        raise SiegeworksError(REFUSED) from None


def check_signature(site: Site, challenge: Challenge, credential: str, passkey: Passkey) -> Passkey:
    """Check that a browser signed with this passkey; returns it with its new count.

    Raises:
        SiegeworksError: it did not.
    """
    try:
        signed = verify_authentication_response(
            credential=credential,
            expected_challenge=_bytes_of(challenge),
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except MALFORMED:
        raise SiegeworksError(REFUSED) from None
    return passkey._replace(sign_count=signed.new_sign_count)


def _bytes_of(challenge: Challenge) -> bytes:
    return base64url_to_bytes(challenge.challenge)
