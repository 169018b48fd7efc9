"""Past rounds: what is listed, who sees it, and each of them step by step."""

import csv
import io

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from accounts.models import Currency
from blackjack.engine.rules import Variant
from blackjack.models import Round
from blackjack.views.history import PAGE
from tests.tables import DOUBLED, NATURAL, PAIR, WON, everything

pytestmark = pytest.mark.django_db


def listed(client, **wanted):
    return client.get(reverse("blackjack:history"), wanted).context["history"]


async def pieces(answer) -> list[bytes]:
    return [piece async for piece in answer.streaming_content]


def at_step(client, row: Round, step: int):
    answer = client.get(reverse("blackjack:replay", args=[row.pk]), {"step": step})
    return answer.context["replay"]


def test_every_kept_round_is_listed_the_newest_first(seat, demo, tab):
    seat.play(WON, "stand")
    demo.at(Variant.SIX_DECK).play(NATURAL)
    view = listed(tab)
    assert [(one.title, one.demo, one.net) for one in view.rounds] == [
        ("Six decks", True, 1500),
        ("Double deck", False, 1000),
    ]
    (hand,) = view.rounds[1].hands
    assert (hand.cards, hand.stake, hand.returned) == (("0S", "0H"), 1000, 2000)
    assert view.rounds[1].dealer_cards == ("7D", "0C")


def test_open_round_leads_back_to_its_table_and_tells_no_more_than_it(seat, tab):
    seat.play(WON)
    (one,) = listed(tab).rounds
    assert (one.state, one.url, one.dealer_cards) == ("open", seat.url(), ("7D",))
    answer = tab.get(reverse("blackjack:replay", args=[seat.round.pk]))
    assert answer["Location"] == seat.url()


def test_a_revealed_round_leads_to_its_transcript_and_one_of_an_open_shoe_to_none(seat, tab):
    seat.play(NATURAL)
    kept = seat.at(Variant.CLASSIC)
    kept.play("9S 8H 0C 8D", "stand")
    waiting, revealed = listed(tab).rounds
    assert waiting.transcript_url == ""
    answer = tab.get(revealed.transcript_url)
    assert answer.json()["rounds"][0]["shown"]["returned"] == revealed.returned
    assert at_step(tab, seat.round, 0).transcript_url == revealed.transcript_url
    assert at_step(tab, kept.round, 0).transcript_url == ""


def test_rounds_are_chosen_by_game_and_money(seat, demo, tab):
    seat.play(NATURAL)
    demo.play(NATURAL)
    seat.at(Variant.SIX_DECK).play(NATURAL)
    assert len(listed(tab, game="six-deck").rounds) == 1
    assert len(listed(tab, currency="RUR").rounds) == 2
    assert len(listed(tab, game="double-deck", currency="FUN").rounds) == 1
    assert listed(tab, game="bingo").rounds == []


@pytest.mark.parametrize(
    "wanted",
    [{"game": "poker"}, {"currency": "USD"}, {"before": "-1"}, {"before": "x"}, {"page": "2"}],
    ids=str,
)
def test_wrong_filter_is_refused_with_a_sentence(tab, wanted):
    answer = tab.get(reverse("blackjack:history"), wanted)
    assert answer.status_code == 422
    assert answer.context["refused"]
    assert tab.get(reverse("blackjack:history_file"), wanted).status_code == 404


def test_older_rounds_follow_page_by_page(seat, tab):
    for _ in range(PAGE + 2):
        seat.play(NATURAL)
    first = listed(tab)
    assert len(first.rounds) == PAGE
    second = tab.get(first.older_url).context["history"]
    assert len(second.rounds) == 2
    assert second.older_url == ""
    numbers = [one.number for one in (*first.rounds, *second.rounds)]
    assert numbers == sorted(numbers, reverse=True)


def test_each_step_shows_the_table_as_it_was(seat, tab):
    seat.play(PAIR, "split stand stand")
    row = seat.round
    dealt = at_step(tab, row, 0)
    assert [step.label for step in dealt.steps] == [
        "Deal",
        "Box 1: Split",
        "Box 1, first hand: Stand",
        "Box 1, second hand: Stand",
    ]
    assert [card.code for card in dealt.boxes[0].hands[0].cards] == ["8S", "8H"]
    assert [card.code for card in dealt.dealer.cards] == ["6D"]
    assert dealt.rows == ()
    split = at_step(tab, row, 1)
    assert [[card.code for card in hand.cards] for hand in split.boxes[0].hands] == [
        ["8S", "0C"],
        ["8H", "2D"],
    ]
    end = at_step(tab, row, 3)
    assert len(end.dealer.cards) > 1
    assert sum(one.returned for one in end.rows) == row.shown["returned"]
    assert (end.after, end.before.number) == (None, 2)


def test_replay_opens_at_the_end(seat, tab):
    seat.play(DOUBLED, "double")
    view = tab.get(reverse("blackjack:replay", args=[seat.round.pk])).context["replay"]
    assert view.step == 1


@pytest.mark.parametrize("step", ["2", "-1", "x", "1.0", "９", "9" * 50, ""])
def test_step_that_never_was_is_not_found(seat, tab, step):
    seat.play(DOUBLED, "double")
    answer = tab.get(reverse("blackjack:replay", args=[seat.round.pk]), {"step": step})
    assert answer.status_code == 404


def test_anothers_round_does_not_exist(seat, stranger, client):
    seat.play(NATURAL)
    client.force_login(stranger)
    assert client.get(reverse("blackjack:replay", args=[seat.round.pk])).status_code == 404
    assert listed(client).rounds == []


def test_looking_back_changes_nothing(seat, tab):
    seat.play(WON, "stand")
    before = everything()
    tab.get(reverse("blackjack:history"))
    at_step(tab, seat.round, 0)
    assert everything() == before


def test_damaged_round_is_named_and_the_others_are_shown(seat, tab):
    seat.play(NATURAL)
    seat.play(NATURAL)
    row = seat.round
    Round.objects.filter(pk=row.pk).update(actions=["fly"])
    assert [one.state for one in listed(tab).rounds] == ["broken", "ended"]
    assert tab.get(reverse("blackjack:replay", args=[row.pk])).status_code == 409


@pytest.mark.parametrize(("language", "mark"), [("en", ","), ("ru", ";")])
def test_file_holds_every_round(seat, tab, settings, language, mark):
    settings.LANGUAGE_CODE = language
    seat.play(WON, "stand")
    seat.at(Variant.BINGO, Currency.FUN.value).play("0S 9H 7D 0C", "stand")
    answer = tab.get(reverse("blackjack:history_file"))
    text = b"".join(async_to_sync(pieces)(answer)).decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text), delimiter=mark)
    assert [row[0] for row in rows] == [str(one.pk) for one in Round.objects.order_by("-pk")]
    assert {len(row) for row in (head, *rows)} == {11}
    assert rows[1][6:9] == [
        text.replace(".", "," if language == "ru" else ".") for text in ("10.00", "20.00", "10.00")
    ]


def test_visitor_is_led_to_the_login(client, db):
    for name in ("history", "history_file"):
        assert client.get(reverse(f"blackjack:{name}")).status_code == 302
