"""Adjustments take two people: one asks, another books it once or refuses; a reason is kept."""

import uuid

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.adjusting import services
from accounts.decisions import NotOpen, OwnRequest, SamePerson
from accounts.models import Adjustment, AdjustmentState, Currency, Entry, User, Wallet
from accounts.requests_verification import verify_requests
from tests.pages import read
from tests.staff import sign_in

pytestmark = pytest.mark.django_db


def fund_url(user: User) -> str:
    return reverse("admin:accounts_user_fund", args=[user.pk])


def decide_url(number: int) -> str:
    return reverse("admin:accounts_adjustment_decide", args=[number])


def browser(user: User) -> Client:
    return sign_in(Client(), user)


@pytest.fixture
def form(player, cashier):
    """The form for the player: sends what the cashier typed."""
    client = browser(cashier)
    token = client.get(fund_url(player)).context["form"]["token"].value()

    def send(**changes):
        fields = {"amount": "100", "reason": "gift", "token": str(token)} | changes
        return client.post(fund_url(player), fields)

    return send


@pytest.fixture
def ask(player, cashier):
    def ask(amount: int = 10_000, staff: User = cashier, user: User = player) -> Adjustment:
        return services.ask(
            user_id=user.pk, amount=amount, reason="gift", staff=staff, token=uuid.uuid4()
        )

    return ask


def decide(staff: User, number: int, decision: str = "yes", **fields):
    return browser(staff).post(decide_url(number), {"decision": decision, **fields})


def roubles(user: User) -> int:
    return ledger.balance(user.pk, Currency.RUR)


# --- Asking -----------------------------------------------------------------------------------


def test_asking_moves_nothing_and_keeps_who_and_why(form, player, cashier):
    assert form(amount="99.50", reason=" promised by phone ").status_code == 303
    row = Adjustment.objects.get()
    assert (row.staff, row.reason, row.amount) == (cashier, "promised by phone", 9_950)
    assert (row.state, row.before, row.after, row.decided_by) == ("asked", None, None, None)
    assert roubles(player) == 0
    assert not Entry.objects.exists()


def test_same_form_twice_asks_once_and_says_so(form):
    first, second = form(), form()
    assert (first.status_code, second.status_code) == (303, 303)
    assert Adjustment.objects.count() == 1
    levels = [message.level_tag for message in second.wsgi_request._messages]
    assert "warning" in levels


def test_next_form_asks_again(form):
    form()
    form(token=str(uuid.uuid4()))
    assert Adjustment.objects.count() == 2


def test_form_of_one_player_does_not_ask_for_another(form, cashier, owner):
    token = uuid.uuid4()
    form(token=str(token))
    with pytest.raises(services.AlreadyAsked):
        services.ask(user_id=owner.pk, amount=100, reason="again", staff=cashier, token=token)
    assert Adjustment.objects.count() == 1


def test_more_than_the_player_has_is_not_asked(form, book, player):
    book(player, 1_000)
    response = form(amount="-10.01")
    assert response.status_code == 422
    (message,) = response.context["form"].errors["amount"]
    assert "-10.01" in message
    assert not Adjustment.objects.exists()
    assert form(amount="-10").status_code == 303


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": "   "}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"amount": ""}, "amount"),
        ({"amount": "0"}, "amount"),
        ({"amount": "-0.00"}, "amount"),
        ({"amount": "0.001"}, "amount"),
        ({"amount": "1e3"}, "amount"),
        ({"amount": "NaN"}, "amount"),
        ({"amount": "１０"}, "amount"),
        ({"amount": "1 000"}, "amount"),
        ({"amount": "9" * 13}, "amount"),
        ({"token": ""}, "token"),
        ({"token": "7"}, "token"),
        ({"balance": "1"}, "__all__"),
        ({"amount": ["1", "2"]}, "__all__"),
    ],
)
def test_wrong_form_asks_nothing(form, changes, field):
    response = form(**changes)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert not Adjustment.objects.exists()


