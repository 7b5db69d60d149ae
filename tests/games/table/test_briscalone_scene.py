"""Briscalone's table as it is drawn: what may be done, the tricks, the decks, the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules import briscalone
from games.rules.briscalone.cards import rank_of
from games.rules.briscalone.table import prompt
from games.rules.briscalone.table.faces import deck_of
from games.rules.briscalone.table.hand import HandCard
from games.rules.briscalone.table.layout import Bar, layout
from games.rules.briscalone.table.scene import Scene
from games.rules.briscalone.table.trick import TrickScene
from games.rules.game import Seat
from games.rules.table import PLAIN, Taste
from tests.kit.briscalone.positions import ACE_BY_SEAT_0, IN_ORDER, after, finished_round, states_of
from tests.kit.briscalone.positions import table as empty_table
from tests.kit.briscalone.shown import (
    BLIND_TRICK,
    CALLED,
    FALLEN,
    FRENCH,
    ITALIAN,
    NAMES,
    scene_of,
    sent,
    shown,
)
from tests.kit.markup import Page
from tests.kit.repository import ROOT
from tests.kit.worlds import begun, played_at_random


def offered(scene: Scene) -> list[str]:
    ladder = scene.bid_ladder
    rungs = [rung.action for rung in ladder.rungs if rung.action] if ladder else []
    says = [button.action for button in ladder.buttons] if ladder else []
    calls = [call.action for call in scene.suit_calls]
    return [*rungs, *says, *calls, *(button.action for button in scene.bar.buttons)]


def hand(seat: Seat, taste: Taste) -> tuple[HandCard, ...]:
    held = shown(IN_ORDER, seat=seat, taste=taste).hand
    assert held is not None
    return held.cards


@pytest.mark.parametrize("name", ["page 1", "page 2"])
def test_exactly_the_legal_actions_are_offered_and_to_nobody_else(name: str) -> None:
    for state in states_of(name):
        for seat in range(5):
            legal = sorted(map(str, briscalone.legal_actions(state, seat)))
            assert sorted(offered(scene_of(state, seat))) == legal


def test_the_ladder_strikes_out_what_is_not_lower_than_the_standing_bid() -> None:
    scene = shown(IN_ORDER, "bid 6", *("pass",) * 3, "pass", seat=3)
    assert scene.bid_ladder is None
    scene = shown(IN_ORDER, "bid Q", "pass", seat=2)
    ladder = scene.bid_ladder
    assert ladder is not None
    assert [rung.rank for rung in ladder.rungs if not rung.is_open] == ["A", "10", "K", "C"]
    assert [rung.rank for rung in ladder.rungs if rung.action] == ["J", *"65432"]


def test_after_a_two_there_is_only_passing_and_raising_the_target_by_two() -> None:
    scene = shown(IN_ORDER, "bid 2", "raise", seat=2)
    assert scene.bid_ladder is not None
    labels = [str(button.label) for button in scene.bid_ladder.buttons]
    assert labels == ["Pass", "Raise to 65"]
    assert scene.standing_bid is not None
    assert "raise the target from 63 to 65" in str(scene.standing_bid.help)
    assert not any(rung.action for rung in scene.bid_ladder.rungs)


@pytest.mark.parametrize(
    ("texts", "seat", "may"),
    [
        ((IN_ORDER,), 0, False),  # whoever opens has to bid
        ((IN_ORDER,), 3, True),
        ((IN_ORDER, "bid 6"), 0, True),
        ((IN_ORDER, "bid 6"), None, False),
    ],
)
def test_the_page_can_pass_for_whoever_may_pass_at_all(
    texts: tuple[str, ...], seat: Seat | None, may: bool
) -> None:
    ladder = shown(*texts, seat=seat).bid_ladder
    assert ladder is not None and bool(ladder.passing) is may


def test_every_seat_shows_the_last_thing_it_said() -> None:
    scene = shown(IN_ORDER, "bid 6", "pass", "bid 2", "raise", seat=4)
    said = {str(seat.plate.name): str(seat.saying) for seat in scene.seats if seat.saying}
    assert said == {"alice": "bids 6", "bob": "passes", "carol": "bids 2", "dave": "raises"}
    assert scene.me is not None and scene.me.saying is None


def test_the_first_trick_is_marked_blind_and_nobody_is_winning_it() -> None:
    trick = shown(IN_ORDER, *ACE_BY_SEAT_0, *BLIND_TRICK, seat=3).trick
    assert trick is not None
    assert str(trick.heading) == "Blind"
    assert [str(slot.who) for slot in trick.slots if slot.led] == ["alice"]
    assert not any(slot.wins for slot in trick.slots)


def words_at(trick: TrickScene) -> dict[str, list[str]]:
    told = {str(slot.who): [slot.led, slot.fate] for slot in trick.slots}
    said = {who: [str(word) for word in words if word] for who, words in told.items()}
    return {who: words for who, words in said.items() if words}


def test_a_trick_tells_who_led_and_who_is_winning_it() -> None:
    trick = shown(*CALLED, "play Ks", "play Jh", seat=0).trick
    assert trick is not None
    assert words_at(trick) == {"carol": ["led", "winning"]}
    trick = shown(*CALLED, "play 3h", "play Jh", seat=0).trick
    assert trick is not None
    assert words_at(trick) == {"carol": ["led"], "dave": ["winning"]}


def test_a_taken_trick_lies_on_the_table_until_the_next_is_led() -> None:
    lying = shown(*CALLED, seat=1)
    assert lying.trick is not None and lying.last_trick is not None
    assert [slot.face.text for slot in lying.trick.slots if slot.face] == [
        *("2d", "10d", "Qs", "6h", "4c")
    ]
    assert str(lying.trick.note) == "to carol"
    led = shown(*FALLEN, seat=1)
    assert led.trick is not None
    assert [slot.face.text for slot in led.trick.slots if slot.face] == ["As"]
    assert led.last_trick == lying.last_trick


def test_the_last_trick_is_offered_once_it_no_longer_lies_on_the_table() -> None:
    assert [bar.has_last for bar in bars(shown(*CALLED, seat=1))] == [False]
    assert [bar.has_last for bar in bars(shown(*FALLEN, seat=1))] == [True]


def bars(scene: Scene) -> list[Bar]:
    return [part.shown for part in layout(scene, None).parts if isinstance(part.shown, Bar)]


def test_every_seat_shows_its_tricks_and_points() -> None:
    scene = shown(*CALLED, seat=None)
    assert [(seat.tricks, seat.points) for seat in scene.seats] == [
        *((0, 0), (0, 0), (1, 13), (0, 0), (0, 0))
    ]


def test_cards_are_called_after_the_deck_that_the_viewer_chose() -> None:
    def names(taste: Taste) -> tuple[str, str, str]:
        scene = shown(*CALLED, seat=2, taste=taste)
        fact = {str(fact.label): str(fact.value) for fact in scene.contract}
        return fact["Monkey suit"], fact["Called card"], str(scene.bar.buttons[0].label)

    assert names(FRENCH) == ("Spades", "Ace of Spades", "Play the King of Spades")
    assert names(PLAIN) == names(ITALIAN) == ("swords", "Ace of swords", "Play the King of swords")


def test_all_cards_of_both_decks_are_drawn() -> None:
    for taste in (FRENCH, ITALIAN):
        for seat in range(5):
            for card in hand(seat, taste):
                assert (ROOT / "static" / card.face.file).is_file()
                assert f"/{taste.deck}/" in card.face.file


def test_what_cards_are_worth_is_shown_until_it_is_switched_off() -> None:
    assert [card.points for card in hand(1, PLAIN)] == [10, 11, 0, 0, 0, 0, 0, 2]
    assert {card.points for card in hand(1, FRENCH)} == {None}


def test_the_result_of_a_round_stands_on_the_table() -> None:
    state = finished_round(after(empty_table(), *CALLED))
    result = state.results[-1]
    scene = scene_of(state, 1).round
    assert scene is not None
    assert str(scene.heading) == "Round 1 of 5"
    assert scene.called.text == "As"
    assert str(scene.bid) == "alice bid an Ace, target 61."
    assert str(scene.partner) == "carol is the partner of alice."
    assert [side.points for side in scene.sides] == [result.side_points, result.other_points]
    assert [side.won for side in scene.sides] == [result.reached, not result.reached]
    assert [str(side.who) for side in scene.sides] == ["alice and carol", "You, dave and erin"]
    assert [row.points for row in scene.rows] == list(result.points)
    assert [str(row.role) for row in scene.rows if row.role] == ["bidder", "partner"]


def test_a_round_is_told_as_reached_or_missed_by_whoever_played_it() -> None:
    for name in ("outcome 1", "outcome 2"):
        for state in states_of(name):
            if (result := briscalone.view(state, None).round_result) is not None:
                scene = scene_of(state, result.bidder).round
                assert scene is not None
                assert str(scene.title).startswith("You")
                assert ("reach" in str(scene.title)) is result.reached


def test_the_end_shows_every_round_and_who_won() -> None:
    state = states_of("ending")[-1]
    result = briscalone.result(state)
    assert result is not None
    scene = scene_of(state, None)
    assert scene.sheet is not None
    assert len(scene.sheet.rows) == 5
    assert [won for _total, won in scene.sheet.columns] == [
        seat in result.winners for seat in range(5)
    ]
    said = str(prompt(briscalone.view(state, None), NAMES, PLAIN))
    assert all(NAMES[seat] in said for seat in result.winners)


@pytest.mark.django_db
def test_pages_are_sound_and_never_use_another_word_for_the_monkey_suit() -> None:
    game = begun("briscalone")
    steps = played_at_random(game, "words")
    for seq in range(1, len(steps), 3):
        for seat in (0, None):
            html = sent(game, steps[: seq + 1], seat, ITALIAN)
            page = Page(html)
            assert len(page.ids) == len(set(page.ids)), seq
            assert not page.forbidden
            assert "trump" not in html.lower()


def test_no_file_of_the_game_uses_another_word_for_the_monkey_suit() -> None:
    folder = ROOT / "games/rules/briscalone"
    for path in (path for path in folder.rglob("*") if path.suffix in {".py", ".html", ".css"}):
        assert "trump" not in Path(path).read_text().lower(), path


@pytest.mark.parametrize("taste", [ITALIAN, FRENCH])
def test_a_bid_has_the_letter_of_its_cards(taste: Taste) -> None:
    """Where the Queen is a Knight, neither is called Q."""
    deck = deck_of(taste)
    ladder = scene_of(after(empty_table(), IN_ORDER), 0, taste).bid_ladder
    assert ladder is not None
    letters = {str(rung.label): rung.rank for rung in ladder.rungs}
    for card, face in enumerate(deck.faces):
        assert letters[f"Bid {deck.one_of_rank(rank_of(card))}"] == face.rank
    assert ("Q" in letters.values()) == (taste is FRENCH)
    names = {rung.rank: str(rung.name) for rung in ladder.rungs}
    assert names["Q" if taste is FRENCH else "C"] == ("Queen" if taste is FRENCH else "Knight")
