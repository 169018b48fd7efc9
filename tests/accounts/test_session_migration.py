"""Who was signed in before sessions knew their player stays signed in."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import PlayerSession
from accounts.sessions import GUEST_AGE

pytestmark = pytest.mark.django_db

move = import_module("accounts.migrations.0004_sessions_go_on").move


def former(client: Client, user, *, over: bool = False) -> str:
    """The session of this browser, as Django's own engine kept it."""
    client.force_login(user)
    store = SessionStore()
    store.update(dict(client.session.items()))
    store.set_expiry(GUEST_AGE)
    store.save()
    if over:
        Session.objects.filter(pk=store.session_key).update(
            expire_date=timezone.now() - timedelta(seconds=1)
        )
    PlayerSession.objects.all().delete()
    client.cookies["sessionid"] = store.session_key
    return store.session_key


def test_a_guest_stays_signed_in(client, guest):
    key = former(client, guest)
    assert not get_user(client).is_authenticated
    move(apps, connection.schema_editor())
    assert PlayerSession.objects.get().pk == key
    assert PlayerSession.objects.get().user == guest
    assert client.get("/account/").status_code == 200


def test_a_session_that_was_over_stays_over(client, guest):
    former(client, guest, over=True)
    move(apps, connection.schema_editor())
    assert not PlayerSession.objects.exists()


def test_a_visitors_session_is_left_behind(client):
    store = SessionStore()
    store["anything"] = 1
    store.save()
    move(apps, connection.schema_editor())
    assert not PlayerSession.objects.exists()
