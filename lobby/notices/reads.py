"""What somebody is to be told now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from games.models import Game, Player
from games.rules import rules_of
from games.rules.game import Seat
from games.rules.words import Phrase, _

from .. import queries, seating_rules
from ..models import RoomSeat, Ticket
from .models import Notice

MOST = 20


@dataclass(frozen=True, slots=True)
class Call:
    """A line among the notices, and where it leads."""

    key: str  # tells it from all others, for who has heard it already
    sentence: Phrase
    verb: Phrase
    address: str
    why: str = ""  # what it takes to put it away; a turn is not
    code: str = ""


@dataclass(slots=True)
class Seated:
    """One of somebody's running games, as far as it is known here."""

    game_id: int
    code: str
    kind: str
    seat: Seat
    seq: int
    stamp: int = 0  # the newest it has heard of
    is_mine: bool = False  # to act, at that seq

    def look(self, game: Game | None) -> None:
        """As the game stands now; one that is over waits for nobody."""
        self.is_mine = game is not None and game.turn == self.seat
        if game is not None:
            self.seq = game.seq

    def call(self) -> Call:
        title = rules_of(self.kind).META.title
        address = Game(code=self.code).get_absolute_url()
        sentence = _("Your turn in %(game)s", game=title)
        return Call(f"turn-{self.code}-{self.seq}", sentence, _("Play"), address)


def games_of(user_ids: Collection[int]) -> dict[int | None, list[Seated]]:
    """By person those that run, newest first, without those given up: one query for all."""
    seats = Player.objects.filter(user__in=user_ids, has_given_up=False, game__finished_at=None)
    found: dict[int | None, list[Seated]] = {}
    for player in seats.select_related("game").order_by("-game__started_at"):
        found.setdefault(player.user_id, []).append(_seated(player))
    return found


def _seated(player: Player) -> Seated:
    game = player.game
    seated = Seated(game.pk, game.code, game.kind, player.seat, game.seq, game.stamp)
    seated.look(game)
    return seated


def games_by_id(game_ids: Collection[int]) -> dict[int, Game]:
    """As far as it takes to see who is waited for; one query for all, and none for none."""
    if not game_ids:
        return {}
    games = Game.objects.only("seq", "turn", "ended").in_bulk(list(game_ids))
    given_up = Player.objects.filter(game__in=games, seat=F("game__turn"), has_given_up=True)
    for game_id in given_up.values_list("game", flat=True):
        games[game_id].turn = None  # the house's
    return games


def with_calls(user_ids: Collection[int]) -> set[int]:
    """Those who have notices they have not put away: few people, and the queries that follow are
    expensive even when they find nothing."""
    said = Notice.objects.filter(user__in=user_ids, put_away_at=None)
    return set(said.values_list("user", flat=True))


def calls_of(user_id: int, but: str = "") -> list[Call]:
    """Newest first, and only what still has sense: who was invited may have come, or too late, and
    whoever is at the table, or was where it is ready, knows of it."""
    mine = Notice.objects.filter(user=user_id, put_away_at=None)
    called = Q(why__in=[Notice.Why.INVITED, Notice.Why.AGAIN])
    came = Player.objects.filter(
        game=OuterRef("room__game"), user=user_id, seen_at__gt=F("game__started_at")
    )
    still = Q(why=Notice.Why.READY, room__game__finished_at=None) & Q(~Exists(came))
    still &= ~Q(room__game__code=but, room__game__isnull=False)
    sits = RoomSeat.objects.filter(room=OuterRef("room"), user=user_id, kept_until=None)
    still |= called & Q(room__game=None) & Q(~Exists(sits))
    still &= ~Q(room__code=but)
    # A partner is wanted for as long as the host waits, and nobody else has come.
    others = Ticket.objects.filter(party=OuterRef("party")).exclude(user=OuterRef("sender"))
    wanted = Q(why=Notice.Why.PARTNER, party__tickets__user=F("sender"))
    still |= wanted & Q(~Exists(others))
    rows = mine.filter(still).select_related("sender", "room__game", "party").order_by("-at")[:MOST]
    return [_call(notice) for notice in _without_apart(user_id, rows)]


def _without_apart(user_id: int, rows: Iterable[Notice]) -> list[Notice]:
    """Without calls to sit down with somebody with whom this person may not sit, whoever has
    blocked whom since. A game that has begun is told of all the same."""
    found, apart = list(rows), seating_rules.apart_from(user_id)
    asked = [row for row in found if row.why != Notice.Why.READY] if apart else []
    rooms = queries.rooms_by_id({row.room_id for row in asked if row.room_id is not None})
    hidden = seating_rules.rooms_apart(rooms.values(), apart)
    hushed = {row.pk for row in asked if row.sender_id in apart or row.room_id in hidden}
    return [row for row in found if row.pk not in hushed]


def _call(notice: Notice) -> Call:
    where, why = notice.where, notice.why
    name = "" if notice.sender is None else notice.sender.username
    sentences = {
        Notice.Why.READY: _("Your table of %(game)s is ready", game=where.title),
        Notice.Why.INVITED: _("%(name)s invites you to %(game)s", name=name, game=where.title),
        Notice.Why.AGAIN: _("%(name)s wants to play again", name=name),
        Notice.Why.PARTNER: _(
            "%(name)s wants you as a partner in %(game)s", name=name, game=where.title
        ),
    }
    game = None if notice.room is None else notice.room.game
    key = f"{why}-{where.code}-{notice.at.timestamp():.0f}"
    address = (game or where).get_absolute_url()
    return Call(key, sentences[Notice.Why(why)], _("Go there"), address, why, where.code)


def called_since(then: datetime) -> set[int]:
    """Whom something was said to since then, or put away: one query for the whole site."""
    fresh = Notice.objects.filter(Q(at__gt=then) | Q(put_away_at__gt=then))
    return set(fresh.values_list("user", flat=True))
