import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="asked_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
