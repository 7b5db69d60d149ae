"""The one door in."""

from __future__ import annotations

import pytest

from games.log.door import NotSeated, Stale
from games.models import Game, Move
from games.rules.game import IllegalAction
from tests.kit.at_table import SHORT_GAME, AtTable


def test_a_game_starts_with_the_deal_that_its_seed_gives(table: AtTable) -> None:
    deal = table.game.moves.get()
    start = table.rules.new(table.game.config, 4)
    assert (deal.seq, deal.seat) == (1, None)
    assert deal.action == str(table.rules.deal(start, table.game.seal.seed))


def test_a_move_is_one_row_and_the_next_seq(table: AtTable) -> None:
    action, seat = table.some_action(), table.turn
    assert table.play(action) == 2
    move = table.game.moves.get(seq=2)
    assert (move.seat, move.action, move.by) == (seat, action, "player")
    assert table.seq == 2


def test_the_log_keeps_the_cards_as_they_were_named(table: AtTable) -> None:
    while True:
        several = [a for a in table.rules.legal_actions(table.state, table.turn) if len(str(a)) > 9]
        if several and str(several[0]).startswith("play"):
            break
        table.play()
    word, *cards = str(several[0]).split(" ")
    table.play(" ".join([word, *reversed(cards)]))
    assert table.game.moves.get(seq=table.seq).action == " ".join([word, *reversed(cards)])


def test_the_dealer_answers_a_ten_in_the_same_transaction(table: AtTable) -> None:
    while True:
        tens = [a for a in table.rules.legal_actions(table.state, table.turn) if " 10" in str(a)]
        if tens:
            break
        table.play()
    seq = table.seq
    assert table.play(str(tens[0])) == seq + 2
    assert table.game.moves.get(seq=seq + 2).action.startswith("redeal")


def test_a_game_written_at_once_is_the_one_that_is_played_move_by_move(db: None) -> None:
    """Many tests begin with the first, which is quicker."""
    one = AtTable(server_seed=SHORT_GAME)
    other = AtTable(server_seed=SHORT_GAME, users=one.users)
    one.play_on()
    other.play_out()
    assert logged(one) == logged(other)
    columns = (
        "seq",
        "turn",
        "result",
        "deadline",
        "seatings",
        "ended",
        "told_as_finished__is_shared_out",
    )
    assert len(set(map(repr, Game.objects.values_list(*columns)))) == 1


def logged(table: AtTable) -> list[tuple[object, ...]]:
    return list(table.game.moves.order_by("seq").values_list("seq", "seat", "action", "by"))


def test_the_last_move_writes_the_result(table: AtTable) -> None:
    table.play_on()
    game = Game.objects.get(pk=table.id)
    assert game.is_over
    assert game.result is not None
    result = table.rules.result(table.fold_afresh())
    assert result is not None
    assert game.result == {"winners": list(result.winners), "scores": list(result.scores)}


REFUSED = [
    pytest.param("dance", {}, IllegalAction, "“dance” is no action", id="unknown word"),
    pytest.param("", {}, IllegalAction, "is no action", id="no text"),
    pytest.param("play  4s", {}, IllegalAction, "is no action", id="two spaces"),
    pytest.param("play 4s 4s", {}, IllegalAction, "is no action", id="a card twice"),
    pytest.param("x" * 100_000, {}, IllegalAction, "is no action", id="very long"),
    pytest.param("redeal", {}, IllegalAction, "Only the dealer", id="the dealer's work"),
    pytest.param("collect", {}, IllegalAction, "nothing to collect", id="nothing to collect"),
    pytest.param("pass", {}, IllegalAction, "you must play one", id="passing with cards"),
    pytest.param(None, {"seq": 0}, Stale, "moved on", id="an older page"),
    pytest.param(None, {"seq": 99}, Stale, "moved on", id="a seq that is not there yet"),
    pytest.param(None, {"seat": None}, NotSeated, "no seat", id="a stranger"),
]


@pytest.mark.parametrize(("action", "changes", "error", "sentence"), REFUSED)
def test_what_cannot_be_done_is_refused_in_a_sentence_and_nothing_is_stored(
    table: AtTable, action: str | None, changes: dict[str, int], error: type, sentence: str
) -> None:
    before = (Move.objects.count(), table.seq)
    with pytest.raises(error, match=sentence):
        table.play(table.some_action() if action is None else action or " ", **changes)
    assert (Move.objects.count(), table.seq) == before


def test_only_the_seat_whose_turn_it_is_may_play(table: AtTable) -> None:
    with pytest.raises(IllegalAction, match="not your turn"):
        table.play(seat=(table.turn + 1) % 4)


def test_a_card_of_another_seat_is_refused(table: AtTable) -> None:
    other = (table.turn + 1) % 4
    theirs = table.rules.view(table.state, other).hand
    from games.rules.cards import CARD_TEXT

    with pytest.raises(IllegalAction, match="You do not have the"):
        table.play(f"play {CARD_TEXT[theirs[0]]}")


def test_a_finished_game_takes_no_move(table: AtTable) -> None:
    table.play_out()
    with pytest.raises(IllegalAction, match="The game is over"):
        table.play("collect", seat=0)


def test_there_is_no_move_at_a_table_that_is_not_there(table: AtTable) -> None:
    with pytest.raises(Game.DoesNotExist):
        table.play(game_id=table.id + 1)


def test_what_the_door_refuses_has_a_code_as_well() -> None:
    assert (Stale().code, NotSeated().code) == ("stale", "not_seated")
