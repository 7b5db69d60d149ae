"""What an action is worth, from what its seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from games.bots import Luck, Weighed, bot, weigh
from games.bots.bruno import folly
from games.bots.bruno.knowledge import knowledge
from games.bots.bruno.learned import OFF_BY, ahead, shipped, tact
from games.bots.bruno.learned.net import worths
from games.bots.rollouts import RollOuts, interval
from games.rules import bruno, kinds
from games.rules.bruno.state import State
from games.rules.game import DEALER, AnyRules, Seat
from tests.kit.bruno.positions import table
from tests.kit.own_bots import KINDS_WITH_BOTS

SEED = bytes(range(32))


def positions(rules: AnyRules, every: int) -> Iterator[tuple[Any, Seat]]:
    """From a game at random, where there is a choice."""
    state, number, luck = rules.new(rules.META.configure({}), rules.META.seats[0]), 0, Luck(SEED)
    while waited := rules.to_act(state):
        if waited[0] == DEALER:
            action = rules.deal(state, SEED)
        else:
            actions = rules.legal_actions(state, waited[0])
            if number % every == 0 and len(actions) > 1:
                yield state, waited[0]
            action = luck.at(waited[0], number).choice(actions)
        state, number = rules.apply(state, waited[0], action), number + 1


def weighed(kind: str, rules: AnyRules, state: Any, seat: Seat) -> list[Weighed]:
    actions = rules.legal_actions(state, seat)
    how = weigh(kind) if kind == "bruno" else RollOuts(kind, bot(kind, "easy"), worlds=2)
    return how(rules.view(state, seat), actions, Random(5))


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
def test_p19_it_is_worth_the_same_in_every_world_its_seat_may_be_in(kind: str) -> None:
    rules, rng, seen = kinds()[kind], Random(19), 0
    for state, seat in positions(rules, 3 if kind == "bruno" else 9):
        other = rules.imagine(rules.view(state, seat), rng)
        assert weighed(kind, rules, other, seat) == weighed(kind, rules, state, seat)
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
def test_p19_so_it_is_as_people_are_shown_it(kind: str) -> None:
    """With all its worlds and the bots that play them out, at one position."""
    rules, how = kinds()[kind], weigh(kind)
    *_, (state, seat) = positions(rules, 9)
    views = [rules.view(each, seat) for each in (state, other_world(rules, state, seat))]
    first, second = (how(view, rules.legal_actions(state, seat), Random(5)) for view in views)
    assert first == second


def other_world(rules: AnyRules, state: Any, seat: Seat) -> Any:
    return rules.imagine(rules.view(state, seat), Random(19))


@pytest.mark.parametrize("kind", KINDS_WITH_BOTS)
def test_every_action_has_a_chance_inside_its_interval(kind: str) -> None:
    rules = kinds()[kind]
    state, seat = next(positions(rules, 4))
    found = weighed(kind, rules, state, seat)
    assert len(found) == len(rules.legal_actions(state, seat))
    assert all(0 <= each.low <= each.value <= each.high <= 1 for each in found)


def test_a_kind_without_bots_weighs_nothing() -> None:
    with pytest.raises(KeyError):
        weigh("a game nobody wrote bots for")


def test_a_few_games_that_all_went_one_way_prove_little() -> None:
    assert interval(10, 10).low < 0.8 and interval(10, 10).high == 1
    assert interval(0, 10).high > 0.2 and interval(0, 10).low == 0
    assert interval(500, 1000).high - interval(500, 1000).low < 0.07


def test_roll_outs_know_a_won_game_from_a_lost_one() -> None:
    state = table("As Ah", "7s 8s", "5h 6h", "7d 8d", pile="4d", demand="4")
    actions = bruno.legal_actions(state, 0)
    by = RollOuts("bruno", bot("bruno", "medium"), worlds=8)
    one, both = by(bruno.view(state, 0), actions, Random(1))
    assert [str(action) for action in actions] == ["play As", "play As Ah"]
    assert both.value == 1 > one.value


def test_what_the_network_never_chose_between_is_played_out() -> None:
    state = table(
        "",
        "7s 8s 4c",
        "5h 6h",
        "7d 8d",
        down=("Qs Qh -", "- - -", "9c - -", "- - -"),
        pile="4d",
        demand="4",
    )
    actions = bruno.legal_actions(state, 0)
    found = weigh("bruno")(bruno.view(state, 0), actions, Random(2))
    by_hand = RollOuts("bruno", bot("bruno", "medium"))(bruno.view(state, 0), actions, Random(2))
    assert [str(action) for action in actions] == ["flip 0", "flip 1"]
    assert found == by_hand


def test_collecting_is_weighed_by_the_network_where_it_is_a_choice() -> None:
    state = table(
        "2s 9s", "7s 8s 4c", "5h 6h", "7d 8d", pile="Kd", demand="K", keep_function_cards=True
    )
    view, actions = bruno.view(state, 0), bruno.legal_actions(state, 0)
    weights = shipped()
    assert weights is not None and str(actions[-1]) == "collect"
    found = weigh("bruno")(view, actions, Random(2))
    chances = (worths(weights, view, actions) + 1) / 2
    assert [each.value for each in found] == pytest.approx(chances.tolist(), abs=1e-6)
    assert all(each.high - each.low <= 2 * OFF_BY + 1e-9 for each in found)
    assert weigh("bruno")(view, actions[-1:], Random(2)) == RollOuts(
        "bruno", bot("bruno", "medium")
    )(view, actions[-1:], Random(2))


def stuck_partner(demand: str = "Q") -> State:
    """The partner's hand is gone, and its open cards are too low for a Queen."""
    return table(
        "3s 9s 10s Ks As",
        "7s 8s 8h 4c",
        "",
        "7d 8d 8c 5c",
        up=("6s 6h Jh", "4s 5s 5h", "Jd Jc -", "4d 6d 7h"),
        down=("Qs Qh 2s", "2h 2d 2c", "9c 9h 9d", "3h 3d 3c"),
        pile="Qc",
        demand=demand,
    )


