"""The cash history: opening plus lines is closing, for every period, whatever the clock did."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import Currency, Entry, User
from accounts.statement import csv_file, presenters, sections
from accounts.statement.periods import Month, Period, last_days, months_since
from tests.pages import Element, read

pytestmark = pytest.mark.django_db

PAGE, FILE = "/account/cash/", "/account/cash/file/"
MOSCOW = ZoneInfo("Europe/Moscow")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def at(player):
    """Book lines at a moment of Moscow: hundredths in as a gift, out as a bet."""

    def at(moment: datetime, *amounts: int, currency: str = Currency.RUR, **more) -> None:
        moment = moment if moment.tzinfo else moment.replace(tzinfo=MOSCOW)
        with time_machine.travel(moment, tick=False), transaction.atomic():
            wallet = ledger.lock(player.pk, currency)
            ledger.post(
                wallet,
                [
                    Posting(
                        **{"kind": Kind.ADJUSTMENT if amount > 0 else Kind.BET, **more},
                        amount=amount,
                        cause=f"test/{number}/{currency}",
                    )
                    for number, amount in enumerate(amounts, start=wallet.last_number + 1)
                ],
            )

    return at


def section(player: User, period: Period, currency: str = Currency.RUR) -> sections.Section:
    return sections.section(player.pk, currency, start=period.start, end=period.end)


def amounts(player: User, of: sections.Section) -> list[int]:
    found = Entry.objects.filter(wallet__user=player, wallet_id=of.wallet)
    found = found.filter(number__gte=of.first, number__lte=of.last).order_by("number")
    return list(found.values_list("amount", flat=True))


def get(player: User, query: str = "", url: str = PAGE):
    return browser(player).get(f"{url}?{query}")


def sums(page: Element) -> tuple[int, int, int]:
    found = page.one("dl", id="sums")
    texts = (
        next(one[f"data-{name}"] for one in found.all("dd") if one.get(f"data-{name}"))
        for name in ("opening", "change", "closing")
    )
    opening, change, closing = map(int, texts)
    return opening, change, closing


def numbers(page: Element) -> list[int]:
    return [int(row["data-number"]) for row in page.all("tr") if row.get("data-number")]


# --- Sections ---------------------------------------------------------------------------------


def test_thirteen_months_each_closing_is_the_next_ones_opening(player, at):
    """Seeded: some hundred lines at any time of the days, at the edges, and none in two months."""
    dice = Random(13)
    months = [Month(2025, 11)]
    while len(months) < 13:
        months.append(months[-1].next)
    moments = [
        datetime(2025, 11, 1, tzinfo=MOSCOW) + timedelta(seconds=dice.randrange(395 * 86_400))
        for _ in range(300)
    ]
    moments += [month.period.end - timedelta(microseconds=1) for month in months]
    moments += [month.period.start for month in months]
    empty = {(2026, 2), (2026, 7)}
    local = [(moment, moment.astimezone(MOSCOW)) for moment in sorted(moments)]
    moments = [moment for moment, there in local if (there.year, there.month) not in empty]
    by_month: dict[tuple[int, int], int] = {}
    balance = 0
    for moment in moments:
        amount = dice.randrange(1, 90_000) if balance < 50_000 else -dice.randrange(1, balance)
        at(moment, amount)
        balance += amount
        there = moment.astimezone(MOSCOW)
        key = (there.year, there.month)
        by_month[key] = by_month.get(key, 0) + amount
    found = [section(player, month.period) for month in months]
    assert found[0].opening == 0
    assert found[-1].closing == balance == ledger.balance(player.pk, Currency.RUR)
    for before, after in pairwise(found):
        assert (before.closing, before.last + 1) == (after.opening, after.first)
    for month, of in zip(months, found, strict=True):
        assert of.change == sum(amounts(player, of)) == by_month.get((month.year, month.month), 0)
    assert sum(of.lines for of in found) == Entry.objects.count() == len(moments)
    everything = section(player, Period())
    assert (everything.opening, everything.closing) == (0, balance)
    year = section(player, Period(date(2025, 11, 1), date(2026, 11, 30)))
    assert (year.first, year.last, year.change) == (1, len(moments), balance)
    half = section(player, Period(date(2026, 2, 1), date(2026, 7, 31)))
    assert (half.opening, half.closing) == (found[3].opening, found[8].closing)


def test_pages_of_all_months_show_the_same_sums(player, at):
    for month in range(1, 13):
        at(datetime(2026, month, 15, 12), 100 * month, -50)
    closing = 0
    with time_machine.travel(datetime(2026, 12, 20, tzinfo=UTC), tick=False):
        for month in range(1, 13):
            page = read(get(player, f"month=2026-{month:02}"))
            assert sums(page) == (closing, 100 * month - 50, closing + 100 * month - 50)
            assert numbers(page) == [2 * month, 2 * month - 1]
            closing += 100 * month - 50


def test_empty_periods_open_and_close_with_what_is_held(player, at):
    at(datetime(2026, 5, 10, 12), 700)
    for period, held in [
        (Period(date(2026, 5, 1), date(2026, 5, 9)), 0),
        (Period(date(2026, 5, 11), date(2026, 5, 31)), 700),
        (Period(None, date(2026, 5, 9)), 0),
        (Period(date(2026, 5, 11), None), 700),
        (Period(date(2099, 12, 31), date(2099, 12, 31)), 700),
    ]:
        of = section(player, period)
        assert (of.lines, of.opening, of.closing) == (0, held, held)
    nobody = section(player, Period(), Currency.FUN)
    assert (nobody.lines, nobody.opening, nobody.closing) == (0, 0, 0)


@pytest.mark.parametrize(
    "edge", [date(2026, 1, 1), date(2026, 3, 1), date(2024, 3, 1), date(2026, 12, 31)], ids=str
)
def test_a_day_begins_at_midnight_of_the_house(player, at, edge):
    midnight = datetime(edge.year, edge.month, edge.day, tzinfo=MOSCOW)
    at(midnight - timedelta(microseconds=1), 1)
    at(midnight, 20)
    at(midnight + timedelta(days=1) - timedelta(microseconds=1), 300)
    at(midnight + timedelta(days=1), 4_000)
    of = section(player, Period(edge, edge))
    assert amounts(player, of) == [20, 300]
    assert (of.opening, of.closing) == (1, 321)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Pacific/Kiritimati", date(2026, 1, 1), 24),
        ("America/New_York", date(2026, 12, 31), 24),
    ],
)
def test_days_of_other_zones_and_of_changed_clocks(settings, player, at, zone, day, hours):
    settings.TIME_ZONE = zone
    period = Period(day, day)
    begins, ends = period.start, period.end
    assert begins is not None
    assert ends is not None
    assert ends.astimezone(UTC) - begins.astimezone(UTC) == timedelta(hours=hours)
    at(begins.astimezone(UTC) - timedelta(seconds=1), 1)
    at(begins.astimezone(UTC), 20)
    at(ends.astimezone(UTC) - timedelta(seconds=1), 300)
    at(ends.astimezone(UTC), 4_000)
    assert amounts(player, section(player, period)) == [20, 300]
    assert read(get(player, f"since={day}&until={day}")).text.count(zone) == 1


def test_a_clock_that_was_put_back_tears_no_period_apart(player, at):
    at(datetime(2026, 5, 31, 23, 30), 1)
    at(datetime(2026, 6, 1, 0, 10), 20)  # an hour fast
    at(datetime(2026, 5, 31, 23, 20), 300)
    at(datetime(2026, 6, 1, 0, 5), 4_000)
    may, june = section(player, Month(2026, 5).period), section(player, Month(2026, 6).period)
    assert (amounts(player, may), amounts(player, june)) == ([1], [20, 300, 4_000])
    assert (may.closing, june.closing) == (june.opening, 4_321)


def test_what_is_booked_meanwhile_is_not_in_the_section(player, at):
    at(datetime(2026, 5, 1), 1, 2)
    of = section(player, Period())
    at(datetime(2026, 5, 2), 4)
    assert (of.last, of.closing) == (2, 3)
    assert [entry.number for entry in sections.page(of, size=10).lines] == [2, 1]


def test_currencies_do_not_mix(player, at):
    at(datetime(2026, 5, 1), 500)
    at(datetime(2026, 5, 1), 7, currency=Currency.FUN)
    assert sums(read(get(player, "period=all&currency=FUN"))) == (0, 7, 7)
    assert sums(read(get(player, "period=all&currency=RUR"))) == (0, 500, 500)


# --- Periods ----------------------------------------------------------------------------------


def test_words_name_days_of_the_house():
    with time_machine.travel(datetime(2026, 2, 28, 22, 30, tzinfo=UTC), tick=False):  # 1.3. there
        assert last_days(1) == Period(date(2026, 3, 1), date(2026, 3, 1))
        assert last_days(7) == Period(date(2026, 2, 23), date(2026, 3, 1))
        begun = datetime(2025, 11, 30, 21, 0, tzinfo=UTC)  # 1.12. there
        months = months_since(begun)
    assert months == [Month(2026, 3), Month(2026, 2), Month(2026, 1), Month(2025, 12)]


def test_months_end_where_the_next_begins():
    month = Month(2023, 12)
    for _ in range(30):
        period, following = month.period, month.next.period
        assert period.end == following.start
        month = month.next
    assert Month(2024, 2).period.last == date(2024, 2, 29)


# --- The page ---------------------------------------------------------------------------------


def test_lines_say_when_what_how_much_and_what_was_left(player, at):
    at(datetime(2026, 5, 1, 23, 59, 58), 1_000_00, note="promised by phone")
    at(datetime(2026, 5, 2), -50_50, game="solo")
    view = presenters.statement(player, presenters.Filter("RUR", "", Period()))
    last, first = view.lines
    assert (first.kind, first.words, first.amount) == (
        "Adjustment by staff",
        "promised by phone",
        1_000_00,
    )
    assert first.at == datetime(2026, 5, 1, 23, 59, 58, tzinfo=MOSCOW)
    assert (last.kind, last.game, last.amount, last.balance_after) == (
        "Bet",
        "solo",
        -50_50,
        949_50,
    )
    row = read(get(player, "period=all")).one("table", id="lines").all("tr")[2]
    assert "23:59:58" in row.text
    assert "+1,000" in row.text


def test_causes_are_told_in_words(player, at):
    cases = [
        ("accounts.deposit/17", "Request № 17"),
        ("accounts.withdrawal/18/returned", "Request № 18"),
        ("blackjack.round/19/3", "Game № 19"),
        ("accounts.demo/3/1", ""),
        ("something.else/1", ""),
    ]
    with transaction.atomic():
        wallet = ledger.lock(player.pk, Currency.RUR)
        ledger.post(wallet, [Posting(Kind.ADJUSTMENT, 1, cause) for cause, _words in cases])
    view = presenters.statement(player, presenters.Filter("RUR", "", Period()))
    assert [line.words for line in reversed(view.lines)] == [words for _cause, words in cases]


def test_pages_follow_each_other_without_a_gap(player, at):
    count = 3 * presenters.PAGE - 20
    for _ in range(count // 10):
        at(datetime(2026, 5, 1), *[100] * 10)
    seen: list[int] = []
    url = f"{PAGE}?period=all"
    back = ""
    while url:
        page = read(browser(player).get(url))
        assert sums(page) == (0, 100 * count, 100 * count)
        seen += numbers(page)
        links = {one.text: one["href"] for one in page.all("a")}
        url, back = links.get("Older", ""), links.get("Newer", "")
    assert seen == list(range(count, 0, -1))
    assert numbers(read(browser(player).get(back))) == seen[presenters.PAGE : 2 * presenters.PAGE]


def test_kind_filters_lines_and_says_their_sum_beside_the_whole(player, at):
    at(datetime(2026, 5, 1), 1_000)
    for _ in range(presenters.PAGE):
        at(datetime(2026, 5, 2), -1, 3)
    page = read(get(player, "period=all&kind=bet"))
    assert sums(page) == (0, 1_000 + 2 * presenters.PAGE, 1_000 + 2 * presenters.PAGE)
    of_kind = [one["data-of-kind"] for one in page.all("dd") if one.get("data-of-kind")]
    assert of_kind == [str(-presenters.PAGE)]
    assert numbers(page) == list(range(2 * presenters.PAGE, 1, -2))
    assert not [one for one in page.all("a") if one.text in {"Older", "Newer"}]


def test_without_a_wish_it_is_the_last_30_days_in_roubles(player, at):
    now = datetime(2026, 5, 31, 12, tzinfo=MOSCOW)
    at(datetime(2026, 5, 1, 23), 1)
    at(datetime(2026, 5, 2, 0), 20)
    with time_machine.travel(now, tick=False):
        page = read(browser(player).get(PAGE))
    assert sums(page) == (1, 20, 21)
    (current,) = [one.text for one in page.all("a", aria_current="true")]
    assert current == "30 days"


def test_days_left_blank_leave_that_end_open(player, at):
    for day in (1, 2, 3):
        at(datetime(2026, 5, day, 12), 10**day)
    for query, expected in [
        ("since=2026-05-02&until=", (10, 1_100, 1_110)),
        ("since=&until=2026-05-02", (0, 110, 110)),
        ("since=&until=", (0, 1_110, 1_110)),
        ("since=02.05.2026&until=02.05.2026", (10, 100, 110)),
    ]:
        assert sums(read(get(player, query))) == expected


def test_guest_sees_his_demo_money(guest):
    with transaction.atomic():
        ledger.fill_demo(ledger.lock(guest.pk, Currency.FUN))
    page = read(get(guest))
    assert sums(page) == (0, 1_000_000, 1_000_000)


def test_anothers_lines_are_nowhere(player, owner, at):
    at(datetime(2026, 5, 1), 5)
    assert numbers(read(get(owner, "period=all"))) == []
    assert sums(read(get(owner, "period=all"))) == (0, 0, 0)


def test_visitors_are_led_to_signing_in(client):
    for url in (PAGE, FILE):
        assert client.get(url).status_code == 302
        assert client.post(url).status_code == 405


@pytest.mark.parametrize(
    "query",
    [
        "currency=EUR", "kind=bets", "period=year", "month=2026-13", "month=2026-0",
        "month=1999-01", "month=２０２６-01", "since=2026-02-30", "since=0001-01-01", "since=%00",
        "until=9999-12-31", "until=today", "since=2026-05-02&until=2026-05-01",
        "period=all&month=2026-05", "month=2026-05&since=2026-05-01", "before=0", "before=-1",
        "before=1e3", "after=x", "before=5&after=3", "before=" + "9" * 30, "user=1",
        "currency=RUR&currency=FUN", "kind=" + "x" * 5000,
    ],
)  # fmt: skip
def test_wrong_wishes_are_refused_with_a_sentence(player, at, query):
    at(datetime(2026, 5, 1), 5)
    response = get(player, query)
    assert response.status_code == 422
    page = read(response)
    (sentence,) = [one for one in page.one("main").all("div", role="alert") if one.text]
    assert len(sentence.text) < 250
    assert sums(page)[0] == 5
    if not query.startswith(("before", "after")):
        assert get(player, query, FILE).status_code == 422


def test_a_file_has_no_pages(player):
    assert get(player, "before=5", FILE).status_code == 422


def test_lines_beyond_the_section_are_no_page(player, at):
    at(datetime(2026, 5, 1), 5)
    for query in ("period=all&before=1", "period=all&after=1", f"period=all&after={2**63 - 1}"):
        page = read(get(player, query))
        assert (numbers(page), sums(page)) == ([], (0, 5, 5))
        assert [one for one in page.all("a") if one.text == "Newest lines"]


# --- The file ---------------------------------------------------------------------------------


def text_of(response) -> str:
    async def whole() -> bytes:
        return b"".join([piece async for piece in response.streaming_content])

    assert response.status_code == 200
    return async_to_sync(whole)().decode()


def table(response, delimiter: str = ",") -> list[list[str]]:
    text = text_of(response)
    assert text.startswith(csv_file.MARK)
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))


def test_file_holds_the_period_from_opening_to_closing(player, at, monkeypatch):
    monkeypatch.setattr(sections, "FILE_CHUNK", 3)
    at(datetime(2026, 4, 30), 1_000_00)
    at(datetime(2026, 5, 1, 1, 2, 3), *[-50] * 7, game="solo")
    at(datetime(2026, 6, 1), 5)
    response = get(player, "month=2026-05", FILE)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "cash-RUR-2026-05-01_2026-05-31.csv" in response["Content-Disposition"]
    assert response.streaming
    head, opening, *lines, closing = table(response)
    assert "Europe/Moscow" in head[1]
    assert (opening[2], opening[6]) == ("Opening balance", "1000.00")
    assert (closing[2], closing[6]) == ("Closing balance", "996.50")
    assert [line[0] for line in lines] == [str(number) for number in range(2, 9)]
    assert lines[0][1:4] == ["2026-05-01 01:02:03", "Bet", "solo"]
    assert {line[5] for line in lines} == {"-0.50"}
    assert lines[-1][6] == "996.50"


def test_russian_file_has_commas_in_numbers_and_semicolons_between(player, at, settings):
    settings.LANGUAGE_CODE = "ru"
    at(datetime(2026, 5, 1), 1_234_567_89)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE), ";")
    assert (line[5], line[6]) == ("1234567,89", "1234567,89")


def test_file_of_one_kind_has_its_lines_alone(player, at):
    at(datetime(2026, 5, 1), 500, -3, 4, -5)
    response = get(player, "period=all&kind=bet", FILE)
    assert "cash-RUR-bet-all.csv" in response["Content-Disposition"]
    _head, *lines = table(response)
    assert [(line[0], line[5]) for line in lines] == [("2", "-0.03"), ("4", "-0.05")]


def test_file_without_lines_has_its_edges(player):
    _head, opening, closing = table(get(player, "period=all", FILE))
    assert (opening[6], closing[6]) == ("0.00", "0.00")


@pytest.mark.parametrize(
    "note", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x","y")']
)
def test_no_text_becomes_a_formula(player, at, note):
    at(datetime(2026, 5, 1), 5, note=note)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE))
    assert line[4] == f"'{note}"


def test_texts_keep_their_signs_and_numbers_stay_numbers(player, at):
    at(datetime(2026, 5, 1), 500, note='a "quoted", one; <b>')
    at(datetime(2026, 5, 1), -5)
    _head, _opening, line, bet, _closing = table(get(player, "period=all", FILE))
    assert line[4] == 'a "quoted", one; <b>'
    assert bet[5] == "-0.05"


def test_lines_booked_after_the_click_are_not_in_the_file(player, at):
    at(datetime(2026, 5, 1), 500)
    response = get(player, "period=all", FILE)
    at(datetime(2026, 5, 2), 7)
    _head, _opening, _line, closing = table(response)
    assert closing[6] == "5.00"


def test_times_of_the_file_are_the_houses(player, at):
    at(timezone.now().replace(month=1, day=1, hour=23, tzinfo=UTC), 5)
    _head, _opening, line, _closing = table(get(player, "period=all", FILE))
    assert line[1].split()[0].endswith("-01-02")
