"""How fast the rules are: random play through the public protocol, on one core.

    python -m bench.rules_speed             every kind, at each of its seat counts
    python -m bench.rules_speed --seconds 5

With the extra `bench` installed (`pip install -e .[bench]`) the same run also times the
`env.step` loop of RLCard's UNO with random choices, and prints how many times as fast we are.
Other work on the machine slows both: compare within a run, not between runs. The rounds take
turns, and of each the best is kept. Both loops choose the cheapest way Python has, for it is the
rules that are measured.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from time import process_time

from games.rules import kinds
from games.rules.game import DEALER, AnyRules

ROUNDS = 25
Games = Iterator[int]  # each item is a game played to its end: how many actions it took


def games_of(rules: AnyRules, seats: int) -> Games:
    rng = Random(1)
    config = rules.META.configure({})
    while True:
        yield _game(rules, rules.new(config, seats), rng)


def _game(rules: AnyRules, state: object, rng: Random) -> int:
    """How many actions the players made; the dealer's are played but not counted."""
    to_act, legal_actions, apply = rules.to_act, rules.legal_actions, rules.apply
    random = rng.random
    seed = rng.randbytes(32)
    actions = 0
    while awaited := to_act(state):
        seat = awaited[0]
        if seat == DEALER:
            state = apply(state, DEALER, rules.deal(state, seed))
        else:
            legal = legal_actions(state, seat)
            state = apply(state, seat, legal[int(random() * len(legal))])
            actions += 1
    return actions


def games_of_rlcard() -> Games:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    is_over, step, random = env.is_over, env.step, Random(1).random
    while True:
        state, _ = env.reset()
        steps = 0
        while not is_over():
            legal = list(state["legal_actions"])
            state, _ = step(legal[int(random() * len(legal))])
            steps += 1
        yield steps


def rate(games: Games, seconds: float) -> float:
    """Actions per second of processor time, in whole games."""
    begin = process_time()
    actions = 0
    while (spent := process_time() - begin) < seconds:
        actions += next(games)
    return actions / spent


def contestants() -> dict[str, Games]:
    ours = {
        f"{kind}, {seats} seats": games_of(rules, seats)
        for kind, rules in kinds().items()
        for seats in rules.META.seats
    }
    return {**ours, "rlcard uno": games_of_rlcard()} if find_spec("rlcard") else ours


def best_rates(games: dict[str, Games], seconds: float) -> dict[str, float]:
    rounds = [{name: rate(play, seconds) for name, play in games.items()} for _ in range(ROUNDS)]
    return {name: max(one[name] for one in rounds) for name in games}


def report(rates: dict[str, float], say: Callable[[str], None] = print) -> None:
    theirs = rates.get("rlcard uno")
    for name, value in rates.items():
        times = f"{value / theirs:8.1f} × rlcard" if theirs else ""
        say(f"{name:22}{value:12,.0f} actions/s{times}")
    if theirs is None:
        say("rlcard is not installed: nothing to compare with")


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the rules are.")
    parser.add_argument("--seconds", type=float, default=0.2, help="per kind and round")
    report(best_rates(contestants(), parser.parse_args().seconds))


if __name__ == "__main__":
    main()
