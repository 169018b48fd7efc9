"""Limits that players set themselves, breaks, the reality check, and the journal's index by time."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from accounts.protection import triggers


def install_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.install(schema_editor.connection)


def lift_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    triggers.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_cashier"),
    ]

    operations = [
        migrations.CreateModel(
            name="LimitChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("deposit", "Deposits"),
                            ("loss", "Losses"),
                            ("stake", "Stakes"),
                            ("time", "Time played"),
                        ],
                        max_length=16,
                        verbose_name="what",
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[("day", "a day"), ("week", "a week"), ("month", "a month")],
                        max_length=8,
                        verbose_name="period",
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("set", "set"),
                            ("asked", "higher asked for"),
                            ("confirmed", "confirmed"),
                            ("withdrawn", "withdrawn"),
                        ],
                        max_length=16,
                        verbose_name="step",
                    ),
                ),
                ("limit", models.BigIntegerField(null=True, verbose_name="limit in force")),
                ("waiting", models.BooleanField(default=False, verbose_name="a higher one waits")),
                ("wished", models.BigIntegerField(null=True, verbose_name="limit asked for")),
                ("ripe_at", models.DateTimeField(null=True, verbose_name="may be confirmed from")),
                ("at", models.DateTimeField(verbose_name="time")),
            ],
            options={
                "verbose_name": "change of a player's limit",
                "verbose_name_plural": "changes of players' limits",
            },
        ),
        migrations.CreateModel(
            name="PlayStop",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=[("break", "Break"), ("exclusion", "Self-exclusion")],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                ("began_at", models.DateTimeField(verbose_name="began at")),
                (
                    "until",
                    models.DateTimeField(
                        help_text="empty: for good", null=True, verbose_name="until"
                    ),
                ),
            ],
            options={
                "verbose_name": "break or self-exclusion",
                "verbose_name_plural": "breaks and self-exclusions",
            },
        ),
        migrations.CreateModel(
            name="RealityCheck",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        default=60, verbose_name="every so many minutes, 0 for never"
                    ),
                ),
                ("confirmed_at", models.DateTimeField(null=True, verbose_name="went on at")),
            ],
            options={
                "verbose_name": "reality check",
                "verbose_name_plural": "reality checks",
            },
        ),
        migrations.AddField(
            model_name="limitchange",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="playstop",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddConstraint(
            model_name="realitycheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("minutes__in", [0, 15, 30, 60, 120])),
                name="accounts_realitycheck_minutes",
            ),
        ),
        migrations.AddConstraint(
            model_name="limitchange",
            constraint=models.UniqueConstraint(
                fields=("user", "measure", "period", "number"),
                name="accounts_limitchange_one_per_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="limitchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="accounts_limitchange_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="limitchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("limit", None), ("limit__gte", 1), _connector="OR"),
                    models.Q(("wished", None), ("wished__gte", 1), _connector="OR"),
                ),
                name="accounts_limitchange_above_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="limitchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ripe_at__isnull", False), ("waiting", True)),
                    models.Q(
                        ("ripe_at__isnull", True), ("waiting", False), ("wished__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="accounts_limitchange_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="playstop",
            constraint=models.UniqueConstraint(
                fields=("user", "number"), name="accounts_playstop_one_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="playstop",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="accounts_playstop_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="playstop",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until", None), ("until__gt", models.F("began_at")), _connector="OR"
                ),
                name="accounts_playstop_lasts",
            ),
        ),
        migrations.RunPython(install_triggers, lift_triggers),
    ]
