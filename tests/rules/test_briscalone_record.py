"""A record replays as it was played; with one bid, card, suit or score changed it is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.rules import briscalone
from games.rules.briscalone.cards import CARD_TEXT, RANKS, SUITS
from games.rules.game import Result
from games.rules.record import Move, Record, Sitter
from games.rules.replay import Fault, check, traced
from tests.kit.briscalone.positions import moves_of, replayed
from tests.kit.playing import seed_of

NAMES = ("alice", "bob", "carol", "dave", "erin")


def record_of(name: str) -> Record:
    moves = moves_of(name)
    return Record(
        game="briscalone",
        rules=1,
        config={"rounds": 5},
        seats=tuple(Sitter(each, "bot") for each in NAMES),
        server_seed=None,
        nonces=(),
        seed=seed_of(name),
        moves=tuple(Move(seat, text) for seat, text in moves),
        result=briscalone.result(replayed(moves)),
    )


def changed(record: Record, place: int, text: str) -> Record:
    move = replace(record.moves[place], action=text)
    return replace(record, moves=(*record.moves[:place], move, *record.moves[place + 1 :]))


def places(record: Record, word: str) -> list[int]:
    return [i for i, move in enumerate(record.moves) if move.action.split(" ")[0] == word]


GAMES = [record_of(name) for name in ("one", "two", "three")]
every_game = pytest.mark.parametrize("record", GAMES, ids=["one", "two", "three"])


@every_game
def test_a_record_is_without_fault_and_survives_its_text(record: Record) -> None:
    verdict = check(record)
    assert verdict.finished and verdict.dealt_by_seed
    written = traced(record)
    assert Record.from_json(written.to_json()) == written
    check(written)


@every_game
def test_a_record_with_one_changed_card_is_refused(record: Record) -> None:
    rng = Random(1)
    for place in places(record, "play"):
        played = record.moves[place].action
        other = rng.choice([card for card in CARD_TEXT if f"play {card}" != played])
        with pytest.raises(Fault):
            check(changed(record, place, f"play {other}"))


@every_game
def test_a_record_with_one_changed_bid_is_refused_by_its_trace(record: Record) -> None:
    written = traced(record)
    for place in places(record, "bid"):
        for rank in RANKS:
            text = f"bid {rank}"
            if text != record.moves[place].action:
                with pytest.raises(Fault):
                    check(changed(written, place, text))


@every_game
def test_a_record_with_one_changed_suit_is_refused(record: Record) -> None:
    for place in places(record, "call"):
        for suit in SUITS:
            if record.moves[place].action != f"call {suit}":
                with pytest.raises(Fault):
                    check(changed(record, place, f"call {suit}"))


@every_game
def test_a_record_with_one_changed_score_is_refused(record: Record) -> None:
    assert record.result is not None
    for seat in range(5):
        scores = list(record.result.scores)
        scores[seat] += 1
        false = Result(record.result.winners, tuple(scores))
        with pytest.raises(Fault, match="The result after the last move is"):
            check(replace(record, result=false))


@every_game
def test_a_record_with_two_cards_of_a_deal_exchanged_is_refused(record: Record) -> None:
    for place in places(record, "deal"):
        word, first, second, *rest = record.moves[place].action.split(" ")
        text = " ".join((word, second, first, *rest))
        with pytest.raises(Fault, match="not those of the seed"):
            check(changed(record, place, text))
