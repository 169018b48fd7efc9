"""Bingo: its inputs of shoes and rounds, its sessions, and its initial limits."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from blackjack.seeds import seed_limits


def seed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seed_limits(apps.get_model("accounts", "BetLimit"))


class Migration(migrations.Migration):
    dependencies = [
        ("blackjack", "0003_classic"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="bingo",
            field=models.JSONField(default=dict, verbose_name="bingo bets"),
        ),
        migrations.AddField(
            model_name="round",
            name="leave",
            field=models.JSONField(default=list, verbose_name="places left before"),
        ),
        migrations.AddField(
            model_name="shoe",
            name="bingo_before",
            field=models.JSONField(default=dict, verbose_name="bingo sessions before"),
        ),
        migrations.AddField(
            model_name="shoe",
            name="left",
            field=models.JSONField(default=list, verbose_name="places left since its last round"),
        ),
        migrations.CreateModel(
            name="BingoSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("box", models.PositiveSmallIntegerField(verbose_name="box")),
                (
                    "tier",
                    models.CharField(
                        choices=[("LITE", "LITE"), ("RESPECT", "RESPECT"), ("VIP", "VIP")],
                        max_length=16,
                        verbose_name="tier",
                    ),
                ),
                ("stake", models.BigIntegerField(verbose_name="stake, hundredths")),
                (
                    "pay_table",
                    models.PositiveSmallIntegerField(verbose_name="version of the pay table"),
                ),
                ("lit", models.JSONField(default=list, verbose_name="lit cells")),
                ("rounds", models.PositiveIntegerField(default=0, verbose_name="rounds counted")),
                ("opened_at", models.DateTimeField(verbose_name="opened at")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="ended at")),
                (
                    "combination",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("none", "none"),
                            ("three", "three"),
                            ("four", "four"),
                            ("full_house", "full_house"),
                            ("jackpot", "jackpot"),
                        ],
                        max_length=16,
                        verbose_name="combination",
                    ),
                ),
                (
                    "returned",
                    models.BigIntegerField(default=0, verbose_name="returned, hundredths"),
                ),
                (
                    "refunded",
                    models.BooleanField(default=False, verbose_name="stake returned by the house"),
                ),
                (
                    "after_round",
                    models.PositiveSmallIntegerField(
                        null=True, verbose_name="rounds of that shoe over by then"
                    ),
                ),
                (
                    "shoe",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bingo_ended",
                        to="blackjack.shoe",
                        verbose_name="shoe in which it ended",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bingo_sessions",
                        to="blackjack.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "bingo session",
                "verbose_name_plural": "bingo sessions",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("table", "box"),
                        name="blackjack_one_bingo_session_on_a_box",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stake__gt", 0)), name="blackjack_bingo_is_staked"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("returned__gte", 0)),
                        name="blackjack_bingo_never_returns_below_zero",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("combination", ""), ("ended_at__isnull", True)),
                            models.Q(
                                ("ended_at__isnull", False),
                                models.Q(("combination", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="blackjack_ended_bingo_came_to_something",
                    ),
                ],
            },
        ),
        migrations.RunPython(seed, migrations.RunPython.noop),
    ]
