"""The ledger: all or nothing, never below zero, gapless, each cause once."""

import contextlib

import pytest
from django.db import IntegrityError, models, transaction

from accounts import ledger
from accounts.kinds import BOOKINGS, Sign
from accounts.ledger import (
    AlreadyPosted,
    BadPosting,
    InsufficientFunds,
    Kind,
    NotLocked,
    Posting,
)
from accounts.models import Adjustment, Currency, Entry, Tier, Wallet

pytestmark = pytest.mark.django_db


def posted(user, *postings, currency=Currency.RUR):
    with transaction.atomic():
        wallet = ledger.lock(user.pk, currency)
        ledger.post(wallet, postings)
    return wallet


def test_posting_writes_lines_and_carries_the_wallet_on(player, book):
    book(player, 10_000)
    wallet = posted(
        player,
        Posting(Kind.BET, -1_000, "blackjack.round/1/1", "double-deck", Tier.VIP.value),
        Posting(Kind.PAYOUT, 2_500, "blackjack.round/1/2", "double-deck", Tier.VIP.value),
    )
    assert (wallet.balance, wallet.last_number) == (11_500, 3)
    wallet.refresh_from_db()
    assert (wallet.balance, wallet.last_number) == (11_500, 3)
    rows = Entry.objects.filter(wallet=wallet, game="double-deck").order_by("number")
    assert list(
        rows.values_list("number", "kind", "counter_account", "amount", "balance_after", "tier")
    ) == [
        (2, "bet", "stakes", -1_000, 9_000, "VIP"),
        (3, "payout", "payouts", 2_500, 11_500, "VIP"),
    ]


def test_numbers_are_gapless_and_balances_add_up(player, book):
    book(player, 5_000, -1_000, 300, -4_300)
    book(player, 100)
    lines = Entry.objects.order_by("number").values_list("number", "amount", "balance_after")
    total = 0
    for expected, (number, amount, after) in enumerate(lines, start=1):
        total += amount
        assert (number, after) == (expected, total)


def test_wallets_of_a_player_are_numbered_apart(player, book):
    book(player, 500)
    book(player, 700, currency=Currency.FUN, cause="fun")
    assert list(Entry.objects.values_list("number", flat=True)) == [1, 1]
    assert ledger.balance(player.pk, Currency.RUR) == 500
    assert ledger.balance(player.pk, Currency.FUN) == 700


def test_stakes_beyond_the_balance_write_nothing(player, book):
    book(player, 2_500)
    stakes = [Posting(Kind.BET, -1_000, f"bet/{box}") for box in (1, 2, 3)]
    with pytest.raises(InsufficientFunds) as refused:
        posted(player, *stakes)
    error = refused.value
    assert (error.needed, error.balance, error.currency) == (3_000, 2_500, "RUR")
    assert Entry.objects.count() == 1
    assert ledger.balance(player.pk, Currency.RUR) == 2_500


def test_payout_cannot_pay_for_the_stake_before_it(player):
    with pytest.raises(InsufficientFunds) as refused:
        posted(player, Posting(Kind.BET, -10, "a"), Posting(Kind.PAYOUT, 20, "b"))
    assert refused.value.needed == 10


def test_real_money_is_not_covered_by_demo_money(player, book):
    book(player, 1_000_000, currency=Currency.FUN)
    book(player, 500, cause="rur")
    with pytest.raises(InsufficientFunds):
        posted(player, Posting(Kind.BET, -1_000, "bet"))


def test_last_hundredth_can_be_staked(player, book):
    book(player, 1)
    assert posted(player, Posting(Kind.BET, -1, "bet")).balance == 0


def test_cause_is_booked_once(player, book):
    book(player, 1_000)
    posted(player, Posting(Kind.BET, -100, "round/1"))
    with pytest.raises(AlreadyPosted):
        posted(player, Posting(Kind.BET, -100, "round/1"))
    assert ledger.balance(player.pk, Currency.RUR) == 900
    assert Entry.objects.filter(kind=Kind.BET).count() == 1


def test_cause_of_another_wallet_is_taken_too(player, guest, book):
    book(player, 1_000, cause="same")
    with pytest.raises(AlreadyPosted):
        book(guest, 1_000, cause="same")
    assert ledger.balance(guest.pk, Currency.RUR) == 0


def test_swallowed_repeat_cannot_be_committed(player, book):
    book(player, 1_000)

    def repeat_and_go_on():
        with transaction.atomic():
            wallet = ledger.lock(player.pk, Currency.RUR)
            with contextlib.suppress(AlreadyPosted):
                ledger.post(wallet, [Posting(Kind.BET, -100, "test/1")])
            Wallet.objects.count()

    with pytest.raises(transaction.TransactionManagementError):
        repeat_and_go_on()
    assert ledger.balance(player.pk, Currency.RUR) == 1_000


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.ADJUSTMENT])
def test_kind_has_one_sign(player, kind):
    taken = BOOKINGS[kind].sign is Sign.TAKEN
    currency = Currency.FUN if kind is Kind.DEMO_FILL else Currency.RUR
    with pytest.raises(BadPosting):
        posted(player, Posting(kind, 100 if taken else -100, "cause"), currency=currency)


