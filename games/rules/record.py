"""A game on paper: one JSON object that replays with no random generator.

One form serves the log, the download, golden games, bug reports and self-play (docs/record.md).
Reading checks the shape alone; whether the game was played by the rules is for `replay`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .early_end import CLOSED, CONCEDED, EarlyEnd
from .game import DEALER, Config, Refused, Result, Seat
from .reading import (
    fields,
    flat_mapping,
    hex_text,
    items,
    moment,
    nonce_seal_text,
    number,
    one_of,
    parsed,
    seed_bytes,
    seed_text,
    text,
    texts,
)
from .words import _

FORMAT: Final = "bruno-record/1"

KEYS: Final = (
    "format",
    "game",
    "rules",
    "config",
    "seats",
    "server_seed",
    "nonces",
    "seed",
    "moves",
    "result",
)
# Written only into a record to which they apply: older records have none of them.
OPTIONAL_KEYS: Final = ("nonce_seals", "ended", "forked")
SITTERS: Final = ("human", "bot")
MOVERS: Final = ("player", "bot", "house")

Legal = Mapping[Seat, tuple[str, ...]]


class BadRecord(Refused):
    """What was read has not the shape of a record."""


@dataclass(frozen=True, slots=True)
class Sitter:
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Move:
    """One line of the log. `to_act` and `legal` are its trace: the table before the move."""

    seat: Seat
    action: str
    by: str | None = None
    at: str | None = None
    to_act: tuple[Seat, ...] | None = None
    legal: Legal | None = None

    def to_object(self) -> dict[str, object]:
        written: dict[str, object] = {
            "seat": None if self.seat == DEALER else self.seat,
            "action": self.action,
        }
        for name in ("by", "at", "to_act", "legal"):
            value = getattr(self, name)
            if value is not None:
                written[name] = value
        return written


@dataclass(frozen=True, slots=True)
class Forked:
    """Where a game was played on from another: the moves up to there are the other's."""

    at: int
    seat: Seat  # of whoever plays on
    imagine: str | None  # where cards this seat had not seen were dealt anew: by which number

    def to_object(self) -> dict[str, object]:
        return {"at": self.at, "seat": self.seat, "imagine": self.imagine}


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    rules: int
    config: Config
    seats: tuple[Sitter, ...]
    server_seed: bytes | None
    nonces: tuple[str, ...]
    seed: bytes | None
    moves: tuple[Move, ...]
    result: Result | None
    forked: Forked | None = None
    ended: EarlyEnd | None = None
    nonce_seals: tuple[str, ...] = ()  # none at all where no nonce was sealed

    def to_json(self) -> str:
        """On one line, so that many fit into one file."""
        return json.dumps(self.to_object())

    def to_object(self) -> dict[str, object]:
        written: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "config": dict(self.config),
            "seats": [{"name": each.name, "kind": each.kind} for each in self.seats],
            "server_seed": self.server_seed and self.server_seed.hex(),
            "nonces": self.nonces,
            **({"nonce_seals": self.nonce_seals} if any(self.nonce_seals) else {}),
            "seed": self.seed and self.seed.hex(),
            "moves": [move.to_object() for move in self.moves],
            "result": self.result
            and {"winners": self.result.winners, "scores": self.result.scores},
        }
        for name, value in (("ended", self.ended), ("forked", self.forked)):
            if value is not None:
                written[name] = value.to_object()
        return written

    @classmethod
    def from_json(cls, line: str | bytes) -> Record:
        """Raises BadRecord."""
        try:
            return _record(parsed(line))
        except Refused as refusal:
            raise BadRecord(refusal.phrase) from refusal


