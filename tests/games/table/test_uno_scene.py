"""What UNO's table shows to whom, and what it lets them press: the scene that is drawn."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.game import Seat
from games.rules.table import PLAIN, Taste
from games.rules.uno.state import State
from games.rules.uno.table.hand import Held
from games.rules.uno.table.scene import Scene, SeatScene, scene
from tests.kit.uno.positions import after, table
from tests.kit.worlds import PEOPLE

ALICE, BOB, CAROL, DAVE = range(4)
OTHERS = ("g1 g2 g3", "y1 y2 y3", "y4 y5 y6")
NO_HINTS = Taste(shows_playable=False)
BLUFFED = after(table("r1 b7 b8 wild+4", *OTHERS), "play wild+4 b")
ONE_LEFT = after(table("r1 b7", *OTHERS), "play r1")
LAST = table("r1", *OTHERS, declared=(ALICE,))
ROUND_OVER = after(table("r1", *OTHERS, declared=(ALICE,), target_score=200), "play r1")


def shown(state: State, seat: Seat | None, taste: Taste = PLAIN) -> Scene:
    actions = () if seat is None else uno.legal_actions(state, seat)
    return scene(uno.view(state, seat), actions, PEOPLE[: state.match.seats], taste)


def held_by(state: State, seat: Seat, taste: Taste = PLAIN) -> tuple[Held, ...]:
    hand = shown(state, seat, taste).hand
    return hand.held if hand else ()


def accused(seat: SeatScene) -> str:
    """The action that accuses this seat, if it may be."""
    return seat.accusing.action if seat.accusing else ""


def cost(seat: SeatScene) -> str:
    return str(seat.accusing.cost or "") if seat.accusing else ""


def pressed(state: State, seat: Seat, taste: Taste = PLAIN) -> list[str]:
    return [button.action for button in shown(state, seat, taste).bar.buttons]


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (2, "n"),
        (3, "nw ne"),
        (4, "w n e"),
        (5, "w nw ne e"),
        (6, "w nw n ne e"),
    ],
)
def test_the_others_sit_clockwise_from_the_viewers_left(seats: int, places: str) -> None:
    seen = shown(table(*["r1 r2 r3"] * seats), 1)
    assert " ".join(seat.place for seat in seen.seats) == places
    assert [seat.seat for seat in seen.seats] == [*range(2, seats), 0]


def test_a_spectator_sees_the_first_seat_at_the_bottom_and_nothing_to_press() -> None:
    seen = shown(ONE_LEFT, None)
    assert seen.me is None
    assert seen.near.place == "s"
    assert not seen.bar.buttons and seen.hand is None and seen.uno_call is None
    assert str(seen.bar.waiting) == "You are watching. bob is to play."


def test_every_seat_shows_its_number_of_cards_and_its_declaration() -> None:
    seen = shown(table("r1 b7", *OTHERS, declared=(CAROL,)), ALICE)
    assert [seat.cards for seat in seen.seats] == [3, 3, 3]
    assert [str(seat.plate.says or "") for seat in seen.seats] == ["", "UNO!", ""]


def test_the_direction_is_shown_when_there_is_one() -> None:
    assert shown(table("r1 r2", *OTHERS), ALICE).is_clockwise is True
    assert shown(after(table("rrev r2 b7", *OTHERS), "play rrev"), BOB).is_clockwise is False
    assert shown(table("r1 r2", "g1 g2"), ALICE).is_clockwise is None


def test_a_wild_card_offers_its_four_colours_by_name_letter_and_shape() -> None:
    colours = [each for each in shown(table("b7 wild", *OTHERS), ALICE).bar.buttons if each.group]
    assert {button.group for button in colours} == {"wild"}
    assert [str(button.label) for button in colours] == ["Red", "Green", "Blue", "Yellow"]
    assert [button.icon for button in colours] == ["shape-r", "shape-g", "shape-b", "shape-y"]


def test_a_challenge_says_what_it_costs_and_taking_how_much() -> None:
    take, challenge = shown(BLUFFED, BOB).bar.buttons
    assert (str(take.label), take.action) == ("Take 4 cards", "draw")
    assert (str(challenge.label), str(challenge.aside)) == ("Challenge", "wrong: you draw 6")
    assert str(shown(BLUFFED, BOB).demand.heading) == "+4 is waiting for you"
    assert (
        str(shown(BLUFFED, BOB).demand.aside) == "Take it, lay a Wild Draw Four, or challenge alice"
    )


def test_mixed_stacking_names_all_that_may_be_laid() -> None:
    mixed = after(
        table("r1 b7 b8 wild+4", *OTHERS, stack_mixed=True, challenge=False, top="y5"),
        "play wild+4 b",
    )
    assert str(shown(mixed, BOB).demand.aside) == (
        "Take it, or lay a blue Draw Two or a Wild Draw Four"
    )


def test_several_skips_are_offered_by_the_one_that_comes_last() -> None:
    state = table("rskip gskip b7", *OTHERS, stack_skips=True)
    skips = {(button.group, button.n): button for button in shown(state, ALICE).bar.buttons}
    assert set(skips) == {("rskip", 1), ("gskip", 2)}
    assert str(skips["gskip", 2].label) == "Lay 2 Skips"
    assert str(skips["gskip", 2].aside) == "R G"


def test_a_card_just_drawn_can_be_played_or_kept() -> None:
    state = after(table("b7 g8", *OTHERS, pile="r9 b1"), "draw")
    seen = shown(state, ALICE)
    assert str(seen.demand.heading) == "You drew red 9"
    assert [button.action for button in seen.bar.buttons] == ["play r9", "keep"]
    assert [held.face.text for held in held_by(state, ALICE) if held.is_drawn] == ["r9"]


DRAWN = after(table("b7 g8", *OTHERS, pile="r9 b1"), "draw")
HEADINGS = [
    (ONE_LEFT, BOB, "Lay red, a 1 or a wild", "It is your turn"),
    (ONE_LEFT, CAROL, "red, a 1 or a wild fits", "bob is to play"),
    (ONE_LEFT, None, "red, a 1 or a wild fits", "bob is to play"),
    (BLUFFED, CAROL, "+4 is waiting for bob", "bob is to play"),
    (DRAWN, ALICE, "You drew red 9", "Play it or keep it"),
    (DRAWN, BOB, "alice drew a card that fits", "alice may play it or keep it"),
    (ROUND_OVER, BOB, "Round 1 is over.", "None"),
    (after(LAST, "play r1"), BOB, "alice wins.", "None"),
    (after(LAST, "play r1"), None, "alice wins.", "None"),
]


@pytest.mark.parametrize(("state", "viewer", "heading", "aside"), HEADINGS)
def test_only_the_seat_on_turn_is_told_what_to_do(
    state: State, viewer: Seat | None, heading: str, aside: str
) -> None:
    seen = shown(state, viewer)
    assert (str(seen.demand.heading), str(seen.demand.aside)) == (heading, aside)


def test_while_a_draw_waits_for_the_shuffle_nobody_is_told_what_to_do() -> None:
    state = after(table("b7 g8", *OTHERS, below="b1 b2 b3", pile=""), "draw")
    assert state.stage == "reshuffle"
    assert str(shown(state, ALICE).demand.heading) == "The laid cards are being shuffled."


def test_who_may_only_catch_sees_that_button_and_whom_all_wait_for() -> None:
    seen = shown(ONE_LEFT, CAROL)
    assert [accused(seat) for seat in seen.seats] == ["", "catch 0", ""]
    assert seen.bar.buttons == ()
    assert str(seen.bar.waiting) == "Waiting for bob"


def test_a_catch_says_what_it_costs_only_where_it_would_be_wrong() -> None:
    said = after(ONE_LEFT, "0: uno")
    assert [cost(seat) for seat in shown(ONE_LEFT, BOB).seats] == ["", "", ""]
    assert [accused(seat) for seat in shown(said, BOB).seats] == ["", "", "catch 0"]
    assert cost(shown(said, BOB).seats[-1]) == "wrong: you draw 2"


def test_the_seat_on_turn_may_catch_beside_its_turn() -> None:
    seen = shown(ONE_LEFT, BOB)
    assert [accused(seat) for seat in seen.seats] == ["", "", "catch 0"]
    assert seen.bar.buttons


def test_a_second_catch_is_not_offered_to_the_same_seat() -> None:
    state = after(table("r1 b7", *OTHERS, declared=(ALICE,)), "play r1", "2: catch 0")
    assert not any(seat.accusing for seat in shown(state, CAROL).seats)
    assert any(seat.accusing for seat in shown(state, DAVE).seats)


def test_the_call_is_offered_when_it_may_be_said_and_says_when_it_was() -> None:
    early, now = shown(table("r1 b7 b8", *OTHERS), ALICE).uno_call, shown(ONE_LEFT, ALICE).uno_call
    said = shown(after(ONE_LEFT, "0: uno"), ALICE).uno_call
    assert early and not early.may and str(early.aside) == "at 2 cards"
    assert now and now.may and str(now.word) == "UNO!"
    assert said and not said.may and str(said.aside) == "said"
    assert shown(table("r1 b7", *OTHERS, uno_check=False), ALICE).uno_call is None


def test_the_accused_hand_is_shown_to_the_challenger_alone() -> None:
    state = after(BLUFFED, "challenge")
    (opened,) = shown(state, BOB).opened_hands
    assert str(opened.label) == "Seen in the hand of alice"
    assert [face.text for face in opened.faces] == ["r1", "b7", "b8"]
    for other in (ALICE, CAROL, DAVE, None):
        assert shown(state, other).opened_hands == ()


def test_a_card_that_does_not_fit_says_so_once_under_a_row_of_them() -> None:
    held = held_by(table("r1 b7 b8 y9", *OTHERS), ALICE)
    assert [each.state for each in held] == ["can", "cannot", "cannot", "cannot"]
    assert [str(each.note or "") for each in held] == ["", "no fit", "", ""]
    assert str(held[1].why) == "The blue 7 does not fit: play red, a 5 or a wild."


def test_facing_a_sum_the_cards_that_do_not_stack_say_why() -> None:
    state = after(table("r+2 b7 b8", "g1 g+2 wild+4", "y1 y2 y3"), "play r+2")
    held = held_by(state, BOB)
    assert [(each.state, str(each.note or "")) for each in held] == [
        ("cannot", "not now"),
        ("can", "add 2"),
        ("cannot", "no mix"),
    ]


def test_equal_cards_are_pressed_as_one() -> None:
    (held, _other) = held_by(table("r1 r1 b7", *OTHERS), ALICE)
    assert (held.face.text, held.copies) == ("r1", 2)
    assert pressed(table("r1 r1 b7", *OTHERS), ALICE) == ["play r1"]


def test_without_hints_every_card_can_be_pressed_and_drawing_too() -> None:
    state = table("r1 b7 wild", *OTHERS)
    assert all(
        each.is_pressable and not each.state and not each.why
        for each in held_by(state, ALICE, NO_HINTS)
    )
    assert pressed(state, ALICE, NO_HINTS) == [
        "play r1",
        "play b7",
        *(f"play wild {colour}" for colour in "rgby"),
        "draw",
    ]


def test_without_hints_the_table_does_not_tell_whether_a_card_fits() -> None:
    for hand in ("r1 b7", "b7 b8"):
        seen = shown(table(hand, *OTHERS), ALICE, NO_HINTS)
        assert seen.draw_pile.drawing
        assert str(seen.demand.aside) == "It is your turn"


def test_without_hints_nothing_can_be_pressed_while_others_play() -> None:
    state = table("r1 b7", *OTHERS, turn=BOB)
    assert not any(each.is_pressable for each in held_by(state, ALICE, NO_HINTS))
    assert shown(state, ALICE, NO_HINTS).bar.buttons == ()


@pytest.mark.parametrize(
    ("cards", "layout"),
    [(1, "row"), (8, "row"), (9, "two"), (16, "two"), (20, "pack"), (30, "heap")],
)
def test_a_hand_is_laid_out_by_its_size(cards: int, layout: str) -> None:
    hand = " ".join(f"{colour}{n}" for colour in "rgby" for n in range(10))
    held = shown(table(" ".join(hand.split()[:cards]), *OTHERS), ALICE).hand
    assert held is not None and held.css == layout


def test_a_finished_round_shows_all_hands_their_worth_and_the_totals() -> None:
    account = shown(ROUND_OVER, BOB).account
    assert account is not None
    assert str(account.summary) == "alice wins the round: 27 points."
    assert [(count.won, count.worth, count.score) for count in account.counts] == [
        (True, 0, 27),
        (False, 6, 0),
        (False, 6, 0),
        (False, 15, 0),
    ]
    assert [face.text for face in account.counts[BOB].left] == ["g1", "g2", "g3"]
    assert shown(ONE_LEFT, BOB).account is None


def test_partners_carry_their_teams_name_and_shape() -> None:
    seen = shown(table("r1 r2", *OTHERS, teams=True), ALICE)
    assert [seat.plate.team.css for seat in seen.seats if seat.plate.team] == [
        "flame",
        "moon",
        "flame",
    ]
    assert str(seen.seats[1].plate.role) == "Partner"


def test_points_stand_beside_what_a_seat_is_when_a_target_is_played_for() -> None:
    state = table("r1 r2 r3", *OTHERS, target_score=200)
    match = state.match._replace(scores=(0, 5, 1, 64))
    seen = shown(state._replace(match=match), ALICE)
    assert [str(seat.plate.role) for seat in seen.seats] == ["next · 5", "1 point", "64 points"]
    assert seen.me and str(seen.me.plate.role) == "Your turn · 0"


def test_the_whole_pile_can_be_opened_by_anybody_and_is_counted_by_colour() -> None:
    state = after(table("r1 b7", *OTHERS, below="g+2 wild g0 wild+4"), "play r1")
    pile = shown(state, None).discard_pile
    assert pile == shown(state, ALICE).discard_pile
    counted = [(str(colour), signs) for colour, signs in pile.whole]
    assert counted == [("Red", "1 5"), ("Green", "0 +2"), ("Wilds", "W +4")]
