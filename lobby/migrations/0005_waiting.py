import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_codes_are_unique"),
        ("lobby", "0004_talk"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="changed_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddField(
            model_name="room",
            name="closes_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="room",
            name="unwelcome",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="room",
            name="version",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="roomseat",
            name="kept_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="roomseat",
            name="seen_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("game__isnull", True)),
                fields=["is_listed", "-opened_at"],
                name="room_waiting",
            ),
        ),
    ]
