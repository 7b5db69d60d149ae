"""What UNO's table says: moves as each viewer reads them, and what is asked of them."""

from __future__ import annotations

import pytest

from games.rules import uno
from games.rules.game import DEALER, Seat
from games.rules.table import PLAIN, Line
from games.rules.uno import table as told
from games.rules.uno.state import State
from tests.kit.factories import NAMES
from tests.kit.uno.positions import after, dealt, reshuffled, table

ALICE, BOB, CAROL, DAVE = range(4)
OTHERS = ("g1 g2 g3", "y1 y2 y3", "y4 y5 y6")
PLAIN_TURN = table("r1 b7 wild rskip rrev r+2", *OTHERS)
BETWEEN_TWO = table("r1 b7 rskip rrev", "g1 g2 g3")
NOTHING_FITS = table("b7 g8 y9", *OTHERS)
BLUFF = table("r1 b7 b8 wild+4", *OTHERS)
HONEST = table("b7 b8 b9 wild+4", *OTHERS)
TWO_LEFT = table("r1 b7", *OTHERS)
TWO_LEFT_AND_SAID = table("r1 b7", *OTHERS, declared=(ALICE,))
LAST = table("r1", *OTHERS)
LAST_AND_SAID = table("r1", *OTHERS, declared=(ALICE,))
SKIPS = table("rskip gskip b7", *OTHERS, stack_skips=True)

# A position, what is done, by whom it is read, and what is read.
LINES = [
    (PLAIN_TURN, "play r1", ALICE, "You lay red 1."),
    (PLAIN_TURN, "play r1", BOB, "alice lays red 1."),
    (PLAIN_TURN, "play wild b", BOB, "alice lays Wild and chooses blue."),
    (PLAIN_TURN, "play rskip", BOB, "alice lays red Skip. You are skipped."),
    (PLAIN_TURN, "play rskip", DAVE, "alice lays red Skip. bob is skipped."),
    (PLAIN_TURN, "play rrev", BOB, "alice lays red Reverse. It goes counter-clockwise now."),
    (BETWEEN_TWO, "play rrev", ALICE, "You lay red Reverse. bob is skipped."),
    (PLAIN_TURN, "play r+2", BOB, "alice lays red Draw Two. +2 is waiting for you."),
    (PLAIN_TURN, "play r+2", None, "alice lays red Draw Two. +2 is waiting for bob."),
    (SKIPS, "play rskip gskip", DAVE,
     "alice lays red Skip, green Skip. bob is skipped. carol is skipped."
     " One card is left, and UNO was not said."),
    (NOTHING_FITS, "draw", ALICE, "You draw blue 1."),
    (NOTHING_FITS, "draw", BOB, "alice draws 1 card."),
    (PLAIN_TURN, "play b7", ALICE,
     "You lay blue 7, which does not fit and goes back. You draw blue 1."
     " It is still your turn."),
    (PLAIN_TURN, "play b7", BOB,
     "alice lays blue 7, which does not fit and goes back. alice draws 1 card."),
    (TWO_LEFT, "play r1", BOB, "alice lays red 1. One card is left, and UNO was not said."),
    (TWO_LEFT_AND_SAID, "play r1", BOB, "alice lays red 1. One card is left."),
    (TWO_LEFT, "uno", ALICE, "You say UNO!"),
    (TWO_LEFT, "uno", BOB, "alice says UNO!"),
    (LAST, "play r1", BOB,
     "alice lays red 1. It was the last card, but UNO was not said. alice draws 2 cards."),
    (LAST_AND_SAID, "play r1", BOB, "alice lays red 1. alice wins the round: 27 points."),
    (LAST_AND_SAID, "play r1", ALICE, "You lay red 1. You win the round: 27 points."),
    (after(BLUFF, "play wild+4 b"), "challenge", BOB,
     "You challenge alice: it was a bluff. alice draws 4 cards."),
    (after(BLUFF, "play wild+4 b"), "challenge", ALICE,
     "bob challenges you: it was a bluff. You draw blue 1, blue 2, blue 3, blue 4."),
    (after(HONEST, "play wild+4 b"), "challenge", CAROL,
     "bob challenges alice: it was no bluff. bob draws 6 cards."),
    (after(TWO_LEFT, "play r1"), "2: catch 0", CAROL,
     "You catch alice, who has not said UNO. alice draws 2 cards."),
    (after(TWO_LEFT, "play r1"), "2: catch 0", ALICE,
     "carol catches you: you have not said UNO. You draw blue 1, blue 2."),
    (after(TWO_LEFT_AND_SAID, "play r1"), "2: catch 0", BOB,
     "carol accuses alice, who has said UNO. carol draws 2 cards."),
    (table("b7 r9", *OTHERS, turn=BOB), "draw", None, "bob draws 1 card."),
    (after(table("b7 g8", *OTHERS, pile="r9 b1"), "draw"), "keep", ALICE, "You keep the card."),
]  # fmt: skip


