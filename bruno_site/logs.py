"""What is written down of requests and errors tells no secret."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

# Whoever knows the link of a table may sit down there, and whoever knows that of a letter is taken
# for the one it was sent to. Keys stand in what follows a question mark. The page of a person is
# called like them, also when they have left for good. The code of a table is known by its look, so
# that a link which was copied or typed wrongly does not tell the right one.
LINKS = re.compile(
    r"/(?P<what>t|games|records|again|talk|with|people|reset|e-mail)/(?!new/)[^\s\"'?]+|\?[^\s\"']+"
    r"|(?<![\w-])(?P<code>[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4})(?![\w-])",
    re.IGNORECASE,
)


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
    if found["what"]:
        return f"/{found['what']}/…"
    return "…" if found["code"] else "?…"
