"""Who is signed in stays signed in: the sessions move to their new table.

A guest has no password: his session is his only way into his account.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone


def move(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    former = apps.get_model("sessions", "Session")
    sessions = apps.get_model("accounts", "PlayerSession")
    users = apps.get_model("accounts", "User")
    now = timezone.now()
    for row in former.objects.filter(expire_date__gt=now).iterator():
        user = SessionStore().decode(row.session_data).get(SESSION_KEY)
        if user is None or not users.objects.filter(pk=user).exists():
            continue
        sessions.objects.create(
            session_key=row.session_key,
            session_data=row.session_data,
            expire_date=row.expire_date,
            user_id=user,
            begun_at=now,
            seen_at=now,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_sessions_and_closing"),
        ("sessions", "0001_initial"),
    ]
    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
