"""Reports on the shuffle."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("fairplay", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ShuffleReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "night",
                    models.DateField(
                        null=True, unique=True, verbose_name="night that it was made for"
                    ),
                ),
                ("decks", models.PositiveIntegerField(verbose_name="decks")),
                ("figures", models.JSONField(verbose_name="figures")),
                ("passed", models.BooleanField(verbose_name="within what chance allows")),
            ],
            options={
                "verbose_name": "report on the shuffle",
                "verbose_name_plural": "reports on the shuffle",
            },
        ),
    ]
