"""Staff: roubles move by a form with a reason, booked once; nobody edits a balance."""

import uuid

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts import ledger, services
from accounts.models import Adjustment, BetLimit, Currency, Entry, User, Wallet
from tests.staff import sign_in

pytestmark = pytest.mark.django_db

READ_ONLY = ["wallet", "entry", "adjustment"]


def fund_url(user: User) -> str:
    return reverse("admin:accounts_user_fund", args=[user.pk])


@pytest.fixture
def form(player, cashier, signed_in):
    """The funding form of the player: sends what a member of staff typed."""
    client = signed_in(cashier)
    token = client.get(fund_url(player)).context["form"]["token"].value()

    def send(**changes):
        fields = {"amount": "100", "reason": "gift", "token": str(token)} | changes
        return client.post(fund_url(player), fields)

    return send


def test_funding_books_a_line_and_keeps_who_and_why(form, player, cashier):
    assert form(amount="99.50", reason=" promised by phone ").status_code == 303
    assert ledger.balance(player.pk, Currency.RUR) == 9_950
    row = Adjustment.objects.get()
    assert (row.staff, row.reason) == (cashier, "promised by phone")
    assert (row.before, row.amount, row.after) == (0, 9_950, 9_950)
    entry = Entry.objects.get()
    assert (entry.kind, entry.counter_account) == ("adjustment", "adjustment")
    assert (entry.cause, entry.amount) == (f"accounts.adjustment/{row.pk}", 9_950)


def test_same_form_twice_books_once_and_says_so(form, player):
    first, second = form(), form()
    assert (first.status_code, second.status_code) == (303, 303)
    assert ledger.balance(player.pk, Currency.RUR) == 10_000
    assert Adjustment.objects.count() == Entry.objects.count() == 1
    levels = [message.level_tag for message in second.wsgi_request._messages]
    assert "warning" in levels


def test_taking_form_twice_is_booked_already_not_too_much(form, player):
    form(amount="10")
    token = str(uuid.uuid4())
    assert [form(amount="-10", token=token).status_code for _ in range(2)] == [303, 303]
    assert ledger.balance(player.pk, Currency.RUR) == 0


def test_next_form_books_again(form, player):
    form()
    form(token=str(uuid.uuid4()))
    assert ledger.balance(player.pk, Currency.RUR) == 20_000


def test_form_of_one_player_does_not_book_for_another(form, player, cashier, owner):
    token = uuid.uuid4()
    form(token=str(token))
    with pytest.raises(services.AlreadyBooked):
        services.fund(user_id=owner.pk, amount=100, reason="again", staff=cashier, token=token)
    assert ledger.balance(owner.pk, Currency.RUR) == 0


def test_adjustment_takes_down_to_zero_and_no_further(form, player):
    form(amount="10")
    response = form(amount="-10.01", token=str(uuid.uuid4()))
    assert response.status_code == 422
    (message,) = response.context["form"].errors["amount"]
    assert "-10.01" in message
    assert ledger.balance(player.pk, Currency.RUR) == 1_000
    assert form(amount="-10", token=str(uuid.uuid4())).status_code == 303
    assert ledger.balance(player.pk, Currency.RUR) == 0


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
def test_wrong_funding_form_books_nothing(form, changes, field):
    response = form(**changes)
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {field}
    assert not Adjustment.objects.exists()
    assert not Entry.objects.exists()


def test_guest_holds_no_roubles(guest, cashier, signed_in):
    fields = {"amount": "1", "reason": "gift", "token": str(uuid.uuid4())}
    assert signed_in(cashier).post(fund_url(guest), fields).status_code == 422
    assert not Wallet.objects.exists()


def test_funding_wants_the_permission(player, cashier, client):
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
        services.fund(user_id=player.pk, amount=1, reason="x", staff=player, token=uuid.uuid4())
    assert not Wallet.objects.exists()


@pytest.mark.parametrize(("amount", "reason"), [(0, "gift"), (100, " ")])
def test_service_wants_amount_and_reason(player, owner, amount, reason):
    with pytest.raises(ValueError, match="reason"):
        services.fund(
            user_id=player.pk, amount=amount, reason=reason, staff=owner, token=uuid.uuid4()
        )


