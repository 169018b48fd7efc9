"""The audit with its triggers, the switches of games, and indexes for the lists of staff."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from accounts.journal_triggers import AUDIT

# PostgreSQL finds the beginning of a login by an index of its own; SQLite by the one on logins.
PREFIXES = """
    CREATE INDEX accounts_user_login_prefix ON accounts_user (lower(username) text_pattern_ops)
"""


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    AUDIT.install(schema_editor.connection)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PREFIXES)


def lift(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    AUDIT.lift(schema_editor.connection)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX accounts_user_login_prefix")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_player_protection"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="GameSwitch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "variant",
                    models.CharField(blank=True, default="", max_length=32, verbose_name="game"),
                ),
                (
                    "currency",
                    models.CharField(blank=True, default="", max_length=3, verbose_name="currency"),
                ),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("closed_at", models.DateTimeField(verbose_name="closed at")),
            ],
            options={
                "verbose_name": "closed game",
                "verbose_name_plural": "closed games",
            },
        ),
        migrations.CreateModel(
            name="StaffAction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="time")),
                (
                    "deed",
                    models.CharField(
                        choices=[
                            ("signed_in", "Signed in"),
                            ("second_factor_shown", "Second factor shown"),
                            ("second_factor_set_up", "Second factor set up"),
                            ("second_factor_forgotten", "Second factor reset"),
                            ("recovery_codes", "New recovery codes"),
                            ("lock_lifted", "Login lock lifted"),
                            ("page", "Opened a page"),
                            ("account_made", "Account made"),
                            ("appointed", "Staff rights given"),
                            ("tier", "Tier changed"),
                            ("blocked", "Player blocked"),
                            ("unblocked", "Player unblocked"),
                            ("limit", "Bet limit changed"),
                            ("game_closed", "Game closed"),
                            ("game_opened", "Game opened"),
                            ("request_confirmed", "Cashier request confirmed"),
                            ("request_refused", "Cashier request refused"),
                            ("adjustment_asked", "Adjustment asked"),
                            ("adjustment_booked", "Adjustment booked"),
                            ("adjustment_refused", "Adjustment refused"),
                        ],
                        max_length=32,
                        verbose_name="action",
                    ),
                ),
                ("refused", models.BooleanField(default=False, verbose_name="refused")),
                (
                    "subject",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="about"),
                ),
                ("before", models.JSONField(default=dict, verbose_name="before")),
                ("after", models.JSONField(default=dict, verbose_name="after")),
                (
                    "reason",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="reason"),
                ),
                (
                    "address",
                    models.CharField(blank=True, default="", max_length=45, verbose_name="address"),
                ),
            ],
            options={
                "verbose_name": "line of the audit",
                "verbose_name_plural": "audit",
            },
        ),
        migrations.AlterModelOptions(
            name="entry",
            options={
                "permissions": [("view_reports", "Can see the reports")],
                "verbose_name": "journal line",
                "verbose_name_plural": "journal lines",
            },
        ),
        migrations.AlterModelOptions(
            name="user",
            options={
                "permissions": [
                    ("block_user", "Can block and unblock players"),
                    ("set_tier", "Can change the tier of players"),
                ],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["at", "id"], name="accounts_entry_by_day"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["tier", "id"], name="accounts_user_by_tier"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_staff", True)), fields=["id"], name="accounts_user_staff"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_active", False)),
                fields=["id"],
                name="accounts_user_blocked",
            ),
        ),
        migrations.AddIndex(
            model_name="wallet",
            index=models.Index(
                condition=models.Q(("balance__gt", 0)),
                fields=["currency", "balance"],
                name="accounts_wallet_owed",
            ),
        ),
        migrations.AddField(
            model_name="gameswitch",
            name="staff",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="closed by",
            ),
        ),
        migrations.AddField(
            model_name="staffaction",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="staffaction",
            name="staff",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="member of staff",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameswitch",
            constraint=models.UniqueConstraint(
                fields=("variant", "currency"), name="accounts_gameswitch_one_each"
            ),
        ),
        migrations.AddConstraint(
            model_name="gameswitch",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="accounts_gameswitch_reasoned",
            ),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["at", "id"], name="accounts_audit_by_time"),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["staff", "at", "id"], name="accounts_audit_by_staff"),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["player", "at", "id"], name="accounts_audit_by_player"),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(fields=["deed", "at", "id"], name="accounts_audit_by_deed"),
        ),
        migrations.AddIndex(
            model_name="staffaction",
            index=models.Index(
                condition=models.Q(("refused", True)),
                fields=["at", "id"],
                name="accounts_audit_refused",
            ),
        ),
        migrations.RunPython(install, lift),
    ]
