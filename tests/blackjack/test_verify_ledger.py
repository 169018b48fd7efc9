"""`manage.py verify_ledger` finds what somebody altered behind the casino's back, and names it."""

import re
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts import journal_triggers
from accounts.models import Currency, Entry, Wallet
from accounts.verification import Difference
from blackjack import tasks
from blackjack.engine.rules import Variant
from blackjack.models import Round
from tests import tables
from tests.tables import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def played(seat: Seat) -> Seat:
    """A player with an insured split, a natural, an open round, and a demo round elsewhere."""
    seat.play("AD 8S 8H 0C 0H KD", "insure split stand stand")
    seat.play(tables.NATURAL)
    seat.play(tables.DOUBLED)
    seat.at(Variant.SIX_DECK, Currency.FUN.value).play(tables.SURRENDERED, "surrender")
    return seat


def verdict() -> tuple[int, str]:
    """Exit status of the command, and what it says."""
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_ledger", stdout=out, stderr=err)
    except SystemExit as left:
        return int(str(left.code)), err.getvalue()
    return 0, out.getvalue()


def alter(sql: str, *values: int | str) -> None:
    """Change rows as somebody with the database's password could."""
    journal_triggers.lift(connection)
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            assert cursor.rowcount == 1
    finally:
        journal_triggers.install(connection)


def wallet(seat: Seat) -> Wallet:
    return Wallet.objects.get(user=seat.player, currency=seat.currency)


def test_books_of_play_agree(played: Seat) -> None:
    code, text = verdict()
    assert code == 0
    assert re.search(
        r"2 wallets, \d+ lines, 4 rounds with \d+ lines, "
        r"0 cashier requests, 1 adjustments, 0 days of reports: all agree",
        text,
    )


def test_house_without_players_agrees(db) -> None:
    assert verdict()[0] == 0


ENTRIES = "accounts_entry"


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        pytest.param(
            f"UPDATE {ENTRIES} SET amount = amount - 100 WHERE wallet_id = %s AND number = 3",
            r"wallet \d+ \(RUR\), line 3 \(blackjack\.round/\d+/2\): the balance after it is",
            id="an amount",
        ),
        pytest.param(
            f"UPDATE {ENTRIES} SET balance_after = balance_after + 1 "
            "WHERE wallet_id = %s AND number = 2",
            r"line 2 .*the balance after it is",
            id="a balance after",
        ),
        pytest.param(
            f"DELETE FROM {ENTRIES} WHERE wallet_id = %s AND number = 4",
            r"\(RUR\): line 4 is missing, 5 follows",
            id="a line in the middle",
        ),
        pytest.param(
            f"DELETE FROM {ENTRIES} WHERE wallet_id = %s AND number = "
            "(SELECT last_number FROM accounts_wallet WHERE currency = 'RUR')",
            r"\(RUR\): its last line is \d+, \d+ are there",
            id="the last line",
        ),
        pytest.param(
            "UPDATE accounts_wallet SET balance = balance + 100 WHERE id = %s",
            r"\(RUR\): it holds \d+, its lines give \d+",
            id="a wallet",
        ),
        pytest.param(
            f"UPDATE {ENTRIES} SET counter_account = 'adjustment' "
            "WHERE wallet_id = %s AND number = 2",
            r"line 2 .*: booked against adjustment",
            id="the account on the other side",
        ),
        pytest.param(
            f"UPDATE {ENTRIES} SET kind = 'double' WHERE wallet_id = %s AND number = 2",
            r"blackjack\.round/\d+/1: booked as double -1000 .* the replay gives bet -1000",
            id="a kind",
        ),
        pytest.param(
            f"UPDATE {ENTRIES} SET cause = 'accounts.other/1' WHERE wallet_id = %s AND number = 2",
            r"blackjack\.round/\d+/1: no such line",
            id="a cause",
        ),
    ],
)
def test_an_altered_row_of_money_is_named(played: Seat, sql: str, told: str) -> None:
    alter(sql, wallet(played).pk)
    code, text = verdict()
    assert code == 1
    assert re.search(told, text), text


