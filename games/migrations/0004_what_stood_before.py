from django.db import migrations
from django.db.models import F
from django.utils import timezone


def split_nods(apps, schema_editor):
    """A nod meant one or the other, by what lay on the table at that seq: it stands for both."""
    apps.get_model("games", "Player").objects.exclude(ready=0).update(waived=F("ready"))


def mark_the_stopped(apps, schema_editor):
    """Where a clock waits for a person, and not for somebody to look, it is only set again."""
    still = apps.get_model("games", "Game").objects.filter(finished_at=None, deadline=None)
    still.update(stopped_at=timezone.now())


class Migration(migrations.Migration):
    # Apart from 0003: PostgreSQL changes no table whose rows changed in the same transaction.
    dependencies = [("games", "0003_claims_and_tellings")]

    operations = [
        migrations.RunPython(split_nods, migrations.RunPython.noop),
        migrations.RunPython(mark_the_stopped, migrations.RunPython.noop),
    ]
