"""Limits, locks, second factors and decisions about money: each stands in the audit, once."""

import uuid

import pytest
from axes.models import AccessAttempt
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.adjusting import services as adjusting
from accounts.cashier import services as cashier
from accounts.models import BetLimit, RequestKind, StaffAction, User
from accounts.services import register
from casino.roles import Role
from tests.office import PASSWORD, browser, last_line, member
from tests.tables import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(db) -> User:
    return member(Role.MANAGER)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, 303),
        ({"minimum": "61"}, 422),
        *(
            ({"maximum": bad}, 422)
            for bad in ("-5", "0", "NaN", "1e3", "1,5", "６０", "", "9" * 20)
        ),
        ({"reason": ""}, 422),
        ({"tier": "VIP"}, 422),
        ({"seen_minimum": "4"}, 409),
    ],
)
def test_a_limit_is_changed_with_a_reason_or_not_at_all(manager, changes, status):
    row = BetLimit.objects.get(variant="classic", tier="LITE", currency="RUR")
    fields = {
        "minimum": "6",
        "maximum": "60",
        "seen_minimum": "5",
        "seen_maximum": "50",
        "reason": "weekend",
    }
    page = reverse("admin:accounts_betlimit_limit", args=[row.pk])
    assert browser(manager).post(page, fields | changes).status_code == status
    row.refresh_from_db()
    line = last_line()
    assert (line.deed, line.subject) == ("limit", "accounts.betlimit/classic/LITE/RUR")
    assert line.refused is (status != 303)
    if status == 303:
        assert (row.minimum, row.maximum) == (6, 60)
        assert line.before == {"minimum": 5, "maximum": 50}
        assert line.after == {"minimum": 6, "maximum": 60}
    else:
        assert (row.minimum, row.maximum) == (5, 50)


REASONS = [
    ({"reason": "he called"}, 303),
    ({"reason": ""}, 422),
    ({"reason": " "}, 422),
    ({"reason": "x" * 201}, 422),
    ({"reason": "a\x00b"}, 422),
    ({}, 422),
    ({"reason": "he called", "number": "1"}, 422),
]
"""What the forms of staff's deeds hold, and their answers."""


@pytest.fixture
def lock(db) -> AccessAttempt:
    return AccessAttempt.objects.create(
        username="somebody",
        ip_address="10.0.0.1",
        failures_since_start=5,
        attempt_time=timezone.now(),
    )


@pytest.mark.parametrize(("fields", "status"), REASONS)
def test_a_lock_is_lifted_with_a_reason_or_not_at_all(manager, lock, fields, status):
    page = reverse("admin:axes_accessattempt_lift", args=[lock.pk])
    assert browser(manager).post(page, fields).status_code == status
    line = last_line()
    assert (line.deed, line.staff, line.subject, line.refused) == (
        "lock_lifted",
        manager,
        "axes.accessattempt/somebody",
        status != 303,
    )
    assert AccessAttempt.objects.exists() is (status != 303)
    if status == 303:
        assert line.before == {"failures": 5, "address": "10.0.0.1"}
        assert line.reason == "he called"


@pytest.mark.parametrize(("fields", "status"), REASONS)
def test_a_second_factor_is_reset_with_a_reason_or_not_at_all(manager, fields, status):
    device = TOTPDevice.objects.create(user=manager, name="app", confirmed=True)
    owner = member(None)
    office = browser(owner)
    page = reverse("admin:otp_totp_totpdevice_reset", args=[device.pk])
    assert office.post(page, fields).status_code == status
    line = last_line()
    assert (line.deed, line.staff, line.player, line.refused) == (
        "second_factor_forgotten",
        owner,
        manager,
        status != 303,
    )
    assert TOTPDevice.objects.filter(pk=device.pk).exists() is (status != 303)
    if status == 303:
        assert line.reason == "he called"
        assert office.post(page, fields).status_code == 404, "there is none any more"


