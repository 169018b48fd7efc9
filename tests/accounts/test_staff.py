"""Staff: players and limits are changed, money is only looked at; nobody edits a balance."""

import uuid

import pytest
from django.apps import apps
from django.urls import reverse

from accounts import ledger
from accounts.adjusting import services as adjusting
from accounts.models import BetLimit, Currency, Entry, User, Wallet
from tests.staff import sign_in

pytestmark = pytest.mark.django_db

READ_ONLY = ["wallet", "entry", "adjustment"]


def fund_url(user: User) -> str:
    return reverse("admin:accounts_user_fund", args=[user.pk])


@pytest.fixture
def booked(player, cashier, owner):
    """An adjustment of 100 roubles, asked by the cashier and booked by the owner."""
    asked = adjusting.ask(
        user_id=player.pk, amount=10_000, reason="gift", staff=cashier, token=uuid.uuid4()
    )
    return adjusting.approve(number=asked.pk, staff=owner)


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
@pytest.mark.usefixtures("booked")
def test_money_is_only_looked_at(owner, client, model):
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


@pytest.mark.usefixtures("booked")
def test_stock_form_of_a_player_changes_nothing(player, owner, client):
    sign_in(client, owner)
    page = reverse("admin:accounts_user_change", args=[player.pk])
    assert client.get(page).context["can_fund"]
    before = User.objects.filter(pk=player.pk).values().get()
    fields = {"email": "", "tier": "VIP", "fun": "5", "roubles": "5", "username": "renamed"}
    assert client.post(page, fields).status_code == 403
    assert User.objects.filter(pk=player.pk).values().get() == before
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
    for number in (player.pk, owner.pk):
        page = reverse("admin:accounts_user_role", args=[number])
        assert client.post(page, {"role": "superuser", "reason": "mine"}).status_code == 403
    player.refresh_from_db()
    assert not player.is_staff
    assert not player.is_superuser


def test_limits_are_changed_by_their_form_only(owner, signed_in):
    row = BetLimit.objects.get(variant="classic", tier="LITE", currency="RUR")
    before = (row.minimum, row.maximum)
    client = signed_in(owner)
    fields = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "_save": "Save"}
    fields |= {"form-0-id": str(row.pk), "form-0-minimum": "2", "form-0-maximum": "60"}
    client.post(reverse("admin:accounts_betlimit_changelist"), fields)
    page = reverse("admin:accounts_betlimit_change", args=[row.pk])
    assert client.post(page, {"minimum": "2", "maximum": "60"}).status_code == 403
    row.refresh_from_db()
    assert (row.minimum, row.maximum) == before


@pytest.mark.parametrize("model", ["user", "betlimit", *READ_ONLY])
def test_admin_is_for_staff(client, player, model):
    page = reverse(f"admin:accounts_{model}_changelist")
    assert client.get(page).status_code == 302
    sign_in(client, player)
    assert client.get(page).status_code == 302
