import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("lobby", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="after",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rematch",
                to="games.game",
            ),
        ),
    ]