def test_no_lock_and_no_second_factor_goes_without_a_reason(lock):
    owner = member(None)
    office = browser(owner)
    device = TOTPDevice.objects.get(user=owner)
    for name, number in (("axes_accessattempt", lock.pk), ("otp_totp_totpdevice", device.pk)):
        page = reverse(f"admin:{name}_delete", args=[number])
        assert office.post(page, {"post": "yes"}).status_code == 403
        fields = {"action": "delete_selected", "_selected_action": [number], "post": "yes"}
        office.post(reverse(f"admin:{name}_changelist"), fields)
    assert AccessAttempt.objects.filter(pk=lock.pk).exists()
    assert TOTPDevice.objects.filter(pk=device.pk).exists()


def test_a_login_as_long_as_it_is_counted_can_be_freed(manager, lock):
    AccessAttempt.objects.update(username="x" * 255)
    page = reverse("admin:axes_accessattempt_lift", args=[lock.pk])
    assert browser(manager).post(page, {"reason": "noise"}).status_code == 303


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.parametrize("deed", ["lock_lifted", "second_factor_forgotten"])
def test_f1_one_of_many_equal_deeds_is_done(lock, deed):
    owner, colleague = member(None), member(Role.MANAGER)
    device = TOTPDevice.objects.create(user=colleague, name="app", confirmed=True)
    tabs = [browser(owner) for _ in range(10)]
    name, number = {
        "lock_lifted": ("axes_accessattempt_lift", lock.pk),
        "second_factor_forgotten": ("otp_totp_totpdevice_reset", device.pk),
    }[deed]
    page = reverse(f"admin:{name}", args=[number])
    got = at_once(
        lambda one: tabs[one % 10].post(page, {"reason": "asked"}).status_code, threads=10
    )
    assert got.count(303) == 1
    assert set(got) <= {303, 404, 409}
    assert StaffAction.objects.filter(deed=deed, refused=False).count() == 1


def test_decisions_of_the_cashier_stand_in_the_audit_the_second_one_as_refused(player, manager):
    asked = cashier.ask(player=player, kind=RequestKind.DEPOSIT, amount=10_000, token=uuid.uuid4())
    page = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])
    office = browser(manager)
    assert office.post(page, {"decision": "yes", "answer": ""}).status_code == 303
    line = last_line()
    assert (line.deed, line.refused, line.player) == ("request_confirmed", False, player)
    assert line.after == {"state": "confirmed", "amount": 10_000, "balance": 10_000}
    assert office.post(page, {"decision": "yes", "answer": ""}).status_code == 409
    line = last_line()
    assert (line.deed, line.refused, line.after) == (
        "request_confirmed",
        True,
        {"refused": "NotOpen"},
    )


def test_an_adjustment_stands_in_the_audit_when_asked_and_when_booked(player, manager):
    clerk = member(Role.CASHIER)
    asked = adjusting.ask(
        user_id=player.pk, amount=500, reason="gift", staff=clerk, token=uuid.uuid4()
    )
    assert (last_line().deed, last_line().staff, last_line().reason) == (
        "adjustment_asked",
        clerk,
        "gift",
    )
    adjusting.approve(number=asked.pk, staff=manager, answer="fine")
    line = last_line()
    assert (line.deed, line.subject) == ("adjustment_booked", asked.cause)
    assert line.after == {"state": "booked", "amount": 500, "balance": 500}


@pytest.mark.django_db(transaction=True)
def test_of_many_equal_forms_at_once_one_counts():
    manager = member(Role.MANAGER)
    player = register(login="Player_1", password=PASSWORD)
    page = reverse("admin:accounts_user_tier", args=[player.pk])
    fields = {"tier": "VIP", "seen": "LITE", "reason": "asked"}
    tabs = [browser(manager) for _ in range(10)]
    statuses = at_once(
        lambda number: tabs[number].post(page, fields).status_code, times=10, threads=10
    )
    assert sorted(statuses) == [303] + [409] * 9
    done = StaffAction.objects.filter(deed="tier", refused=False)
    assert done.count() == 1
    assert StaffAction.objects.filter(deed="tier", refused=True).count() == 9
