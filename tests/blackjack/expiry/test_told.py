"""The player is told how long an open round is kept, and afterwards what the house has done."""

import csv
import io
import json
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse
from django.utils import timezone

from blackjack.answers import ForFairPlay
from blackjack.engine.rules import Variant
from blackjack.models import Settlement
from blackjack.presenters.table_view import Phase
from blackjack.transcript import replay
from tests.blackjack.bingo.rounds import play
from tests.blackjack.expiry.conftest import START, TEN_DAYS
from tests.pages import read
from tests.tables import FRESH, HTMX, PLAYED, WON, clients, everything

pytestmark = pytest.mark.django_db

LOBBY, HISTORY, TOLD = (reverse(name) for name in ("lobby", "blackjack:history", "blackjack:told"))


@pytest.fixture
def come(tab, player):
    """A visit to a page, by a session begun then."""

    def come(url: str, **more):
        tab.force_login(player)
        return tab.get(url, **more)

    return come


def notices(answer) -> list[str]:
    return [notice.title for notice in answer.context["table"].notices]


@pytest.mark.parametrize(("seconds", "told"), [(-1, False), (0, True), (1, True)])
def test_from_the_seventh_day_on_the_table_says_how_long_a_round_is_kept(
    seat, come, clock, seconds, told
):
    seat.play(WON)
    clock.shift(timedelta(days=6, seconds=seconds))
    assert bool(notices(come(seat.url()))) is told
    assert bool(come(LOBBY).context["lobby"].waiting[0].soon) is told


def test_the_time_is_said_in_the_house_s_zone(seat, come, clock, settings):
    seat.play(WON)
    clock.shift(timedelta(days=8))
    settings.TIME_ZONE = "Europe/Moscow"
    (title,) = notices(come(seat.url()))
    assert title == "This round is kept until March 11, 2026, 15:00"
    assert come(LOBBY).context["lobby"].waiting[0].kept_until == "March 11, 2026, 15:00"
    (row,) = come(HISTORY).context["history"].rounds
    assert row.kept_until == START + TEN_DAYS


def test_f8_ten_days_are_240_hours_over_daylight_saving(seat, later, come, clock, settings):
    """In Berlin clocks go forward on 29 March 2026: what is shown differs, the time does not."""
    settings.TIME_ZONE = "Europe/Berlin"
    clock.move_to(START + timedelta(days=25))
    dealt = timezone.now()
    seat.play(WON)
    clock.shift(timedelta(days=8))
    row = come(HISTORY).context["history"].rounds[0]
    berlin = ZoneInfo("Europe/Berlin")
    assert row.kept_until - dealt == TEN_DAYS
    assert row.kept_until.astimezone(berlin).hour == dealt.astimezone(berlin).hour + 1
    clock.move_to(dealt + TEN_DAYS - timedelta(seconds=1))
    assert later().tables == 0
    assert later(0, seconds=1).tables == 1


def test_a_notice_of_the_table_is_not_repeated_with_every_click(seat, tab, come, clock):
    seat.play("7D 2S 3H 4C 5S")
    clock.shift(timedelta(days=8))
    assert notices(come(seat.url()))
    assert notices(seat.post_act(tab, "hit", headers=HTMX)) == []


@pytest.mark.parametrize("url", ["lobby", "history", "table"])
def test_the_next_visit_tells_what_the_house_has_done_until_the_player_knows(
    seat, come, tab, later, url
):
    seat.play(WON)
    later(10)
    address = {"lobby": LOBBY, "history": HISTORY, "table": seat.url()}[url]
    answer = come(address)
    (line,) = answer.context["settled"].lines
    assert "staked 10, returned 20 RUR" in line.text
    assert line.url == ""  # deleted with its ten days
    assert come(line.gone).status_code == 200
    assert line.gone in [link["href"] for link in read(answer).one(id="settled").all("a")]
    assert come(address).context["settled"].lines == [line]
    form = read(answer).one(id="settled").one("form", method="post")
    fields = {field["name"]: field["value"] for field in form.all("input")}
    done = tab.post(form["action"], fields)
    assert (done.status_code, done["Location"]) == (303, address)
    assert come(address).context["settled"] is None
    assert not read(come(address)).all(id="settled")


def test_the_note_leads_to_the_round_while_it_is_kept(seat, come, later):
    here = seat.at(Variant.CLASSIC)
    here.play("0S 9H 0D 8C")
    later(10)
    (line,) = come(LOBBY).context["settled"].lines
    assert line.url == reverse("blackjack:replay", args=[here.round.pk])
    assert line.gone == ""
    assert come(line.url).status_code == 200
    later(10)
    (line,) = come(LOBBY).context["settled"].lines
    assert line.url == ""


def test_bingo_is_told_too(seat, come, later):
    play(seat.at(Variant.BINGO), 17, 18, 19)
    later(10)
    (line,) = come(LOBBY).context["settled"].lines
    assert "box 1" in line.text
    assert "stake 5, returned 10 RUR" in line.text