def test_guest_holds_no_roubles(guest, cashier):
    fields = {"amount": "1", "reason": "gift", "token": str(uuid.uuid4())}
    assert browser(cashier).post(fund_url(guest), fields).status_code == 422
    assert not Wallet.objects.exists()


def test_asking_wants_the_permission(player, cashier, client):
    fields = {"amount": "1", "reason": "gift", "token": str(uuid.uuid4())}
    for stranger in (None, player):
        if stranger:
            sign_in(client, stranger)
        assert client.post(fund_url(player), fields).status_code == 302
    cashier.user_permissions.remove(Permission.objects.get(codename="add_adjustment"))
    sign_in(client, cashier)
    assert client.get(fund_url(player)).status_code == 403
    assert client.post(fund_url(player), fields).status_code == 403
    with pytest.raises(PermissionDenied):
        services.ask(user_id=player.pk, amount=1, reason="x", staff=player, token=uuid.uuid4())
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(("amount", "reason"), [(0, "gift"), (100, " ")])
def test_service_wants_amount_and_reason(player, owner, amount, reason):
    with pytest.raises(ValueError, match="reason"):
        services.ask(
            user_id=player.pk, amount=amount, reason=reason, staff=owner, token=uuid.uuid4()
        )


def test_the_form_shows_what_waits_already(form, ask, player, cashier):
    ask(5_00)
    page = read(browser(cashier).get(fund_url(player)))
    (item,) = page.one("ul", id="waiting").all("li")
    assert item.one("a")["href"] == decide_url(Adjustment.objects.get().pk)


# --- Deciding ---------------------------------------------------------------------------------


def test_a_second_person_books_it(ask, player, second):
    asked = ask(9_950)
    assert decide(second, asked.pk, answer=" seen ").status_code == 303
    row = Adjustment.objects.get()
    assert (row.state, row.decided_by, row.answer) == ("booked", second, "seen")
    assert (row.before, row.amount, row.after) == (0, 9_950, 9_950)
    entry = Entry.objects.get()
    assert (entry.kind, entry.counter_account) == ("adjustment", "adjustment")
    assert (entry.cause, entry.amount) == (f"accounts.adjustment/{row.pk}", 9_950)
    assert (entry.note, roubles(player)) == ("gift", 9_950)
    verify_requests()


def test_booked_twice_is_refused_with_the_state_shown(ask, player, second):
    asked = ask()
    decide(second, asked.pk)
    again = decide(second, asked.pk)
    assert again.status_code == 409
    page = read(again)
    assert not page.one(id="content-main").all("button")
    assert "booked" in page.one(id="facts").text
    assert (roubles(player), Entry.objects.count()) == (10_000, 1)


def test_who_asked_does_not_approve_also_as_superuser(ask, player, owner):
    asked = ask(staff=owner)
    assert decide(owner, asked.pk).status_code == 409
    with pytest.raises(SamePerson):
        services.approve(number=asked.pk, staff=owner)
    assert (Adjustment.objects.get().state, roubles(player)) == ("asked", 0)


def test_nobody_decides_about_his_own_money(ask, cashier, owner):
    asked = ask(user=owner)
    assert decide(owner, asked.pk).status_code == 409
    assert decide(owner, asked.pk, "no", answer="x").status_code == 409
    with pytest.raises(OwnRequest):
        services.approve(number=asked.pk, staff=owner)
    assert (Adjustment.objects.get().state, roubles(owner)) == ("asked", 0)


def test_refusal_wants_a_reason_and_moves_nothing(ask, player, second):
    asked = ask()
    for answer in ("", "   "):
        response = decide(second, asked.pk, "no", answer=answer)
        assert response.status_code == 422
        assert set(response.context["form"].errors) == {"answer"}
    assert decide(second, asked.pk, "no", answer="not his").status_code == 303
    row = Adjustment.objects.get()
    assert (row.state, row.answer, row.decided_by) == ("refused", "not his", second)
    assert decide(second, asked.pk).status_code == 409
    assert (roubles(player), Entry.objects.count()) == (0, 0)
    verify_requests()


