import django.db.models.deletion
from django.db import migrations, models

from games.rules.fair import commitment


def seal_all(apps, schema_editor):
    room_seal = apps.get_model("lobby", "RoomSeal")
    rooms = apps.get_model("lobby", "Room").objects
    for room in rooms.only("pk", "server_seed").iterator(2000):
        seed = bytes(room.server_seed)
        room_seal.objects.create(room_id=room.pk, server_seed=seed)
        rooms.filter(pk=room.pk).update(commitment=commitment(seed))


class Migration(migrations.Migration):
    dependencies = [("lobby", "0007_queue")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="commitment",
            field=models.CharField(default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="RoomSeal",
            fields=[
                (
                    "room",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="seal",
                        serialize=False,
                        to="lobby.room",
                    ),
                ),
                ("server_seed", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.RunPython(seal_all, migrations.RunPython.noop),
    ]
