"""The initial limits of the first two games."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from blackjack.seeds import seed_limits


def seed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seed_limits(apps.get_model("accounts", "BetLimit"))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_players_and_money"),
        ("blackjack", "0001_initial"),
    ]
    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
