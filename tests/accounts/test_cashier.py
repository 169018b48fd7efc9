"""The cashier: a withdrawal is held from the moment it is asked, and each decision counts once."""

import uuid

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts import ledger
from accounts.cashier import services
from accounts.decisions import NotOpen, OwnRequest
from accounts.models import CashierRequest, Currency, Entry, RequestKind, User
from accounts.requests_verification import verify_requests
from tests.pages import Element, read
from tests.staff import sign_in

pytestmark = pytest.mark.django_db

CASHIER = "/account/cashier/"
DEPOSIT, WITHDRAWAL = RequestKind.DEPOSIT, RequestKind.WITHDRAWAL


def browser(user: User) -> Client:
    return sign_in(Client(), user)


def decide(staff: User, number: int, decision: str = "yes", **fields):
    url = reverse("admin:accounts_cashierrequest_decide", args=[number])
    return browser(staff).post(url, {"decision": decision, **fields})


def roubles(user: User) -> int:
    return ledger.balance(user.pk, Currency.RUR)


def lines() -> list[tuple[str, int, str]]:
    return list(Entry.objects.order_by("number").values_list("kind", "amount", "cause"))


@pytest.fixture
def post(player):
    """Send one of the two forms as the player typed it."""
    client = browser(player)

    def post(kind: RequestKind, **changes):
        fields = {"amount": "1000", "token": str(uuid.uuid4())}
        if kind is WITHDRAWAL:
            fields["details"] = "some bank"
        return client.post(f"{CASHIER}{kind.value}/", fields | changes)

    return post


def request_rows(page: Element) -> list[tuple[str, str]]:
    rows = page.one("section", id="requests").all("tr")
    return [(row["data-request"], row["data-state"]) for row in rows if row.get("data-request")]


# --- Deposits ---------------------------------------------------------------------------------


def test_deposit_moves_money_when_it_is_confirmed(post, player, second):
    assert post(DEPOSIT, amount="1500.50").status_code == 303
    row = CashierRequest.objects.get()
    assert (row.kind, row.amount, row.state, row.provider) == (
        "deposit",
        1_500_50,
        "asked",
        "manual",
    )
    assert lines() == []
    assert decide(second, row.pk).status_code == 303
    row.refresh_from_db()
    assert (row.state, row.decided_by, roubles(player)) == ("confirmed", second, 1_500_50)
    assert lines() == [("deposit", 1_500_50, f"accounts.deposit/{row.pk}")]
    assert Entry.objects.get().counter_account == "cashier"
    verify_requests()


def test_refused_deposit_moves_nothing(ask, player, second):
    asked = ask(DEPOSIT)
    assert decide(second, asked.pk, "no").status_code == 422
    assert decide(second, asked.pk, "no", answer="nothing has arrived").status_code == 303
    asked.refresh_from_db()
    assert (asked.state, asked.answer, lines()) == ("refused", "nothing has arrived", [])
    verify_requests()


def test_no_more_deposits_wait_than_staff_can_see(post, ask):
    for _ in range(services.MOST_OPEN_DEPOSITS):
        ask(DEPOSIT)
    assert post(DEPOSIT).status_code == 422
    assert CashierRequest.objects.count() == services.MOST_OPEN_DEPOSITS


# --- Withdrawals ------------------------------------------------------------------------------


def test_withdrawal_leaves_the_balance_at_once(funded, post, second):
    assert post(WITHDRAWAL, amount="400").status_code == 303
    row = CashierRequest.objects.latest("pk")
    assert (roubles(funded), row.details) == (600_00, "some bank")
    assert lines()[1:] == [("withdrawal", -400_00, f"accounts.withdrawal/{row.pk}")]
    assert decide(second, row.pk, answer="paid today").status_code == 303
    assert (roubles(funded), len(lines())) == (600_00, 2)
    verify_requests()


