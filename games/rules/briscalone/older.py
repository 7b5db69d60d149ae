"""The rounds of an older program (R1), read into actions.

There a game is a list of rounds, and all of a round is numbers: cards and ranks by their place
in our own order, bids from the opener on, cards in the order played. It has no form for a round
that is not finished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypedDict

from ..game import Config, Refused, Seat
from ..reading import fields, items, number
from ..record import Move, Record, Sitter
from ..words import Phrase, _
from .actions import BIDS, CALLS, PASS, PLAYS, RAISE, Action, Deal, Saying, parse
from .apply import apply
from .cards import DECK, RANKS, SUITS
from .meta import META, SEATS
from .scores import result
from .state import new, to_act

SayingNumber = int | str


class OlderRound(TypedDict):
    shuffle: list[int]
    bidActions: list[SayingNumber]
    monkeySuit: int
    trickCards: list[int]


class BadRounds(Refused):
    """What was read is no list of rounds, or they were not played by the rules."""


_KEYS: Final = ("shuffle", "bidActions", "monkeySuit", "trickCards")
SAID: Final[dict[SayingNumber, Saying]] = {**dict(enumerate(BIDS)), "P": PASS, "Y": RAISE}


def config_from_rounds(rounds: Sequence[object]) -> Config:
    """A number of rounds that is no multiple of 5 is an unfinished game (R1)."""
    return {"rounds": max(1, -(-len(rounds) // SEATS)) * SEATS}


def moves_from_rounds(value: object) -> list[tuple[Seat, str]]:
    """The log of such a game. Raises BadRounds."""
    rounds = _read(value)
    state = new(config_from_rounds(rounds), SEATS)
    moves = []
    for count, older in enumerate(rounds, 1):
        for place, action in _steps(older):
            try:
                seat = to_act(state)[0]
                state = apply(state, seat, action)
            except Refused as refusal:
                raise _in_round(count, place, refusal) from refusal
            moves.append((seat, str(action)))
    return moves


def is_older(value: object) -> bool:
    """Whether this was written by that program: one round, or a list of them."""
    return isinstance(value, list) or (isinstance(value, dict) and "shuffle" in value)


def record_of(value: object) -> Record:
    """Such a game as a record of ours; it does not say who played. Raises BadRounds."""
    rounds = value if isinstance(value, list) else [value]
    moves = moves_from_rounds(rounds)
    config, state = config_from_rounds(rounds), new(config_from_rounds(rounds), SEATS)
    for seat, text in moves:
        state = apply(state, seat, parse(text))
    return Record(
        game=META.kind,
        rules=META.version,
        config=config,
        seats=tuple(Sitter("", "human") for _seat in range(SEATS)),
        server_seed=None,
        nonces=(),
        seed=None,
        moves=tuple(Move(seat, text) for seat, text in moves),
        result=result(state),
    )


def _steps(older: OlderRound) -> Iterator[tuple[Phrase, Action]]:
    """Every action of a round in the order of the log, and where it stands."""
    yield _("the deal"), Deal(tuple(older["shuffle"]))
    for count, said in enumerate(older["bidActions"], 1):
        yield _("bid %(count)s", count=count), SAID[said]
    for count, card in enumerate(older["trickCards"], 1):
        yield _("card %(count)s", count=count), PLAYS[card]
        if count == SEATS:  # R7
            yield _("the monkey suit"), CALLS[older["monkeySuit"]]


def _in_round(count: int, place: Phrase, refusal: Refused) -> BadRounds:
    reason = refusal.phrase
    sentence = _("Round %(round)s, %(place)s: %(reason)s", round=count, place=place, reason=reason)
    return BadRounds(sentence)


def _read(value: object) -> list[OlderRound]:
    try:
        rounds = items(value, "rounds")
    except Refused as refusal:
        raise BadRounds(refusal.phrase) from refusal
    if not rounds:
        raise BadRounds(_("There is no round in it."))
    return [_read_round(each, count) for count, each in enumerate(rounds, 1)]


def _read_round(value: object, count: int) -> OlderRound:
    try:
        older = fields(value, _("A round"), _KEYS)
        return OlderRound(
            shuffle=_cards(older["shuffle"], "shuffle"),
            bidActions=[_saying(each) for each in items(older["bidActions"], "bidActions")],
            monkeySuit=_below(len(SUITS), older["monkeySuit"], "monkeySuit"),
            trickCards=_cards(older["trickCards"], "trickCards"),
        )
    except Refused as refusal:
        reason = refusal.phrase
        raise BadRounds(_("Round %(round)s: %(reason)s", round=count, reason=reason)) from refusal


def _cards(value: object, name: str) -> list[int]:
    cards = [_below(len(DECK), each, name) for each in items(value, name)]
    if len(cards) != len(DECK):
        raise BadRounds(_("“%(name)s” has not 40 cards.", name=name))
    return cards


def _below(limit: int, value: object, name: str) -> int:
    found = number(value, name)
    if not 0 <= found < limit:
        raise BadRounds(
            _("“%(name)s” holds numbers from 0 to %(last)s only.", name=name, last=limit - 1)
        )
    return found


def _saying(value: object) -> SayingNumber:
    if isinstance(value, str) and value in SAID:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(RANKS):
        return value
    raise BadRounds(_("“bidActions” holds numbers from 0 to 9, “P” and “Y” only."))
