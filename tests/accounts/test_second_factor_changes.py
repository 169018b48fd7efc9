"""Another app or other recovery codes take password and a fresh code: a session is not enough."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import second_factor
from tests.accounts.conftest import PASSWORD
from tests.accounts.second_factors import (
    ASK,
    CODES,
    SET_UP,
    code_of,
    is_open,
    kept_codes,
    offer_on,
    replacing,
    set_up,
)
from tests.office import last_line
from tests.tables import at_once

pytestmark = pytest.mark.django_db


def test_another_app_takes_password_and_a_fresh_code(staff, owner, clock):
    former = set_up(staff)
    first = kept_codes(owner)
    clock.shift(timedelta(minutes=1))
    offer, key = offer_on(staff)
    response = staff.post(SET_UP, replacing(offer, key, code_of(former)))
    assert response.status_code == 200
    assert TOTPDevice.objects.get().key == key
    assert is_open(staff)
    assert response.context["codes"] == kept_codes(owner)
    assert not set(first) & set(kept_codes(owner))


def test_who_has_lost_the_phone_replaces_it_by_a_recovery_code(staff, owner):
    set_up(staff)
    offer, key = offer_on(staff)
    assert staff.post(SET_UP, replacing(offer, key, kept_codes(owner)[0])).status_code == 200
    assert TOTPDevice.objects.get().key == key


@pytest.mark.parametrize(
    ("given", "field"),
    [
        pytest.param({"current": ""}, "current", id="no password"),
        pytest.param({"current": "wrong"}, "current", id="wrong password"),
        pytest.param({"present": ""}, "present", id="no code"),
        pytest.param({"present": "000000"}, "present", id="wrong code"),
        pytest.param({"present": "used"}, "present", id="the code of the sign-in"),
        pytest.param({"code": "000000"}, "code", id="wrong code of the new app"),
    ],
)
def test_a_session_alone_replaces_no_app(staff, owner, clock, given, field):
    former = set_up(staff)
    used = code_of(former)
    before = TOTPDevice.objects.get().key, kept_codes(owner)
    clock.shift(timedelta(seconds=2) if given.get("present") == "used" else timedelta(minutes=1))
    offer, key = offer_on(staff)
    sent = replacing(offer, key, code_of(former)) | given
    sent["present"] = sent["present"].replace("used", used)
    response = staff.post(SET_UP, sent)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert (TOTPDevice.objects.get().key, kept_codes(owner)) == before
    assert is_open(staff)


def test_a_wrong_code_of_the_new_app_uses_up_none_of_the_present(staff, owner, clock):
    former = set_up(staff)
    clock.shift(timedelta(minutes=1))
    offer, key = offer_on(staff)
    sent = replacing(offer, key, code_of(former))
    assert staff.post(SET_UP, sent | {"code": "000000"}).status_code == 422
    assert staff.post(SET_UP, sent).status_code == 200


def test_sessions_that_a_former_code_let_in_show_the_new_factor(staff, owner, clock):
    former = set_up(staff)
    other = Client()
    other.force_login(owner)
    assert other.post(ASK, {"code": kept_codes(owner)[0]}).status_code == 303
    clock.shift(timedelta(minutes=1))
    offer, key = offer_on(staff)
    assert staff.post(SET_UP, replacing(offer, key, code_of(former))).status_code == 200
    assert is_open(staff)
    assert not is_open(other)


@pytest.mark.parametrize("path", [SET_UP, CODES])
def test_wrong_passwords_lock_as_at_the_login_page(staff, owner, clock, path):
    former = set_up(staff)
    clock.shift(timedelta(minutes=1))
    offer, key = offer_on(staff)
    sent = replacing(offer, key, code_of(former))
    sent = sent if path == SET_UP else {"present": sent["present"]}
    got = [staff.post(path, sent | {"current": "wrong"}).status_code for _ in range(6)]
    assert got == [422] * 4 + [429] * 2
    response = staff.post(path, sent | {"current": PASSWORD})
    assert (response.status_code, response.context["signed_in"]) == (429, True)
    assert TOTPDevice.objects.get().key == former
    assert get_user(staff) == owner


def test_a_refused_replacement_stands_in_the_audit_and_a_done_one_too(staff, owner, clock):
    former = set_up(staff)
    clock.shift(timedelta(minutes=1))
    offer, key = offer_on(staff)
    sent = replacing(offer, key, "000000")
    assert staff.post(SET_UP, sent).status_code == 422
    assert (last_line().deed, last_line().refused) == ("second_factor_set_up", True)
    clock.shift(timedelta(minutes=1))
    sent = replacing(offer, key, code_of(former))
    assert staff.post(SET_UP, sent).status_code == 200
    assert (last_line().deed, last_line().refused) == ("second_factor_set_up", False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_replacements_at_once_one_counts(owner):
    former = "ab" * 20
    second_factor.set_up(user_id=owner.pk, key=former, code=code_of(former, steps=-1))
    code = code_of(former)
    keys = [f"{number:02x}" * 20 for number in range(20)]

    def attempt(number: int) -> bool:
        key = keys[number]
        try:
            second_factor.set_up(user_id=owner.pk, key=key, code=code_of(key), present=code)
        except second_factor.WrongCode:
            return False
        return True

    assert at_once(attempt, times=20, threads=8).count(True) == 1
    assert TOTPDevice.objects.filter(user=owner).count() == 1
    assert len(kept_codes(owner)) == second_factor.RECOVERY_CODES


# --- Recovery codes


def test_no_page_shows_codes_again(staff, owner):
    set_up(staff)
    response = staff.get(CODES)
    assert (list(response.context["codes"]), response.context["left"]) == ([], 10)
    text = response.content.decode() + staff.get(SET_UP).content.decode()
    assert not [code for code in kept_codes(owner) if code in text]
    other = Client()
    other.force_login(owner)
    assert other.get(CODES).url.startswith(ASK)


def test_new_codes_take_password_and_a_fresh_code_and_the_place_of_the_former(staff, owner, clock):
    key = set_up(staff)
    before = kept_codes(owner)
    clock.shift(timedelta(minutes=1))
    sent = {"current": PASSWORD, "present": code_of(key)}
    wrong = [
        {},
        {"present": sent["present"]},
        {"current": PASSWORD},
        sent | {"current": "wrong"},
        sent | {"present": "abcdefgh"},
        sent | {"count": "99"},
    ]
    assert [staff.post(CODES, one).status_code for one in wrong] == [422] * len(wrong)
    assert kept_codes(owner) == before
    response = staff.post(CODES, sent)
    after = kept_codes(owner)
    assert response.context["codes"] == after
    assert len(after) == second_factor.RECOVERY_CODES
    assert not set(before) & set(after)
    assert is_open(staff)


def test_without_the_second_factor_nothing_of_it_is_changed(staff, owner, clock):
    key = set_up(staff)
    before = kept_codes(owner)
    clock.shift(timedelta(minutes=1))
    other = Client()
    other.force_login(owner)
    sent = {"current": PASSWORD, "present": code_of(key)}
    assert other.post(CODES, sent).url.startswith(ASK)
    assert kept_codes(owner) == before


def test_nobody_resets_his_own_second_factor_by_the_office(staff, owner):
    key = set_up(staff)
    reset = reverse("admin:otp_totp_totpdevice_reset", args=[TOTPDevice.objects.get().pk])
    assert staff.post(reset, {"reason": "a new phone"}).status_code == 409
    assert TOTPDevice.objects.get().key == key
    assert (last_line().deed, last_line().refused) == ("second_factor_forgotten", True)
