from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from games.bots import Luck, bot
from games.bots.briscalone import bidding
from games.bots.briscalone.auction import Offer, raised
from games.bots.briscalone.bidding import DEARER, ENOUGH, chance
from games.bots.briscalone.hard import candidates
from games.bots.briscalone.playout import Round, play_out, thrifty
from games.bots.briscalone.suspicion import suspicion
from games.bots.briscalone.worlds import Worlds
from games.lab.simulation import planned, play_deal
from games.lab.statistics import duels
from games.rules import briscalone
from games.rules.briscalone import State
from games.rules.briscalone.actions import PASS, RAISE, Bid
from games.rules.briscalone.cards import ALL_POINTS, CARD_OF, CARD_TEXT, DECK, LOWEST
from games.rules.game import DEALER, Seat
from tests.kit.briscalone.positions import FOUR_PASSES, after, dealt, table

LEVELS = ("easy", "medium", "hard")
SENSIBLE = ("medium", "hard")
SEED = bytes(range(32))
NOTHING = "2d 3d 2s 3s 2h 3h 2c 3c"
SPLENDID = "Ah 10h Kh 6h 5h 4h Ad As"
MIDDLING = "Kh Qh 5h 2d 3d 2s 3s 2c"


def answer(state: State, level: str, luck: int = 0) -> str:
    (seat,) = briscalone.to_act(state)
    actions = briscalone.legal_actions(state, seat)
    return str(bot("briscalone", level)(briscalone.view(state, seat), actions, Random(luck)))


def positions(level: str) -> Iterator[tuple[int, State, Seat]]:
    """A game among bots of a level: how many moves were made, the state, the seat to act."""
    state, number, luck = table(), 0, Luck(SEED)
    choose = bot("briscalone", level)
    while waited := briscalone.to_act(state):
        (seat,) = waited
        if seat == DEALER:
            action = briscalone.deal(state, SEED)
        else:
            yield number, state, seat
            actions = briscalone.legal_actions(state, seat)
            action = choose(briscalone.view(state, seat), actions, luck.at(seat, number))
        state, number = briscalone.apply(state, seat, action), number + 1


@pytest.mark.parametrize("level", LEVELS)
def test_p19_other_cards_in_the_hidden_hands_change_no_move(level: str) -> None:
    rng, choose = Random(19), bot("briscalone", level)

    def choice(state: State, seat: Seat, number: int) -> str:
        actions = briscalone.legal_actions(state, seat)
        view = briscalone.view(state, seat)
        return str(choose(view, actions, Luck(SEED).at(seat, number)))

    for number, state, seat in list(positions("medium"))[::5]:
        other_world = briscalone.imagine(briscalone.view(state, seat), rng)
        assert choice(state, seat, number) == choice(other_world, seat, number)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_luck_gives_the_same_move(level: str) -> None:
    for _, state, _ in list(positions("medium"))[::25]:
        assert answer(state, level) == answer(state, level)


@pytest.mark.parametrize("level", SENSIBLE)
def test_whoever_opens_with_nothing_says_the_least(level: str) -> None:
    assert answer(after(table(), dealt(NOTHING)), level) == "bid A"


@pytest.mark.parametrize("level", SENSIBLE)
@pytest.mark.parametrize("bids", [("bid 10",), ("bid 3",), ("bid 2",), ("bid 2", *["pass"] * 3)])
def test_with_nothing_in_hand_one_passes(level: str, bids: tuple[str, ...]) -> None:
    hands = ["", "", "", "", ""]
    hands[len(bids)] = NOTHING
    assert answer(after(table(), dealt(*hands), *bids), level) == "pass"


@pytest.mark.parametrize("level", SENSIBLE)
def test_with_a_splendid_hand_one_says_at_once_what_it_is_worth(level: str) -> None:
    assert answer(after(table(), dealt(SPLENDID)), level) == "bid 2"
    state = after(table(), dealt("", SPLENDID), "bid 4")
    assert answer(state, level) == "bid 2"
    assert answer(after(state, "bid 3", "bid 2", "pass", "pass", "pass"), level) == "raise"


@pytest.mark.parametrize("level", SENSIBLE)
def test_a_hand_not_worth_a_two_is_not_driven_there(level: str) -> None:
    assert answer(after(table(), dealt("", MIDDLING), "bid A"), level) == "bid 10"
    assert answer(after(table(), dealt("", MIDDLING), "bid 2"), level) == "pass"


def test_the_higher_the_target_the_surer_a_hard_bot_wants_to_be() -> None:
    sure = {target: _least_promise(target) for target in (61, 71, 81)}
    assert sure[61] < 0.5 < sure[71] < sure[81] < 0.8