def test_every_kind_has_a_booking():
    assert set(BOOKINGS) == set(Kind)


@pytest.mark.parametrize("kind", list(Kind))
def test_nothing_is_no_amount(player, kind):
    with pytest.raises(BadPosting):
        posted(player, Posting(kind, 0, "cause"))


@pytest.mark.parametrize("amount", [1.0, True, "1", None])
def test_amounts_are_integers(player, amount):
    with pytest.raises(BadPosting):
        posted(player, Posting(Kind.PAYOUT, amount, "cause"))


@pytest.mark.parametrize("cause", ["", "x" * 201])
def test_cause_is_named(player, cause):
    with pytest.raises(BadPosting):
        posted(player, Posting(Kind.PAYOUT, 100, cause))


def test_cause_is_named_once_per_posting(player):
    with pytest.raises(BadPosting):
        posted(player, Posting(Kind.PAYOUT, 1, "a"), Posting(Kind.PAYOUT, 1, "a"))


def test_balance_beyond_64_bits_is_refused(player, book):
    book(player, 2**63 - 1)
    with pytest.raises(BadPosting):
        posted(player, Posting(Kind.PAYOUT, 1, "cause"))
    assert ledger.balance(player.pk, Currency.RUR) == 2**63 - 1


def test_no_lines_are_nothing_to_do(player):
    assert posted(player).last_number == 0


@pytest.mark.django_db(transaction=True)
def test_lock_and_post_want_a_transaction(player):
    with pytest.raises(NotLocked):
        ledger.lock(player.pk, Currency.RUR)
    with transaction.atomic():
        wallet = ledger.lock(player.pk, Currency.RUR)
    with pytest.raises(NotLocked):
        ledger.post(wallet, [Posting(Kind.PAYOUT, 100, "cause")])
    assert not Entry.objects.exists()


def test_stale_wallet_is_refused(player, book):
    with transaction.atomic():
        stale = ledger.lock(player.pk, Currency.RUR)
    book(player, 1_000)
    with pytest.raises(NotLocked), transaction.atomic():
        ledger.post(stale, [Posting(Kind.PAYOUT, 5, "cause")])
    assert ledger.balance(player.pk, Currency.RUR) == 1_000


def test_lock_makes_the_wallet_once(player):
    with transaction.atomic():
        first = ledger.lock(player.pk, Currency.FUN)
        assert ledger.lock(player.pk, Currency.FUN).pk == first.pk
    assert ledger.balance(player.pk, Currency.FUN) == 0


def test_there_are_two_currencies(player):
    with pytest.raises(ValueError, match="USD"), transaction.atomic():
        ledger.lock(player.pk, "USD")


@pytest.mark.parametrize(
    ("held", "after", "filled"),
    [(0, 1_000_000, True), (999_999, 1_000_000, True), (1_000_000, 1_000_000, False),
     (1_000_001, 1_000_001, False)],
)  # fmt: skip
def test_demo_is_filled_up_to_10000_and_more_stays(player, book, held, after, filled):
    if held:
        book(player, held, currency=Currency.FUN)
    with transaction.atomic():
        assert ledger.fill_demo(ledger.lock(player.pk, Currency.FUN)) is filled
    assert ledger.balance(player.pk, Currency.FUN) == after
    assert Entry.objects.filter(counter_account="demo").count() == filled


def test_real_money_is_never_filled_up(player):
    with pytest.raises(BadPosting), transaction.atomic():
        ledger.fill_demo(ledger.lock(player.pk, Currency.RUR))


def test_balance_of_nobody_is_nothing(db):
    assert ledger.balance(12345, Currency.RUR) == 0


@pytest.mark.parametrize(
    "change",
    [{"balance": -1}, {"last_number": -1}],
    ids=["balance below zero", "number below zero"],
)
def test_database_refuses_a_wallet(player, book, change):
    book(player, 100)
    with pytest.raises(IntegrityError), transaction.atomic():
        Wallet.objects.update(**change)


@pytest.mark.parametrize(
    "change",
    [{"amount": 0}, {"balance_after": -1}, {"number": 0}, {"number": 1}, {"cause": "test/1"}],
    ids=["no amount", "below zero", "from one", "number twice", "cause twice"],
)
def test_database_refuses_a_line(player, book, change):
    book(player, 100)
    line = {"number": 2, "kind": "bet", "counter_account": "stakes", "amount": -1,
            "balance_after": 99, "cause": "other"}  # fmt: skip
    at = Entry.objects.get().at
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(wallet=Wallet.objects.get(), at=at, **line | change)


def test_people_and_wallets_with_lines_stay(player, book):
    book(player, 100)
    with pytest.raises(models.ProtectedError):
        player.delete()
    with pytest.raises(models.ProtectedError):
        Wallet.objects.all().delete()


def test_amounts_are_64_bit_columns():
    columns = [
        (Wallet, "balance"), (Wallet, "last_number"), (Entry, "number"), (Entry, "amount"),
        (Entry, "balance_after"), (Adjustment, "amount"), (Adjustment, "before"),
        (Adjustment, "after"),
    ]  # fmt: skip
    for model, name in columns:
        assert isinstance(model._meta.get_field(name), models.BigIntegerField)
