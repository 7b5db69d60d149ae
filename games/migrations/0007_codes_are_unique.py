from django.db import migrations, models

from games.models import new_code


class Migration(migrations.Migration):
    dependencies = [("games", "0006_every_game_has_a_code")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="code",
            field=models.CharField(max_length=12, unique=True, default=new_code, editable=False),
        ),
    ]
