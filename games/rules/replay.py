"""A record played again through the rules, and everything it claims held against them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from . import rules_of
from .early_end import result_of
from .fair import game_seed, nonce_seal
from .game import DEALER, AnyRules, Config, IllegalAction, Refused, Result, Seat
from .reading import quoted
from .record import Forked, Legal, Move, Record
from .words import Phrase, _

# How many of the nonces that a record holds were sealed before any was sent.
SealedNonces = Literal["all", "some", "none"]


class Fault(Refused):
    """What is wrong with a record; `move` counts from 1, None means the record as a whole."""

    def __init__(self, phrase: Phrase, move: int | None = None) -> None:
        super().__init__(phrase)
        self.move = move


@dataclass(frozen=True, slots=True)
class Verdict:
    """A record without fault: what it held, and so what was proved."""

    game: str
    moves: int
    finished: bool
    dealt_by_seed: bool
    seeded_by_server: bool
    sealed_nonces: SealedNonces


def check(record: Record) -> Verdict:
    """Raises Fault with the first thing that is wrong."""
    rules = _rules_for(record)
    _check_nonce_seals(record)
    seed = _seed_of(record)
    state = _table_for(rules, record)
    _check_fork(record)
    for count, move in enumerate(record.moves, 1):
        try:
            state = _checked_step(rules, state, move, seed)
            state = played_on(rules, state, count, record.forked)
        except Refused as refusal:
            raise Fault(refusal.phrase, count) from refusal
    result = _result(rules, record, state)
    _check_result(record, result)
    return Verdict(
        game=record.game,
        moves=len(record.moves),
        finished=result is not None,
        dealt_by_seed=seed is not None,
        seeded_by_server=record.server_seed is not None,
        sealed_nonces=_sealed_nonces(record),
    )


def played_on(rules: AnyRules, state: Any, count: int, forked: Forked | None) -> Any:
    """The state after so many moves: where the game was played on with cards dealt anew, another
    than the one its moves led to. Raises IllegalAction."""
    if forked is None or forked.at != count:
        return state
    if not rules.to_act(state):
        raise IllegalAction(_("The game was over where it is said to have been played on."))
    if forked.imagine is None:
        return state
    return rules.imagine(rules.view(state, forked.seat), Random(int(forked.imagine, 16)))


def traced(record: Record) -> Record:
    """The same record, every move with the table before it. The record must be without fault."""
    return replace(record, moves=tuple(_traced_moves(record)))


def legal_by_seat(rules: AnyRules, state: Any) -> Legal:
    """The seats that may act, in their order, with their actions as sorted texts."""
    seats = [seat for seat in rules.to_act(state) if seat != DEALER]
    legal = {seat: tuple(sorted(map(str, rules.legal_actions(state, seat)))) for seat in seats}
    return {seat: actions for seat, actions in legal.items() if actions}


def _traced_moves(record: Record) -> Iterator[Move]:
    rules = rules_of(record.game)
    state = rules.new(record.config, len(record.seats), record.rules)
    for count, move in enumerate(record.moves, 1):
        legal = legal_by_seat(rules, state)
        yield replace(move, to_act=tuple(legal), legal=legal)
        state = rules.apply(state, move.seat, rules.parse(move.action))
        state = played_on(rules, state, count, record.forked)


def _rules_for(record: Record) -> AnyRules:
    try:
        return rules_of(record.game)
    except KeyError:
        raise Fault(_("There is no game “%(game)s” here.", game=quoted(record.game))) from None


def _check_nonce_seals(record: Record) -> None:
    """Each seal must be the hash of its seat's nonce. Raises Fault."""
    if any(record.nonce_seals) and not record.nonces:
        raise Fault(_("There are seals of nonces, but no nonces."))
    for seat, (nonce, seal) in enumerate(zip(record.nonces, record.nonce_seals, strict=False)):
        if seal and nonce_seal(nonce) != seal:
            raise Fault(_("The nonce of seat %(seat)s does not fit its seal.", seat=seat))


def _sealed_nonces(record: Record) -> SealedNonces:
    if not any(record.nonce_seals):
        return "none"
    pairs = zip(record.nonces, record.nonce_seals, strict=True)
    return "all" if all(seal or not nonce for nonce, seal in pairs) else "some"


