import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0002_asked_at")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="claimed_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="stopped_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RenameField(model_name="player", old_name="nodded", new_name="ready"),
        migrations.AddField(
            model_name="player",
            name="waived",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="move",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.CreateModel(
            name="FinishedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="told_as_finished",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("is_shared_out", models.BooleanField(db_index=True, default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Telling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("listener", models.CharField(max_length=40)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("heard_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tellings",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(heard_at__isnull=True), fields=["due_at"], name="telling_due"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("listener", "game"), name="one_telling_a_listener"
                    )
                ],
            },
        ),
    ]