def follies(state: State) -> dict[str, str]:
    seen = knowledge(bruno.view(state, state.turn))
    found = {str(a): folly.folly(seen, a) for a in bruno.legal_actions(state, state.turn)}
    return {action: what for action, what in found.items() if what}


def test_what_people_would_call_foolish_is_known() -> None:
    assert follies(stuck_partner()) == {
        "play 3s": folly.THREE_ONTO_STUCK,
        "play 9s": folly.NINE_ONTO_EMPTY_HAND,
    }


def test_a_ten_onto_a_partner_who_would_go_out_is_foolish() -> None:
    state = table(
        "10s 8s Ks",
        "Kd 8h 8d",
        "",
        "7d 8c 5c",
        up=("6s 6c Js", "4s 5d Qd", "Ah - -", "3s 7h 7c"),
        down=("Qh Qc 2s", "2h 2d 2c", "- - -", "3h 3d 3c"),
        pile="7s",
        demand="7",
    )
    assert follies(state) == {"play 10s": folly.TEN_ONTO_LAST_CARD}


def test_a_foolish_play_must_gain_more_than_a_little() -> None:
    state = stuck_partner()
    actions = bruno.legal_actions(state, 0)
    names = [str(action) for action in actions]
    price = tact.price_of_folly(bruno.view(state, 0), actions)
    assert {name for name, each in zip(names, price, strict=True) if each} == {"play 3s", "play 9s"}
    assert price.max() == np.float32(tact.SMALL)


@pytest.mark.parametrize(("gain", "is_done"), [(-0.05, False), (0.05, True)])
def test_a_look_ahead_that_sees_a_little_gain_is_no_reason_to_be_foolish(
    monkeypatch: pytest.MonkeyPatch, gain: float, is_done: bool
) -> None:
    """As much must be gained in the mean of both thoughts."""
    state = stuck_partner()
    actions = bruno.legal_actions(state, 0)
    three = [str(action) for action in actions].index("play 3s")

    def worth_of(action: object) -> float:
        return tact.SMALL + gain if action == actions[three] else 0.0

    first = np.zeros(len(actions), np.float32)
    first[three] = tact.SMALL
    monkeypatch.setattr(ahead, "worths", lambda *given: first)
    monkeypatch.setattr(ahead, "_played_on", lambda _w, _world, action, _seed: worth_of(action))
    weights: Any = None
    chosen = ahead.looked_ahead(weights, bruno.view(state, 0), actions, Random(1))
    assert (chosen == actions[three]) is is_done
