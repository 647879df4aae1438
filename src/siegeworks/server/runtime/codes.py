"""Codes that people read out and type: invitations, and what signs somebody in without a passkey"""

import secrets

CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is easily mistaken for another
CODE_LENGTH = 12  # of these: 58 random bits


def new_code() -> str:
    """A code that nobody can guess, in groups that are easy to read out."""
    signs = "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))
    return "-".join(signs[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def normalized_code(code: str) -> str:
    """A code as it is stored, however it was typed."""
    return "".join(sign for sign in code.upper() if sign.isalnum())
