"""Tables, shoes and rounds."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import blackjack.engine.rules


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("fairplay", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "variant",
                    models.CharField(
                        choices=[
                            ("double-deck", blackjack.engine.rules.Variant["DOUBLE_DECK"]),
                            ("six-deck", blackjack.engine.rules.Variant["SIX_DECK"]),
                        ],
                        max_length=32,
                        verbose_name="game",
                    ),
                ),
                (
                    "currency",
                    models.CharField(
                        choices=[("FUN", "FUN"), ("RUR", "RUR")],
                        max_length=3,
                        verbose_name="currency",
                    ),
                ),
                ("version", models.PositiveBigIntegerField(default=0, verbose_name="version")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tables",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
            },
        ),
        migrations.CreateModel(
            name="Shoe",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "rules_version",
                    models.PositiveSmallIntegerField(verbose_name="version of the rules"),
                ),
                (
                    "player_seed",
                    models.CharField(
                        blank=True, max_length=64, verbose_name="seed of the own shuffle"
                    ),
                ),
                ("cut", models.PositiveSmallIntegerField(null=True, verbose_name="cut after card")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="ended at")),
                (
                    "commitment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="fairplay.commitment",
                        verbose_name="commitment",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shoes",
                        to="blackjack.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "shoe",
                "verbose_name_plural": "shoes",
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tier",
                    models.CharField(
                        choices=[("LITE", "LITE"), ("RESPECT", "RESPECT"), ("VIP", "VIP")],
                        max_length=16,
                        verbose_name="tier",
                    ),
                ),
                (
                    "first_card",
                    models.PositiveSmallIntegerField(default=0, verbose_name="cards out before"),
                ),
                (
                    "scheme",
                    models.CharField(
                        choices=[
                            ("1D2P", "1D2P"),
                            ("2D2P", "2D2P"),
                            ("2P1D", "2P1D"),
                            ("2P2D", "2P2D"),
                        ],
                        default="1D2P",
                        max_length=4,
                        verbose_name="deal scheme",
                    ),
                ),
                ("moved", models.JSONField(default=list, verbose_name="moved cards")),
                ("bets", models.JSONField(verbose_name="bets")),
                ("actions", models.JSONField(default=list, verbose_name="actions")),
                ("dealt_at", models.DateTimeField(verbose_name="dealt at")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="ended at")),
                ("shown", models.JSONField(null=True, verbose_name="shown at the end")),
                (
                    "shoe",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="blackjack.shoe",
                        verbose_name="shoe",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="blackjack.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
            },
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                fields=("player", "variant", "currency"), name="blackjack_one_table_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="shoe",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("table",),
                name="blackjack_one_open_shoe",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)),
                fields=("table",),
                name="blackjack_one_open_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("shown__isnull", True)),
                    models.Q(("ended_at__isnull", False), ("shown__isnull", False)),
                    _connector="OR",
                ),
                name="blackjack_ended_rounds_are_shown",
            ),
        ),
    ]