def _seed_of(record: Record) -> bytes | None:
    """The stated seed, or the one that the published server seed stands for."""
    if record.server_seed is None:
        return record.seed
    if len(record.nonces) != len(record.seats):
        raise Fault(_("A server seed says nothing without the nonces of all seats."))
    seed = game_seed(record.server_seed, record.nonces)
    if record.seed not in (None, seed):
        raise Fault(_("The server seed and the nonces do not give the stated seed."))
    return seed


def _table_for(rules: AnyRules, record: Record) -> Any:
    try:
        config = _spelled_out(rules, record.config)
        return rules.new(config, len(record.seats), record.rules)
    except Fault:
        raise
    except Refused as refusal:
        raise Fault(refusal.phrase) from refusal


def _spelled_out(rules: AnyRules, config: Config) -> Config:
    for option in rules.META.options:
        if option.name not in config:
            raise Fault(_("The configuration leaves out “%(name)s”.", name=option.name))
    return rules.META.configure(config)


def _checked_step(rules: AnyRules, state: Any, move: Move, seed: bytes | None) -> Any:
    _check_trace(rules, state, move)
    _check_turn(rules.to_act(state), move.seat)
    after = rules.apply(state, move.seat, rules.parse(move.action))
    if move.seat == DEALER and seed is not None:
        _check_cards(move.action, str(rules.deal(state, seed)))
    return after


def _check_turn(waited: tuple[Seat, ...], seat: Seat) -> None:
    if seat in waited:
        return
    if not waited:
        raise IllegalAction(_("The game was over before this move."))
    if waited[0] == DEALER:
        raise IllegalAction(_("It is out of turn: the dealer is next."))
    if seat == DEALER:
        raise IllegalAction(
            _("It is out of turn: seat %(waited)s is next, not the dealer.", waited=waited[0])
        )
    raise IllegalAction(
        _(
            "It is out of turn: seat %(waited)s is next, not seat %(seat)s.",
            waited=waited[0],
            seat=seat,
        )
    )


def _check_cards(dealt: str, seeded: str) -> None:
    if dealt == seeded:
        return
    pairs = zip(dealt.split(" "), seeded.split(" "), strict=False)
    word, right = next(((a, b) for a, b in pairs if a != b), (dealt, seeded))
    raise IllegalAction(
        _(
            "The dealer's cards are not those of the seed: “%(word)s” should be “%(right)s”.",
            word=quoted(word),
            right=quoted(right),
        )
    )


def _check_trace(rules: AnyRules, state: Any, move: Move) -> None:
    if move.to_act is None and move.legal is None:
        return
    legal = legal_by_seat(rules, state)
    if move.to_act not in (None, tuple(legal)):
        raise IllegalAction(_("The traced “to_act” should be %(seats)s.", seats=str(list(legal))))
    if move.legal not in (None, legal):
        raise IllegalAction(_("The traced “legal” is not the list of legal actions."))


def _check_fork(record: Record) -> None:
    if record.forked is None or 1 <= record.forked.at <= len(record.moves):
        return
    raise Fault(
        _(
            "It is said to be played on from move %(at)s, but has %(n)s moves.",
            at=record.forked.at,
            n=len(record.moves),
        )
    )


def _result(rules: AnyRules, record: Record, state: Any) -> Result | None:
    result = rules.result(state)
    if record.ended is None:
        return result
    if result is not None:
        raise Fault(_("It is said to have ended otherwise, but its rules had ended it."))
    try:
        return result_of(rules, record.config, len(record.seats), state, record.ended)
    except Refused as refusal:
        raise Fault(refusal.phrase) from refusal


def _check_result(record: Record, result: Result | None) -> None:
    if record.result == result:
        return
    raise Fault(
        _(
            "The result after the last move is %(result)s, the record says %(stated)s.",
            result=_said(result),
            stated=_said(record.result),
        ),
        len(record.moves) or None,
    )


def _said(result: Result | None) -> Phrase | str:
    if result is None:
        return _("“unfinished”")
    return f"winners {list(result.winners)}, scores {list(result.scores)}"
