from contextlib import suppress

from django.db import migrations, models

from games.rules import rules_of
from games.rules.game import DEALER, Refused
from games.rules.record import Forked
from games.rules.replay import played_on


def tell_whose_turn(apps, schema_editor):
    """From now on it is written with every move; of those that run it is found in their logs."""
    for game in apps.get_model("games", "Game").objects.filter(finished_at=None).iterator():
        with suppress(Refused):  # a log that cannot be read waits for nobody
            first = rules_of(game.kind).to_act(_state_of(game))[:1]
            if first and first[0] != DEALER:
                type(game).objects.filter(pk=game.pk).update(turn=first[0])


def _state_of(game):
    rules = rules_of(game.kind)
    forked = None if game.forked is None else Forked(**game.forked)
    state = rules.new(game.config, game.players.count(), game.rules)
    for move in game.moves.order_by("seq"):
        seat = DEALER if move.seat is None else move.seat
        state = rules.apply(state, seat, rules.parse(move.action))
        state = played_on(rules, state, move.seq, forked)
    return state


class Migration(migrations.Migration):
    dependencies = [("games", "0012_papers")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="turn",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(tell_whose_turn, migrations.RunPython.noop, elidable=True),
    ]
