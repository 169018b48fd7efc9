"""The days that are summed up for the reports, and what each came to."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_the_language_of_players"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReportDay",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False, verbose_name="day")),
                ("summed_at", models.DateTimeField(verbose_name="summed up at")),
            ],
            options={
                "verbose_name": "day of the reports",
                "verbose_name_plural": "days of the reports",
                "ordering": ["day"],
            },
        ),
        migrations.CreateModel(
            name="ReportLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("tier", models.CharField(max_length=16, verbose_name="tier")),
                ("currency", models.CharField(max_length=3, verbose_name="currency")),
                ("stakes", models.BigIntegerField(verbose_name="stakes, hundredths")),
                ("returns", models.BigIntegerField(verbose_name="returns, hundredths")),
                (
                    "day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="accounts.reportday",
                        verbose_name="day",
                    ),
                ),
            ],
            options={
                "verbose_name": "line of the reports",
                "verbose_name_plural": "lines of the reports",
                "ordering": ["day", "game", "tier", "currency"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "game", "tier", "currency"),
                        name="accounts_reportline_one_each",
                    )
                ],
            },
        ),
    ]
