from django.db import migrations


class Migration(migrations.Migration):
    # Apart from 0014: PostgreSQL changes no table that rows were tied to in the same transaction.
    dependencies = [("games", "0014_seals")]

    operations = [
        migrations.RemoveField(model_name="game", name="nonces"),
        migrations.RemoveField(model_name="game", name="server_seed"),
    ]
