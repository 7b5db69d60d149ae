from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_only_move"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="has_sounds",
            field=models.BooleanField(default=False, verbose_name="sounds and notifications"),
        ),
    ]
