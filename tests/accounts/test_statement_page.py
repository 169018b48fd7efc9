"""The page of the cash history: its lines, its wishes, and how wrong ones are refused."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import transaction

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import Currency
from accounts.statement import presenters
from accounts.statement.periods import Period
from tests.accounts.statement_pages import FILE, PAGE, browser, get, numbers, sums
from tests.pages import read

pytestmark = pytest.mark.django_db

MOSCOW = ZoneInfo("Europe/Moscow")


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
