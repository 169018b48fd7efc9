"""Mail that waits in the database until it is sent, and links that were asked for."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_reports_of_days"),
    ]

    operations = [
        migrations.CreateModel(
            name="LinkAsked",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.CharField(max_length=254, verbose_name="e-mail")),
                ("site", models.CharField(max_length=300, verbose_name="site")),
                ("language", models.CharField(max_length=16, verbose_name="language")),
                (
                    "at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="time"),
                ),
            ],
            options={
                "verbose_name": "link that was asked for",
                "verbose_name_plural": "links that were asked for",
            },
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=32, verbose_name="kind")),
                ("address", models.CharField(max_length=254, verbose_name="e-mail")),
                ("language", models.CharField(max_length=16, verbose_name="language")),
                ("facts", models.JSONField(default=dict, verbose_name="facts")),
                ("at", models.DateTimeField(verbose_name="time")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sent", "sent"),
                            ("failed", "given up"),
                            ("dropped", "not needed any more"),
                        ],
                        default="waiting",
                        max_length=16,
                        verbose_name="state",
                    ),
                ),
                ("due_at", models.DateTimeField(verbose_name="next try")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                (
                    "fault",
                    models.CharField(
                        blank=True, default="", max_length=120, verbose_name="last fault"
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True, verbose_name="ended")),
                (
                    "user",
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
                "verbose_name": "mail",
                "verbose_name_plural": "mails",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["due_at", "id"],
                        name="accounts_mail_due",
                    ),
                    models.Index(fields=["state", "ended_at"], name="accounts_mail_kept"),
                    models.Index(fields=["state", "id"], name="accounts_mail_by_state"),
                    models.Index(fields=["user", "id"], name="accounts_mail_by_user"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at__isnull", True), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True),
                                ("ended_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="accounts_mail_ended",
                    )
                ],
            },
        ),
    ]
