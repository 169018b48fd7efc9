"""Requests to the cashier, adjustments by two people, and indexes for the cash history."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_sessions_go_on"),
    ]

    operations = [
        migrations.CreateModel(
            name="CashierRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("deposit", "Deposit"), ("withdrawal", "Withdrawal")],
                        max_length=16,
                        verbose_name="kind",
                    ),
                ),
                ("amount", models.BigIntegerField(verbose_name="amount, hundredths")),
                (
                    "details",
                    models.CharField(
                        blank=True, default="", max_length=200, verbose_name="details"
                    ),
                ),
                ("provider", models.CharField(max_length=32, verbose_name="provider")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "waiting"),
                            ("confirmed", "confirmed"),
                            ("refused", "refused"),
                            ("cancelled", "cancelled"),
                        ],
                        default="asked",
                        max_length=16,
                        verbose_name="state",
                    ),
                ),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
                (
                    "answer",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="answer"),
                ),
                ("token", models.UUIDField(editable=False, verbose_name="form's token")),
            ],
            options={
                "verbose_name": "cashier request",
                "verbose_name_plural": "cashier requests",
                "permissions": [
                    ("decide_cashierrequest", "Can confirm or refuse requests to the cashier")
                ],
            },
        ),
        migrations.AlterModelOptions(
            name="adjustment",
            options={
                "permissions": [("decide_adjustment", "Can approve or refuse adjustments")],
                "verbose_name": "adjustment",
                "verbose_name_plural": "adjustments",
            },
        ),
        migrations.AddField(
            model_name="adjustment",
            name="answer",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="answer"),
        ),
        migrations.AddField(
            model_name="adjustment",
            name="decided_at",
            field=models.DateTimeField(null=True, verbose_name="decided at"),
        ),
        migrations.AddField(
            model_name="adjustment",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="decided by",
            ),
        ),
        # Adjustments that are there were booked at once, by one person; only new ones are asked.
        migrations.AddField(
            model_name="adjustment",
            name="state",
            field=models.CharField(
                choices=[
                    ("asked", "waits for approval"),
                    ("booked", "booked"),
                    ("refused", "refused"),
                    ("booked_by_one", "booked by one person"),
                ],
                default="booked_by_one",
                max_length=16,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="state",
            field=models.CharField(
                choices=[
                    ("asked", "waits for approval"),
                    ("booked", "booked"),
                    ("refused", "refused"),
                    ("booked_by_one", "booked by one person"),
                ],
                default="asked",
                max_length=16,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="after",
            field=models.BigIntegerField(null=True, verbose_name="balance after, hundredths"),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="before",
            field=models.BigIntegerField(null=True, verbose_name="balance before, hundredths"),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="staff",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="asked by",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="counter_account",
            field=models.CharField(
                choices=[
                    ("stakes", "Stakes"),
                    ("payouts", "Payouts"),
                    ("demo", "Demo money"),
                    ("adjustment", "Adjustments"),
                    ("cashier", "Cashier"),
                ],
                max_length=16,
                verbose_name="account on the other side",
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bet", "Bet"),
                    ("double", "Double"),
                    ("split", "Split"),
                    ("insurance", "Insurance"),
                    ("payout", "Payout"),
                    ("surrender", "Surrender"),
                    ("insurance_payout", "Insurance payout"),
                    ("bingo", "Bingo bet"),
                    ("bingo_payout", "Bingo payout"),
                    ("bingo_refund", "Bingo bet returned"),
                    ("demo_fill", "Demo fill-up"),
                    ("adjustment", "Adjustment by staff"),
                    ("deposit", "Deposit"),
                    ("withdrawal", "Withdrawal"),
                    ("withdrawal_returned", "Withdrawal returned"),
                ],
                max_length=32,
                verbose_name="kind",
            ),
        ),
        migrations.AddIndex(
            model_name="adjustment",
            index=models.Index(fields=["state", "id"], name="accounts_adjustment_by_state"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["wallet", "at", "number"], name="accounts_entry_by_time"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["wallet", "kind", "number", "amount"], name="accounts_entry_by_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("after__isnull", False),
                        ("before__isnull", False),
                        ("state__in", ["booked", "booked_by_one"]),
                    ),
                    models.Q(
                        ("after__isnull", True),
                        ("before__isnull", True),
                        ("state__in", ["asked", "refused"]),
                    ),
                    _connector="OR",
                ),
                name="accounts_adjustment_booked",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("answer", ""),
                        ("decided_at__isnull", True),
                        ("decided_by__isnull", True),
                        ("state", "asked"),
                    ),
                    models.Q(("decided_by__isnull", True), ("state", "booked_by_one")),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("state", "refused"),
                        models.Q(("answer", ""), _negated=True),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("state", "booked"),
                    ),
                    _connector="OR",
                ),
                name="accounts_adjustment_decided",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "booked"), _negated=True),
                    models.Q(("decided_by", models.F("staff")), _negated=True),
                    _connector="OR",
                ),
                name="accounts_adjustment_by_two",
            ),
        ),
        migrations.AddField(
            model_name="cashierrequest",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="decided by",
            ),
        ),
        migrations.AddField(
            model_name="cashierrequest",
            name="wallet",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="requests",
                to="accounts.wallet",
                verbose_name="wallet",
            ),
        ),
        migrations.AddIndex(
            model_name="cashierrequest",
            index=models.Index(fields=["wallet", "id"], name="accounts_request_by_wallet"),
        ),
        migrations.AddIndex(
            model_name="cashierrequest",
            index=models.Index(fields=["state", "id"], name="accounts_request_by_state"),
        ),
        migrations.AddConstraint(
            model_name="cashierrequest",
            constraint=models.UniqueConstraint(
                fields=("wallet", "token"), name="accounts_request_one_per_form"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashierrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="accounts_request_moves_money"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashierrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("answer", ""),
                        ("decided_at__isnull", True),
                        ("decided_by__isnull", True),
                        ("state", "asked"),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", True),
                        ("state", "cancelled"),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("state", "refused"),
                        models.Q(("answer", ""), _negated=True),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("state", "confirmed"),
                    ),
                    _connector="OR",
                ),
                name="accounts_request_decided",
            ),
        ),
    ]
