"""What is written down of requests and errors tells no secret."""

from __future__ import annotations

import json
import logging
import logging.config
import re
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

log = logging.getLogger(__name__)

# Whoever knows the link of a table may sit down there, and whoever knows that of a letter is taken
# for the one it was sent to. Keys stand in what follows a question mark. The page of a person is
# called like them, also when they have left for good. The code of a table is known by its look, so
# that a link which was copied or typed wrongly does not tell the right one. What a traceback says
# of a file is none of these, though folders of the program are called alike.
LINKS = re.compile(
    r"(?P<file>^ +File \"[^\"\n]+\", line \d+)"
    r"|/(?P<what>t|games|records|again|talk|with|people|reset|e-mail)/(?!new/)[^\s\"'?]+|\?[^\s\"']+"
    r"|(?<![\w-])(?P<code>[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4})(?![\w-])",
    re.IGNORECASE | re.MULTILINE,
)


def configured(how: dict[str, Any]) -> None:
    """With what is written past loggers: warnings, and faults that nobody catches."""
    logging.config.dictConfig(how)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = lambda told: _uncaught(
        told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback
    )


def _uncaught(kind: type[BaseException], fault: BaseException, where: TracebackType | None) -> None:
    if issubclass(kind, Exception):
        log.critical("Nobody caught this", exc_info=(kind, fault, where))
    elif not issubclass(kind, SystemExit):
        sys.__excepthook__(kind, fault, where)  # whoever pressed Ctrl-C knows


class Discreet(logging.Formatter):
    """For people who read them."""

    def format(self, record: logging.LogRecord) -> str:
        return _discreet(super().format(record))


class Structured(logging.Formatter):
    """For programs that gather them: one line of JSON each, with the traceback in it."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": _discreet(record.getMessage()),
        }
        if record.exc_info:
            told["fault"] = _discreet(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def _discreet(text: str) -> str:
    return LINKS.sub(_without_the_secret, text)


def _without_the_secret(found: re.Match[str]) -> str:
    if found["file"]:
        return found["file"]
    if found["what"]:
        return f"/{found['what']}/…"
    return "…" if found["code"] else "?…"
