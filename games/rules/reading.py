"""Reading JSON that strangers wrote: every value is of its type, or a sentence says which is not.

`bool` is no number here, a key stands once, and nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from .game import Config, Refused
from .words import Phrase, _, printable

SEED: Final = re.compile(r"[0-9a-fA-F]{64}")
NUMBER: Final = re.compile(r"[0-9a-fA-F]{1,64}")
HEX: Final = re.compile(r"[0-9a-fA-F]*")
LONGEST_QUOTE: Final = 40


class BadShape(Refused):
    """A value is not of the type its place asks for."""


def parsed(text: str | bytes) -> object:
    try:
        return json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)
    except RecursionError as error:
        raise BadShape(_("This is not JSON: it is nested too deeply.")) from error
    except UnicodeDecodeError as error:
        raise BadShape(_("This is not JSON: it is not UTF-8 text.")) from error
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        sentence = _("This is not JSON from line %(line)s, column %(column)s on.", **where)
        raise BadShape(sentence) from error
    except Refused:
        raise
    except ValueError as error:
        raise BadShape(_("This is not JSON that can be read: a number is too long.")) from error


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadShape(_("An object has a key twice."))
    return found


def _no_number(name: str) -> object:
    raise BadShape(_("This is not JSON: %(name)s is no number.", name=name))


def quoted(value: str, longest: int = LONGEST_QUOTE) -> str:
    """Short and printable, whatever was sent."""
    return printable(value if len(value) <= longest else value[:longest] + "…")


def object_in(line: str | bytes) -> dict[str, object]:
    value = parsed(line)
    if isinstance(value, dict):
        return value
    raise BadShape(_("This is not a JSON object."))


def fields(
    value: object, owner: Phrase, required: Sequence[str], optional: Sequence[str] = ()
) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadShape(_("%(owner)s is not a JSON object.", owner=owner))
    for name in required:
        if name not in value:
            raise BadShape(_("%(owner)s has no “%(name)s”.", owner=owner, name=name))
    for name in value:
        if name not in required and name not in optional:
            raise BadShape(
                _("%(owner)s has an unknown key “%(name)s”.", owner=owner, name=quoted(name))
            )
    return value


def items(value: object, name: str) -> Sequence[object]:
    if isinstance(value, list):
        return value
    raise BadShape(_("“%(name)s” is not a list.", name=name))


def number(value: object, name: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise BadShape(_("“%(name)s” is not a whole number.", name=name))


def text(value: object, name: str) -> str:
    if isinstance(value, str):
        return value
    raise BadShape(_("“%(name)s” is not a text.", name=name))


def texts(value: object, name: str) -> tuple[str, ...]:
    return tuple(text(each, name) for each in items(value, name))


def one_of(words: Sequence[str], value: object, name: str) -> str:
    if isinstance(value, str) and value in words:
        return value
    raise BadShape(_("“%(name)s” is not one of: %(words)s.", name=name, words=", ".join(words)))


def moment(value: object, name: str) -> str:
    try:
        if datetime.fromisoformat(text(value, name)).tzinfo is not None:
            return text(value, name)
    except ValueError:
        pass
    raise BadShape(_("“%(name)s” is not a time with its zone.", name=name))


def hex_text(value: object, name: str) -> str:
    if isinstance(value, str) and HEX.fullmatch(value):
        return value
    raise BadShape(_("“%(name)s” must be hexadecimal.", name=name))


def nonce_seal_text(value: object, name: str) -> str:
    """Return the seal of a nonce: 64 hexadecimal digits, or nothing for a seat without a nonce."""
    if isinstance(value, str) and (not value or SEED.fullmatch(value)):
        return value.lower()
    raise BadShape(_("“%(name)s” must hold 64 hexadecimal digits or be empty.", name=name))


def seed_bytes(value: object, name: str) -> bytes | None:
    if value is None:
        return None
    if isinstance(value, str) and SEED.fullmatch(value):
        return bytes.fromhex(value)
    raise BadShape(_("“%(name)s” must be null or 64 hexadecimal digits.", name=name))


def seed_text(value: object, name: str) -> str:
    """A number to draw by: hexadecimal, and of a size that costs nothing to read."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        return value
    raise BadShape(_("“%(name)s” must be null or 1 to 64 hexadecimal digits.", name=name))


def flat_mapping(value: object, name: str) -> Config:
    """Options with values of the right types; what they may be is for the kind to say."""
    if not isinstance(value, dict):
        raise BadShape(_("“%(name)s” is not a JSON object.", name=name))
    if all(each is None or isinstance(each, int) for each in value.values()):
        return value
    raise BadShape(_("“%(name)s” has a value that is no option's.", name=name))
