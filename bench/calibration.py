"""Does the expert win as often as it thinks? Its estimates in simulated games, and how they ended.

    python -m bench.calibration --games 400
    python -m bench.calibration --games 400 --picture docs/calibration.svg

Four experts play; at every decision of the network the chance given to the action chosen is noted,
and at the end whether that team won. The expected calibration error is the distance between the
two, averaged over ten classes of equal width by how many decisions fall into them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from games.bots import Choose, weigh
from games.lab.simulation import Game, game_seed, planned
from games.lab.statistics import estimate
from games.rules.bruno.actions import Flip

SEED = "calibration"
CLASSES = 10
SIZE, EDGE = 360, 48


class Noted(NamedTuple):
    chance: float
    won: float
    game: int


class Class(NamedTuple):
    """Of all estimates of about the same height: their mean, how it went, how many there are."""

    chance: float
    won: float
    margin: float
    number: int


class Asked:
    """A bot that is asked at every decision how likely it is to win."""

    def __init__(self, choose: Choose, seat: int, notes: list[tuple[int, float]]) -> None:
        self.choose = choose
        self.seat = seat
        self.notes = notes

    def __call__(self, view: Any, actions: Sequence[Any], luck: Random) -> Any:
        action = self.choose(view, actions, luck)
        if not isinstance(action, Flip):  # face-down cards are all alike
            weighed = weigh("bruno")(view, actions, luck)[actions.index(action)]
            self.notes.append((self.seat, weighed.value))
        return action


def noted(games: int, config: str) -> Iterator[Noted]:
    plan = planned("bruno", ["expert"] * 4, SEED, config)
    for number in range(games):
        game = Game(plan, plan.bots, game_seed(plan.seed, number))
        notes: list[tuple[int, float]] = []
        game.chooses = [Asked(bot, seat, notes) for seat, bot in enumerate(game.chooses)]
        winners = game.play().result.winners
        for seat, chance in notes:
            yield Noted(chance, float(seat in winners) if winners else 0.5, number)


def classes(notes: Sequence[Noted]) -> Iterator[Class]:
    for place in range(CLASSES):
        inside = [n for n in notes if min(int(n.chance * CLASSES), CLASSES - 1) == place]
        if inside:
            games: dict[int, list[float]] = {}
            for note in inside:
                games.setdefault(note.game, []).append(note.won)
            margin = estimate([fmean(each) for each in games.values()]).margin or 0.0
            chance, won = fmean(n.chance for n in inside), fmean(n.won for n in inside)
            yield Class(chance, won, margin, len(inside))


def expected_error(found: Sequence[Class]) -> float:
    total = sum(each.number for each in found)
    return sum(abs(each.won - each.chance) * each.number for each in found) / total


def picture(found: Sequence[Class]) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">',
        "<style>text{font:13px sans-serif;fill:#333}line{stroke:#bbb}circle{fill:#0a6}"
        ".bar{stroke:#0a6}</style>",
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>',
        f'<text x="{EDGE}" y="{SIZE - 12}">chance the expert gave itself</text>',
        f'<text x="{EDGE}" y="24">share of games it won</text>',
    ]
    for each in found:
        x, low, high = _x(each.chance), _y(each.won - each.margin), _y(each.won + each.margin)
        lines.append(f'<line class="bar" x1="{x}" x2="{x}" y1="{low}" y2="{high}"/>')
        lines.append(f'<circle cx="{x}" cy="{_y(each.won)}" r="4"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _x(share: float) -> float:
    return round(EDGE + share * (SIZE - 2 * EDGE), 1)


def _y(share: float) -> float:
    return round(SIZE - EDGE - share * (SIZE - 2 * EDGE), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Does the expert win as often as it thinks?")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--config", default="", help="options as JSON, or the name of a preset")
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    found = list(classes(list(noted(given.games, given.config))))
    for each in found:
        print(
            f"thought {each.chance:6.1%}   won {each.won:6.1%} ± {each.margin:.1%}   "
            f"{each.number:,} decisions"
        )
    furthest = max(abs(each.won - each.chance) for each in found)
    print(f"expected calibration error {expected_error(found):.2%}, furthest class {furthest:.1%}")
    if given.picture:
        given.picture.write_text(picture(found))


if __name__ == "__main__":
    main()