def test_database_refuses_an_adjustment_that_does_not_add_up(form):
    form()
    for change in ({"after": 1}, {"reason": ""}, {"amount": 0}, {"before": -1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Adjustment.objects.update(**change)


def test_action_of_the_list_opens_the_form(player, owner, book, signed_in):
    book(player, 100)
    client = signed_in(owner)
    for page, pk in [("user", player.pk), ("wallet", Wallet.objects.get().pk)]:
        fields = {"action": "fund_selected", "_selected_action": [pk]}
        response = client.post(reverse(f"admin:accounts_{page}_changelist"), fields)
        assert (response.status_code, response.url) == (303, fund_url(player))


def test_action_wants_one_player(player, owner, signed_in):
    fields = {"action": "fund_selected", "_selected_action": [player.pk, owner.pk]}
    response = signed_in(owner).post(reverse("admin:accounts_user_changelist"), fields)
    assert (response.status_code, response.url) == (302, reverse("admin:accounts_user_changelist"))


@pytest.mark.parametrize("model", READ_ONLY)
def test_money_is_only_looked_at(form, owner, client, model):
    form()
    sign_in(client, owner)
    rows = apps.get_model("accounts", model)._default_manager
    row, before = rows.get(), list(rows.values())
    assert client.get(reverse(f"admin:accounts_{model}_changelist")).status_code == 200
    change = reverse(f"admin:accounts_{model}_change", args=[row.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"balance": "1", "amount": "1"}).status_code == 403
    assert client.post(reverse(f"admin:accounts_{model}_add"), {}).status_code == 403
    delete = reverse(f"admin:accounts_{model}_delete", args=[row.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    fields = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(reverse(f"admin:accounts_{model}_changelist"), fields)
    assert list(rows.values()) == before


def test_player_page_changes_tier_and_block_but_no_balance(form, player, owner, client):
    form()
    sign_in(client, owner)
    page = reverse("admin:accounts_user_change", args=[player.pk])
    assert client.get(page).context["can_fund"]
    fields = {"email": "", "tier": "VIP", "fun": "5", "roubles": "5", "username": "renamed"}
    assert client.post(page, fields).status_code == 302
    player.refresh_from_db()
    assert (player.tier, player.is_active, player.username) == ("VIP", False, "Player_1")
    assert ledger.balance(player.pk, Currency.RUR) == 10_000
    assert Entry.objects.count() == 1


def test_guests_page_offers_no_funding(guest, owner, signed_in):
    page = reverse("admin:accounts_user_change", args=[guest.pk])
    assert not signed_in(owner).get(page).context["can_fund"]


def test_players_are_never_deleted(player, owner, signed_in):
    client = signed_in(owner)
    delete = reverse("admin:accounts_user_delete", args=[player.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=player.pk).exists()


def test_players_are_found_by_login(player, owner, signed_in):
    response = signed_in(owner).get(reverse("admin:accounts_user_changelist"), {"q": "PLAYER_"})
    assert list(response.context["cl"].result_list) == [player]


@pytest.mark.parametrize("login", ["ａｂｃｄ", "guest_1", "two words", "player_1"])
def test_admin_makes_no_wrong_login(player, owner, signed_in, login):
    fields = {"username": login, "usable_password": "true"} | dict.fromkeys(
        ["password1", "password2"], "correct horse battery"
    )
    response = signed_in(owner).post(reverse("admin:accounts_user_add"), fields)
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["username"]
    assert User.objects.count() == 2


def test_admin_makes_an_account(owner, signed_in):
    fields = {"username": "Fresh", "usable_password": "true"} | dict.fromkeys(
        ["password1", "password2"], "correct horse battery"
    )
    assert signed_in(owner).post(reverse("admin:accounts_user_add"), fields).status_code == 302
    assert User.objects.get(username="Fresh").check_password("correct horse battery")


def test_rights_are_given_by_superusers_only(player, cashier, owner, signed_in):
    client = signed_in(cashier)
    page = reverse("admin:accounts_user_change", args=[player.pk])
    fields = {
        "email": "",
        "tier": "LITE",
        "is_active": "on",
        "is_staff": "on",
        "is_superuser": "on",
    }
    assert client.post(page, fields).status_code == 302
    player.refresh_from_db()
    assert not player.is_staff
    assert not player.is_superuser
    for colleague in (owner, cashier):
        page = reverse("admin:accounts_user_change", args=[colleague.pk])
        assert client.post(page, fields).status_code == 403
        page = reverse("admin:auth_user_password_change", args=[colleague.pk])
        assert client.post(page, {}).status_code == 403


def test_limits_are_changed_in_the_list(owner, signed_in):
    BetLimit.objects.all().delete()
    row = BetLimit.objects.create(
        variant="solo", tier="LITE", currency="RUR", minimum=1, maximum=50
    )
    client = signed_in(owner)

    def save(minimum: str, maximum: str) -> int:
        typed = {"id": str(row.pk), "minimum": minimum, "maximum": maximum}
        fields = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "_save": "Save"}
        fields |= {f"form-0-{name}": value for name, value in typed.items()}
        status = client.post(reverse("admin:accounts_betlimit_changelist"), fields).status_code
        row.refresh_from_db()
        return status

    assert save("2", "60") == 302
    assert (row.minimum, row.maximum) == (2, 60)
    for minimum, maximum in [("0", "60"), ("61", "60"), ("-1", "5"), ("x", "5")]:
        assert save(minimum, maximum) == 200
        assert (row.minimum, row.maximum) == (2, 60)


@pytest.mark.parametrize("model", ["user", "betlimit", *READ_ONLY])
def test_admin_is_for_staff(client, player, model):
    page = reverse(f"admin:accounts_{model}_changelist")
    assert client.get(page).status_code == 302
    sign_in(client, player)
    assert client.get(page).status_code == 302
