"""The rounds of an older program (R1), read into actions and written from them.

There a game is a list of rounds, and all of a round is numbers: cards and ranks by their place
in our own order, bids from the opener on, cards in the order played. It has no form for a round
that is not finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypedDict

from games.rules.briscalone import Action, apply, new, parse, to_act
from games.rules.briscalone.actions import BIDS, CALLS, PASS, PLAYS, RAISE, Call, Deal, Play, Saying
from games.rules.briscalone.cards import DECK, RANKS, SUITS
from games.rules.briscalone.meta import SEATS
from games.rules.game import Config, Refused, Seat
from games.rules.reading import fields, items, number
from games.rules.words import Phrase, _

SayingNumber = int | str


class OlderRound(TypedDict):
    shuffle: list[int]
    bidActions: list[SayingNumber]
    monkeySuit: int
    trickCards: list[int]


class BadRounds(Refused):
    """What was read is no list of rounds, or they were not played by the rules."""


_KEYS: Final = ("shuffle", "bidActions", "monkeySuit", "trickCards")
_SAID: Final[dict[SayingNumber, Saying]] = {**dict(enumerate(BIDS)), "P": PASS, "Y": RAISE}
_NUMBERS: Final = {saying: said for said, saying in _SAID.items()}


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


def rounds_from_moves(moves: Iterable[tuple[Seat, str]]) -> list[OlderRound]:
    """The finished rounds of a log. Raises BadRounds."""
    log = list(moves)
    deals = [text for _seat, text in log if text.startswith("deal ")]
    state = new(config_from_rounds(deals), SEATS)
    rounds: list[OlderRound] = []
    for count, (seat, text) in enumerate(log, 1):
        try:
            action = parse(text)
            state = apply(state, seat, action)
        except Refused as refusal:
            reason = refusal.phrase
            raise BadRounds(_("Move %(move)s: %(reason)s", move=count, reason=reason)) from refusal
        _write(rounds, action)
    return rounds[: len(state.results)]


def _write(rounds: list[OlderRound], action: Action) -> None:
    if isinstance(action, Deal):
        rounds.append(
            OlderRound(shuffle=[*action.cards], bidActions=[], monkeySuit=0, trickCards=[])
        )
    elif isinstance(action, Call):
        rounds[-1]["monkeySuit"] = action.suit
    elif isinstance(action, Play):
        rounds[-1]["trickCards"].append(action.card)
    else:
        rounds[-1]["bidActions"].append(_NUMBERS[action])


def _steps(older: OlderRound) -> Iterator[tuple[Phrase, Action]]:
    """Every action of a round in the order of the log, and where it stands."""
    yield _("the deal"), Deal(tuple(older["shuffle"]))
    for count, said in enumerate(older["bidActions"], 1):
        yield _("bid %(count)s", count=count), _SAID[said]
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
    if isinstance(value, str) and value in _SAID:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(RANKS):
        return value
    raise BadRounds(_("“bidActions” holds numbers from 0 to 9, “P” and “Y” only."))
