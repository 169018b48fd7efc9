"""Many requests at once, late ones and repeated ones: one effect, and never an error page.

All requests go through the real pages, each thread with a browser and a connection of its own.
"""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.ledger import DEMO_FULL
from accounts.models import Currency, Entry
from blackjack.engine.rules import Variant, rules_of
from blackjack.models import Round, Shoe, Table
from fairplay.models import Commitment
from tests.pages import TablePage
from tests.tables import (
    DOUBLED,
    FULL_COUNTS,
    HTMX,
    INSURED,
    NATURAL,
    PAIR,
    PLAYED,
    SURRENDERED,
    TIMES,
    WON,
    at_once,
    clients,
    everything,
    give,
    journal_adds_up,
)

pytestmark = pytest.mark.django_db(transaction=True)

HUNDRED = 100
THREADS = 20
FEWER = 4
"""Where every request writes: SQLite lets writers wait without an order, and no longer than 5 s."""


def statuses(answers) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


# --- F1 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "times"), [({}, HUNDRED), (HTMX, TIMES)], ids=["plain", "htmx"]
)
def test_f1_deal(seat, headers, times):
    seat.plant(WON)
    tabs, version = clients(seat.player, THREADS), seat.version
    answers = at_once(
        lambda n: seat.post_deal(tabs[n % THREADS], 10, version=version, headers=headers), times
    )
    assert statuses(answers) == {200 if headers else 303: 1, 409: times - 1}
    assert seat.lines == [("bet", -10_00)]
    assert (Round.objects.count(), seat.version) == (1, 1)
    for answer in answers[:10]:
        if answer.status_code == 409:
            assert TablePage.of(answer).cards == ["7D", "0S", "0H"]
    assert journal_adds_up()


def test_f1_deal_of_a_round_that_ends_at_once(seat):
    seat.plant(NATURAL)
    tabs, version = clients(seat.player, THREADS), seat.version
    answers = at_once(lambda n: seat.post_deal(tabs[n % THREADS], 10, version=version), TIMES)
    assert statuses(answers) == {303: 1, 409: TIMES - 1}
    assert seat.lines == [("bet", -10_00), ("payout", 25_00)]
    assert Shoe.objects.count() == Commitment.objects.count() == 2
    assert journal_adds_up()


