"""Staff need a second factor for the administration: set up once, asked for in every session."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from casino import roles
from tests import pages
from tests.accounts.conftest import PASSWORD
from tests.accounts.second_factors import (
    ASK,
    CODES,
    INDEX,
    SET_UP,
    code_of,
    is_open,
    kept_codes,
    offer_on,
    set_up,
)
from tests.staff import sign_in
from tests.tables import at_once

pytestmark = pytest.mark.django_db


# --- The way in


def test_the_first_sign_in_leads_through_the_set_up(owner):
    browser = Client()
    door = browser.get(INDEX)
    assert (door.status_code, door.url) == (302, "/admin/login/?next=/admin/")
    fields = {"username": "owner", "password": PASSWORD, "next": INDEX}
    response = browser.post("/admin/login/?next=/admin/", fields)
    assert (response.status_code, response.url) == (302, INDEX)
    way = []
    address = INDEX
    while (response := browser.get(address)).status_code in {302, 303}:
        address = response.url
        way.append(address.partition("?")[0])
    assert way == ["/admin/login/", ASK, SET_UP]
    assert response.context["next"] == INDEX
    set_up(browser)
    assert browser.get(CODES).context["left"] == second_factor.RECOVERY_CODES
    assert is_open(browser)


def test_a_password_alone_opens_nothing(staff, owner, player):
    for path in (INDEX, "/admin/accounts/user/", "/admin/accounts/entry/", "/admin/jsi18n/"):
        assert staff.get(path).status_code == 302
    page = reverse("admin:accounts_user_change", args=[player.pk])
    assert staff.post(page, {"tier": "VIP", "email": ""}).status_code == 302
    player.refresh_from_db()
    assert player.tier == "LITE"


def test_every_session_asks_for_a_code(staff, owner, clock):
    key = set_up(staff)
    other = Client()
    other.force_login(owner)
    assert not is_open(other)
    assert other.get(SET_UP).url == ASK
    clock.shift(timedelta(minutes=1))
    response = other.post(ASK, {"code": code_of(key), "next": "/admin/accounts/user/"})
    assert (response.status_code, response.url) == (303, "/admin/accounts/user/")
    assert is_open(other)


def test_the_session_is_renewed_by_the_second_factor(staff):
    before = staff.session.session_key
    set_up(staff)
    assert staff.session.session_key != before


def test_signing_out_forgets_the_code(staff, owner):
    set_up(staff)
    staff.post(reverse("accounts:logout"))
    staff.force_login(owner)
    assert not is_open(staff)


# --- Codes


def test_a_code_is_good_once(staff, owner, clock):
    key = set_up(staff)
    code = code_of(key)
    with pytest.raises(second_factor.WrongCode):
        second_factor.verify(user_id=owner.pk, code=code)
    clock.shift(timedelta(seconds=60))
    assert second_factor.verify(user_id=owner.pk, code=code_of(key))


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_at_once_one_code_lets_one_in(owner):
    key = "ab" * 20
    second_factor.set_up(user_id=owner.pk, key=key, code=code_of(key, steps=-1))
    for code in (code_of(key), kept_codes(owner)[0]):

        def attempt(number: int, code: str = code) -> bool:
            try:
                second_factor.verify(user_id=owner.pk, code=code)
            except second_factor.WrongCode:
                return False
            return True

        assert at_once(attempt, times=40, threads=8).count(True) == 1


def test_a_recovery_code_is_good_once(staff, owner):
    set_up(staff)
    code = kept_codes(owner)[3]
    typed = f" {code[:4].upper()}-{code[4:]} "
    other = Client()
    other.force_login(owner)
    assert other.post(ASK, {"code": typed}).status_code == 303
    assert is_open(other)
    assert code not in kept_codes(owner)
    third = Client()
    third.force_login(owner)
    assert third.post(ASK, {"code": code}).status_code == 422


@pytest.mark.parametrize(
    "code", ["", "000000", "１２３４５６", "-5", "1e3", "NaN", "x" * 5000, "abcdefgh", "12345\x00"]
)
def test_a_wrong_code_opens_nothing(staff, owner, code):
    set_up(staff)
    other = Client()
    other.force_login(owner)
    response = other.post(ASK, {"code": code})
    assert response.status_code == 422
    assert "code" in response.context["form"].errors
    assert not is_open(other)


def test_an_unknown_field_opens_nothing(staff, owner, clock):
    key = set_up(staff)
    clock.shift(timedelta(minutes=1))
    other = Client()
    other.force_login(owner)
    assert other.post(ASK, {"code": code_of(key), "user": "1"}).status_code == 422
    assert not is_open(other)


def test_guessing_is_slowed_down(staff, owner, clock):
    key = set_up(staff)
    clock.shift(timedelta(minutes=1))
    for _ in range(4):
        with pytest.raises(second_factor.WrongCode):
            second_factor.verify(user_id=owner.pk, code="000000")
    with pytest.raises(second_factor.WrongCode):
        second_factor.verify(user_id=owner.pk, code=code_of(key))


# --- The set-up


@pytest.mark.parametrize("code", ["", "000000", "１２３４５６", "abcdef"])
def test_a_wrong_first_code_stores_nothing_and_keeps_the_picture(staff, owner, code):
    offer, _ = offer_on(staff)
    response = staff.post(SET_UP, {"offer": offer, "code": code})
    assert response.status_code == 422
    assert response.context["offer"] == offer
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()


def test_looking_at_the_set_up_stores_nothing(staff):
    offer_on(staff)
    assert not TOTPDevice.objects.exists()


@pytest.mark.parametrize("offer", ["", "ab" * 20, "ab" * 20 + ":x:y", "\x00"])
def test_a_made_up_key_is_refused(staff, offer):
    response = staff.post(SET_UP, {"offer": offer, "code": "000000"})
    assert (response.status_code, response.url) == (303, SET_UP)
    assert not TOTPDevice.objects.exists()


def test_the_offer_of_one_is_none_of_another(staff, cashier):
    offer, key = offer_on(staff)
    other = Client()
    other.force_login(cashier)
    assert other.post(SET_UP, {"offer": offer, "code": code_of(key)}).url == SET_UP
    assert not TOTPDevice.objects.exists()


def test_an_old_page_is_refused(staff, clock):
    offer, key = offer_on(staff)
    clock.shift(timedelta(minutes=29, seconds=59))
    staff.get("/account/")
    clock.shift(timedelta(seconds=2))
    assert staff.post(SET_UP, {"offer": offer, "code": code_of(key)}).url == SET_UP
    assert not TOTPDevice.objects.exists()


def test_nobody_replaces_a_second_factor_by_a_password(staff, owner):
    offer, key = offer_on(staff)
    other = Client()
    other.force_login(owner)
    set_up(other)
    assert staff.post(SET_UP, {"offer": offer, "code": code_of(key)}).url == ASK
    assert not is_open(staff)
    assert TOTPDevice.objects.get().key != key


def test_the_picture_keeps_to_the_policy_and_names_the_key(staff):
    response = staff.get(SET_UP)
    svg = pages.read(response).one("svg", class_="qr")
    assert svg.all("path")
    for element in (svg, *svg):
        assert not {name for name in element.attributes if name == "style" or name[:2] == "on"}
    assert "style" not in re.findall(r"<(\w+)", response.content.decode())
    assert "'unsafe-inline'" not in response["Content-Security-Policy"]
    typed = pages.read(response).one(id="key").text
    assert re.fullmatch(r"([A-Z2-7]{4} ){7}[A-Z2-7]{4}", typed)


# --- Whose pages they are


@pytest.mark.parametrize("path", [ASK, SET_UP, CODES])
def test_to_players_they_do_not_exist(client, player, path):
    client.force_login(player)
    assert client.get(path).status_code == client.post(path).status_code == 404


@pytest.mark.parametrize("path", [ASK, SET_UP, CODES])
def test_every_form_carries_and_wants_its_token(staff, owner, path):
    set_up(staff)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert strict.post(path).status_code == 403
    browser = staff if path in {SET_UP, CODES} else strict
    form = pages.read(browser.get(path)).one("main").one("form", method="post")
    assert form.one("input", name="csrfmiddlewaretoken")


def test_a_manager_takes_a_lost_second_factor(staff, owner, cashier):
    key = "ab" * 20
    second_factor.set_up(user_id=cashier.pk, key=key, code=code_of(key))
    sign_in(staff, owner)
    row = TOTPDevice.objects.get(user=cashier)
    change = reverse("admin:otp_totp_totpdevice_change", args=[row.pk])
    assert row.key not in staff.get(change).content.decode()
    reset = reverse("admin:otp_totp_totpdevice_reset", args=[row.pk])
    assert row.key not in staff.get(reset).content.decode()
    assert staff.post(reset, {"reason": "phone lost"}).status_code == 303
    assert not second_factor.is_set_up(cashier.pk)
    assert kept_codes(cashier) == []


@pytest.mark.parametrize("role", roles.Role)
def test_no_role_touches_the_second_factors_of_others(role):
    roles.appoint(login="colleague", role=role, password=PASSWORD)
    client = sign_in(Client(), roles.User.objects.get(username="colleague"))
    assert is_open(client)
    assert client.get(reverse("admin:otp_totp_totpdevice_changelist")).status_code == 403