def test_told_of_what_his_page_showed_and_of_nothing_later(seat, tab, later):
    seat.play(WON)
    later(10)
    first = Settlement.objects.get().pk
    seat.play(WON)
    later(10)
    tab.force_login(seat.player)
    assert tab.post(TOLD, {"last": first}, headers=HTMX).status_code == 200
    assert Settlement.objects.get().pk != first
    assert tab.post(TOLD, {"last": first}).status_code == 303
    assert Settlement.objects.count() == 1


def test_a_table_tells_of_itself_alone_and_puts_away_no_other_s(seat, demo, come, tab, later):
    seat.play(WON)
    demo.play(WON)
    later(10)
    assert len(come(LOBBY).context["settled"].lines) == 2
    answer = come(seat.url())
    assert [line.demo for line in answer.context["settled"].lines] == [False]
    form = read(answer).one(id="settled").one("form", method="post")
    fields = {field["name"]: field["value"] for field in form.all("input")}
    assert tab.post(form["action"], fields, headers=HTMX).status_code == 200
    assert Settlement.objects.get().currency == "FUN"
    for wrong in ({"game": "poker"}, {"currency": "USD"}):
        assert tab.post(TOLD, {"last": fields["last"], **wrong}).status_code == 422
    assert Settlement.objects.count() == 1


@pytest.mark.parametrize("last", ["", "-5", "0", "NaN", "1e3", "1,5", "١", "9" * 30, "1 2"])
def test_bad_input_puts_nothing_away(seat, tab, later, last):
    seat.play(WON)
    later(10)
    tab.force_login(seat.player)
    before = everything()
    assert tab.post(TOLD, {"last": last}).status_code == 422
    assert tab.post(TOLD, {"last": "1", "more": "1"}).status_code == 422
    assert everything()["blackjack.Settlement"] == before["blackjack.Settlement"]


def test_another_player_s_note_is_neither_shown_nor_put_away(seat, stranger, client, later):
    seat.play(WON)
    later(10)
    client.force_login(stranger)
    assert client.get(LOBBY).context["settled"] is None
    assert client.post(TOLD, {"last": Settlement.objects.get().pk}).status_code == 303
    assert Settlement.objects.count() == 1


def test_a_deleted_game_is_like_a_number_that_never_was(seat, come, later, stranger):
    seat.play(WON)
    number = seat.round.pk
    later(10)
    for name in ("game", "transcript", "signature", "string"):
        for one in (number, 999_999):
            assert come(reverse(f"fairplay:{name}", args=[one])).status_code == 404
    assert come(reverse("blackjack:replay", args=[number])).status_code == 404
    assert come(reverse("blackjack:replay", args=[999_999])).status_code == 404


@pytest.fixture
def ended_by_house(seat, later):
    """A split that its player left after a hit, in a shoe that is over."""
    here = seat.at(Variant.CLASSIC)
    here.play("8S 8H 6D 0C 3D 4S 9C 2S", "split hit")
    later(10)
    return here.round


def test_steps_of_the_house_are_marked_as_its_own(ended_by_house, come):
    view = come(reverse("blackjack:replay", args=[ended_by_house.pk])).context["replay"]
    marked = [step.label.endswith("(the house)") for step in view.steps]
    assert marked == [False, False, False, True, True]


def test_history_and_its_file_say_what_the_house_did(ended_by_house, come):
    (one,) = come(HISTORY).context["history"].rounds
    assert (one.by_house, one.state) == ("Stand, Stand", "ended")
    answer = come(reverse("blackjack:history_file"))

    async def pieces() -> list[bytes]:
        return [piece async for piece in answer.streaming_content]

    text = b"".join(async_to_sync(pieces)()).decode().removeprefix("\ufeff")
    header, line = csv.reader(io.StringIO(text), delimiter=";" if ";" in text[:40] else ",")
    assert (header[-1], line[-1]) == ("Done by the house", "Stand, Stand")


def test_check_and_transcript_say_where_the_house_began(ended_by_house, come, seat):
    game = come(reverse("fairplay:game", args=[ended_by_house.pk])).context["game"]
    assert game.by_house == "Stand, Stand"
    file = come(reverse("fairplay:transcript", args=[ended_by_house.pk]))
    document = json.loads(file.content)
    assert [one["house_from"] for one in document["rounds"]] == [2]
    result = replay(document)
    assert (result["ok"], result["rounds"]) == (True, [ended_by_house.shown])
    assert ForFairPlay().transcript(seat.player.pk, ended_by_house.pk) == document


@pytest.mark.parametrize("variant", PLAYED)
def test_an_open_page_hears_of_it(seat, later, variant):
    """The table's version is raised: a page that asks whether it has changed is answered."""
    here = seat.at(variant)
    here.play("7D 2S 3H 4C" if variant in FRESH else "2S 3H 7D 0C")
    tab = clients(seat.player, 1)[0]
    shown = tab.get(here.url()).context["table"].state
    later(10)
    tab.force_login(seat.player)
    answer = tab.get(here.url(), {"have": shown}, headers=HTMX)
    assert answer.status_code == 200
    assert answer.context["table"].phase is not Phase.PLAYING
