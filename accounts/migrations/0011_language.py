from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_italian_deck"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "As my browser asks"),
                    ("en", "English"),
                    ("it", "Italiano"),
                    ("zh-hans", "中文"),
                ],
                max_length=10,
                verbose_name="language",
            ),
        ),
    ]
