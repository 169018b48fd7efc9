"""Sessions that know their player, and accounts that are closed for good."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_bingo_kinds"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerSession",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("begun_at", models.DateTimeField(verbose_name="begun at")),
                ("seen_at", models.DateTimeField(verbose_name="last seen at")),
                ("agent", models.CharField(blank=True, max_length=200, verbose_name="browser")),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
            },
        ),
        migrations.AddField(
            model_name="user",
            name="closed_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="closed by the player at"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="forgotten_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="guest made anonymous at"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                django.db.models.functions.text.Lower("email"), name="accounts_user_email"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("forgotten_at__isnull", True), ("is_guest", True)),
                fields=["date_joined"],
                name="accounts_user_guests",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", True), ("forgotten_at__isnull", True)),
                    ("is_active", False),
                    _connector="OR",
                ),
                name="accounts_user_closed_for_good",
                violation_error_message="A closed account can't be opened again.",
            ),
        ),
        migrations.AddField(
            model_name="playersession",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
    ]
