"""Many at once: the balance is never read stale and never falls below zero."""

import threading
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from accounts import ledger, services
from accounts.adjusting import services as adjusting
from accounts.ledger import AlreadyPosted, InsufficientFunds, Kind, Posting
from accounts.models import Adjustment, Currency, Entry, User, Wallet

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 20


def outcomes(attempt: Callable[[int], str], times: int) -> Counter[str]:
    """What ``times`` attempts came to, made by several threads that start together."""
    together = threading.Barrier(THREADS)

    def several(first: int) -> list[str]:
        together.wait()
        try:
            return [attempt(number) for number in range(first, times, THREADS)]
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return Counter(
            result for results in pool.map(several, range(THREADS)) for result in results
        )


def bet(user: User, amount: int, cause: str) -> str:
    try:
        with transaction.atomic(durable=True):
            wallet = ledger.lock(user.pk, Currency.RUR)
            ledger.post(wallet, [Posting(Kind.BET, -amount, cause)])
    except InsufficientFunds:
        return "too little money"
    except AlreadyPosted:
        return "booked before"
    return "booked"


def test_of_100_bets_with_funds_for_40_exactly_40_are_booked(player, book):
    book(player, 40_000)
    counted = outcomes(lambda number: bet(player, 1_000, f"bet/{number}"), 100)
    assert counted == {"booked": 40, "too little money": 60}
    assert ledger.balance(player.pk, Currency.RUR) == 0
    lines = list(Entry.objects.order_by("number").values_list("number", "balance_after"))
    assert lines == [(n, 40_000 - 1_000 * (n - 1)) for n in range(1, 42)]


def test_100_times_the_same_bet_is_booked_once(player, book):
    book(player, 40_000)
    counted = outcomes(lambda number: bet(player, 1_000, "bet/same"), 100)
    assert counted == {"booked": 1, "booked before": 99}
    assert ledger.balance(player.pk, Currency.RUR) == 39_000


def test_wallet_of_a_first_visit_is_made_once(player):
    def fill(number: int) -> str:
        with transaction.atomic(durable=True):
            return str(ledger.fill_demo(ledger.lock(player.pk, Currency.FUN)))

    assert outcomes(fill, THREADS) == {"True": 1, "False": THREADS - 1}
    assert Wallet.objects.get().balance == ledger.DEMO_FULL


def test_adjustment_form_sent_many_times_at_once_asks_once(player, owner):
    token = uuid.uuid4()

    def fund(number: int) -> str:
        try:
            adjusting.ask(user_id=player.pk, amount=500, reason="gift", staff=owner, token=token)
        except adjusting.AlreadyAsked:
            return "asked before"
        return "asked"

    assert outcomes(fund, THREADS) == {"asked": 1, "asked before": THREADS - 1}
    assert ledger.balance(player.pk, Currency.RUR) == 0
    assert Adjustment.objects.count() == 1
    assert not Entry.objects.exists()


def test_login_goes_to_one_of_many(db):
    def register(number: int) -> str:
        login = "SameLogin" if number % 2 else "samelogin"
        try:
            services.register(login=login, password="long enough")
        except services.LoginTaken:
            return "taken"
        return "registered"

    assert outcomes(register, THREADS) == {"registered": 1, "taken": THREADS - 1}
