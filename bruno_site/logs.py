"""What is written down of requests and errors tells no secret."""

from __future__ import annotations

import logging
import re

# Whoever knows the link of a table may sit down there, and whoever knows that of a letter is taken
# for the one it was sent to. Keys stand in what follows a question mark. The page of a person is
# called like them, also when they have left for good.
LINKS = re.compile(
    r"/(?P<what>t|games|records|again|talk|with|people|reset|e-mail)/(?!new/)[^\s\"'?]+|\?[^\s\"']+"
)


class Discreet(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return LINKS.sub(_without_the_secret, super().format(record))


def _without_the_secret(found: re.Match[str]) -> str:
    return f"/{found['what']}/…" if found["what"] else "?…"
