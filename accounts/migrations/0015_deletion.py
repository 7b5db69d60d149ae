from typing import Any

from django.db import migrations, models


def note_the_deleted(apps: Any, schema_editor: Any) -> None:
    """Nobody else can have such a name."""
    people = apps.get_model("accounts", "User").objects
    people.filter(is_active=False, username__startswith="Deleted ").update(deletion="done")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_sounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="deletion",
            field=models.CharField(
                blank=True,
                choices=[("running", "Running"), ("done", "Done")],
                default="",
                editable=False,
                max_length=7,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(note_the_deleted, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("deletion", "running")),
                fields=["deletion"],
                name="deletion_running",
            ),
        ),
    ]
