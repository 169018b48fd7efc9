"""Keys of the sealed strings: looked at, changed, and missed without anything being lost."""

import logging
import stat

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.utils import timezone

from blackjack.engine.cards import decks
from casino import local_keys
from fairplay import keys, services
from fairplay.models import Commitment
from fairplay.tasks import KeyMissing, check_keys
from tests.test_setup import LOAD_SETTINGS, python

pytestmark = pytest.mark.django_db


def commit() -> Commitment:
    return services.commit(login="Player_1", cards=decks(2), now=timezone.now())


def new_key() -> str:
    return Fernet.generate_key().decode()


@pytest.fixture
def put_first(settings):
    """Put a fresh key before those in use, and return it."""

    def put():
        key = new_key()
        settings.FAIRPLAY_KEYS = [key, *settings.FAIRPLAY_KEYS]
        return key

    return put


def sealed_now() -> dict[int, str]:
    return dict(Commitment.objects.values_list("pk", "sealed"))


# --- Looking -----------------------------------------------------------------------------------


def test_every_string_is_opened_and_counted(put_first):
    for _ in range(3):
        commit()
    put_first()
    commit()
    assert keys.look() == keys.Looked(sealed=4, older=3, closed=())


def test_revealed_strings_need_no_key(settings):
    made = commit()
    services.reveal(made, now=timezone.now())
    settings.FAIRPLAY_KEYS = [new_key()]
    assert keys.look() == keys.Looked(sealed=0, older=0, closed=())


@pytest.mark.parametrize("lost", ["oldest", "newest"])
def test_few_at_both_ends_show_a_missing_key(settings, put_first, lost):
    """A rotation that went wrong leaves the oldest or the newest shut."""
    before = commit()
    commit()
    old = settings.FAIRPLAY_KEYS
    put_first()
    after = commit()
    settings.FAIRPLAY_KEYS = settings.FAIRPLAY_KEYS[:1] if lost == "oldest" else old
    shut = before if lost == "oldest" else after
    assert keys.look(ends=1) == keys.Looked(sealed=2, older=0, closed=(shut.pk,))


@pytest.mark.parametrize("batch", [1, 2, 3, 4])
def test_however_many_there_are_each_is_opened_once(monkeypatch, settings, put_first, batch):
    monkeypatch.setattr(keys, "_BATCH", batch)
    for _ in range(3):
        commit()
    assert keys.look().sealed == 3
    put_first()
    assert keys.reseal().older == 3
    assert keys.look() == keys.Looked(sealed=3, older=0, closed=())


def test_few_rows_are_looked_at_once():
    commit()
    assert keys.look(ends=10).sealed == 1


def test_missing_key_is_told_to_staff_in_one_sentence(settings, caplog):
    made = commit()
    text = services.secret_of(made)
    assert check_keys() is True
    assert not caplog.records
    settings.FAIRPLAY_KEYS = [new_key()]
    with pytest.raises(KeyMissing) as missing:
        check_keys()
    said = [record.getMessage() for record in caplog.records if record.name == "fairplay.keys"]
    assert len(said) == 1
    assert "1 of 1" in said[0]
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    for hidden in (text, made.sealed, *settings.FAIRPLAY_KEYS):
        assert hidden not in caplog.text + str(missing.value)


def test_command_says_whether_all_open(settings, put_first, capsys):
    made = commit()
    call_command("check_keys")
    assert capsys.readouterr().out.startswith("All 1 sealed strings open; 0 by an older key.")
    put_first()
    call_command("check_keys")
    assert "reseal" in capsys.readouterr().out
    settings.FAIRPLAY_KEYS = [new_key()]
    with pytest.raises(SystemExit) as left:
        call_command("check_keys")
    assert left.value.code == 1
    shown = capsys.readouterr()
    assert f"commitments {made.pk}." in shown.err
    assert made.sealed not in shown.err + shown.out


# --- Sealing anew ------------------------------------------------------------------------------


def test_sealed_anew_the_string_is_the_same_and_the_first_key_suffices(settings, put_first):
    made = [commit() for _ in range(3)]
    texts = [services.secret_of(one) for one in made]
    first = put_first()
    assert keys.reseal() == keys.Looked(sealed=3, older=3, closed=())
    settings.FAIRPLAY_KEYS = [first]
    for one, text in zip(made, texts, strict=True):
        one.refresh_from_db()
        assert services.secret_of(one) == text
        assert not one.is_revealed


def test_second_sealing_changes_nothing(put_first):
    commit()
    put_first()
    keys.reseal()
    before = sealed_now()
    assert keys.reseal().older == 0
    assert sealed_now() == before


def test_what_is_revealed_meanwhile_stays_revealed(put_first, monkeypatch):
    """The row is replaced only as it was read."""
    made = commit()
    put_first()
    seal = services.seal

    def reveal_first(text):
        services.reveal(Commitment.objects.get(pk=made.pk), now=timezone.now())
        return seal(text)

    monkeypatch.setattr(services, "seal", reveal_first)
    assert keys.reseal().older == 0
    made.refresh_from_db()
    assert (made.is_revealed, made.sealed) == (True, "")


def test_string_without_its_key_stays_as_it_is(settings, put_first, capsys):
    lost = commit()
    settings.FAIRPLAY_KEYS = [new_key()]
    commit()
    put_first()
    before = sealed_now()
    with pytest.raises(SystemExit) as left:
        call_command("reseal")
    assert left.value.code == 1
    assert sealed_now()[lost.pk] == before[lost.pk]
    assert sealed_now() != before, "the other one was sealed anew"
    assert f"commitments {lost.pk}." in capsys.readouterr().err


# --- Keys themselves ---------------------------------------------------------------------------


def test_fresh_key_comes_first_and_the_former_ones_stay(tmp_path):
    path = tmp_path / "keys.json"
    before = local_keys.load(path)
    assert local_keys.add_fairplay_key(path) == 2
    after = local_keys.load(path)
    assert after.django == before.django
    assert after.fairplay[1:] == before.fairplay
    assert after.fairplay[0] not in before.fairplay
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["keys.json"]


@pytest.mark.parametrize("kept", ['"short"', '"ключ"', ""])
def test_key_file_with_a_damaged_key_is_refused_and_stays(tmp_path, kept):
    path = tmp_path / "keys.json"
    text = f'{{"django": "{"x" * 60}", "fairplay": [{kept}]}}'.encode("ascii", "backslashreplace")
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(ImproperlyConfigured, match="backup"):
        local_keys.load(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize("spoil", [lambda key: key[:-5], lambda key: key + ",", lambda _key: "x"])
def test_damaged_key_of_the_environment_is_refused_at_start_and_not_shown(tmp_path, spoil):
    good = new_key()
    given = {"PRODUCTION": "1", "SECRET_KEY": "x" * 60, "EMAIL_URL": "consolemail://"}
    assert python(LOAD_SETTINGS, tmp_path, **given, FAIRPLAY_KEYS=good).returncode == 0
    done = python(LOAD_SETTINGS, tmp_path, **given, FAIRPLAY_KEYS=f"{good},{spoil(new_key())}")
    assert done.returncode == 1
    assert "of FAIRPLAY_KEYS" in done.stderr
    assert good not in done.stderr


def test_command_for_the_environment_prints_a_key(settings, capsys):
    settings.PRODUCTION = True
    call_command("new_fairplay_key")
    assert local_keys.is_fernet_key(capsys.readouterr().out.strip())
