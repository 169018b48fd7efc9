"""What the end of ten days needs to know; the next migration fills it in for what is there."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0005_rounds_by_time"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="bingosession",
            name="last_round_at",
            field=models.DateTimeField(null=True, verbose_name="last round dealt at"),
        ),
        migrations.AddField(
            model_name="round",
            name="house_from",
            field=models.PositiveSmallIntegerField(
                null=True, verbose_name="first action taken by the house"
            ),
        ),
        migrations.AddField(
            model_name="shoe",
            name="dealt_at",
            field=models.DateTimeField(null=True, verbose_name="first dealt from at"),
        ),
        migrations.AddField(
            model_name="shoe",
            name="kept_until",
            field=models.DateTimeField(null=True, verbose_name="kept until"),
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                (
                    "currency",
                    models.CharField(
                        choices=[("FUN", "FUN"), ("RUR", "RUR")],
                        max_length=3,
                        verbose_name="currency",
                    ),
                ),
                (
                    "box",
                    models.PositiveSmallIntegerField(
                        null=True, verbose_name="box of the bingo session"
                    ),
                ),
                ("number", models.BigIntegerField(verbose_name="number of the round or session")),
                ("dealt_at", models.DateTimeField(verbose_name="dealt at")),
                ("settled_at", models.DateTimeField(verbose_name="settled at")),
                ("staked", models.BigIntegerField(verbose_name="staked, hundredths")),
                ("returned", models.BigIntegerField(verbose_name="returned, hundredths")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "settlement by the house",
                "verbose_name_plural": "settlements by the house",
                "indexes": [
                    models.Index(fields=["player", "id"], name="blackjack_told_to_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("box__isnull", True)),
                        fields=("number",),
                        name="blackjack_round_ends_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("box__isnull", False)),
                        fields=("number",),
                        name="blackjack_bingo_ends_once",
                    ),
                ],
            },
        ),
    ]
