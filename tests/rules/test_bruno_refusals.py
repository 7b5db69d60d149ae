"""Every refusal says what was wrong, in the player's words."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import bruno
from games.rules.bruno.actions import Play
from games.rules.bruno.refusals import why_not
from games.rules.bruno.state import State
from games.rules.cards import RANKS, Rank, rank_of, text_of
from games.rules.game import DEALER, Config, IllegalAction
from tests.kit.bruno.contract import CONFIGS
from tests.kit.bruno.positions import OTHERS, after, table
from tests.kit.playing import steps

NOTHING = ["- - -"] * 3
ON_A_QUEEN = table("5s 9s", *OTHERS, up=["6s - -"] * 4, down=["7s - -"] * 4, pile="Qs", demand="Q")
ON_A_NINE = table("5s Ks", *OTHERS, pile="9s", demand="9")
FACE_UP = table("", *OTHERS, up=["6s 6h -", *NOTHING], down=["7s - -"] * 4, pile="4s", demand="4")
FACE_DOWN = table("", *OTHERS, down=["7s - -", *NOTHING], pile="4s", demand="4")
STUCK = table("5s", *OTHERS, up=["6s - -", *NOTHING], pile="Qs", demand="Q")
LEADING = table("5s", *OTHERS)
LAST_NINES = table("9s 9h", *OTHERS, pile="4s", demand="4")
NO_CARDS = table("", *OTHERS, pile="4s", demand="4")

SENTENCES = [
    (ON_A_QUEEN, "play 5s", "That card is too low: at least a Queen, or 2, 3, 9, 10."),
    (ON_A_NINE, "play Ks", "That card is not below 9: play 4 to 8, or 2, 3, 9, 10."),
    (ON_A_QUEEN, "play Ah", "You do not have the Ace of Hearts."),
    (ON_A_QUEEN, "play 9s 9h", "You do not have the 9 of Hearts."),
    (ON_A_QUEEN, "play 6s", "Your hand comes first: play from the table when it is empty."),
    (ON_A_QUEEN, "flip 0", "Your hand comes first: play from the table when it is empty."),
    (FACE_UP, "flip 0", "Your face-up cards come first: turn the others when they are gone."),
    (FACE_UP, "play 6s 6h", "Of your face-up cards you play one at a time."),
    (FACE_DOWN, "play 7s", "Only your face-down cards are left: turn one of them."),
    (FACE_DOWN, "collect", "Only your face-down cards are left: turn one of them."),
    (FACE_DOWN, "pass", "Only your face-down cards are left: turn one of them."),
    (FACE_DOWN, "flip 1", "There is no face-down card at that place any more."),
    (ON_A_QUEEN, "collect", "You have a card that can be played, so you must play one."),
    (ON_A_QUEEN, "pass", "You have a card that can be played, so you must play one."),
    (STUCK, "pass", "You cannot pass while there is a pile: collect it."),
    (NO_CARDS, "pass", "You cannot pass while there is a pile: collect it."),
    (NO_CARDS, "play 7s", "You do not have the 7 of Spades."),
    (LEADING, "collect", "There is nothing to collect: the pile is empty."),
    (
        LAST_NINES,
        "play 9s 9h",
        "You cannot finish with a 9: the last card must be 4 to 8 or Jack to Ace.",
    ),
    (LEADING, "redeal", "Only the dealer deals cards."),
]


def refused(state: State, seat: int, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        bruno.apply(state, seat, bruno.parse(text))
    return str(caught.value)


@pytest.mark.parametrize(("state", "text", "sentence"), SENTENCES)
def test_a_refusal_says_why(state: State, text: str, sentence: str) -> None:
    assert refused(state, state.turn, text) == sentence


def test_another_seat_is_told_that_it_is_not_its_turn() -> None:
    assert refused(LEADING, 1, "play 4h") == "It is not your turn."


def test_while_the_dealer_is_due_a_seat_is_told_to_wait() -> None:
    sentence = "The cards are being dealt: wait for them."
    assert refused(bruno.new(bruno.META.configure({}), 4), 0, "pass") == sentence


def test_after_the_end_every_seat_is_told_so() -> None:
    over = after(LEADING, "play 5s")
    assert {refused(over, seat, "play 4h") for seat in range(4)} == {"The game is over."}


def test_the_dealer_is_refused_out_of_turn_and_the_wrong_thing() -> None:
    assert refused(LEADING, DEALER, "redeal") == "The dealer has nothing to do now."
    empty = bruno.new(bruno.META.configure({}), 4)
    assert refused(empty, DEALER, "redeal") == "This is not what the dealer has to do now."
    assert refused(empty, DEALER, "collect") == "This is not what the dealer has to do now."
    doubled = f"deal 0 {text_of([0] * 52)}"
    assert refused(empty, DEALER, doubled).startswith("These are not the cards")
    assert refused(empty, DEALER, "deal 0 4s").startswith("These are not the cards")


def test_malformed_text_is_named_and_cut_short() -> None:
    with pytest.raises(IllegalAction, match="“jump” is no action of this game."):
        bruno.parse("jump")


@pytest.mark.parametrize(
    ("state", "rank", "caption"),
    [
        (ON_A_QUEEN, "5", "too low"),
        (ON_A_QUEEN, "A", None),
        (ON_A_QUEEN, "9", None),
        (ON_A_NINE, "K", "too high"),
        (ON_A_NINE, "8", None),
        (LEADING, "4", None),
        (table("9s", *OTHERS), "9", "last card"),
    ],
)
def test_a_card_that_cannot_be_played_has_a_caption(
    state: State, rank: str, caption: str | None
) -> None:
    reason = why_not(bruno.view(state, 0), RANKS.index(rank))
    assert (reason and str(reason.caption)) == caption


def zone_of(state: State) -> Counter[Rank]:
    """How many of each rank the seat on turn may choose from."""
    seen = bruno.view(state, state.turn)
    face_up = (card for card in seen.seats[state.turn].up if card is not None)
    return Counter(map(rank_of, seen.hand or face_up))


@pytest.mark.parametrize("config", [config for config, _seats in CONFIGS])
@pytest.mark.parametrize("name", range(4))
def test_what_has_no_caption_is_in_the_list(config: Config, name: int) -> None:
    """One law: what is counted in two ways comes to the same, all through whole games."""
    for step in steps(bruno, config, 4, f"captions {name}"):
        state, listed = step.before, bruno.legal_actions(step.before, step.seat)
        if step.seat == DEALER:
            continue
        plays = {(play.rank, len(play.cards)) for play in listed if isinstance(play, Play)}
        for rank, held in zone_of(state).items():
            most = held if state.hands[step.seat] or state.options.face_up_together else 1
            for n in range(1, most + 1):
                reason = why_not(bruno.view(state, step.seat), rank, n)
                assert (reason is None) == ((rank, n) in plays), (rank, n)
