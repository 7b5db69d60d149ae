"""Bots against each other, with no server and no database.

Game number i has the seed SHA-256(TEXT:i), and a bot's luck is addressed by seed, seat and move,
so the same plan gives the same games, bit for bit, in however many processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from ..bots import Blind, Luck, luck_key
from ..rules import kinds, rules_of
from ..rules.game import DEALER, Config, Meta, Refused, Result, Seat
from ..rules.reading import object_in
from ..rules.record import Legal, Move, Record, Sitter
from ..rules.replay import legal_by_seat
from ..rules.words import _
from .outside import chooser

DEALS_AT_A_TIME = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. `planned` makes one that can be."""

    kind: str
    config: Config
    bots: tuple[str, ...]
    seed: str
    recorded: bool = False
    traced: bool = False
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: who sat where, and how it ended. The dealer's actions do not count."""

    bots: tuple[str, ...]
    result: Result
    actions: int


@dataclass(frozen=True, slots=True)
class Deal:
    """All games from one seed, and their records if they were wanted."""

    games: tuple[Played, ...]
    records: tuple[str, ...]


def planned(
    kind: str,
    bots: Sequence[str],
    seed: str,
    config: str = "",
    *,
    recorded: bool = False,
    traced: bool = False,
    duplicate: bool = False,
) -> Plan:
    """From words as they are typed. Raises Refused."""
    meta = meta_of(kind)
    for name in bots:
        chooser(kind, name)
    chosen = configured(meta, config)
    rules_of(kind).new(chosen, len(bots))
    return Plan(kind, chosen, tuple(bots), seed, recorded, traced, duplicate)


def meta_of(kind: str) -> Meta:
    """For a kind as it is typed. Raises Refused."""
    if kind not in kinds():
        raise Refused(
            _("There is no game “%(kind)s”, only: %(kinds)s.", kind=kind, kinds=_listed(kinds()))
        )
    return rules_of(kind).META


def configured(meta: Meta, config: str) -> Config:
    """The options from a preset's name or from JSON, all spelled out."""
    if not config:
        return meta.configure({})
    if config in meta.presets:
        return meta.configure(meta.presets[config])
    if not config.lstrip().startswith("{"):
        raise Refused(
            _(
                "“%(config)s” is neither a JSON object nor one of the presets: %(presets)s.",
                config=config,
                presets=_listed(meta.presets),
            )
        )
    return meta.read(object_in(config))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def play_deals(plan: Plan, games: int, jobs: int = 1) -> Iterator[Deal]:
    """In the order of their numbers, whoever plays them."""
    play = partial(play_deal, plan)
    if jobs == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(games), chunksize=DEALS_AT_A_TIME)


def play_deal(plan: Plan, number: int) -> Deal:
    """One game; with `duplicate` as many as it takes for every side to have had every place."""
    seed = game_seed(plan.seed, number)
    games = tuple(Game(plan, bots, seed) for bots in _seatings(plan))
    played = tuple(game.play() for game in games)
    return Deal(played, tuple(game.record() for game in games) if plan.recorded else ())


def game_seed(text: str, number: int) -> bytes:
    # Bytes of the command line that are no UTF-8 come as surrogates, and go as they came.
    return sha256(f"{text}:{number}".encode("utf-8", "surrogateescape")).digest()


def _seatings(plan: Plan) -> Iterator[tuple[str, ...]]:
    """Moved round by one seat: with two teams in turn order that exchanges the sides."""
    seats = len(plan.bots)
    for shift in range(sides(plan) if plan.duplicate else 1):
        yield plan.bots[seats - shift :] + plan.bots[: seats - shift]


def sides(plan: Plan) -> int:
    return len(rules_of(plan.kind).META.teams(plan.config, len(plan.bots)))


class Game:
    """One game while it is played."""

    def __init__(self, plan: Plan, bots: tuple[str, ...], seed: bytes) -> None:
        self.plan = plan
        self.bots = bots
        self.seed = seed
        self.rules = rules_of(plan.kind)
        self.chooses = [chooser(plan.kind, name) for name in bots]
        self.luck = Luck(luck_key(seed))
        self.log: list[tuple[Seat, Any]] = []
        self.traces: list[Legal] = []
        self.acted = 0
        self.result: Result | None = None

    def play(self) -> Played:
        rules, log = self.rules, self.log
        state = rules.new(self.plan.config, len(self.bots))
        while waited := rules.to_act(state):
            seat, action = self._next(state, waited)
            if self.plan.traced:
                self.traces.append(legal_by_seat(rules, state))
            log.append((seat, action))
            state = rules.apply(state, seat, action)
        self.result = rules.result(state)
        assert self.result is not None, "nobody is to act, so the game is over"
        return Played(self.bots, self.result, sum(seat != DEALER for seat, action in log))

    def _next(self, state: Any, waited: tuple[Seat, ...]) -> tuple[Seat, Any]:
        if waited[0] == DEALER:
            return DEALER, self.rules.deal(state, self.seed)
        for seat in self._out_of_turn(waited):
            action = self._ask(state, seat, (None,))
            if action is not None:
                self.acted = seat
                return seat, action
        self.acted = waited[0]
        return waited[0], self._ask(state, waited[0])

    def _out_of_turn(self, waited: tuple[Seat, ...]) -> Sequence[Seat]:
        """Those who may act but are not waited for, in turn order from whoever acted last.

        Which way the turn goes round shows in `waited`, which is in turn order itself.
        """
        on_turn, *others = waited
        if len(others) < 2:
            return others
        seats = len(self.bots)
        first, last = (others[0] - on_turn) % seats, (others[-1] - on_turn) % seats
        way = 1 if first < last else -1
        return sorted(others, key=lambda seat: (seat - self.acted) * way % seats)

    def _ask(self, state: Any, seat: Seat, besides: tuple[None, ...] = ()) -> Any:
        actions = self.rules.legal_actions(state, seat) + besides
        if len(actions) == 1:
            return actions[0]
        choose = self.chooses[seat]
        view = None if isinstance(choose, Blind) else self.rules.view(state, seat)
        return choose(view, actions, self.luck.at(seat, len(self.log)))

    def record(self) -> str:
        return Record(
            game=self.plan.kind,
            rules=self.rules.META.version,
            config=self.plan.config,
            seats=tuple(Sitter(name, "bot") for name in self.bots),
            server_seed=None,
            nonces=(),
            seed=self.seed,
            moves=tuple(map(self._move, range(len(self.log)))),
            result=self.result,
        ).to_json()

    def _move(self, number: int) -> Move:
        seat, action = self.log[number]
        by = None if seat == DEALER else "bot"
        if not self.plan.traced:
            return Move(seat, str(action), by)
        legal = self.traces[number]
        return Move(seat, str(action), by, to_act=tuple(legal), legal=legal)
