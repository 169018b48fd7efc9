"""The reports of a seeded month equal sums that are made by hand; what is owed equals the books."""

import csv
import io
import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse

from accounts.cashier import services as cashier
from accounts.kinds import BOOKINGS, Kind
from accounts.models import Currency, Entry, RequestKind, Wallet
from accounts.reporting import figures
from accounts.reporting.charts import chart
from accounts.services import register
from accounts.verification import verify_journal
from casino.roles import Role
from tests.office import browser, member
from tests.pages import read
from tests.tables import give

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2026, 3, 1), date(2026, 3, 31)
GAMES = ("double-deck", "six-deck", "classic")
TIERS = ("LITE", "VIP")


class Books:
    """Writes journal lines as play does, at chosen times, and adds up by itself."""

    def __init__(self, *wallets: Wallet) -> None:
        self.held = dict.fromkeys(wallets, 0)
        self.numbers = dict.fromkeys(wallets, 0)
        self.lines: list[Entry] = []

    def book(self, wallet: Wallet, kind: Kind, amount: int, at: datetime, **of: str) -> None:
        self.held[wallet] += amount
        self.numbers[wallet] += 1
        number = self.numbers[wallet]
        self.lines.append(
            Entry(
                wallet=wallet,
                number=number,
                kind=kind.value,
                counter_account=BOOKINGS[kind].counter_account.value,
                amount=amount,
                balance_after=self.held[wallet],
                cause=f"test/{wallet.pk}/{number}",
                at=at,
                **of,
            )
        )

    def close(self) -> None:
        Entry.objects.bulk_create(self.lines)
        for wallet, balance in self.held.items():
            Wallet.objects.filter(pk=wallet.pk).update(
                balance=balance, last_number=self.numbers[wallet]
            )


@pytest.fixture
def month(db):
    """Three players over 31 days; day d stakes d roubles a round, every third round is won."""
    players = [register(login=f"Month_{n}", password="correct horse battery") for n in range(3)]
    wallets = [
        Wallet.objects.create(user=player, currency=currency)
        for player in players
        for currency in Currency
    ]
    books = Books(*wallets)
    begin = datetime(2026, 2, 27, 12, tzinfo=UTC)
    for wallet in wallets:
        books.book(wallet, Kind.ADJUSTMENT, 1_000_000, begin)
    for day in range(31):
        # 21:30 UTC is half past midnight of the next day in Moscow.
        at = datetime(2026, 2, 28, 21, 30, tzinfo=UTC) + timedelta(days=day)
        for number, wallet in enumerate(wallets):
            of = {"game": GAMES[(day + number) % 3], "tier": TIERS[number % 2]}
            books.book(wallet, Kind.BET, -(day + 1) * 100, at, **of)
            if (day + number) % 3 == 0:
                books.book(wallet, Kind.PAYOUT, (day + 1) * 250, at, **of)
    # Just outside of the month, on either side, and what is no play at all.
    books.book(
        wallets[1],
        Kind.BET,
        -77,
        datetime(2026, 2, 28, 20, 59, 59, tzinfo=UTC),
        game="classic",
        tier="VIP",
    )
    books.book(
        wallets[1],
        Kind.BET,
        -78,
        datetime(2026, 3, 31, 21, 0, 0, tzinfo=UTC),
        game="classic",
        tier="VIP",
    )
    books.book(
        wallets[1], Kind.BINGO, -500, datetime(2026, 3, 10, 9, tzinfo=UTC), game="bingo", tier="VIP"
    )
    books.book(
        wallets[1],
        Kind.BINGO_REFUND,
        500,
        datetime(2026, 3, 10, 10, tzinfo=UTC),
        game="bingo",
        tier="VIP",
    )
    books.close()
    return wallets


@pytest.fixture
def office(db):
    return browser(member(Role.MANAGER))


ASKED = {"first": "2026-03-01", "last": "2026-03-31", "currency": "RUR", "game": "", "tier": ""}


def by_hand(**only: str) -> tuple[int, int]:
    """Stakes and returns of March, summed up without the database."""
    stakes = returns = 0
    for day in range(31):
        for number in range(6):
            currency = list(Currency)[number % 2].value
            of = {
                "currency": currency,
                "game": GAMES[(day + number) % 3],
                "tier": TIERS[number % 2],
            }
            if all(of[name] == value for name, value in only.items()):
                stakes += (day + 1) * 100
                returns += (day + 1) * 250 if (day + number) % 3 == 0 else 0
    return stakes, returns