def _record(value: object) -> Record:
    if isinstance(value, dict) and value.get("format") != FORMAT:
        raise BadRecord(_("This is no record of the format %(format)s.", format=FORMAT))
    whole = fields(value, _("The record"), KEYS, OPTIONAL_KEYS)
    seats = tuple(map(_sitter, items(whole["seats"], "seats")))
    return Record(
        game=text(whole["game"], "game"),
        rules=number(whole["rules"], "rules"),
        config=flat_mapping(whole["config"], "config"),
        seats=seats,
        server_seed=seed_bytes(whole["server_seed"], "server_seed"),
        nonces=_nonces(whole["nonces"], len(seats)),
        seed=seed_bytes(whole["seed"], "seed"),
        moves=_moves(whole["moves"], len(seats)),
        result=_result(whole["result"]),
        forked=_forked(whole["forked"], len(seats)) if "forked" in whole else None,
        ended=_ended(whole["ended"], len(seats)) if "ended" in whole else None,
        nonce_seals=_nonce_seals(whole["nonce_seals"], len(seats))
        if "nonce_seals" in whole
        else (),
    )


def _ended(value: object, seats: int) -> EarlyEnd:
    ended = fields(value, _("“ended”"), ("how",), ("by",))
    how = one_of((CONCEDED, CLOSED), ended["how"], "how")
    if (how == CONCEDED) != ("by" in ended):
        raise BadRecord(_("“by” says which seats conceded, and stands nowhere else."))
    by = items(ended["by"], "by") if "by" in ended else ()
    return EarlyEnd(how, tuple(_seat(each, seats, "by") for each in by))


def _forked(value: object, seats: int) -> Forked:
    forked = fields(value, _("“forked”"), ("at", "seat", "imagine"))
    drawn = forked["imagine"]
    return Forked(
        at=number(forked["at"], "at"),
        seat=_seat(forked["seat"], seats, "seat"),
        imagine=None if drawn is None else seed_text(drawn, "imagine"),
    )


def _sitter(value: object) -> Sitter:
    sitter = fields(value, _("A seat"), ("name", "kind"))
    return Sitter(text(sitter["name"], "name"), one_of(SITTERS, sitter["kind"], "kind"))


def _nonces(value: object, seats: int) -> tuple[str, ...]:
    nonces = tuple(hex_text(each, "nonces") for each in items(value, "nonces"))
    if len(nonces) not in (0, seats):
        raise BadRecord(_("There must be one nonce for each seat, or none at all."))
    return nonces


def _nonce_seals(value: object, seats: int) -> tuple[str, ...]:
    seals = tuple(nonce_seal_text(each, "nonce_seals") for each in items(value, "nonce_seals"))
    if len(seals) != seats:
        raise BadRecord(_("There must be one seal of a nonce for each seat."))
    return seals


def _moves(value: object, seats: int) -> tuple[Move, ...]:
    moves = []
    for count, each in enumerate(items(value, "moves"), 1):
        try:
            moves.append(_move(each, seats))
        except Refused as refusal:
            raise BadRecord(
                _("Move %(move)s: %(reason)s", move=count, reason=refusal.phrase)
            ) from refusal
    return tuple(moves)


def _move(value: object, seats: int) -> Move:
    move = fields(value, _("A move"), ("seat", "action"), ("by", "at", "to_act", "legal"))
    return Move(
        seat=DEALER if move["seat"] is None else _seat(move["seat"], seats, "seat"),
        action=text(move["action"], "action"),
        by=one_of(MOVERS, move["by"], "by") if "by" in move else None,
        at=moment(move["at"], "at") if "at" in move else None,
        to_act=_to_act(move["to_act"], seats) if "to_act" in move else None,
        legal=_legal(move["legal"], seats) if "legal" in move else None,
    )


def _seat(value: object, seats: int, name: str) -> Seat:
    seat = number(value, name)
    if not 0 <= seat < seats:
        raise BadRecord(_("There is no seat %(seat)s at this table.", seat=seat))
    return seat


def _to_act(value: object, seats: int) -> tuple[Seat, ...]:
    return tuple(_seat(each, seats, "to_act") for each in items(value, "to_act"))


def _legal(value: object, seats: int) -> Legal:
    lists = fields(value, _("“legal”"), (), tuple(map(str, range(seats))))
    return {int(seat): texts(actions, "legal") for seat, actions in lists.items()}


def _result(value: object) -> Result | None:
    if value is None:
        return None
    result = fields(value, _("The result"), ("winners", "scores"))
    return Result(_numbers(result["winners"], "winners"), _numbers(result["scores"], "scores"))


def _numbers(value: object, name: str) -> tuple[int, ...]:
    return tuple(number(each, name) for each in items(value, name))
