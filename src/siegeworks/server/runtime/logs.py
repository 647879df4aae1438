"""What the server logs: one event a line on standard error, as text or as JSON.

A line has our own words, numbers, networks, and the id of the request that it belongs to: nothing
else that a client has sent, and nothing of what a table hides. What libraries say may contain such
things; as JSON only the name of the library is written.
"""

import datetime
import json
import logging
import re
import secrets
from contextvars import ContextVar
from typing import Any, Literal

LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning", "error"]
OURS = "siegeworks"  # the loggers of this program
EMPTY: tuple[object, ...] = ("", 0, {}, [])  # fields that say nothing
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{1,64}")

request_id: ContextVar[str] = ContextVar("request_id", default="")  # "": not for any request
_found_out: ContextVar[dict[str, Any] | None] = ContextVar("found_out", default=None)


def request_id_from(given: str) -> str:
    """The id that a request came with, if it is one; otherwise a new one."""
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def begin_request(given: str) -> dict[str, Any]:
    """From now on, what this task and those that it starts do belongs to the request that came with
    this id. Returns what `note` finds out about it meanwhile."""
    request_id.set(request_id_from(given))
    facts: dict[str, Any] = {}
    _found_out.set(facts)
    return facts


def note(**details: Any) -> None:
    """Note what everybody may know about the current request, for the line about it."""
    facts = _found_out.get()
    if facts is not None:
        facts.update(details)


def about(event: str, **details: Any) -> dict[str, Any]:
    """What a line is about, beside its sentence, as the argument `extra` of a logger's methods: our
    own words, always the same for this kind of event, and fields of the JSON object, of which empty
    ones are left out."""
    return {"event": event, "details": details}


class TextFormatter(logging.Formatter):
    """The sentence, and the request that it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, or several for a failure."""
        first, newline, rest = record.getMessage().partition("\n")
        request = request_id.get()
        return f"{first} [{request}]{newline}{rest}" if request else first + newline + rest


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        is_ours = record.name.partition(".")[0] == OURS
        details = getattr(record, "details", {}) if is_ours else {"logger": record.name}
        message = record.getMessage() if is_ours else "a library logged a message"
        time = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", message),
            "request_id": request_id.get(),
            "worker": record.process,
            **details,
        }
        return json.dumps({name: value for name, value in line.items() if value not in EMPTY})


def set_up_logs(style: LogFormat = "text", level: LogLevel | None = None) -> None:
    """Write the log of this process to standard error. Without a level, JSON has everything,
    requests too, and text only what is wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    logging.getLogger().handlers[:] = [handler]
    chosen = level or ("info" if style == "json" else "warning")
    logging.getLogger(OURS).setLevel(chosen.upper())
