"""Players, wallets, the journal with its triggers, adjustments and limits."""

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import accounts.logins
import accounts.models
from accounts import journal_triggers


def install_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    journal_triggers.install(schema_editor.connection)


def lift_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    journal_triggers.lift(schema_editor.connection)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This login is taken."},
                        max_length=20,
                        unique=True,
                        validators=[accounts.logins.require_form],
                        verbose_name="login",
                    ),
                ),
                (
                    "tier",
                    models.CharField(
                        choices=[("LITE", "LITE"), ("RESPECT", "RESPECT"), ("VIP", "VIP")],
                        default="LITE",
                        max_length=16,
                        verbose_name="tier",
                    ),
                ),
                (
                    "is_guest",
                    models.BooleanField(default=False, editable=False, verbose_name="guest"),
                ),
                (
                    "adult_confirmed_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        null=True,
                        verbose_name="confirmed to be 18 or older at",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
            managers=[
                ("objects", accounts.models.Players()),
            ],
        ),
        migrations.CreateModel(
            name="BetLimit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=32, verbose_name="game")),
                (
                    "tier",
                    models.CharField(
                        choices=[("LITE", "LITE"), ("RESPECT", "RESPECT"), ("VIP", "VIP")],
                        max_length=16,
                        verbose_name="tier",
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
                (
                    "minimum",
                    models.PositiveIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="smallest bet, whole units",
                    ),
                ),
                (
                    "maximum",
                    models.PositiveIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="largest bet, whole units",
                    ),
                ),
            ],
            options={
                "verbose_name": "bet limit",
                "verbose_name_plural": "bet limits",
                "ordering": ["variant", "tier", "currency"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("variant", "tier", "currency"), name="accounts_betlimit_one_each"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("maximum__gte", models.F("minimum")), ("minimum__gt", 0)
                        ),
                        name="accounts_betlimit_in_order",
                        violation_error_message="The smallest bet can't be above the largest.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Wallet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                ("balance", models.BigIntegerField(default=0, verbose_name="balance, hundredths")),
                (
                    "last_number",
                    models.BigIntegerField(default=0, verbose_name="number of the last line"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="wallets",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "wallet",
                "verbose_name_plural": "wallets",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.BigIntegerField(verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("bet", "Bet"),
                            ("double", "Double"),
                            ("split", "Split"),
                            ("insurance", "Insurance"),
                            ("payout", "Payout"),
                            ("surrender", "Surrender"),
                            ("insurance_payout", "Insurance payout"),
                            ("demo_fill", "Demo fill-up"),
                            ("adjustment", "Adjustment by staff"),
                        ],
                        max_length=32,
                        verbose_name="kind",
                    ),
                ),
                (
                    "counter_account",
                    models.CharField(
                        choices=[
                            ("stakes", "Stakes"),
                            ("payouts", "Payouts"),
                            ("demo", "Demo money"),
                            ("adjustment", "Adjustments"),
                        ],
                        max_length=16,
                        verbose_name="account on the other side",
                    ),
                ),
                ("amount", models.BigIntegerField(verbose_name="amount, hundredths")),
                ("balance_after", models.BigIntegerField(verbose_name="balance after, hundredths")),
                ("cause", models.CharField(max_length=200, unique=True, verbose_name="cause")),
                (
                    "game",
                    models.CharField(blank=True, default="", max_length=32, verbose_name="game"),
                ),
                (
                    "tier",
                    models.CharField(blank=True, default="", max_length=16, verbose_name="tier"),
                ),
                (
                    "note",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="note"),
                ),
                ("at", models.DateTimeField(verbose_name="time")),
                (
                    "wallet",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="accounts.wallet",
                        verbose_name="wallet",
                    ),
                ),
            ],
            options={
                "verbose_name": "journal line",
                "verbose_name_plural": "journal lines",
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", models.BigIntegerField(verbose_name="amount, hundredths")),
                (
                    "reason",
                    models.CharField(
                        max_length=200,
                        verbose_name="reason",
                    ),
                ),
                ("before", models.BigIntegerField(verbose_name="balance before, hundredths")),
                ("after", models.BigIntegerField(verbose_name="balance after, hundredths")),
                (
                    "token",
                    models.UUIDField(editable=False, unique=True, verbose_name="form's token"),
                ),
                ("created_at", models.DateTimeField(verbose_name="time")),
                (
                    "staff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="member of staff",
                    ),
                ),
                (
                    "wallet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="accounts.wallet",
                        verbose_name="wallet",
                    ),
                ),
            ],
            options={
                "verbose_name": "adjustment",
                "verbose_name_plural": "adjustments",
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="accounts_user_one_login",
                violation_error_message="This login is taken.",
            ),
        ),
        migrations.AddConstraint(
            model_name="wallet",
            constraint=models.UniqueConstraint(
                fields=("user", "currency"), name="accounts_wallet_one_per_currency"
            ),
        ),
        migrations.AddConstraint(
            model_name="wallet",
            constraint=models.CheckConstraint(
                condition=models.Q(("balance__gte", 0)), name="accounts_wallet_never_below_zero"
            ),
        ),
        migrations.AddConstraint(
            model_name="wallet",
            constraint=models.CheckConstraint(
                condition=models.Q(("last_number__gte", 0)), name="accounts_wallet_last_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("wallet", "number"), name="accounts_entry_one_per_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="accounts_entry_moves_money"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("balance_after__gte", 0)),
                name="accounts_entry_never_below_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="accounts_entry_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True),
                name="accounts_adjustment_moves_money",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("after__gte", 0), ("before__gte", 0)),
                name="accounts_adjustment_not_below_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "after",
                        django.db.models.expressions.CombinedExpression(
                            models.F("before"), "+", models.F("amount")
                        ),
                    )
                ),
                name="accounts_adjustment_adds_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="accounts_adjustment_reasoned",
            ),
        ),
        migrations.RunPython(install_triggers, lift_triggers),
    ]
