"""Everything somebody can get at who was handed a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gc import get_referents
from itertools import chain
from types import FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any


def _inside(thing: Any) -> Iterator[Any]:
    """One step further: elements, attributes, closures, and what an iterator remembers."""
    if isinstance(thing, Mapping):
        yield from (*thing.keys(), *thing.values())
    elif isinstance(thing, tuple | list | set | frozenset):
        yield from thing
    if isinstance(thing, GeneratorType) and thing.gi_frame:
        yield thing.gi_frame.f_locals
    if isinstance(thing, chain):
        yield from get_referents(thing)
    if isinstance(thing, MethodType):
        yield from (thing.__self__, thing.__func__)
    if isinstance(thing, FunctionType):
        yield from (thing.__defaults__, [cell.cell_contents for cell in thing.__closure__ or ()])
    yield getattr(thing, "__dict__", None)
    for name in (name for each in type(thing).__mro__ for name in getattr(each, "__slots__", ())):
        yield getattr(thing, name, None)


def reachable(*things: Any) -> list[Any]:
    """Without modules and classes, which are there for everyone."""
    found: dict[int, Any] = {}
    waiting = list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, ModuleType | type):
            found[id(thing)] = thing
            waiting.extend(_inside(thing))
    return list(found.values())


def tells(things: list[Any], secret: bytes) -> bool:
    """As bytes, as their text in hexadecimal digits, or as a number, alone or inside another."""
    number = int.from_bytes(secret, "big")
    for thing in things:
        if isinstance(thing, bytes | bytearray) and secret in thing:
            return True
        if isinstance(thing, str) and secret.hex() in thing.lower():
            return True
        if isinstance(thing, int) and thing == number:
            return True
    return False
