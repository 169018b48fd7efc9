"""`manage.py make_staff`: staff out of nothing or of a player, with the rights of one table."""

from io import StringIO

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command

from accounts import second_factor, services
from accounts.models import User
from casino import roles
from casino.roles import PERMISSIONS, Role

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _password(monkeypatch):
    monkeypatch.setenv("STAFF_PASSWORD", PASSWORD)


def make(*arguments: str) -> str:
    said = StringIO()
    call_command("make_staff", *arguments, stdout=said)
    return said.getvalue()


def user(login: str) -> User:
    return User.objects.get(username=login)


def test_without_a_role_every_right():
    said = make("Boss")
    boss = user("Boss")
    assert (boss.is_staff, boss.is_superuser, boss.is_guest) == (True, True, False)
    assert boss.check_password(PASSWORD)
    assert "Boss" in said
    assert "/admin/" in said


@pytest.mark.parametrize("role", Role)
def test_a_role_has_exactly_what_stands_in_the_table(role):
    make("Anna", "--role", role.value)
    anna = user("Anna")
    assert (anna.is_staff, anna.is_superuser) == (True, False)
    assert anna.get_all_permissions() == set(PERMISSIONS[role])


def test_what_is_not_in_the_table_is_taken_from_a_group():
    make("Anna", "--role", "support")
    group = Group.objects.get(name="support")
    group.permissions.add(Permission.objects.get(codename="delete_user"))
    make("Berta", "--role", "cashier")
    assert user("Anna").get_all_permissions() == set(PERMISSIONS[Role.SUPPORT])


def test_a_role_takes_the_place_of_another():
    for arguments in (["Anna"], ["Anna", "--role", "manager"], ["Anna", "--role", "support"]):
        make(*arguments)
    anna = user("Anna")
    assert not anna.is_superuser
    assert [group.name for group in anna.groups.all()] == ["support"]


def test_no_role_moves_money_or_rights_by_itself():
    for role in Role:
        assert not {"accounts.add_user", "accounts.change_wallet", "accounts.add_entry"} & set(
            PERMISSIONS[role]
        )
        assert not any(name.startswith(("auth.", "otp_")) for name in PERMISSIONS[role])


def test_a_table_with_a_wrong_name_is_noticed(monkeypatch):
    monkeypatch.setattr(roles, "PERMISSIONS", {Role.SUPPORT: ("accounts.view_nothing",)})
    with pytest.raises(LookupError, match=r"accounts\.view_nothing"):
        roles.write_groups()


def test_a_player_keeps_account_and_password(monkeypatch):
    services.register(login="Player_1", password="his own horse battery")
    monkeypatch.delenv("STAFF_PASSWORD")
    make("PLAYER_1", "--role", "cashier")
    assert User.objects.count() == 1
    assert user("Player_1").check_password("his own horse battery")
    assert user("Player_1").is_staff


@pytest.mark.parametrize("login", ["guest_1", "no login", "x", "ａｂｃｄ", ""])
def test_no_login_is_refused(login):
    with pytest.raises(CommandError):
        make(login)
    assert not User.objects.exists()


@pytest.mark.parametrize("kind", ["guest", "blocked"])
def test_guests_and_blocked_players_are_refused(kind):
    player = services.start_guest()
    if kind == "blocked":
        player = services.register(login="Player_1", password=PASSWORD)
        User.objects.filter(pk=player.pk).update(is_active=False)
    with pytest.raises(CommandError):
        make(player.username)
    player.refresh_from_db()
    assert not player.is_staff


@pytest.mark.parametrize("password", ["short", "12345678901", "password"])
def test_a_weak_password_is_refused(monkeypatch, password):
    monkeypatch.setenv("STAFF_PASSWORD", password)
    with pytest.raises(CommandError):
        make("Boss")
    assert not User.objects.exists()


def test_without_password_and_without_anybody_to_ask(monkeypatch):
    monkeypatch.delenv("STAFF_PASSWORD")
    monkeypatch.setattr("sys.stdin", StringIO(""))
    for arguments in (["Boss"], []):
        with pytest.raises(CommandError, match="STAFF_PASSWORD"):
            make(*arguments)
    assert not User.objects.exists()


def test_a_second_factor_is_forgotten_and_nothing_else_changes():
    make("Anna", "--role", "support")
    anna = user("Anna")
    key = "ab" * 20
    second_factor.TOTPDevice.objects.create(user=anna, key=key, confirmed=True)
    make("anna", "--new-second-factor")
    assert not second_factor.is_set_up(anna.pk)
    anna.refresh_from_db()
    assert not anna.is_superuser
    with pytest.raises(CommandError):
        make("nobody", "--new-second-factor")
