"""An index by which staff find a round by its time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0004_bingo"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="round",
            index=models.Index(fields=["dealt_at", "id"], name="blackjack_round_by_time"),
        ),
    ]
