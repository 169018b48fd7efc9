"""Of many clicks at once on one form exactly one has its effect."""

import pytest
from django.db import transaction

from accounts import ledger, security
from accounts.ledger import Kind, Posting
from accounts.models import Currency, PlayerSession, User
from tests.tables import at_once, clients

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_a_link_sets_one_password(player):
    token = security.reset_token(player)

    def click(number: int) -> bool:
        try:
            security.reset_password(
                user_id=player.pk, token=token, password=f"horse battery {number}"
            )
        except security.LinkOver:
            return False
        return True

    done = at_once(click, times=40, threads=8)
    assert done.count(True) == 1
    player.refresh_from_db()
    assert sum(player.check_password(f"horse battery {number}") for number in range(40)) == 1


def test_f1_closing_the_account_closes_it_once(player):
    tabs = clients(player, 20)
    fields = {"current": "correct horse battery"}
    got = at_once(lambda number: tabs[number % 20].post("/account/close/", fields).status_code)
    assert set(got) <= {302, 303}, "the others are led to the login page, or told the same"
    player.refresh_from_db()
    assert not player.is_active
    assert not PlayerSession.objects.exists()


def test_money_that_comes_in_meanwhile_keeps_the_account_open(player):
    """Closing and a booking wait for each other: no closed account holds roubles."""

    def book_or_close(number: int) -> str:
        if number:
            try:
                security.close_account(user_id=player.pk)
            except security.NotClosable:
                return "kept"
            return "closed"
        with transaction.atomic(durable=True):
            wallet = ledger.lock(player.pk, Currency.RUR)
            if not User.objects.get(pk=player.pk).is_active:
                return "refused"
            ledger.post(wallet, [Posting(Kind.ADJUSTMENT, 100, "test/1")])
        return "booked"

    first, second = at_once(book_or_close, times=2, threads=2)
    player.refresh_from_db()
    assert (first, second) in {("booked", "kept"), ("refused", "closed")}
    assert (ledger.balance(player.pk, Currency.RUR) == 0) is not player.is_active