@pytest.mark.parametrize(
    ("variant", "cards", "word", "lines"),
    [
        (Variant.DOUBLE_DECK, "7D 2S 3H 4C", "hit", []),
        (Variant.DOUBLE_DECK, WON, "stand", [("payout", 20_00)]),
        (Variant.DOUBLE_DECK, DOUBLED, "double", [("double", -10_00), ("payout", 20_00)]),
        (Variant.DOUBLE_DECK, PAIR, "split", [("split", -10_00)]),
        (Variant.DOUBLE_DECK, INSURED, "insure", [("insurance", -5_00)]),
        (Variant.SIX_DECK, SURRENDERED, "surrender", [("surrender", 5_00)]),
        (Variant.CLASSIC, "5S 6H AD 9C", "insure", [("insurance", -5_00)]),
        (Variant.CLASSIC, "5S 6H AD 9C", "decline", []),
        (Variant.CLASSIC, "6S 5H 6D 0C 0D 0S", "double", [("double", -10_00), ("payout", 40_00)]),
        (Variant.BINGO, "8S 8H 6D 0C 8D 0S", "split", [("split", -10_00)]),
        (Variant.BINGO, "0S 6H 0D 7C", "surrender", [("surrender", 5_00)]),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isalpha() else "",
)
def test_f1_actions(seat, variant, cards, word, lines):
    here = seat.at(variant)
    here.play(cards)
    tabs, version = clients(seat.player, THREADS), here.version
    answers = at_once(lambda n: here.post_act(tabs[n % THREADS], word, version=version), TIMES)
    assert statuses(answers) == {303: 1, 409: TIMES - 1}
    assert here.round.actions == [word]
    assert here.lines == [("bet", -10_00), *lines]
    assert here.version == version + 1
    assert journal_adds_up()


def test_f1_demo_fill_up(demo):
    tabs = clients(demo.player, THREADS)
    answers = at_once(lambda n: tabs[n % THREADS].get(demo.url()), TIMES)
    assert statuses(answers) == {200: TIMES}
    assert demo.balance == DEMO_FULL
    assert Entry.objects.filter(kind="demo_fill").count() == 1
    assert Table.objects.count() == Shoe.objects.count() == Commitment.objects.count() == 1
    assert len({answer.context["table"].fairplay.current.md5 for answer in answers[-10:]}) == 1
    give(demo.player, -100, Currency.FUN)
    at_once(lambda n: tabs[n % THREADS].get(demo.url()), THREADS)
    assert demo.balance == DEMO_FULL
    assert Entry.objects.filter(kind="demo_fill").count() == 2


# --- F2 ---------------------------------------------------------------------------------------


def test_b13_two_tables_and_money_for_one(seat):
    give(seat.player, 60 - 1000)
    seats = [seat, seat.at(Variant.SIX_DECK)]
    for one in seats:
        one.plant(WON)
    tabs = clients(seat.player, 2)
    answers = at_once(lambda n: seats[n].post_deal(tabs[n], 50), 2, threads=2)
    assert statuses(answers) == {303: 1, 422: 1}
    assert seat.balance == 10_00
    assert Round.objects.count() == 1


def test_f2_different_bets_and_money_for_some(seat):
    """Of many deals at two tables one is paid; what is left never falls below zero."""
    give(seat.player, 15 - 1000)
    seats = [seat, seat.at(Variant.SIX_DECK)]
    for one in seats:
        one.plant(WON)
    tabs = clients(seat.player, FEWER)

    def deal(number: int):
        bet = 10 + number % 5
        return seats[number // 10 % 2].post_deal(tabs[number % FEWER], bet, version=0)

    counted = statuses(at_once(deal, TIMES, FEWER))
    assert counted[303] == 1
    assert set(counted) == {303, 409, 422}
    (row,) = Round.objects.all()
    assert seat.balance == 15_00 - sum(row.stakes.values())
    assert journal_adds_up()


def test_f2_bets_at_several_tables_and_money_for_some_of_them(seat):
    """Whoever comes late asks again for the table as it stands, until he is paid or refused.

    All four browsers go from table to table, so that neither is dealt its planted rounds out.
    """
    bets, paid = (100, 40) if FULL_COUNTS else (25, 10)
    give(seat.player, paid * 10 - 1000)
    seats = [seat.at(Variant.CLASSIC), seat.at(Variant.BINGO)]
    for one in seats:
        one.plant(" ".join([*("0S 9H KD AC", "0D 9C KH AS", "0H 9S KS AD", "0C 9D KC AH")] * 6))
    tabs = clients(seat.player, FEWER)

    def bet(number: int) -> int:
        here = seats[number // FEWER % 2]
        for _ in range(bets):
            answer = here.post_deal(tabs[number % FEWER], 10)
            if answer.status_code != 409:
                break
        return answer.status_code

    assert Counter(at_once(bet, bets, FEWER)) == {303: paid, 422: bets - paid}
    assert seat.balance == 0
    assert Round.objects.filter(ended_at__isnull=False).count() == paid
    assert journal_adds_up()


def test_f2_whole_evening_of_many_tabs_at_all_tables(seat, stranger):
    """Everybody clicks at everything: the journal adds up, and each table has one round open."""
    seats = [
        type(seat)(player, variant, currency)
        for player in (seat.player, stranger)
        for variant in PLAYED
        for currency in Currency.values
    ]
    for one in seats:
        one.open()
    tabs = {player: clients(player, FEWER) for player in (seat.player, stranger)}
    words = ["stand", "hit", "double", "split", "insure", "stand"]
    clicks = 100 if FULL_COUNTS else 3 * len(seats)  # a deal at each table, and two actions

    def click(number: int) -> int:
        here = seats[number % len(seats)]
        tab = tabs[here.player][number % FEWER]
        if number % 3:
            return here.post_act(tab, words[number % len(words)]).status_code
        return here.post_deal(tab, 1 + number % 50).status_code

    counted = Counter(at_once(click, clicks, FEWER))
    assert set(counted) <= {303, 409}
    assert counted[303] >= len(seats)
    for one in seats:
        assert Round.objects.filter(table=one.table, ended_at=None).count() <= 1
        assert Shoe.objects.filter(table=one.table, ended_at=None).count() == 1
        bets = sum(sum(row.stakes.values()) for row in Round.objects.filter(table=one.table))
        booked = Entry.objects.filter(
            wallet__user=one.player, wallet__currency=one.currency, game=one.variant, kind="bet"
        )
        assert -sum(entry.amount for entry in booked) == bets
    assert journal_adds_up()


# --- F3 ---------------------------------------------------------------------------------------


def press_either(seat, tabs, version, number):
    return seat.post_act(tabs[number], ["hit", "stand"][number], version=version)


def test_f3_d12_hit_and_stand_at_once(seat):
    tabs = clients(seat.player, 2)
    winners = Counter[str]()
    times = 100 if FULL_COUNTS else 10
    for _ in range(times):
        seat.play("7D 2S 3H 4C 0D 0S")
        press = partial(press_either, seat, tabs, seat.version)
        answers = at_once(press, 2, threads=2)
        assert statuses(answers) == {303: 1, 409: 1}
        (loser,) = [answer for answer in answers if answer.status_code == 409]
        (word,) = seat.round.actions
        assert len(TablePage.of(loser).cards) == (4 if word == "hit" else 5)
        winners[word] += 1
        if word == "hit":
            seat.act("stand")
    assert sum(winners.values()) == times
    assert journal_adds_up()


def test_d5_both_tabs_come_to_the_same_table(seat):
    first, second = clients(seat.player, 2)
    seat.play("7D 2S 3H 4C 5S")
    version = seat.version
    seat.post_act(first, "hit", version=version)
    stale = TablePage.of(seat.post_act(second, "stand", version=version))
    current = TablePage.of(first.get(seat.url()))
    assert (stale.cards, stale.version) == (current.cards, current.version)
    assert seat.post_act(second, "stand", version=stale.version).status_code == 303


@pytest.mark.parametrize("variant", PLAYED)
def test_f3_delayed_and_reordered_posts_change_nothing(seat, variant):
    here = seat.at(variant)
    tab, late = clients(seat.player, 2)
    kept = rules_of(variant).kept_shoe is not None
    here.plant("2S 3H 7D 0C 4C 5S 6D 0H" if kept else "7D 2S 3H 4C 5S 6D 0H")
    forms = []
    for word in ["deal", "hit", "hit", "stand"]:
        forms.append((word, here.version))
        answer = here.post_deal(tab) if word == "deal" else here.post_act(tab, word)
        assert answer.status_code == 303
    forms += [(name, version) for name in ("leave", "close") for _, version in forms]
    shown = TablePage.of(tab.get(here.url())).cards
    before = everything()
    for word, version in [*reversed(forms), *forms]:
        if word == "deal":
            answer = here.post_deal(late, version=version)
        elif word in {"leave", "close"}:
            answer = late.post(here.url(word), {"version": version})
        else:
            answer = here.post_act(late, word, version=version)
        page = TablePage.of(answer)
        assert answer.status_code == 409
        assert (page.version, page.cards) == (here.version, shown)
    assert everything() == before


def test_f3_week_old_posts_change_nothing(seat):
    (tab,) = clients(seat.player, 1)
    with time_machine.travel(timezone.now() - timedelta(days=7), tick=False):
        seat.plant("7D 2S 3H 4C 5S 6D 0H")
        old_deal = seat.version
        seat.deal()
        old_hit = seat.version
        seat.act("hit")
    before = everything()
    for answer in (
        seat.post_deal(tab, version=old_deal),
        seat.post_act(tab, "hit", version=old_hit),
        seat.post_act(tab, "stand", version=old_hit),
    ):
        assert answer.status_code == 409
        assert TablePage.of(answer).cards == ["7D", "2S", "3H", "4C"]
    assert everything() == before
    assert seat.post_act(tab, "stand").status_code == 303
