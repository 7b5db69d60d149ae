"""What histories and ladders are read from. All of it can be made again from games, their players
and their moves: `manage.py rate --all` does."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

FEWEST_GAMES = 5  # before a rating is shown


class Ladder(models.Model):
    """All who are rated at one kind of game. Whoever rates a game holds its row."""

    kind = models.CharField(max_length=32, primary_key=True)
    # The newest game that was rated: games are rated in the order in which they ended.
    newest_at = models.DateTimeField(null=True)
    newest_game = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"the ladder of {self.kind}"


class Standing(models.Model):
    """Where a person, or a bot of one level, stands on a ladder."""

    kind = models.CharField(max_length=32)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="standings", null=True
    )
    bot = models.CharField(max_length=12, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    sure = models.FloatField()  # what the ladder is sorted by
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "user"], condition=Q(bot=""), name="one_standing_a_person"
            ),
            models.UniqueConstraint(
                fields=["kind", "bot"], condition=~Q(bot=""), name="one_standing_a_bot"
            ),
        ]
        indexes = [
            models.Index(
                name="ladder_from_the_top",
                fields=["kind", "-sure"],
                condition=Q(games__gte=FEWEST_GAMES),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.bot} at {self.kind}"


class Played(models.Model):
    """A seat of a finished game: whose it was, how it went for them, what it did to their rating.

    It repeats what games and players say, so that nobody's past costs more to look through because
    others play too.
    """

    class Outcome(models.TextChoices):
        WON = "won"
        LOST = "lost"
        DRAWN = "drawn"
        CLOSED = "closed"  # before its end: it counts for nobody
        VOID = "void"  # bots made too many of the moves: it does not count for this person

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="played", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="played", null=True, db_index=False
    )
    bot = models.CharField(max_length=12, blank=True)
    kind = models.CharField(max_length=32)
    finished_at = models.DateTimeField()
    side = models.PositiveSmallIntegerField()  # those of one side play together
    place = models.PositiveSmallIntegerField()  # of the side; 0 is the best
    outcome = models.CharField(max_length=6, choices=Outcome)
    has_given_up = models.BooleanField()
    was_away = models.BooleanField(default=False)  # a bot held the seat at the end
    was_played_for = models.BooleanField(default=False)  # by bots, for more than a third of it
    is_matched = models.BooleanField(default=False)  # as in Player
    # Whether strangers may see it in a list: not what was private, nor what one played with bots.
    is_open = models.BooleanField()
    has_bots = models.BooleanField()
    is_rated = models.BooleanField()
    # Where this seat was rated: what it came with, what it left with, and for which time.
    mu_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    rated_games = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_past_a_seat")]
        indexes = [
            models.Index(
                name="past_of",
                fields=["user", "-finished_at", "-game"],
                condition=Q(user__isnull=False),
            ),
            models.Index(
                name="past_of_at_a_kind",
                fields=["user", "kind", "-finished_at", "-game"],
                condition=Q(user__isnull=False),
            ),
            models.Index(
                name="ratings_of",
                fields=["user", "kind", "-finished_at", "-game"],
                condition=Q(user__isnull=False, mu__isnull=False),
            ),
            models.Index(
                name="met_in",
                fields=["user", "game", "side", "seat"],
                condition=Q(user__isnull=False),
            ),
            models.Index(
                name="rated_in_order",
                fields=["kind", "finished_at", "game"],
                condition=Q(is_rated=True),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"

    @property
    def has_left(self) -> bool:
        """Whether nobody but a bot sat there at the end."""
        return self.has_given_up or self.was_away


class Tally(models.Model):
    """How often somebody has won, in all and with or against somebody: kept, not counted out."""

    class Side(models.TextChoices):
        ALL = "", "in all"
        WITH = "with"
        AGAINST = "against"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tallies", db_index=False
    )
    kind = models.CharField(max_length=32)
    side = models.CharField(max_length=7, choices=Side, blank=True)
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tallied_by", null=True
    )
    bot = models.CharField(max_length=12, blank=True)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    # Of these, the ones that strangers may see.
    open_games = models.PositiveIntegerField(default=0)
    open_won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "side", "other"],
                condition=Q(other__isnull=False),
                name="one_tally_a_person",
            ),
            models.UniqueConstraint(
                fields=["user", "kind", "side", "bot"],
                condition=Q(other__isnull=True),
                name="one_tally_a_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.side} {self.other or self.bot}"
