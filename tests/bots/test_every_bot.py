from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.bots import Luck, bot, described, levels
from games.lab.simulation import planned, play_deal
from games.rules import kinds
from games.rules.bruno import parse
from games.rules.fair import words
from games.rules.game import DEALER, AnyRules, Seat

SEED = bytes(range(32))
BOTS = [(kind, level) for kind in kinds() for level in levels(kind)]


def positions(rules: AnyRules, seats: int) -> Iterator[tuple[int, Any, Seat]]:
    """A game at random: how many moves were made, the state, the seat waited for."""
    state, number, luck = rules.new(rules.META.configure({}), seats), 0, Luck(SEED)
    while waited := rules.to_act(state):
        if waited[0] == DEALER:
            action = rules.deal(state, SEED)
        else:
            yield number, state, waited[0]
            actions = rules.legal_actions(state, waited[0])
            action = luck.at(waited[0], number).choice(actions)
        state, number = rules.apply(state, waited[0], action), number + 1


@pytest.mark.parametrize(("kind", "level"), BOTS)
def test_p19_a_bot_chooses_the_same_in_every_world_its_seat_may_be_in(
    kind: str, level: str
) -> None:
    rules, choose, rng = kinds()[kind], bot(kind, level), Random(19)

    def choice(state: Any, seat: Seat, number: int) -> str:
        actions = rules.legal_actions(state, seat)
        return str(choose(rules.view(state, seat), actions, Luck(SEED).at(seat, number)))

    every = 1 + int(described(kind, level).cost // 10)  # one that thinks for long is asked less
    for number, state, seat in positions(rules, rules.META.seats[0]):
        if number % every:
            continue
        other_world = rules.imagine(rules.view(state, seat), rng)
        assert choice(state, seat, number) == choice(other_world, seat, number)


def test_every_kind_can_be_played_at_random() -> None:
    assert all("random" in levels(kind) for kind in kinds())
    assert levels("a game nobody wrote bots for") == ("random",)


def test_an_unknown_level_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        bot("bruno", "impossible")


def greedy(*texts: str) -> str:
    return str(bot("bruno", "greedy")(None, [parse(text) for text in texts], Random(0)))


def test_greedy_plays_all_its_lowest_ordinary_cards() -> None:
    assert greedy("play 2s", "play 5s", "play 5s 5d", "play As") == "play 5s 5d"


def test_greedy_keeps_function_cards_for_last() -> None:
    assert greedy("play 2s", "play 2s 2h", "play As") == "play As"
    assert greedy("play 3s", "play 3s 3h", "play 9s") == "play 3s 3h"


def test_greedy_would_rather_play_than_collect() -> None:
    assert greedy("collect", "play 10s") == "play 10s"
    assert greedy("collect") == "collect"


def test_greedy_beats_random_in_most_games() -> None:
    plan = planned("bruno", ["greedy", "random"] * 2, "greedy", duplicate=True)
    games = [game for number in range(60) for game in play_deal(plan, number).games]
    wins = sum(game.bots[game.result.winners[0]] == "greedy" for game in games)
    assert 0.78 < wins / len(games) < 0.94


def test_luck_is_addressed_by_seat_and_move() -> None:
    luck = Luck(SEED)
    here = [luck.at(2, 17).random() for _ in range(2)]
    elsewhere = [luck.at(2, 18).random(), luck.at(1, 17).random(), Luck(b"").at(2, 17).random()]
    assert here[0] == here[1] and here[0] not in elsewhere


def test_luck_is_made_of_the_words_under_its_address() -> None:
    first, second, *_ = (word for word, _ in zip(words(SEED, "bot:2:17"), range(4), strict=False))
    luck = Luck(SEED).at(2, 17)
    assert luck.getrandbits(32) == first
    assert luck.getrandbits(3) == second >> 29
    assert Luck(SEED).at(2, 17).getrandbits(64) == first << 32 | second
    assert luck.getrandbits(0) == 0


def test_luck_is_fair() -> None:
    luck = Luck(SEED)
    counts = [0] * 5
    for move in range(5000):
        counts[luck.at(0, move).randrange(5)] += 1
    # χ² with 4 degrees of freedom stays below 18.5 in 999 of 1000 cases.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 18.5
    assert abs(sum(luck.at(1, move).gauss(0, 1) for move in range(1000))) < 110