def _least_promise(target: int) -> float:
    """With how little a chance is this bid for?"""
    view = briscalone.view(after(table(), dealt(SPLENDID), "bid 2"), 0)._replace(
        target=target - 2, phase="auction"
    )
    with pytest.MonkeyPatch.context() as patch:
        for hundredths in range(101):
            patch.setattr(bidding, "chance", lambda *_, seen=hundredths / 100: seen)
            if bidding.bid(view, (PASS, RAISE), Random(0)) == RAISE:
                return hundredths / 100
    return 1.0


@pytest.mark.parametrize("level", SENSIBLE)
def test_nobody_raises_the_target_out_of_reach(level: str) -> None:
    others_raise = ("pass", *["raise"] * 4) * 5
    state = after(table(), dealt("", SPLENDID), "bid 2", *others_raise)
    assert state.auction.target == 101
    assert answer(state, level) == "pass"


def test_hard_bids_only_where_it_sees_chance_enough() -> None:
    bids = 0
    for number, state, seat in positions("medium"):
        if state.phase != "auction" or state.auction.rank is None:
            continue
        said = briscalone.parse(answer(state, "hard", luck=number))
        if said != PASS:
            view, bids = briscalone.view(state, seat), bids + 1
            target = view.target + 2 if said == RAISE else view.target
            offer = Offer(said, said.rank if isinstance(said, Bid) else LOWEST, target)
            # Thought about anew, in other worlds, a close decision may look different.
            assert chance(view, offer, Random(7)) > ENOUGH + DEARER * raised(offer) - 0.15
    assert bids > 5


def test_easy_seldom_raises_far() -> None:
    targets = []
    for luck in range(50):
        state, rng = after(table(), dealt(), "bid 2"), Random(luck)
        while state.phase == "auction":
            state = after(state, answer(state, "easy", luck=rng.getrandbits(32)))
        targets.append(state.auction.target)
    assert 61 < max(targets) < 90


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_bidder_calls_the_suit_that_is_strong_in_hand(level: str) -> None:
    state = after(table(), dealt(SPLENDID), "bid Q", *FOUR_PASSES)
    while state.phase == "blind":
        (seat,) = briscalone.to_act(state)
        state = after(state, str(briscalone.legal_actions(state, seat)[0]))
    assert answer(state, level) == "call h"


# Seat 0 bids the Jack, takes the blind trick and calls hearts: seat 3 is the partner.
BIDDER = "6s 10d Ad Ah 10h Kh 6h 5h"
PARTNER = "2s 4d 5d Jh 6c Jc Kc Ac"
LAST = "5s As Kd 10s 4c 5c 3c 2c"


def second_trick(*plays: str, hands: tuple[str, ...] = ()) -> State:
    hands = hands or (BIDDER, "3s 2d 2h", "4s 3d 3h", PARTNER, LAST)
    blind = [f"play {card}" for card in ("6s", "3s", "4s", "2s", "5s")]
    state = after(table(), dealt(*hands), "bid J", *FOUR_PASSES, *blind, "call h")
    assert state.takers == (0,)
    return after(state, *(f"play {card}" for card in plays))


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_last_to_play_takes_a_rich_trick_with_the_card_that_was_led(level: str) -> None:
    hands = (BIDDER.replace("Ad", "4h"), "3s 2d 2h", "4s 3d 3h", PARTNER, "5s Ad 3c 4c 5c 2c Qs Js")
    assert answer(second_trick("10d", "2d", "3d", "4d", hands=hands), level) == "play Ad"


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_last_to_play_takes_a_rich_trick_with_a_small_monkey_card(level: str) -> None:
    hands = (BIDDER, "3s 2d 2h", "4s 3d 3h", PARTNER, "5s 4h 3c 4c 5c 2c Qs Js")
    assert answer(second_trick("10d", "2d", "3d", "4d", hands=hands), level) == "play 4h"


@pytest.mark.parametrize("level", SENSIBLE)
def test_nobody_but_the_partner_feeds_the_bidder(level: str) -> None:
    worthless = ("play 2c", "play 3c", "play 4c", "play 5c")
    assert answer(second_trick("Ah", "2d", "3d", "4d"), level) in worthless


PARTNER_LAST = (BIDDER, "3s 2d 2h", "4s 3d 3h", "2s 3c 4c", "5s Jh 2c 6c Jc Kc Ac 4d")


def test_medium_feeds_the_bidder_as_soon_as_it_knows_to_be_the_partner() -> None:
    state = second_trick("5h", "2d", "3d", "3c", hands=PARTNER_LAST)
    assert answer(state, "medium") == "play Ac"


def test_hard_gives_the_bidder_no_ace_that_would_tell_everybody() -> None:
    """But a King, which anybody might have thrown in."""
    state = second_trick("5h", "2d", "3d", "3c", hands=PARTNER_LAST)
    assert answer(state, "hard") == "play Kc"