@pytest.mark.parametrize("how", ["refused", "cancelled"])
def test_withdrawal_comes_back_when_it_is(how, funded, ask, second):
    asked = ask(WITHDRAWAL, 400_00)
    if how == "refused":
        assert decide(second, asked.pk, "no", answer="no such account").status_code == 303
    else:
        url = reverse("accounts:cashier_cancel", args=[asked.pk])
        assert browser(funded).post(url).status_code == 303
    asked.refresh_from_db()
    assert (asked.state, roubles(funded)) == (how, 1_000_00)
    cause = f"accounts.withdrawal/{asked.pk}"
    assert lines()[1:] == [
        ("withdrawal", -400_00, cause),
        ("withdrawal_returned", 400_00, f"{cause}/returned"),
    ]
    verify_requests()


def test_nobody_withdraws_more_than_he_has(funded, post):
    response = post(WITHDRAWAL, amount="1000.01")
    assert response.status_code == 422
    assert set(response.context["withdrawal_form"].errors) == {"amount"}
    assert (roubles(funded), CashierRequest.objects.count()) == (1_000_00, 1)


def test_last_coins_may_be_withdrawn_below_the_minimum(funded, book, post):
    book(funded, -950_50)
    assert post(WITHDRAWAL, amount="49").status_code == 422
    assert post(WITHDRAWAL, amount="49.50").status_code == 303
    assert roubles(funded) == 0


# --- Forms ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RequestKind)
def test_same_form_twice_asks_once_and_says_so(kind, funded, post):
    token = str(uuid.uuid4())
    first, second = (post(kind, token=token) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert CashierRequest.objects.filter(token=token).count() == 1
    levels = [message.level_tag for message in second.wsgi_request._messages]
    assert levels[-1] == "info"


def test_anothers_token_is_as_good_as_any(funded, ask, owner):
    mine = ask(DEPOSIT)
    his = services.ask(player=owner, kind=DEPOSIT, amount=100_00, token=mine.token)
    assert his.pk != mine.pk


@pytest.mark.parametrize("kind", RequestKind)
@pytest.mark.parametrize(
    "amount",
    [
        "", " ", "0", "-5", "-1000", "+1000", "NaN", "inf", "1e3", "1000.5", "1000.505", "99.99",
        "１０００", "1_000", "10 00", "1 00", "0x10", "9" * 13, "9" * 400, "100000.01", "1000\n",
        "<b>1000</b>", "1000 RUR",
    ],
)  # fmt: skip
def test_wrong_amount_asks_nothing(kind, amount, funded, post):
    before = lines()
    response = post(kind, amount=amount)
    assert response.status_code == 422
    assert set(response.context[f"{kind.value}_form"].errors) == {"amount"}
    assert (lines(), CashierRequest.objects.count()) == (before, 1)
    read(response)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"token": ""}, "token"),
        ({"token": "7"}, "token"),
        ({"details": ""}, "details"),
        ({"details": "x" * 201}, "details"),
        ({"state": "confirmed"}, "__all__"),
        ({"currency": "FUN"}, "__all__"),
        ({"user": "1"}, "__all__"),
        ({"amount": ["1000", "2000"]}, "__all__"),
    ],
)
def test_wrong_form_asks_nothing(changes, field, funded, post):
    response = post(WITHDRAWAL, **changes)
    assert response.status_code == 422
    assert set(response.context["withdrawal_form"].errors) == {field}
    assert (roubles(funded), CashierRequest.objects.count()) == (1_000_00, 1)


def test_limits_are_the_settings(settings, post, player):
    settings.CASHIER_LIMITS = {"deposit": (7, 9), "withdrawal": (1, 2)}
    for amount, status in [("6.99", 422), ("7", 303), ("9", 303), ("9.01", 422)]:
        assert post(DEPOSIT, amount=amount).status_code == status
    page = browser(player).get(CASHIER)
    assert (page.context["deposit"].minimum, page.context["deposit"].maximum) == (7_00, 9_00)


# --- Who and when -----------------------------------------------------------------------------


