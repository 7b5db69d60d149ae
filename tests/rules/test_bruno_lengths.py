"""How long games last: a rule that is wrong shows here first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median, quantiles

from games.rules import bruno
from games.rules.bruno.actions import Action, Play
from games.rules.bruno.cards import FUNCTION_RANKS
from tests.kit.playing import Choose, at_random, steps

STANDARD = bruno.META.configure({})


def lengths(games: int, choose: Choose) -> list[int]:
    return [_length(f"length:{number}", choose) for number in range(games)]


def _length(name: str, choose: Choose) -> int:
    *_, last = steps(bruno, STANDARD, 4, name, choose)
    return int(last.after.actions)


def lowest_card(actions: Sequence[Action], rng: Random) -> Action:
    """All copies of the lowest ordinary rank, function cards only when there is no other."""
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays:
        return rng.choice(actions)
    return min(plays, key=lambda play: (play.rank in FUNCTION_RANKS, play.rank, -len(play.cards)))


def test_random_games_last_about_290_actions() -> None:
    played = lengths(400, at_random)
    assert 250 <= median(played) <= 335
    assert 850 <= quantiles(played, n=100)[-1] <= 1600


def test_games_of_lowest_cards_last_about_125_actions() -> None:
    played = lengths(400, lowest_card)
    assert 105 <= median(played) <= 145
    assert 250 <= quantiles(played, n=100)[-1] <= 460
