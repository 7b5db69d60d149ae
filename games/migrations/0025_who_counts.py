"""Whether bots played a seat, and whether quick match chose its company. Games from before keep the
rule that they were played by: a partner who left did nobody any harm."""

from django.db import migrations, models

OUTCOMES = [
    ("won", "Won"),
    ("lost", "Lost"),
    ("drawn", "Drawn"),
    ("closed", "Closed"),
    ("void", "Void"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_nonce_seals"),
    ]

    operations = [
        migrations.AddField("player", "is_matched", models.BooleanField(default=True)),
        migrations.AlterField("player", "is_matched", models.BooleanField(default=False)),
        migrations.AddField("played", "is_matched", models.BooleanField(default=True)),
        migrations.AlterField("played", "is_matched", models.BooleanField(default=False)),
        migrations.AddField("played", "was_away", models.BooleanField(default=False)),
        migrations.AddField("played", "was_played_for", models.BooleanField(default=False)),
        migrations.AlterField(
            "played", "outcome", models.CharField(choices=OUTCOMES, max_length=6)
        ),
    ]
