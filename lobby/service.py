"""Everything that changes a room: each function is one transaction that holds the room's row.

They raise Refused with a sentence, and Room.DoesNotExist for a link that is wrong or too old.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.bots import offered
from games.log import door as games_service
from games.models import Game
from games.rules import kinds
from games.rules.game import Config, Refused, Seat
from games.rules.words import _
from games.time.pace import OFF, PACES

from .models import Room, RoomSeat

NONCE = re.compile("[0-9a-f]{32}")
USUAL_SIZE = 4


@transaction.atomic
def open_room(
    *, user: User, kind: str, size: int, config: Config, pace: str = OFF, nonce: str = ""
) -> Room:
    """With its opener in the first seat. Raises Refused for a game that cannot be played so."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    rules = kinds()[kind]
    config = rules.META.configure(config)
    rules.new(config, size)
    if pace != OFF and pace not in PACES:
        raise Refused(_("There is no such pace."))
    room = Room.objects.create(kind=kind, size=size, config=dict(config), pace=pace, opened_by=user)
    sit(code=room.code, user=user, seat=0, nonce=nonce)
    return room


@transaction.atomic
def play_now(*, user: User, kind: str, level: str, nonce: str) -> Game:
    """At once, by the usual rules, with bots in all other seats."""
    if kind not in kinds():
        raise Refused(_("There is no such game here."))
    seats = kinds()[kind].META.seats
    size = USUAL_SIZE if USUAL_SIZE in seats else seats[0]
    room = open_room(user=user, kind=kind, size=size, config={}, nonce=nonce)
    for seat in range(1, size):
        add_bot(code=room.code, user=user, seat=seat, level=level)
    return begin(code=room.code, user=user)


@transaction.atomic
def play_again(*, user: User, game_id: int, nonce: str) -> Room:
    """The same table once more: its bots sit there, and whoever comes takes their old seat.

    With the last one the game begins. Raises Game.DoesNotExist.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    player = game.players.filter(user=user).first()
    if player is None:
        raise Refused(_("Only those who played can play again."))
    if not game.is_over:
        raise Refused(_("This game is not over yet."))
    room = Room.objects.filter(after=game).first() or _opened_again(game, user)
    if room.game is None and not room.seats.filter(seat=player.seat).exclude(user=user).exists():
        sit(code=room.code, user=user, seat=player.seat, nonce=nonce)
        if room.seats.count() == room.size:
            room.game = begin(code=room.code, user=user)
    return room


def _opened_again(game: Game, user: User) -> Room:
    players = game.players.order_by("seat")
    room = Room.objects.create(
        after=game,
        kind=game.kind,
        size=len(players),
        config=game.config,
        pace=game.pace,
        opened_by=user,
    )
    bots = [player for player in players if player.bot]
    RoomSeat.objects.bulk_create(RoomSeat(room=room, seat=p.seat, bot=p.bot) for p in bots)
    return room


@transaction.atomic
def sit(*, code: str, user: User, seat: Seat, nonce: str) -> None:
    """Take a free seat; whoever sits already moves there."""
    room = _waiting(code)
    if not 0 <= seat < room.size:
        raise Refused(_("There is no such seat at this table."))
    if nonce and not NONCE.fullmatch(nonce):
        raise Refused(_("Your browser's part of the shuffle is malformed. Reload and try again."))
    if room.seats.filter(seat=seat).exclude(user=user).exists():
        raise Refused(_("Somebody was faster: this seat is taken."))
    RoomSeat.objects.update_or_create(room=room, user=user, defaults={"seat": seat, "nonce": nonce})


@transaction.atomic
def add_bot(*, code: str, user: User, seat: Seat, level: str) -> None:
    room = _waiting_with(code, user)
    if level not in [bot.level for bot in offered(room.kind)]:
        raise Refused(_("There is no such bot."))
    if not 0 <= seat < room.size:
        raise Refused(_("There is no such seat at this table."))
    if room.seats.filter(seat=seat).exists():
        raise Refused(_("Somebody was faster: this seat is taken."))
    RoomSeat.objects.create(room=room, seat=seat, bot=level)


@transaction.atomic
def remove_bot(*, code: str, user: User, seat: Seat) -> None:
    _waiting_with(code, user).seats.filter(seat=seat, user=None).delete()


def _waiting_with(code: str, user: User) -> Room:
    room = _waiting(code)
    if not room.seats.filter(user=user).exists():
        raise Refused(_("Only those who sit at the table choose its bots."))
    return room


@transaction.atomic
def stand(*, code: str, user: User) -> None:
    _waiting(code).seats.filter(user=user).delete()


@transaction.atomic
def begin(*, code: str, user: User) -> Game:
    """Start the game; a second start finds it begun and gives the same one."""
    room = _locked(code)
    seats = list(room.seats.select_related("user"))
    if user not in [seat.user for seat in seats]:
        raise Refused(_("Only those who sit at the table can start the game."))
    if room.game is not None:
        return room.game
    if len(seats) < room.size:
        raise Refused(_("The game starts when every seat is taken."))
    room.game = games_service.start(
        kind=room.kind,
        config=room.config,
        players=[seat.user or seat.bot for seat in seats],
        server_seed=bytes(room.server_seed),
        nonces=[seat.nonce for seat in seats],
        pace=room.pace,
    )
    room.save(update_fields=["game"])
    return room.game


def _waiting(code: str) -> Room:
    room = _locked(code)
    if room.game_id is not None:
        raise Refused(_("The game at this table has begun."))
    return room


def _locked(code: str) -> Room:
    return Room.objects.select_for_update().get(code=code)


@transaction.atomic
def close_old_rooms(*, opened_before: datetime) -> int:
    """Rooms being begun at this moment are left alone, and so are those of another clock."""
    old = Room.objects.filter(game=None, opened_at__lt=opened_before)
    codes = old.select_for_update(skip_locked=True).values_list("code", flat=True)
    closed = list(codes)
    Room.objects.filter(code__in=closed).delete()
    return len(closed)