def line(before: State, text: str, viewer: Seat | None) -> Line:
    seat, _colon, action = text.rpartition(": ")
    mover = int(seat) if seat else before.turn
    views = (uno.view(state, viewer) for state in (before, after(before, text)))
    return told.tell(next(views), mover, action, next(views), NAMES, PLAIN)


@pytest.mark.parametrize(("before", "text", "viewer", "read"), LINES)
def test_a_move_is_told_as_its_reader_may_know_it(
    before: State, text: str, viewer: Seat | None, read: str
) -> None:
    assert str(line(before, text, viewer).phrase) == read


@pytest.mark.parametrize(
    ("before", "text", "mark"),
    [
        (PLAIN_TURN, "play b7", "Misplay"),
        (LAST, "play r1", "Not said"),
        (LAST_AND_SAID, "play r1", "Round"),
        (after(BLUFF, "play wild+4 b"), "challenge", "Challenge"),
        (after(TWO_LEFT, "play r1"), "2: catch 0", "Accused"),
    ],
)
def test_penalties_challenges_and_ends_of_rounds_are_turning_points(
    before: State, text: str, mark: str
) -> None:
    marked = line(before, text, None).mark
    assert marked is not None and str(marked.name) == mark
    assert line(PLAIN_TURN, "play r1", None).mark is None


def told_by_the_dealer(before: State, word: str, state: State, viewer: Seat | None) -> str:
    views = uno.view(before, viewer), uno.view(state, viewer)
    return str(told.tell(views[0], DEALER, word, views[1], NAMES, PLAIN).phrase)


def test_a_reshuffle_in_the_middle_of_a_draw_tells_who_draws_the_rest() -> None:
    before = table("b7 g8", *OTHERS, below="b1 b2 b3", top="r+2", pile="y9")
    waiting = after(before._replace(pending=2), "draw")
    assert str(line(before._replace(pending=2), "draw", BOB).phrase) == (
        "The draw pile is empty. alice draws 1 card."
    )
    done = reshuffled(waiting, "b1 b2 b3")
    assert told_by_the_dealer(waiting, "reshuffle", done, ALICE) == (
        "The laid cards are shuffled into a new draw pile. You draw blue 1."
    )


@pytest.mark.parametrize(
    ("top", "read"),
    [
        ("r5", "The cards are dealt, and red 5 is turned up. alice begins."),
        ("rskip", "The cards are dealt, and red Skip is turned up. alice is skipped. You begin."),
        (
            "r+2",
            "The cards are dealt, and red Draw Two is turned up. alice draws 2 cards."
            " alice is skipped. You begin.",
        ),
        (
            "rrev",
            "The cards are dealt, and red Reverse is turned up. It goes counter-clockwise now."
            " alice begins.",
        ),
    ],
)
def test_a_deal_tells_what_the_start_card_does(top: str, read: str) -> None:
    state = dealt(seats=4, start=top)
    empty = uno.new(uno.META.configure({"first_seat": 0}), 4)
    assert told_by_the_dealer(empty, "deal", state, BOB) == read


PROMPTS = [
    (PLAIN_TURN, ALICE, "Your turn: lay red, a 5 or a wild."),
    (table("r1 b7", *OTHERS, top="r8"), ALICE, "Your turn: lay red, an 8 or a wild."),
    (table("r1 b7", *OTHERS, top="wild", colour="b"), ALICE, "Your turn: lay blue or a wild."),
    (PLAIN_TURN, BOB, "alice is to play."),
    (PLAIN_TURN, None, "alice is to play."),
    (after(BLUFF, "play wild+4 b"), BOB, "Your turn: +4 is waiting for you."),
    (after(table("b7 g8", *OTHERS, pile="r9 b1"), "draw"), ALICE,
     "Your turn: play red 9 or keep it."),
    (after(TWO_LEFT, "play r1"), CAROL, "bob is to play. alice has not said UNO."),
    (after(TWO_LEFT, "play r1"), ALICE, "bob is to play. You have not said UNO."),
    (after(LAST_AND_SAID, "play r1"), ALICE, "You win."),
    (after(LAST_AND_SAID, "play r1"), BOB, "alice wins."),
    (after(table("r1", *OTHERS, declared=(ALICE,), teams=True), "play r1"), BOB,
     "alice and carol win."),
    (after(table("r1", *OTHERS, declared=(ALICE,), teams=True), "play r1"), CAROL,
     "You and alice win."),
    (after(table("r1", *OTHERS, declared=(ALICE,), target_score=200), "play r1"), BOB,
     "Round 1 is over."),
]  # fmt: skip


@pytest.mark.parametrize(("state", "viewer", "asked"), PROMPTS)
def test_the_page_says_what_the_table_waits_for(
    state: State, viewer: Seat | None, asked: str
) -> None:
    assert str(told.prompt(uno.view(state, viewer), NAMES, PLAIN)) == asked
