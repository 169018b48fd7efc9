"""Commitments: sealed strings and their signatures."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Commitment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("md5", models.CharField(max_length=32, unique=True, verbose_name="MD5")),
                ("sha256", models.CharField(max_length=64, unique=True, verbose_name="SHA-256")),
                (
                    "sealed",
                    models.TextField(blank=True, editable=False, verbose_name="cipher text"),
                ),
                (
                    "revealed",
                    models.TextField(blank=True, default="", verbose_name="revealed string"),
                ),
                ("committed_at", models.DateTimeField(verbose_name="signed at")),
                (
                    "revealed_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="revealed at"),
                ),
            ],
            options={
                "verbose_name": "commitment",
                "verbose_name_plural": "commitments",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("revealed", ""),
                                ("revealed_at__isnull", True),
                                models.Q(("sealed", ""), _negated=True),
                            ),
                            models.Q(
                                ("revealed_at__isnull", False),
                                ("sealed", ""),
                                models.Q(("revealed", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="fairplay_commitment_sealed_or_revealed",
                    )
                ],
            },
        ),
    ]
