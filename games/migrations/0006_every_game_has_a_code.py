from django.db import migrations

from games.models import new_code


def name_all(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(code=None)
    for game in games.only("pk").iterator(2000):
        games.filter(pk=game.pk).update(code=new_code())


class Migration(migrations.Migration):
    # Apart from 0005 and 0007: PostgreSQL changes no table whose rows changed in the same transaction.
    dependencies = [("games", "0005_codes_and_ends")]

    operations = [migrations.RunPython(name_all, migrations.RunPython.noop)]
