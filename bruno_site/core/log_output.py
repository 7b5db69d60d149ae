"""Set-up and formatters of the logs. They leave out links and keys that give access."""

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

# What is left out. Anyone with the link of a table may sit down there, and anyone with the link of
# an e-mail is taken for its recipient. Query strings hold keys. The page of a person contains their
# name, which must not stay in logs after they delete their account. The code of a table is
# recognised by its form, so that a link that was copied or typed wrongly does not reveal it either.
# File names in tracebacks are kept, although some folders of the program have the same names.
LINKS = re.compile(
    r"(?P<file>^ +File \"[^\"\n]+\", line \d+)"
    r"|/(?P<what>t|games|records|again|talk|with|people|reset|e-mail)/(?!new/)[^\s\"'?]+|\?[^\s\"']+"
    r"|(?<![\w-])(?P<code>[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4})(?![\w-])",
    re.IGNORECASE | re.MULTILINE,
)


def configured(how: dict[str, Any]) -> None:
    """Configure logging, and send warnings and uncaught exceptions to the logs too."""
    logging.config.dictConfig(how)
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda args: _log_uncaught(
        args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
    )


def _log_uncaught(
    kind: type[BaseException], fault: BaseException, where: TracebackType | None
) -> None:
    if issubclass(kind, Exception):
        log.critical("Nobody caught this", exc_info=(kind, fault, where))
    elif not issubclass(kind, SystemExit):
        sys.__excepthook__(kind, fault, where)  # such as Ctrl-C: not an error


class PlainFormatter(logging.Formatter):
    """Formats log records as text for people, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        return _without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """Formats each log record as one line of JSON for programs, traceback included, no secrets."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": _without_secrets(record.getMessage()),
        }
        if record.exc_info:
            entry["fault"] = _without_secrets(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _without_secrets(text: str) -> str:
    return LINKS.sub(_redacted, text)


def _redacted(found: re.Match[str]) -> str:
    """Return what the log shows in place of a match of LINKS."""
    if found["file"]:
        return found["file"]
    if found["what"]:
        return f"/{found['what']}/…"
    return "…" if found["code"] else "?…"
