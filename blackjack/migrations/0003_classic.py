"""The classic game: its name among the tables' games, and its initial limits."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from blackjack.seeds import seed_limits


def seed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seed_limits(apps.get_model("accounts", "BetLimit"))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_players_and_money"),
        ("blackjack", "0002_first_limits"),
    ]
    operations = [
        migrations.AlterField(
            model_name="table",
            name="variant",
            field=models.CharField(max_length=32, verbose_name="game"),
        ),
        migrations.RunPython(seed, migrations.RunPython.noop),
    ]
