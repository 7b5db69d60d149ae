"""What Bruno's table says: moves as each viewer reads them, and why a card cannot be played."""

from __future__ import annotations

import re
from html import unescape

import pytest

from games.log import window
from games.log.pov import Pov
from games.log.states import Step
from games.rules import bruno
from games.rules.bruno import table as told
from games.rules.bruno.state import State
from games.rules.bruno.table import story
from games.rules.game import DEALER, Seat
from games.rules.table import PLAIN, Mark
from tests.kit.at_table import SHORT_GAME, AtTable
from tests.kit.bruno.positions import OTHERS, after, table
from tests.kit.factories import NAMES
from tests.kit.worlds import begun, drawn

NOTHING = ["- - -"] * 3
FREE = table("5s 5h Kc", *OTHERS)
ON_A_SIX = table("2s 3s 7s 9s 10s", *OTHERS, pile="6s 6h", demand="6")
STUCK = table("5s", *OTHERS, up=["6s - -", *NOTHING], pile="Qs 2s", demand="Q")
LAST = table("Ks", *OTHERS, pile="6s", demand="6")
TURNING = table("", *OTHERS, down=["7s 5h Kd", *NOTHING], pile="6s", demand="6")
LAST_TURN = table("", *OTHERS, down=["7s - -", *NOTHING], pile="6s", demand="6")
EMPTY = after(table("5s 10s", *OTHERS, pile="6s", demand="6"), "play 10s")
NO_WAY = table("9s", *OTHERS)  # B22: it must not be the last

# alice moves; what she reads, and what everyone else does.
LINES = [
    (FREE, "play 5s", "You lead 5.", "alice leads 5."),
    (FREE, "play 5s 5h", "You lead 5 5.", "alice leads 5 5."),
    (ON_A_SIX, "play 7s", "You play 7.", "alice plays 7."),
    (ON_A_SIX, "play 2s", "You play 2: the demand stays.", "alice plays 2: the demand stays."),
    (ON_A_SIX, "play 9s", "You play 9: below 9.", "alice plays 9: below 9."),
    (
        ON_A_SIX,
        "play 10s",
        "You play 10: out of the game for good.",
        "alice plays 10: out of the game for good.",
    ),
    (STUCK, "collect", "You collect 2 cards: 2, Q.", "alice collects 2 cards: 2, Q."),
    (
        LAST,
        "play Ks",
        "You play K and are out of cards.",
        "alice plays K and is out of cards.",
    ),
    (TURNING, "flip 0", "You play 7.", "alice plays 7."),
    (
        TURNING,
        "flip 1",
        "You turn a 5, which does not fit, and take the pile.",
        "alice turns a 5, which does not fit, and takes the pile.",
    ),
    (
        LAST_TURN,
        "flip 0",
        "You play 7 and are out of cards.",
        "alice plays 7 and is out of cards.",
    ),
    (NO_WAY, "pass", "You pass.", "alice passes."),
]


def line(before: State, text: str, viewer: Seat | None) -> str:
    seat = before.to_act[0]
    views = [bruno.view(state, viewer) for state in (before, after(before, text))]
    said = text.split(" ")[0] if seat == DEALER else text
    return str(told.tell(views[0], seat, said, views[1], NAMES, PLAIN).phrase)


@pytest.mark.parametrize(("before", "text", "to_alice", "to_others"), LINES)
def test_a_move_is_told_to_its_player_and_to_the_others(
    before: State, text: str, to_alice: str, to_others: str
) -> None:
    assert line(before, text, 0) == to_alice
    assert {line(before, text, viewer) for viewer in (1, 2, 3, None)} == {to_others}


def test_whoever_is_skipped_reads_so() -> None:
    assert line(ON_A_SIX, "play 3s", 0) == "You play 3: bob is skipped."
    assert line(ON_A_SIX, "play 3s", 1) == "alice plays 3: you are skipped."
    assert line(ON_A_SIX, "play 3s", None) == "alice plays 3: bob is skipped."


def test_the_dealers_work_is_told_without_a_card() -> None:
    deal = bruno.deal(bruno.new(bruno.META.configure({"first_seat": 2}), 4), bytes(32))
    start = bruno.new(bruno.META.configure({"first_seat": 2}), 4)
    assert line(start, str(deal), 2) == "The cards are dealt. You lead."
    assert line(start, str(deal), None) == "The cards are dealt. carol leads."
    anew = str(bruno.deal(EMPTY, bytes(32)))
    assert {line(EMPTY, anew, viewer) for viewer in (0, 3, None)} == {"All hands are dealt anew."}


def test_turning_points_are_marked() -> None:
    def mark(before: State, text: str) -> Mark | None:
        views = [bruno.view(state, None) for state in (before, after(before, text))]
        return told.tell(views[0], before.to_act[0], text, views[1], NAMES, PLAIN).mark

    assert mark(STUCK, "collect") == mark(TURNING, "flip 1") == story.COLLECT
    assert mark(LAST, "play Ks") == story.LAST
    assert mark(FREE, "play 5s") is mark(TURNING, "flip 0") is None


