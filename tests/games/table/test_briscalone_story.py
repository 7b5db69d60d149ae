"""Briscalone's moves and questions in words."""

from __future__ import annotations

import pytest

from games.rules import briscalone
from games.rules.briscalone import table
from games.rules.briscalone.table import story
from games.rules.game import DEALER, Seat
from games.rules.table import PLAIN, Line, Taste
from tests.kit.briscalone.positions import ACE_BY_SEAT_0, FOUR_PASSES, IN_ORDER, after
from tests.kit.briscalone.positions import table as empty_table
from tests.kit.briscalone.shown import BLIND_TRICK, CALLED, FALLEN, FRENCH, NAMES


def told(*texts: str, seat: Seat | None = 0, taste: Taste = PLAIN) -> Line:
    """What this seat is told of the last of these actions."""
    before = after(empty_table(), *texts[:-1])
    state = after(before, texts[-1])
    (actor,) = briscalone.to_act(before)
    text = texts[-1].split(" ")[0] if actor == DEALER else texts[-1]
    views = briscalone.view(before, seat), briscalone.view(state, seat)
    return table.tell(views[0], actor, text, views[1], NAMES, taste)


@pytest.mark.parametrize(
    ("texts", "seat", "line"),
    [
        ((IN_ORDER,), 0, "Round 1 is dealt. You open the auction."),
        ((IN_ORDER,), None, "Round 1 is dealt. alice opens the auction."),
        ((IN_ORDER, "bid K"), 0, "You open with a King."),
        ((IN_ORDER, "bid K"), 1, "alice opens with a King."),
        ((IN_ORDER, "bid K", "bid Q"), 1, "You bid a Knight."),
        ((IN_ORDER, "bid K", "bid 2"), 1, "You bid a 2."),
        ((IN_ORDER, "bid K", "bid 2"), 2, "bob bids a 2."),
        ((IN_ORDER, "bid 2", "raise"), 1, "You raise the target to 63."),
        ((IN_ORDER, "bid 2", "raise"), 2, "bob raises the target to 63."),
        ((IN_ORDER, "bid 2", "pass"), 1, "You pass."),
        ((IN_ORDER, "bid 2", "pass"), 2, "bob passes."),
        (
            (IN_ORDER, *ACE_BY_SEAT_0),
            1,
            "erin passes. alice wins the auction with Ace, target 61.",
        ),
        ((IN_ORDER, *ACE_BY_SEAT_0, "play 2d"), 0, "You lead the 2 of coins."),
        ((IN_ORDER, *ACE_BY_SEAT_0, "play 2d"), 1, "alice leads the 2 of coins."),
        ((IN_ORDER, *ACE_BY_SEAT_0, "play 2d", "play Ad"), 1, "You play the Ace of coins."),
        (
            CALLED,
            2,
            "alice calls swords: the called card is the Ace of swords. "
            "You take the trick: 13 points.",
        ),
        (
            FALLEN,
            1,
            "carol leads the Ace of swords. The called card has fallen. "
            "carol is the partner of alice.",
        ),
        (
            (IN_ORDER, "bid 10", *FOUR_PASSES, *BLIND_TRICK, "call d"),
            4,
            "alice calls coins: the called card is the 10 of coins. The called card has "
            "fallen. bob is the partner of alice. bob takes the trick: 13 points.",
        ),
    ],
)
def test_every_move_is_told_in_the_readers_words(
    texts: tuple[str, ...], seat: Seat | None, line: str
) -> None:
    assert str(told(*texts, seat=seat).phrase) == line


def test_the_log_names_cards_after_the_readers_deck() -> None:
    line = told(IN_ORDER, *ACE_BY_SEAT_0, "play 2d", taste=FRENCH)
    assert str(line.phrase) == "You lead the 2 of Diamonds."
    assert str(told(IN_ORDER, "bid Q", taste=FRENCH).phrase) == "You open with a Queen."


def test_turning_points_are_marked() -> None:
    assert told(IN_ORDER, *ACE_BY_SEAT_0).mark == story.BID
    assert told(*CALLED).mark == story.CALL
    assert told(*FALLEN).mark == story.PARTNER
    assert told(IN_ORDER).mark is told(IN_ORDER, "bid K").mark is None
    assert told(IN_ORDER, *ACE_BY_SEAT_0, "play 2d").mark is None


@pytest.mark.parametrize(
    ("texts", "seat", "prompt"),
    [
        ((), 0, "The cards are not dealt yet."),
        ((IN_ORDER,), 0, "Your turn: open the auction."),
        ((IN_ORDER,), 1, "alice is to bid."),
        ((IN_ORDER, "bid K"), 1, "Your turn: bid lower than a King, or pass."),
        ((IN_ORDER, "bid 2"), 1, "Your turn: raise the target, or pass."),
        ((IN_ORDER, *ACE_BY_SEAT_0), 0, "Your turn: play a card to the blind trick."),
        (CALLED[:-1], 0, "Your turn: call the monkey suit."),
        (CALLED[:-1], 1, "alice is to call the monkey suit."),
        (CALLED, 2, "Your turn: play a card."),
        (CALLED, None, "carol is to play."),
    ],
)
def test_the_table_says_what_it_waits_for(
    texts: tuple[str, ...], seat: Seat | None, prompt: str
) -> None:
    view = briscalone.view(after(empty_table(), *texts), seat)
    assert str(table.prompt(view, NAMES, PLAIN)) == prompt
