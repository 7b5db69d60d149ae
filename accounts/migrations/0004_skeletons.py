from django.db import migrations, models

from accounts.names import skeleton_of


def fill(apps, schema_editor):
    """Of accounts that look the same already, the oldest has the skeleton; the others stay."""
    taken = set()
    users = apps.get_model("accounts", "User").objects.order_by("pk")
    for pk, name in users.values_list("pk", "username").iterator():
        skeleton = skeleton_of(name)
        if skeleton is not None and skeleton not in taken:
            taken.add(skeleton)
            users.filter(pk=pk).update(skeleton=skeleton)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_stays_and_tallies"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(editable=False, max_length=192, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
