"""Commitments: signed when made, sealed until revealed, and then for ever what was signed."""

import hashlib
import re
from datetime import UTC, datetime

import pytest
from cryptography.fernet import Fernet
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from blackjack.engine.cards import decks
from fairplay import codec, services
from fairplay.models import Commitment
from fairplay.services import SealBroken
from tests import leaks

pytestmark = pytest.mark.django_db

CARDS = decks(2)


def commit(cards=CARDS, login="Player_1", now=None) -> Commitment:
    return services.commit(login=login, cards=cards, now=now or timezone.now())


def test_signatures_are_those_of_the_string():
    made = commit()
    text = services.secret_of(made)
    assert made.md5 == hashlib.md5(text.encode("ascii")).hexdigest()
    assert made.sha256 == hashlib.sha256(text.encode("ascii")).hexdigest()


def test_string_says_for_whom_and_in_which_order():
    secret = codec.parse(services.secret_of(commit()))
    assert (secret.login, secret.cards) == ("Player_1", tuple(CARDS))


@pytest.mark.parametrize(
    ("zone", "written"),
    [("Europe/Moscow", "DATE20260101TIME013005"), ("UTC", "DATE20251231TIME223005")],
)
def test_time_is_that_of_the_configured_zone(settings, zone, written):
    settings.FAIRPLAY_TIME_ZONE = zone
    made = commit(now=datetime(2025, 12, 31, 22, 30, 5, tzinfo=UTC))
    assert written in services.secret_of(made)


def test_c5_key_phrase_is_fresh_for_every_string():
    now = timezone.now()
    made = [commit(now=now) for _ in range(50)]
    keys = {codec.parse(services.secret_of(one)).key for one in made}
    assert len(keys) == len({one.md5 for one in made}) == len({one.sha256 for one in made}) == 50
    assert all(re.fullmatch(r"[A-Z0-9]{32}", key) for key in keys)
    # 50 × 32 draws leave out none of the 36 characters but by a fault.
    assert set("".join(keys)) == set(codec.KEY_ALPHABET)


def test_same_order_is_sealed_differently():
    now = timezone.now()
    assert commit(now=now).sealed != commit(now=now).sealed


def test_nothing_of_the_string_is_stored_before_it_is_revealed():
    made = commit()
    text = services.secret_of(made)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM fairplay_commitment")
        stored = repr(cursor.fetchall())
    secret = codec.parse(text)
    runs = ["-".join(secret.cards[at : at + 6]) for at in range(len(secret.cards) - 5)]
    assert made.md5 in stored
    assert leaks.found(stored, [text, secret.key, "-START-", *runs]) == []


def test_revealed_is_the_very_string():
    made = commit()
    text = services.secret_of(made)
    services.reveal(made, now=timezone.now())
    made.refresh_from_db()
    assert (made.revealed, made.sealed, made.is_revealed) == (text, "", True)
    assert services.secret_of(made) == text


def test_second_revealing_changes_nothing():
    made = commit()
    services.reveal(made, now=timezone.now())
    first = made.revealed_at
    services.reveal(made, now=timezone.now())
    made.refresh_from_db()
    assert made.revealed_at == first


def spoiled(**fields) -> Commitment:
    made = commit()
    Commitment.objects.filter(pk=made.pk).update(**fields)
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    "fields",
    [
        {"sealed": "nothing that could be opened"},
        {"sealed": "текст"},
        {"md5": "0" * 32},
        {"sha256": "0" * 64},
    ],
    ids=["text cut off", "no ASCII", "other MD5", "other SHA-256"],
)
def test_changed_row_is_not_opened(fields):
    made = spoiled(**fields)
    with pytest.raises(SealBroken):
        services.secret_of(made)
    with pytest.raises(SealBroken):
        services.reveal(made, now=timezone.now())
    made.refresh_from_db()
    assert not made.is_revealed
    assert made.sealed


def test_sealed_text_of_another_row_is_not_opened():
    made = spoiled(sealed=commit().sealed)
    with pytest.raises(SealBroken):
        services.secret_of(made)


@pytest.mark.parametrize("revealed", ["Player_1-DATE", "строка"])
def test_changed_revealed_string_is_not_read(revealed):
    made = commit()
    services.reveal(made, now=timezone.now())
    made.revealed = revealed
    with pytest.raises(SealBroken):
        services.secret_of(made)


def test_missing_key_is_reported_without_what_it_seals(settings, caplog):
    made = commit()
    secret = services.secret_of(made)
    settings.FAIRPLAY_KEYS = [Fernet.generate_key().decode()]
    with pytest.raises(SealBroken) as caught:
        services.secret_of(made)
    assert caught.value.__cause__ is caught.value.__context__ is None
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert made.sealed not in caplog.text
    assert secret not in caplog.text + str(caught.value)
    assert made.sealed not in str(caught.value)


def test_first_key_seals_and_every_key_opens(settings):
    old = commit()
    text = services.secret_of(old)
    first = Fernet.generate_key().decode()
    settings.FAIRPLAY_KEYS = [first, *settings.FAIRPLAY_KEYS]
    assert services.secret_of(old) == text
    assert Fernet(first).decrypt(commit().sealed)


@pytest.mark.parametrize(
    "fields",
    [
        {"sealed": ""},
        {"revealed": "string"},
        {"revealed_at": timezone.now()},
        {"revealed": "string", "revealed_at": timezone.now()},
    ],
    ids=["neither", "revealed without a time", "time without a string", "both"],
)
def test_database_keeps_sealed_and_revealed_apart(fields):
    made = commit()
    with pytest.raises(IntegrityError), transaction.atomic():
        Commitment.objects.filter(pk=made.pk).update(**fields)


@pytest.mark.parametrize("login", ["a-START-AS-END", "ab", "x" * 21, "имя", "a b", "name\n"])
def test_c12_login_that_would_make_the_string_ambiguous_is_refused(login):
    with pytest.raises(codec.BadSecret):
        commit(login=login)
    assert not Commitment.objects.exists()


def test_repr_of_a_secret_holds_neither_key_nor_cards():
    secret = codec.parse(services.secret_of(commit()))
    assert secret.key not in repr(secret)
    assert leaks.codes(repr(secret)) == set()