def test_who_asked_may_take_it_back(ask, owner):
    asked = ask(staff=owner)
    assert decide(owner, asked.pk, "no", answer="typed wrong").status_code == 303
    assert Adjustment.objects.get().state == "refused"


def test_money_that_is_gone_by_now_is_not_taken(ask, book, player, second):
    book(player, 10_000)
    asked = ask(-10_000)
    book(player, -1)
    assert decide(second, asked.pk).status_code == 409
    assert (Adjustment.objects.get().state, roubles(player)) == ("asked", 9_999)
    book(player, 1)
    assert decide(second, asked.pk).status_code == 303
    assert roubles(player) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"decision": "maybe"},
        {"decision": ["yes", "no"]},
        {"decision": "yes", "amount": "1000000"},
        {"decision": "yes", "answer": "x" * 201},
    ],
)
def test_wrong_decision_decides_nothing(ask, second, fields):
    asked = ask()
    assert browser(second).post(decide_url(asked.pk), fields).status_code == 422
    assert Adjustment.objects.get().state == "asked"


def test_deciding_wants_the_permission(ask, player, cashier, client):
    asked = ask()
    assert client.post(decide_url(asked.pk), {"decision": "yes"}).status_code == 302
    assert decide(player, asked.pk).status_code == 302
    assert decide(cashier, asked.pk).status_code == 403
    assert browser(cashier).get(decide_url(asked.pk)).status_code == 403
    with pytest.raises(PermissionDenied):
        services.approve(number=asked.pk, staff=cashier)
    assert Adjustment.objects.get().state == "asked"


def test_unknown_number_is_not_found(second):
    assert decide(second, 7).status_code == 404


def test_a_look_decides_nothing(ask, second):
    asked = ask()
    page = read(browser(second).get(decide_url(asked.pk)))
    assert [one["value"] for one in page.one(id="content-main").all("button")] == ["yes", "no"]
    assert Adjustment.objects.get().state == "asked"


def test_list_leads_to_what_waits(ask, second):
    first, other = ask(), ask()
    services.refuse(number=other.pk, staff=second, answer="twice")
    client = browser(second)
    listed = client.get(reverse("admin:accounts_adjustment_changelist"), {"state": "asked"})
    links = [one["href"] for one in read(listed).all("a") if one.text == "Decide"]
    assert links == [decide_url(first.pk)]
    change = client.get(reverse("admin:accounts_adjustment_change", args=[first.pk]))
    assert change.context["decide_url"] == decide_url(first.pk)
    decided = client.get(reverse("admin:accounts_adjustment_change", args=[other.pk]))
    assert not decided.context["decide_url"]


# --- The database behind it -------------------------------------------------------------------


def test_database_refuses_what_two_people_did_not_do(ask, second, cashier):
    row = ask()
    services.approve(number=row.pk, staff=second)
    for change in (
        {"after": 1},
        {"reason": ""},
        {"amount": 0},
        {"before": -1},
        {"before": None, "after": None},
        {"decided_by": None},
        {"decided_by": cashier},
        {"state": "asked"},
        {"state": "refused"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Adjustment.objects.update(**change)


def test_what_one_person_booked_before_stays_as_it_is(player, cashier, second):
    """Rows from before a second person was asked carry a state of their own, and stand."""
    with transaction.atomic():
        wallet = ledger.lock(player.pk, Currency.RUR)
        row = Adjustment.objects.create(
            wallet=wallet,
            amount=500,
            reason="old",
            staff=cashier,
            state=AdjustmentState.BOOKED_BY_ONE,
            before=0,
            after=500,
            token=uuid.uuid4(),
            created_at=timezone.now(),
        )
        ledger.post(wallet, [ledger.Posting(ledger.Kind.ADJUSTMENT, 500, row.cause)])
    with pytest.raises(NotOpen):
        services.approve(number=row.pk, staff=second)
    verify_requests()
