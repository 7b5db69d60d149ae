from django.db import migrations


class Migration(migrations.Migration):
    # Apart from 0008: PostgreSQL changes no table that rows were tied to in the same transaction.
    dependencies = [("lobby", "0008_seals")]

    operations = [migrations.RemoveField(model_name="room", name="server_seed")]
