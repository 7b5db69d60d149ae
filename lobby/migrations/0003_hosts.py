import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("lobby", "0002_rematch"),
    ]

    operations = [
        migrations.RenameField(model_name="room", old_name="opened_by", new_name="host"),
        migrations.AlterField(
            model_name="room",
            name="host",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rooms_hosted",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="is_listed",
            field=models.BooleanField(default=True, verbose_name="shown in the lobby"),
        ),
        migrations.AddField(
            model_name="room",
            name="is_rated",
            field=models.BooleanField(default=False, verbose_name="rated"),
        ),
        migrations.AddField(
            model_name="room",
            name="is_watchable",
            field=models.BooleanField(default=True, verbose_name="open to watchers"),
        ),
        migrations.AddField(
            model_name="roomseat", name="is_ready", field=models.BooleanField(default=False)
        ),
    ]