def test_a_changed_action_of_a_round_is_named(played: Seat) -> None:
    row = Round.objects.filter(table=played.table).order_by("pk").first()
    assert row is not None
    Round.objects.filter(pk=row.pk).update(actions=["insure", "stand"])
    code, text = verdict()
    assert code == 1
    assert re.search(rf"round {row.pk}\b", text)


def test_a_changed_result_is_named(played: Seat) -> None:
    row = Round.objects.filter(table=played.table).order_by("pk").first()
    assert row is not None
    assert row.shown is not None
    Round.objects.filter(pk=row.pk).update(shown={**row.shown, "returned": 1})
    assert verdict() == (
        1,
        f"The books differ: round {row.pk} replays to another result than the table showed\n",
    )


def test_a_line_that_no_round_gives_is_named(played: Seat) -> None:
    """The wallet adds up, and still somebody was paid for nothing."""
    entry = Entry.objects.filter(cause__startswith="blackjack.").order_by("pk").first()
    assert entry is not None
    extra = entry.cause.rsplit("/", 1)[0] + "/99"
    alter(
        f"UPDATE {ENTRIES} SET cause = %s WHERE number = 1 AND wallet_id = %s",
        extra,
        wallet(played).pk,
    )
    assert verdict() == (1, f"The books differ: {extra}: the round gives no such line\n")


def test_a_missing_round_is_named_unless_it_has_expired(played: Seat) -> None:
    row = Round.objects.filter(table=played.table, ended_at__isnull=False).latest("pk")
    number = row.pk
    row.delete()
    code, text = verdict()
    assert code == 1
    assert re.search(rf"blackjack\.round/{number}/1: the round is missing", text)
    old = timezone.now() - timedelta(days=10, seconds=1)
    with connection.cursor() as cursor:
        journal_triggers.lift(connection)
        cursor.execute(
            f"UPDATE {ENTRIES} SET at = %s WHERE cause LIKE %s",
            [old, f"blackjack.round/{number}/%"],
        )
        journal_triggers.install(connection)
    assert verdict()[0] == 0


def test_a_round_deleted_too_early_is_named_though_its_payout_is_what_is_recent(seat: Seat) -> None:
    """A round is gone with its ten days when its bet is as old; what it paid may be of today."""
    start = timezone.now()
    with time_machine.travel(start - timedelta(days=9), tick=False):
        seat.play(tables.WON)
    seat.act("stand")
    row = seat.round
    number, shoe = row.pk, row.shoe
    row.delete()
    assert shoe.rounds.count() == 0
    assert verdict()[0] == 1
    with time_machine.travel(start + timedelta(days=1), tick=False):
        assert verdict()[0] == 0
    alter(f"DELETE FROM {ENTRIES} WHERE cause = %s", f"blackjack.round/{number}/1")
    assert verdict()[0] == 1


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"house_from": 0}, "its last actions can't have been the house's"),
        ({"house_from": 1}, "its last actions can't have been the house's"),
        ({"house_from": 2}, "its last actions can't have been the house's"),
    ],
    ids=["not only standing", "too early", "none of them"],
)
def test_an_action_ascribed_to_the_house_is_named(
    seat: Seat, changed: dict[str, int], told: str
) -> None:
    seat.play("7D 2S 3H 4C 5S", "hit stand")
    Round.objects.filter(pk=seat.round.pk).update(**changed)
    code, text = verdict()
    assert code == 1
    assert told in text


def test_no_difference_names_a_card(played: Seat) -> None:
    shoe = played.shoe
    Round.objects.filter(shoe=shoe).update(scheme="????")
    code, text = verdict()
    assert code == 1
    assert not re.search(r"\b[2-90JQKA][SCDH]\b", text)


def test_the_nightly_task_tells_staff_of_a_difference(played: Seat, caplog) -> None:
    assert tasks.verify_ledger() is True
    Wallet.objects.filter(pk=wallet(played).pk).update(balance=1)
    caplog.clear()
    with pytest.raises(Difference, match="it holds 1, its lines give"):
        tasks.verify_ledger()
    assert [record.levelname for record in caplog.records] == ["ERROR"]
