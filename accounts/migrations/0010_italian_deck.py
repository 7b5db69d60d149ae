from django.db import migrations, models


def as_it_comes(apps, schema_editor):
    """Nobody has ever switched points off: they were off until now."""
    people = apps.get_model("accounts", "User").objects
    people.update(deck="italian", shows_points=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_taste"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="deck",
            field=models.CharField(
                choices=[
                    ("french", "French: spades, hearts, diamonds, clubs"),
                    ("italian", "Italian: swords, cups, coins, clubs"),
                ],
                default="italian",
                max_length=8,
                verbose_name="deck",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="shows_points",
            field=models.BooleanField(default=True, verbose_name="show what cards are worth"),
        ),
        migrations.RunPython(as_it_comes, migrations.RunPython.noop),
    ]
