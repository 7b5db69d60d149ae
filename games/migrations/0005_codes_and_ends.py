import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_what_stood_before")]

    operations = [
        migrations.AddField(
            model_name="game", name="code", field=models.CharField(max_length=12, null=True)
        ),
        migrations.AddField(
            model_name="game", name="is_watchable", field=models.BooleanField(default=True)
        ),
        migrations.AddField(
            model_name="game", name="is_rated", field=models.BooleanField(default=False)
        ),
        migrations.AddField(model_name="game", name="ended", field=models.JSONField(null=True)),
        migrations.AddField(
            model_name="game",
            name="parent",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="forks",
                to="games.game",
            ),
        ),
        migrations.AddField(model_name="game", name="forked", field=models.JSONField(null=True)),
        migrations.AddField(
            model_name="player", name="has_given_up", field=models.BooleanField(default=False)
        ),
        migrations.AddField(
            model_name="player", name="concedes", field=models.BooleanField(default=False)
        ),
    ]
