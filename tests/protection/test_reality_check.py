"""The reality check: asked before the next deal, with time and result, and never within a round."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from accounts.protection import reality, snapshot
from accounts.protection.exceptions import RealityCheckDue
from accounts.protection.models import RealityCheck
from blackjack.models import Round
from tests.pages import TablePage
from tests.tables import HTMX, LOST, PAIR, everything

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 13, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def played(seat):
    """Play a lost round (ten roubles) at each of these minutes after the start."""

    def played(*minutes: int) -> None:
        for minute in minutes:
            with time_machine.travel(START + minute * MINUTE, tick=False):
                seat.play(LOST, "stand")

    return played


def asks(player, moment: datetime) -> bool:
    try:
        reality.require_none_due(snapshot.taken(player.pk, "RUR", moment), "RUR", moment)
    except RealityCheckDue:
        return True
    return False


def test_an_hour_is_the_default(player, played):
    played(0, 25, 50)
    assert not asks(player, START + 60 * MINUTE - SECOND)
    assert asks(player, START + 60 * MINUTE)


@pytest.mark.parametrize("minutes", [15, 30, 60, 120])
def test_it_is_asked_after_the_interval_that_the_player_set(player, played, minutes):
    reality.choose(player=player, minutes=minutes)
    played(*range(0, minutes, 10))
    assert not asks(player, START + minutes * MINUTE - SECOND)
    assert asks(player, START + minutes * MINUTE)


def test_it_can_be_switched_off(player, played):
    reality.choose(player=player, minutes=0)
    played(*range(0, 300, 25))
    assert not asks(player, START + 300 * MINUTE)


def test_a_pause_begins_a_new_session(player, played):
    played(0, 25, 50, 80)
    assert not asks(player, START + 81 * MINUTE)


def test_who_goes_on_is_asked_again_an_interval_later(player, played):
    played(0, 25, 50)
    now = START + 70 * MINUTE
    reality.go_on(player=player, currency="RUR", now=now)
    assert not asks(player, now)
    played(75, 100, 125)
    assert not asks(player, now + 60 * MINUTE - SECOND)
    assert asks(player, now + 60 * MINUTE)


def test_going_on_without_a_question_puts_nothing_off(player, played):
    played(0, 25, 50)
    reality.go_on(player=player, currency="RUR", now=START + 59 * MINUTE)
    assert not RealityCheck.objects.exists()
    assert asks(player, START + 60 * MINUTE)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_the_deal_is_refused_with_the_question_until_he_goes_on(seat, tab, played, headers):
    played(0, 25, 50)
    with time_machine.travel(START + 65 * MINUTE, tick=False):
        seat.plant(LOST)
        tab.get(seat.url())
        before = everything()
        for _ in range(2):
            answer = seat.post_deal(tab, 20, headers=headers)
            assert answer.status_code == 409
            assert everything() == before
        question = answer.context["table"].question
        assert (question.played, question.net, question.currency) == ("1 h 05 min", -30_00, "RUR")
        page = TablePage.of(answer)
        (asked,) = [one for one in page.table.all("fieldset") if "question" in one.classes]
        assert asked.one("button")["name"] == "go_on"
        assert {one["href"] for one in asked.all("a")} == {
            reverse("lobby"),
            reverse("accounts:limits") + "#stop",
        }
        assert page.fields["bet_1"] == "20"  # nothing has to be laid again
        answer = seat.post_deal(tab, 20, headers=headers, go_on="on")
        assert answer.status_code == (200 if headers else 303)
        assert Round.objects.count() == 4
        assert RealityCheck.objects.get().confirmed_at == START + 65 * MINUTE


@pytest.mark.parametrize("value", ["yes", "1", "ON"])
def test_another_answer_is_none(seat, tab, played, value):
    played(0, 25, 50)
    with time_machine.travel(START + 65 * MINUTE, tick=False):
        tab.get(seat.url())
        assert seat.post_deal(tab, 20, go_on=value).status_code == 422
        assert not RealityCheck.objects.exists()


def test_a_round_is_never_interrupted(seat, tab):
    with time_machine.travel(START, tick=False):
        seat.plant(PAIR)
        seat.deal(10)
        tab.get(seat.url())
    with time_machine.travel(START + 29 * MINUTE, tick=False):
        reality.choose(player=seat.player, minutes=15)
        for word in ("split", "stand", "stand"):
            assert seat.post_act(tab, word).status_code == 303


def test_the_header_shows_the_sessions_clock_and_result(seat, tab, played):
    with time_machine.travel(START, tick=False):
        page = TablePage.of(tab.get(seat.url()))
        assert page.root.one("dl", id="session").get("data-running") is None
    played(0, 20, 40)
    with time_machine.travel(START + timedelta(hours=1, minutes=8, seconds=40), tick=False):
        answer = tab.get(seat.url())
        header = TablePage.of(answer).root.one("dl", id="session")
        assert header["data-seconds"] == str(68 * 60 + 40)
        clock = header.one("span", data_clock="")
        assert (clock.text, clock["aria-hidden"]) == ("01:08:40", "true")
        assert answer.context["table"].session.spoken == "1 h 08 min"
        assert answer.context["table"].session.net == -30_00


def test_what_is_in_play_does_not_yet_count_as_lost(seat, tab):
    seat.plant(PAIR)
    answer = seat.post_deal(tab, 10, headers=HTMX)
    assert answer.context["table"].session.net == 0
    assert TablePage.of(answer).root.one(id="session")["hx-swap-oob"] == "true"
    seat.post_act(tab, "split")
    assert tab.get(seat.url()).context["table"].session.net == 0
    answer = seat.post_act(tab, "stand", headers=HTMX)
    assert answer.context["table"].session is None  # nothing of it has changed
    answer = seat.post_act(tab, "stand", headers=HTMX)
    assert answer.context["table"].session.net == answer.context["table"].net


def test_signing_out_neither_ends_a_session_nor_begins_one(seat, tab, played):
    played(0, 20)
    with time_machine.travel(START + 30 * MINUTE, tick=False):
        tab.post(reverse("accounts:logout"))
        tab.force_login(seat.player)
        assert tab.get(seat.url()).context["table"].session.seconds == 30 * 60