@pytest.mark.usefixtures("month")
def test_a_month_equals_sums_made_by_hand():
    verify_journal()
    lines = figures.lines(FIRST, LAST)
    for currency in Currency:
        of = [line for line in lines if line.currency == currency]
        stakes, returns = sum(one.stakes for one in of), sum(one.returns for one in of)
        assert (stakes, returns) == by_hand(currency=currency.value)
    for game in GAMES:
        of = [line for line in lines if line.game == game]
        expected = by_hand(game=game)
        assert (sum(one.stakes for one in of), sum(one.returns for one in of)) == expected
    # By hand once more: on the first day three players stake a rouble each, and one has won.
    first = [line for line in lines if line.day == FIRST and line.currency == "RUR"]
    assert sum(line.stakes for line in first) == 300
    assert sum(line.returns for line in first) == 250
    assert sum(line.result for line in first) == 50
    assert {line.stakes for line in lines if line.game == "bingo"} == {0}


@pytest.mark.usefixtures("month")
def test_page_and_file_show_the_same_figures(office):
    page = read(office.get(reverse("admin:reports"), ASKED))
    stakes, returns = by_hand(currency="RUR")
    shown = [one.text for one in page.one(id="totals").all("dd")]
    assert shown[0] == f"{stakes // 100:,} RUR"
    assert shown[3] == "3"
    assert len(page.one(id="by-day").one("tbody").all("tr")) == 31
    assert not [one for one in page if one.get("style")]
    answer = office.get(reverse("admin:reports_file"), ASKED)
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    hundredths = [round(float(row["stakes"]) * 100) for row in rows]
    assert sum(hundredths) == stakes
    assert sum(round(float(row["returns"]) * 100) for row in rows) == returns
    only = ASKED | {"game": "classic", "tier": "VIP"}
    view = office.get(reverse("admin:reports"), only).context["report"]
    assert (view.total.stakes, view.total.returns) == by_hand(
        game="classic", tier="VIP", currency="RUR"
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"first": "2026-04-01"},
        {"first": "x"},
        {"first": ""},
        {"last": "2026-12-31"},
        {"first": "0001-01-01"},
        {"currency": "USD"},
        {"game": "poker"},
        {"tier": "GOLD"},
        {"page": "2"},
    ],
)
def test_a_report_of_nonsense_is_refused_with_a_sentence(office, changes):
    for name in ("reports", "reports_file"):
        assert office.get(reverse(f"admin:{name}"), ASKED | changes).status_code == 422


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.CASHIER])
def test_reports_are_the_managers(role):
    client = browser(member(role))
    for name in ("reports", "reports_file"):
        assert client.get(reverse(f"admin:{name}")).status_code == 403


def test_what_is_owed_is_balances_held_withdrawals_and_stakes_in_play(player):
    give(player, 500)
    cashier.ask(
        player=player,
        kind=RequestKind.WITHDRAWAL,
        amount=20_000,
        token=uuid.uuid4(),
        details="card",
    )
    from tests.tables import Seat

    seat = Seat(player)
    seat.plant("7D 0S 0H 0C")
    seat.deal(10, 20)
    rur = next(one for one in figures.owed() if one.currency == "RUR")
    assert (rur.balances, rur.held, rur.in_play) == (27_000, 20_000, 3_000)
    assert rur.total == 50_000


def test_a_chart_draws_losses_below_zero_and_stays_inside():
    shown = list(figures.days(date(2026, 1, 1), date(2026, 3, 31)))
    drawn = chart(shown, [("bar", [(-1) ** n * n for n in range(len(shown))])])
    assert len(drawn.bars) == len(shown) - 1
    zero = next(mark.y for mark in drawn.marks if mark.amount == 0)
    for bar in drawn.bars:
        assert 0 <= bar.y <= bar.y + bar.height <= drawn.height
        assert drawn.left <= bar.x <= bar.x + bar.width <= drawn.width
        assert (bar.y >= zero) == (bar.amount < 0) or bar.height <= 1
    assert chart(shown, [("bar", [0] * len(shown))]).bars == []
