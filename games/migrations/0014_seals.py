import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_whose_turn")]

    operations = [
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="seal",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("server_seed", models.BinaryField()),
                ("nonces", models.JSONField()),
            ],
        ),
        migrations.RunSQL(
            "INSERT INTO games_seal (game_id, server_seed, nonces)"
            " SELECT id, server_seed, nonces FROM games_game",
            migrations.RunSQL.noop,
        ),
    ]
