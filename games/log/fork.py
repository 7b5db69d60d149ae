"""The door's other half: a table for practice, set up from a position of a game that is over."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import Game, Move, Player, Seal
from ..posted.reads import check_that_games_are_dealt
from ..rules import rules_of
from ..rules.game import Refused, Seat
from ..rules.record import Forked
from ..rules.replay import played_on
from ..rules.words import _
from ..time import clock
from . import states
from .company import check_bot_games
from .dealer import dealt
from .position import Position
from .states import Step, seed_of


@dataclass(frozen=True, slots=True)
class Branch:
    """Where to play on from, and with which cards."""

    parent: Game
    at: int
    seat: Seat
    is_imagined: bool  # the cards that this seat could not know are dealt anew

    def check(self) -> None:
        """Raises Refused."""
        if not self.parent.is_over:
            raise Refused(_("This game is still being played."))
        if self.parent.forked and self.parent.forked["imagine"] is not None:
            raise Refused(
                _("In this game cards were dealt anew. Play on from the game that it came from.")
            )
        if not 0 <= self.seat < len(states.facts(self.parent.pk).names):
            raise Refused(_("There is no such seat at this table."))
        if not 1 <= self.at <= self.parent.seq:
            raise Refused(_("There is no such position in this game."))
        if self.at == self.parent.seq:
            raise Refused(_("There is nothing left to play after this move."))


def fork(branch: Branch, *, user: User, bot: str) -> Game:
    """A game of this person against bots of this level, from that position on. It has the other's
    seeds, so that the same shuffles come; it counts for nothing, and nobody looks on.

    Raises Refused.
    """
    branch.check()
    check_that_games_are_dealt()
    drawn = secrets.token_hex(16) if branch.is_imagined else None
    forked = Forked(branch.at, branch.seat, drawn)
    steps = _steps_of(branch, forked)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # no faster with two hands
        check_bot_games([user])
        game = _game_of(branch.parent, forked, user.bot_pace)
        seats = len(states.facts(branch.parent.pk).names)
        players = [_player(game, seat, branch, user, bot) for seat in range(seats)]
        Player.objects.bulk_create(players)
        Move.objects.bulk_create(_moves_of(game, branch, steps))
        _set_out(game, players, steps[-1])
    return game


def _steps_of(branch: Branch, forked: Forked) -> list[Step]:
    """The position, and what the dealer does there before anyone else can act."""
    rules = rules_of(branch.parent.kind)
    (there,) = states.steps(branch.parent.pk, branch.at, branch.at)
    state = played_on(rules, there.state, branch.at, forked)
    first = Step(branch.at, there.seat, there.text, there.by, state)
    if rules.rests(state):
        return [first]
    return [first, *dealt(rules, first, seed_of(branch.parent.pk))]


def _game_of(parent: Game, forked: Forked, bot_pace: str) -> Game:
    game = Game.objects.create(
        kind=parent.kind,
        rules=parent.rules,
        config=parent.config,
        bot_pace=bot_pace,
        is_watchable=False,
        parent=parent,
        forked=forked.to_object(),
    )
    old = parent.seal
    Seal.objects.create(
        game=game, server_seed=old.server_seed, nonces=old.nonces, nonce_seals=old.nonce_seals
    )
    return game


def _player(game: Game, seat: Seat, branch: Branch, user: User, bot: str) -> Player:
    if seat == branch.seat:
        return Player(game=game, seat=seat, user=user, seen_at=timezone.now())
    return Player(game=game, seat=seat, bot=bot)


def _moves_of(game: Game, branch: Branch, steps: Sequence[Step]) -> list[Move]:
    told = Move.objects.filter(game=branch.parent, seq__lte=branch.at).order_by("seq")
    copied = [Move(game=game, **_copied(move)) for move in told]
    now = timezone.now()
    return copied + [
        Move(game=game, seq=step.seq, seat=None, action=step.text, by=step.by, at=now)
        for step in steps[1:]
    ]


def _copied(move: Move) -> dict[str, Any]:
    return {name: getattr(move, name) for name in ("seq", "seat", "action", "by", "at")}


def _set_out(game: Game, players: Iterable[Player], last: Step) -> None:
    """From here on it is a game like any other, and somebody is waited for."""
    now: datetime = timezone.now()
    game.seq, game.moved_at, game.asked_at = last.seq, now, now
    position = Position(game, rules_of(game.kind), last.state, tuple(players), now)
    game.turn, game.deadline = position.turn, clock.deadline_of(position)
    game.save(update_fields=["seq", "turn", "moved_at", "asked_at", "deadline"])