# Of the cards in alice's hand: whether they can be pressed, the word below, the sentence.
TOO_LOW = "That card is too low: at least a Queen, or 2, 3, 9, 10."
CAPTIONS = [
    (table("5s 9s Kh", *OTHERS, pile="Qs", demand="Q"), "5", False, "too low", TOO_LOW),
    (table("5s 9s Kh", *OTHERS, pile="Qs", demand="Q"), "9", True, "below 9", ""),
    (table("5s 9s Kh", *OTHERS, pile="Qs", demand="Q"), "K", True, "", ""),
    (
        table("5s Kh", *OTHERS, pile="9s", demand="9"),
        "K",
        False,
        "too high",
        "That card is not below 9: play 4 to 8, or 2, 3, 9, 10.",
    ),
    (
        table("10s", *OTHERS, pile="6s", demand="6"),
        "10",
        False,
        "last card",
        "You cannot finish with a 10: the last card must be 4 to 8 or Jack to Ace.",
    ),
    (ON_A_SIX, "2", True, "hold", ""),
    (ON_A_SIX, "3", True, "skip", ""),
    (ON_A_SIX, "10", True, "redeal", ""),
    (TURNING, "down-1", True, "turn", ""),
]


def page_of(state: State, seat: Seat | None) -> str:
    steps = (Step(0, DEALER, "", "", state), Step(1, DEALER, "deal", "", state))
    return unescape(drawn(begun("bruno"), steps, seat))


@pytest.mark.django_db
@pytest.mark.parametrize(("state", "key", "can", "caption", "why"), CAPTIONS)
def test_only_what_may_be_played_can_be_pressed_and_the_rest_says_why(
    state: State, key: str, can: bool, caption: str, why: str
) -> None:
    (item,) = re.findall(rf'<li class="rank[^>]*id="rank-{key}".*?</li>', page_of(state, 0), re.S)
    assert ('aria-pressed="false"' in item) == can
    assert ('aria-disabled="true"' in item) == (not can)
    assert ("Can be played." in item) == can
    assert f'<span class="note" aria-hidden="true">{caption}</span>' in item
    assert (f'data-why="{why}"' in item) if why else ("data-why" not in item)


@pytest.mark.django_db
def test_while_others_play_no_card_can_be_pressed_and_none_is_called_wrong() -> None:
    html = page_of(table(*OTHERS, "5s 9s", pile="Qs", demand="Q", turn=0), 3)
    assert 'aria-pressed="false"' not in html and "data-why" not in html
    assert "Waiting for alice" in html


SENTENCES = [
    (FREE, "Your turn: a free lead."),
    (ON_A_SIX, "Your turn: at least a 6."),
    (table("5s", *OTHERS, pile="9s", demand="9"), "Your turn: below 9."),
]


@pytest.mark.parametrize(("state", "sentence"), SENTENCES)
def test_the_demand_is_said_in_words(state: State, sentence: str) -> None:
    assert str(told.prompt(bruno.view(state, 0), NAMES, PLAIN)) == sentence
    assert str(told.prompt(bruno.view(state, 1), NAMES, PLAIN)) == "alice is to play."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (STUCK, "you have no answer: collect the pile"),
        (NO_WAY, "you cannot play and there is nothing to collect"),
        (TURNING, "turn one of your face-down cards"),
        (FREE, "play whatever you like"),
        (ON_A_SIX, "or any 2, 3, 9, 10"),
    ],
)
def test_the_table_says_what_can_be_done(state: State, sentence: str) -> None:
    assert sentence in page_of(state, 0)


@pytest.mark.django_db
def test_the_end_names_the_winners_and_what_the_others_still_hold() -> None:
    html = page_of(after(LAST, "play Ks"), 1)
    assert "<h2>alice and carol win.</h2>" in html
    assert "alice: 0 cards left" in html and "You: 1 card left" in html


@pytest.mark.django_db
def test_who_has_won_with_their_partner_is_told_so() -> None:
    assert "<h2>You and alice win.</h2>" in page_of(after(LAST, "play Ks"), 2)


@pytest.mark.django_db
def test_a_whole_game_is_told_without_a_gap() -> None:
    at = AtTable(server_seed=SHORT_GAME)
    at.play_out()
    for seat in (0, 1, None):
        lines = window.history(Pov(at.id, seat), 0, at.seq)
        assert [each.seq for each in lines] == list(range(1, at.seq + 1))
        assert all(str(each.phrase).endswith(".") for each in lines)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_when_it_is_over_nobody_is_next(seat: Seat | None) -> None:
    view = bruno.view(after(LAST, "play Ks"), seat)
    assert view.result is not None
    scene = told.scene(view, (), NAMES, PLAIN)
    shown = [each.plate.role for each in (scene.me, *scene.seats) if each is not None]
    assert {None if role is None else str(role) for role in shown} <= {None, "Partner"}
