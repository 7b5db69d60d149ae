"""How a room comes to be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.rate_limits import Limit, TooManyTries, spend
from games.log.company import check_bot_games
from games.log.window import state_of
from games.models import Game, Player
from games.posted.reads import check_that_games_are_dealt
from games.rules import kinds
from games.rules.fair import commitment
from games.rules.game import Config, Refused
from games.rules.words import _
from games.time.pace import OFF

from ..models import Room, RoomSeal, RoomSeat, new_server_seed
from ..notices import calls
from ..queue import tickets
from ..seating_rules import check_company, company_of
from .checks import check_game, check_level, may_be_rated
from .holding import held, let_go, tell
from .starting import changed

MOST_OPEN: Final = 5
# Also of games with bots, which begin at once and make everybody's bots slower.
OPENED: Final = Limit("tables opened", 30, timedelta(minutes=10))
USUAL_PACE: Final = "relaxed"
# Who pressed a button for it is led there at once; only without scripts it takes another press.
KEPT_FOR_ONE: Final = timedelta(minutes=5)
KEPT_FOR_ALL: Final = timedelta(seconds=60)


@transaction.atomic
def open_room(
    *,
    user: User,
    kind: str,
    size: int,
    config: Config,
    pace: str = USUAL_PACE,
    is_listed: bool = True,
    is_watchable: bool = True,
    is_rated: bool = False,
) -> Room:
    """With its host in the first seat. Raises Refused for a game that cannot be played so."""
    check_that_games_are_dealt()
    check_open_tables(user)
    agreed = check_game(kind, size, config, pace, is_rated=is_rated)
    room = _sealed(
        kind=kind,
        size=size,
        config=agreed,
        pace=pace,
        host=user,
        is_listed=is_listed,
        is_watchable=is_watchable,
        is_rated=is_rated,
    )
    RoomSeat.objects.create(room=room, user=user, seat=0, seen_at=timezone.now())
    tickets.withdraw(user, room)
    tell(room)
    return room


def _sealed(**agreed: Any) -> Room:
    """A new room. What the server brings to the deal is settled before anyone sits down."""
    seed = new_server_seed()
    room = Room.objects.create(commitment=commitment(seed), **agreed)
    RoomSeal.objects.create(room=room, server_seed=seed)
    return room


def check_open_tables(user: User) -> None:
    try:
        # First: whoever opens with two hands waits here for the other one.
        spend(OPENED, str(user.pk))
    except TooManyTries:
        raise Refused(
            _("You have opened many tables. Wait a few minutes, then try again.")
        ) from None
    if Room.objects.filter(host=user, game=None).count() >= MOST_OPEN:
        raise Refused(
            _("You have %(n)s tables waiting already. Close one of them first.", n=MOST_OPEN)
        )


@transaction.atomic
def open_kept(
    *,
    kind: str,
    config: Config,
    sitters: Sequence[User | str | None],
    keep: timedelta,
    pace: str = USUAL_PACE,
    after: Game | None = None,
    **agreed: bool,
) -> Room:
    """A table whose seats are kept for these people until they come, which makes them ready; bots
    (by their level) sit there already, and a seat for None is free. `agreed`: as for open_room,
    but only those who are told of it find such a table, unless it is listed."""
    check_that_games_are_dealt()
    people = [sitter for sitter in sitters if isinstance(sitter, User)]
    room = _sealed(
        kind=kind,
        size=len(sitters),
        config=check_game(
            kind,
            len(sitters),
            config,
            pace,
            is_rated=agreed.get("is_rated", False),
            after=after,
        ),
        pace=pace,
        host=people[0],
        after=after,
        **{"is_listed": False, **agreed},
    )
    until = timezone.now() + keep
    taken = [
        _kept(room, seat, sitter, until)
        for seat, sitter in enumerate(sitters)
        if sitter is not None
    ]
    RoomSeat.objects.bulk_create(taken)
    tell(room)
    return room


def _kept(room: Room, seat: int, sitter: User | str, until: Any) -> RoomSeat:
    if isinstance(sitter, str):
        check_level(room.kind, sitter)
        return RoomSeat(room=room, seat=seat, bot=sitter)
    return RoomSeat(room=room, seat=seat, user=sitter, kept_until=until, comes_ready=True)


@transaction.atomic
def play_now(*, user: User, kind: str, level: str) -> Room:
    """By the usual rules, with bots in all other seats."""
    check_open_tables(user)
    check_bot_games([user])
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    bots = [level] * (kinds()[kind].META.usual_size - 1)
    return open_kept(kind=kind, config={}, sitters=[user, *bots], keep=KEPT_FOR_ONE, pace=OFF)


@transaction.atomic
def play_again(*, user: User, code: str, swapped: bool = False) -> Room:
    """The same table once more: its bots sit there, and everybody's seat is kept for a while. The
    first who wants it says whether partners are swapped. Raises Game.DoesNotExist, also for those
    who did not play: whether there is such a game is not for them to know."""
    mine = Player.objects.filter(game__code=code, user=user).first()
    if mine is None:
        raise Game.DoesNotExist
    game = Game.objects.select_for_update().get(code=code)
    players = list(game.players.select_related("user").order_by("seat"))
    if not game.is_over:
        raise Refused(_("This game is not over yet."))
    known = Room.objects.filter(after=game).first()
    return (
        _opened_again(game, players, user, swapped) if known is None else _joined(known, mine, user)
    )


def _opened_again(game: Game, players: list[Player], user: User, swapped: bool) -> Room:
    check_open_tables(user)
    people = [player.user.pk for player in players if player.user and player.user.is_active]
    company = company_of([user.pk, *people])
    config = _agreed_again(game)
    room = open_kept(
        kind=game.kind,
        config=config,
        sitters=[_kept_for(sitter, company) for sitter in _again(players, swapped)],
        keep=KEPT_FOR_ALL,
        pace=game.pace,
        after=game,
        is_listed=game.is_watchable,  # what is by link is not watched
        is_watchable=game.is_watchable,
        is_rated=game.is_rated and may_be_rated(game.kind, config, game),
    )
    room.host = user
    room.save(update_fields=["host"])
    calls.call(why=calls.AGAIN, where=room, people=company, sender=user)
    return room


def _kept_for(sitter: User | str, company: Collection[int]) -> User | str | None:
    """Return nobody for a person who may not sit with the others, or whose account is gone."""
    return None if isinstance(sitter, User) and sitter.pk not in company else sitter


def _agreed_again(game: Game) -> Config:
    rematch = game.meta.rematch
    return game.config if rematch is None else {**game.config, **rematch(state_of(game.pk, 1))}


def _again(players: list[Player], swapped: bool) -> list[User | str]:
    """Swapped, everyone but the first moves on by one seat: of four, each meets each in turn."""
    first, *others = [player.user or player.bot for player in players]
    return [first, others[-1], *others[:-1]] if swapped else [first, *others]


def _joined(room: Room, player: Player, user: User) -> Room:
    """Who comes late sits down where a seat is free, the old one if it can be. Raises Refused."""
    room = held(room.code)
    if room.game_id is not None:
        return room
    let_go(room, timezone.now())
    check_company(room, user.pk)
    taken = dict(room.seats.values_list("seat", "user"))
    free = [seat for seat in range(room.size) if seat not in taken]
    if user.pk not in taken.values() and free:
        seat = player.seat if player.seat in free else free[0]
        until = timezone.now() + KEPT_FOR_ALL
        RoomSeat.objects.create(room=room, seat=seat, user=user, kept_until=until, comes_ready=True)
        changed(room)
    return room