def test_nobody_confirms_his_own_request(ask, owner):
    asked = ask(DEPOSIT, user=owner)
    assert decide(owner, asked.pk).status_code == 409
    assert decide(owner, asked.pk, "no", answer="x").status_code == 409
    for decision in (services.confirm, services.refuse):
        with pytest.raises(OwnRequest):
            decision(number=asked.pk, staff=owner, answer="x")
    asked.refresh_from_db()
    assert (asked.state, roubles(owner)) == ("asked", 0)


@pytest.mark.parametrize("kind", RequestKind)
@pytest.mark.parametrize("first", ["confirmed", "refused", "cancelled"])
def test_only_the_first_decision_counts(kind, first, funded, ask, second, owner):
    asked = ask(kind, 400_00)
    match first:
        case "confirmed":
            services.confirm(number=asked.pk, staff=second)
        case "refused":
            services.refuse(number=asked.pk, staff=second, answer="no")
        case "cancelled":
            services.cancel(number=asked.pk, player=funded)
    before = (lines(), list(CashierRequest.objects.values()))
    for decision in ("yes", "no"):
        response = decide(owner, asked.pk, decision, answer="late")
        assert response.status_code == 409
        assert first in read(response).one(id="facts").text
        assert not read(response).one(id="content-main").all("button")
    late = browser(funded).post(reverse("accounts:cashier_cancel", args=[asked.pk]))
    assert late.status_code == 409
    assert (str(asked.pk), first) in request_rows(read(late))
    with pytest.raises(NotOpen):
        services.cancel(number=asked.pk, player=funded)
    assert (lines(), list(CashierRequest.objects.values())) == before


def test_deciding_wants_the_permission(ask, player, second, client):
    asked = ask(DEPOSIT)
    assert client.get(reverse("admin:accounts_cashierrequest_changelist")).status_code == 302
    assert decide(player, asked.pk).status_code == 302
    second.user_permissions.remove(Permission.objects.get(codename="decide_cashierrequest"))
    assert decide(second, asked.pk).status_code == 403
    with pytest.raises(PermissionDenied):
        services.confirm(number=asked.pk, staff=User.objects.get(pk=second.pk))
    asked.refresh_from_db()
    assert asked.state == "asked"


def test_anothers_request_is_like_an_unknown_number(ask, funded, owner):
    asked = ask(WITHDRAWAL, 400_00)
    for number in (asked.pk, 10**6, 9 * 10**18, 10**30):
        url = f"{CASHIER}{number}/cancel/"
        assert browser(owner).post(url).status_code == 404
    assert roubles(funded) == 600_00
    assert request_rows(read(browser(owner).get(CASHIER))) == []


def test_cancelling_takes_no_fields(ask, player):
    asked = ask(DEPOSIT)
    url = reverse("accounts:cashier_cancel", args=[asked.pk])
    assert browser(player).post(url, {"state": "confirmed"}).status_code == 422
    asked.refresh_from_db()
    assert asked.state == "asked"


def test_guests_are_led_to_registering(guest):
    client = browser(guest)
    token = str(uuid.uuid4())
    answers = [
        client.get(CASHIER),
        client.get(f"{CASHIER}requests/"),
        client.post(f"{CASHIER}deposit/", {"amount": "1000", "token": token}),
        client.post(f"{CASHIER}1/cancel/"),
    ]
    for answer in answers:
        assert answer.status_code == 303
        assert answer.url.startswith(reverse("accounts:upgrade"))
    assert not CashierRequest.objects.exists()


def test_visitors_are_led_to_signing_in(client):
    for url in (CASHIER, f"{CASHIER}requests/"):
        assert client.get(url).url.startswith(reverse("accounts:login"))
    assert client.post(f"{CASHIER}deposit/").status_code == 302


def test_no_look_changes_anything(player, client):
    client.force_login(player)
    for url in (f"{CASHIER}deposit/", f"{CASHIER}withdrawal/", f"{CASHIER}1/cancel/"):
        assert client.get(url).status_code == 405