def last_trick_but_one() -> State:
    """The bidder, seat 0, leads a monkey card and needs 81; seat 4, the partner, plays last."""
    hands = (
        "6s Ah 10h Kh Qh 6h 5h 2d",
        "3s Qs 3d 4d 5d 6d Kd Ad",
        "4s Jh 3c 4c 5c 6c 3h 10d",
        "2s 4h Js Jd Qd Ks 10s As",
        "5s 2h 10c Kc Qc Jc Ac 2c",
    )
    raises = ("raise", "pass", "pass", "pass", "raise") * 5
    state = after(table(), dealt(*hands), "bid 2", *raises, *FOUR_PASSES)
    tricks = list(zip(*(hand.split() for hand in hands), strict=True))
    state = after(state, *(f"play {card}" for card in tricks[0]), "call h")
    for trick in tricks[1:6]:
        state = after(state, *(f"play {card}" for card in trick))
    return after(state, *(f"play {card}" for card in tricks[6][:4]))


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_partner_feeds_the_bidder_when_that_wins_the_round(level: str) -> None:
    state = last_trick_but_one()
    assert state.auction.target == 81 and state.points == (63, 0, 0, 0, 0)
    assert answer(state, level) == "play Ac"


def test_who_feeds_the_bidder_is_suspected() -> None:
    view = briscalone.view(second_trick("Ah", "2d", "3d", "Ac"), None)
    weights = suspicion(view)
    assert max(weights) == weights[3] > 2 * weights[1]


def test_who_feeds_the_bidders_enemies_is_not_suspected() -> None:
    view = briscalone.view(second_trick("10d", "2h", "3d", "Ac"), None)
    weights = suspicion(view)
    assert weights[3] < weights[2]


def test_imagined_deals_fit_the_view() -> None:
    for number, state, seat in list(positions("medium"))[::11]:
        view = briscalone.view(state, seat)
        hands = Worlds(view, Random(number)).draw()
        assert tuple(hands[seat]) == view.hand
        assert tuple(map(len, hands)) == view.hand_sizes
        held = [card for hand in hands for card in hand]
        assert sorted([*held, *state.played]) == list(DECK)
        if view.alone is False and view.partner is None:
            assert view.called not in hands[state.auction.bidder or 0]


def test_cards_that_do_the_same_are_thought_about_once() -> None:
    state = after(table(), dealt("2d 3d 5d 6d Jd Kd As 10s"), "bid A", *FOUR_PASSES)
    kept = [CARD_TEXT[card] for card in candidates(briscalone.view(state, 0))]
    assert kept == ["2d", "5d", "Jd", "Kd", "10s", "As"]


def test_the_called_card_is_thought_about_by_itself() -> None:
    state = after(table(), dealt("2d 3d 4d"), "bid 3", *FOUR_PASSES)
    kept = [CARD_TEXT[card] for card in candidates(briscalone.view(state, 0))]
    assert kept[:3] == ["2d", "3d", "4d"]


def test_in_thought_a_partner_who_is_found_out_is_worth_less() -> None:
    def taken(*, exposed: bool) -> float:
        rng, called = Random(4), CARD_OF["Jh"]
        points = []
        for _ in range(400):
            cards = rng.sample(DECK, len(DECK))
            hands = [thrifty(cards[seat::5], 2) for seat in range(5)]
            partner = next(seat for seat in range(5) if called in hands[seat])
            points.append(play_out(Round(2, called, 0, partner, exposed), hands, 0, ()))
        return fmean(points)

    assert taken(exposed=True) < taken(exposed=False) - 2


def test_who_has_the_eight_highest_monkey_cards_takes_everything_in_thought() -> None:
    hearts = [CARD_OF[f"{rank}h"] for rank in ("4", "5", "6", "J", "Q", "K", "10", "A")]
    others = [card for card in DECK if card not in hearts]
    hands = [thrifty(hearts, 2), *(thrifty(others[seat::4], 2) for seat in range(4))]
    alone = Round(2, hearts[0], bidder=0, partner=0, exposed=True)
    assert play_out(alone, hands, 0, ()) == ALL_POINTS


def ahead(one: str, other: str, deals: int) -> float:
    plan = planned("briscalone", [one, *[other] * 4], "ladder", duplicate=True)
    ((_, share),) = duels([play_deal(plan, number).games for number in range(deals)])
    return share.mean


def test_medium_is_mostly_ahead_of_easy() -> None:
    assert ahead("medium", "easy", 12) > 0.7


def test_hard_is_mostly_ahead_of_easy() -> None:
    assert ahead("hard", "easy", 2) > 0.7
