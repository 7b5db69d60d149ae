"""Every page of the site with something on it, and who sees it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.emails import address_tokens
from accounts.models import User
from games.log import papers
from games.log.export import record_of
from games.management.evenings import Table, play_out, quick_levels, tell_all
from games.models import Game
from games.posted.models import Announcement
from games.rules import kinds, rules_of
from games.rules.game import ConfigValue
from lobby import service
from lobby.models import Party, Room
from lobby.notices import calls
from lobby.queue import parties, tickets
from lobby.talk import lines, places
from tests.kit.browser.tables import actions_of, on_turn, play_one, table_of
from tests.kit.factories import UserFactory

NOBODY, CHIEF = "", "chief"
NOWHERE = "/nowhere/"
LONG_NAME = "Wilhelmina_of_the_Hills"
MOVES = 12
OF_VISITORS = ("lobby:home", "accounts:sign_up", "accounts:log_in", "accounts:recover")
OF_MEMBERS = (
    *("lobby:home", "lobby:notices", "lobby:rules_list", "people:board"),
    *("games:mine", "games:shelf", "accounts:settings", "accounts:account", "accounts:password"),
    *("accounts:email", "accounts:codes", "accounts:delete", "accounts:blocks"),
)
OF_A_KIND = ("lobby:open", "lobby:rules", "learn:lesson")
OF_A_GAME = ("games:moves", "games:check", "games:play_on", "games:back", "lobby:talk")
OTHER_BUTTONS: tuple[tuple[str, str, dict[str, ConfigValue]], ...] = (
    ("bid", "briscalone", {}),
    ("call", "briscalone", {}),
    ("catch", "uno", {"hand_size": 2}),
)
OF_THE_DESK = (*("index", "games_game_changelist", "lobby_room_figures", "games_announcement_add"),)


@dataclass(frozen=True, slots=True)
class Stop:
    """A page, and by whom it is looked at."""

    who: str
    path: str


class Walk:
    """alice plays, has played and has a table open; bob waits for strangers, carol for a friend;
    the chief has a desk."""

    def __init__(self) -> None:
        self.alice = UserFactory.create(username="alice", email_asked="alice@example.org")
        Client().force_login(self.alice)  # elsewhere, where she can be logged out
        self.bob, self.carol = map(self._arrive, ("bob", "carol"))
        self.long = self._arrive(LONG_NAME)
        UserFactory.create(username=CHIEF, is_staff=True, is_superuser=True)
        self.over = [self._over(kind) for kind in kinds()]
        self.short = min(self.over, key=lambda game: game.seq)  # its moves are soon looked at
        tell_all()
        self.room = service.open_room(user=self.alice, kind="uno", size=6, config={})
        calls.invite(code=self.room.code, sender=self.alice, name="bob")
        self._talk(self.room)
        tickets.join(user=self.bob, kind="bruno")
        self.party: Party | None = parties.together(user=self.carol, kind="bruno").party
        self.paper = papers.keep(user=self.alice, file=record_of(self.short).to_json().encode())
        soon = timezone.now() + timedelta(hours=1)
        Announcement.objects.create(text="Tonight at ten the house is closed.", ends_at=soon)

    def stops(self) -> Iterator[Stop]:
        yield from self._waiting()
        yield from self._of_visitors()
        yield from self._of_members()
        for kind in kinds():
            yield from self._running(kind)
        yield from self._with_other_buttons()
        for game in self.over:
            yield Stop("alice", game.get_absolute_url())
            yield Stop("alice", reverse("games:replay", args=[game.code]))
        code = self.short.code
        yield from (Stop("alice", reverse(route, args=[code])) for route in OF_A_GAME)
        yield from (Stop(CHIEF, reverse(f"admin:{page}")) for page in OF_THE_DESK)
        yield Stop(CHIEF, reverse("admin:accounts_user_decide", args=[self.alice.pk]))

    def _waiting(self) -> Iterator[Stop]:
        """Who is not seen for a while waits no longer: these come first."""
        assert self.party is not None
        yield from (Stop(name, reverse("lobby:queue")) for name in ("bob", "carol"))
        yield Stop("alice", reverse("lobby:party", args=[self.party.code]))

    def _of_visitors(self) -> Iterator[Stop]:
        uid = urlsafe_base64_encode(force_bytes(self.alice.pk))
        reset = [uid, default_token_generator.make_token(self.alice)]
        confirm = [uid, address_tokens.make_token(self.alice)]
        yield from (
            Stop(NOBODY, reverse(route)) for route in (*OF_VISITORS, "accounts:forgot_password")
        )
        yield Stop(NOBODY, reverse("accounts:reset_password", args=reset))
        yield Stop(NOBODY, reverse("accounts:confirm_email", args=confirm))
        yield Stop(NOBODY, NOWHERE)

    def _of_members(self) -> Iterator[Stop]:
        yield from (Stop("alice", reverse(route)) for route in OF_MEMBERS)
        yield Stop("alice", f"{reverse('accounts:end_session')}?stay=others")
        for name in ("alice", LONG_NAME):
            yield Stop("alice", reverse("people:profile", args=[name]))
        for route in OF_A_KIND:
            yield from (Stop("alice", reverse(route, args=[kind])) for kind in kinds())
        for route in ("lobby:room", "lobby:room_rules", "lobby:talk"):
            yield Stop("alice", reverse(route, args=[self.room.code]))
        yield Stop("alice", reverse("games:paper", args=[self.paper.code]))

    def _running(self, kind: str) -> Iterator[Stop]:
        """As alice sees it on her turn and not, and as somebody does who watches."""
        mine = table_of(kind, self.alice, moves=MOVES)
        while on_turn(mine) != 0:
            play_one(mine)
        theirs = table_of(kind, self.alice, moves=MOVES)
        while on_turn(theirs) == 0:
            play_one(theirs)
        yield Stop("alice", mine.get_absolute_url())
        yield Stop("alice", reverse("games:back", args=[mine.code]))
        yield Stop("alice", theirs.get_absolute_url())
        yield Stop("carol", theirs.get_absolute_url())

    def _with_other_buttons(self) -> Iterator[Stop]:
        """When alice may bid, call a suit, and catch somebody who has not said UNO."""
        for word, kind, options in OTHER_BUTTONS:
            game = table_of(kind, self.alice, moves=0, **options)
            while not any(each.startswith(word) for each in actions_of(game, 0)):
                play_one(game)
            yield Stop("alice", game.get_absolute_url())

    def _arrive(self, name: str) -> User:
        return UserFactory.create(username=name)

    def _over(self, kind: str) -> Game:
        meta = rules_of(kind).META
        level = quick_levels(kind)[0]
        players: list[User | str] = [self.alice, self.long, *[level] * (max(meta.seats) - 2)]
        levels, ends = (level,) * len(players), timezone.now() - timedelta(days=1)
        play_out(Table(kind, meta.configure({}), players, levels, ends), Random(kind))
        return Game.objects.order_by("-pk")[0]

    def _talk(self, room: Room) -> None:
        spot = places.spot(room.code, self.alice)
        lines.say(spot=spot, author=self.alice, text="Come in, all of you, and sit down!")
