"""Breaks and self-exclusion: at once, everywhere, and with no way back before the end."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import registry, services
from accounts.models import Currency
from accounts.protection import require_may_deposit, require_may_stake, stops
from accounts.protection.exceptions import PlayStopped, StaleProtection, StopNotLonger
from accounts.protection.models import PlayStop, StopKind
from accounts.protection.stops import Length
from blackjack.answers import ForAccounts
from blackjack.models import Round
from tests.pages import TablePage, read
from tests.tables import HTMX, PAIR, WON, Seat, everything

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def begin(player, length: Length, now: datetime | None = None) -> stops.Stop:
    number = stops.last_number(player.pk)
    return stops.begin(player=player, length=length, number=number, now=now or timezone.now())


@pytest.mark.parametrize(
    ("length", "kind", "until"),
    [
        (Length.HOUR, StopKind.BREAK, NOW + timedelta(hours=1)),
        (Length.DAY, StopKind.BREAK, NOW + timedelta(days=1)),
        (Length.WEEK, StopKind.BREAK, NOW + timedelta(days=7)),
        (Length.MONTH, StopKind.BREAK, datetime(2026, 6, 13, 9, tzinfo=UTC)),
        (Length.HALF_YEAR, StopKind.EXCLUSION, datetime(2026, 11, 13, 9, tzinfo=UTC)),
        (Length.YEAR, StopKind.EXCLUSION, datetime(2027, 5, 13, 9, tzinfo=UTC)),
        (Length.FOR_GOOD, StopKind.EXCLUSION, None),
    ],
)
def test_a_stop_holds_to_its_last_second(player, length, kind, until):
    assert begin(player, length, NOW) == stops.Stop(kind, until)
    asked = [NOW, NOW + SECOND]
    asked.append(NOW + timedelta(days=365 * 50) if until is None else until - SECOND)
    for moment in asked:
        for currency in Currency:
            with pytest.raises(PlayStopped) as refused:
                require_may_stake(player=player, currency=currency, amount=1_00, now=moment)
            assert (refused.value.kind, refused.value.until) == (kind, until)
        with pytest.raises(PlayStopped):
            require_may_deposit(player, 1_00, moment)
    if until is not None:
        require_may_stake(player=player, currency=Currency.RUR, amount=1_00, now=until)


def test_a_stop_can_only_become_longer(player):
    begin(player, Length.WEEK, NOW)
    for length in (Length.HOUR, Length.DAY, Length.WEEK):
        with pytest.raises(StopNotLonger):
            begin(player, length, NOW)
    begin(player, Length.YEAR, NOW)
    with pytest.raises(StopNotLonger):
        begin(player, Length.HALF_YEAR, NOW)
    begin(player, Length.FOR_GOOD, NOW)
    for length in Length:
        with pytest.raises(StopNotLonger):
            begin(player, length, NOW + timedelta(days=9999))
    assert PlayStop.objects.count() == 3


def test_the_same_form_again_is_stale(player):
    begin(player, Length.HOUR, NOW)
    with pytest.raises(StaleProtection):
        stops.begin(player=player, length=Length.DAY, number=0, now=NOW)


def test_an_open_round_is_finished_and_no_new_one_begins(seat, tab):
    seat.plant(PAIR)
    seat.deal(10)
    begin(seat.player, Length.FOR_GOOD)
    page = TablePage.of(tab.get(seat.url()))
    assert "split" in page.offered
    for word in ("split", "stand", "stand"):
        assert seat.post_act(tab, word).status_code == 303
    assert Round.objects.get().ended_at is not None
    version = seat.version
    for headers in ({}, HTMX):
        answer = seat.post_deal(tab, 10, headers=headers, version=version)
        assert answer.status_code == 409
        assert answer.context["table"].stop.text == (
            "You have excluded yourself from play for good."
        )
        table = TablePage.of(answer).table
        assert len([one for one in table.all("div") if "stop" in one.classes]) == 1
        assert table.all("form", id="bets") == []
    assert Round.objects.count() == 1


@pytest.mark.parametrize("currency", list(Currency))
def test_demo_play_is_stopped_as_well(player, tab, currency):
    there = Seat(player, currency=currency.value)
    there.plant(WON)
    begin(player, Length.DAY)
    assert there.post_deal(tab, 10).status_code == 409
    assert Round.objects.count() == 0


def test_an_open_page_hears_why(seat, tab):
    seat.plant(WON)
    shown = tab.get(seat.url()).context["table"].state
    asking = {"have": shown}
    assert tab.get(seat.url(), asking, headers=HTMX).status_code == 204
    begin(seat.player, Length.HOUR)
    answer = tab.get(seat.url(), asking, headers=HTMX)
    assert answer.status_code == 200
    assert answer.context["table"].stop is not None
    heard = read(tab.get(reverse("accounts:balance"), headers=HTMX))
    assert heard.one("div", id="standing").all("strong") != []
    lobby = read(tab.get(reverse("lobby")))
    assert lobby.one("div", id="standing").all("strong") != []


def test_what_is_not_play_stays_open(seat, tab):
    seat.play(WON, "stand")
    begin(seat.player, Length.FOR_GOOD)
    for name in ("lobby", "fairplay:list", "accounts:profile", "accounts:limits"):
        assert tab.get(reverse(name)).status_code == 200
    assert tab.get(reverse("fairplay:game", args=[seat.round.pk])).status_code == 200
    assert tab.get(seat.url()).status_code == 200


def test_a_guest_who_registers_stays_stopped(client, settings):
    guest = services.start_guest()
    begin(guest, Length.YEAR)
    user = services.upgrade_guest(user_id=guest.pk, login="Fresh_1", password="x" * 12)
    with pytest.raises(PlayStopped):
        require_may_stake(player=user, currency=Currency.FUN, amount=1_00, now=timezone.now())


class Sessions(ForAccounts):
    """Games that note who has stopped, and that fail when they are told to."""

    def __init__(self) -> None:
        self.stopped: list[int] = []
        self.fails = False

    def playing_stopped(self, user_id: int) -> None:
        if self.fails:
            raise RuntimeError("the games could not end it")
        self.stopped.append(user_id)


@pytest.fixture
def sessions():
    before, games = registry.games(), Sessions()
    registry.register(games)
    yield games
    registry.register(before)


def test_self_exclusion_ends_what_runs_between_rounds_in_its_transaction(player, sessions):
    begin(player, Length.WEEK)
    assert sessions.stopped == []
    begin(player, Length.HALF_YEAR)
    assert sessions.stopped == [player.pk]
    sessions.fails = True
    before = everything()
    with pytest.raises(RuntimeError):
        begin(player, Length.FOR_GOOD)
    assert everything() == before
