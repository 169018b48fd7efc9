"""The list of the FairPlay pages: the player's last 50 games, as long as they are kept."""

import hashlib
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from blackjack.engine.rules import Variant
from blackjack.keeping import KEPT
from blackjack.models import Round, Shoe
from fairplay.models import Commitment
from tests.pages import read
from tests.tables import DOUBLED, INSURED, NATURAL, PAIR, WON, Seat

pytestmark = pytest.mark.django_db


def url(name, number):
    return reverse(f"fairplay:{name}", args=[number])


def listed(tab):
    return list(tab.get(reverse("fairplay:list")).context["games"])


def test_list_of_a_newcomer_is_empty(tab):
    assert listed(tab) == []


def test_last_50_games_are_listed_the_newest_first(seat, tab):
    numbers = [seat.play(NATURAL).row.pk for _ in range(52)]
    assert [game.number for game in listed(tab)] == numbers[::-1][:50]
    page = read(tab.get(reverse("fairplay:list")))
    assert len(page.one(id="games").one("tbody").all("tr")) == 50
    # An older one is still kept, and can be checked by its number.
    assert tab.get(url("game", numbers[0])).status_code == 200


def test_own_games_only_and_those_for_demo_money_too(seat, demo, stranger, tab):
    mine = [
        here.play(NATURAL).row.pk
        for here in (seat, demo, seat.at(Variant.SIX_DECK), demo.at(Variant.SIX_DECK))
    ]
    Seat(stranger).play(NATURAL)
    games = listed(tab)
    assert [game.number for game in games] == mine[::-1]
    assert [game.currency for game in games] == ["FUN", "RUR", "FUN", "RUR"]


def test_every_line_has_both_signatures_and_what_can_be_hashed(seat, tab):
    seat.play(PAIR, "split stand stand")
    seat.play(WON)
    games = listed(tab)
    assert [game.state for game in games] == ["open", "revealed"]
    commitments = [row.shoe.commitment for row in Round.objects.order_by("-pk")]
    assert [(game.md5, game.sha256, game.secret) for game in games] == [
        (one.md5, one.sha256, one.revealed) for one in commitments
    ]
    (row,) = read(tab.get(reverse("fairplay:list"))).all("tr", data_check="")
    secret = row["data-secret"].encode()
    assert row["data-md5"] == hashlib.md5(secret).hexdigest()
    assert row["data-sha256"] == hashlib.sha256(secret).hexdigest()


def test_line_says_what_the_game_cost_and_brought(seat, tab):
    seat.play(INSURED, "insure stand")
    seat.play(DOUBLED, "double")
    seat.play(NATURAL)
    assert [(game.staked, game.returned, game.net) for game in listed(tab)] == [
        (10_00, 25_00, 15_00),
        (20_00, 20_00, 0),
        (15_00, 15_00, 0),
    ]


# --- What is still kept -----------------------------------------------------------------------


def age(row, **by):
    """Move a round, and its shoe's end, into the past."""
    earlier = timedelta(**by)
    Round.objects.filter(pk=row.pk).update(dealt_at=row.dealt_at - earlier)
    if row.shoe.ended_at is not None:
        Shoe.objects.filter(pk=row.shoe_id).update(
            ended_at=row.shoe.ended_at - earlier, kept_until=row.shoe.kept_until - earlier
        )


@pytest.mark.parametrize(
    ("by", "kept"),
    [
        pytest.param({"days": 9, "hours": 23, "minutes": 55}, True, id="a moment less"),
        pytest.param({"days": 10, "seconds": 1}, False, id="a moment more"),
    ],
)
def test_games_of_the_last_ten_days_are_listed(seat, tab, by, kept):
    old = seat.play(NATURAL).row
    new = seat.play(NATURAL).row
    age(old, **by)
    numbers = [game.number for game in listed(tab)]
    assert numbers == ([new.pk, old.pk] if kept else [new.pk])


def test_open_game_is_listed_however_old(seat, tab):
    seat.play(WON)
    age(seat.round, days=11)
    assert [game.state for game in listed(tab)] == ["open"]


def test_rounds_of_a_kept_shoe_wait_for_its_end_and_are_listed_ten_days_from_there(seat, tab):
    classic = seat.at(Variant.CLASSIC)
    classic.plant("0S 0H 7D 0C 5S 5H 6D 0D 9C")
    for _ in range(2):
        classic.deal(10)
        classic.act("stand")
    first = Round.objects.order_by("pk")[0]
    age(first, days=11)
    games = listed(tab)
    assert [(game.state, game.secret) for game in games] == [("waiting", "")] * 2
    assert [game.net for game in games] == [10_00, 10_00], "the result is known before"
    end = timezone.now()
    Commitment.objects.filter(pk=first.shoe.commitment_id).update(
        revealed="x", revealed_at=end, sealed=""
    )
    for days, count in {9: 2, 11: 0}.items():
        ended = end - timedelta(days=days)
        Shoe.objects.filter(pk=first.shoe_id).update(ended_at=ended, kept_until=ended + KEPT)
        Round.objects.update(dealt_at=end - timedelta(days=20))
        games = listed(tab)
        assert [game.state for game in games] == ["revealed"] * count


def test_states_are_told_by_words_and_signs_beside_their_colour(seat, tab):
    seat.play(NATURAL)
    classic = seat.at(Variant.CLASSIC)
    classic.plant("0S 0H 7D 0C")
    classic.deal(10)
    classic.act("stand")
    seat.play(WON)
    cells = read(tab.get(reverse("fairplay:list"))).one(id="games").all("td", class_="games-state")
    words = [cell.text for cell in cells]
    signs = [cell.one("use")["href"].split("#")[1] for cell in cells]
    assert len(set(words)) == len(set(signs)) == 3
    assert all(words)


@pytest.mark.parametrize(("language", "name"), [("en", "eight of spades"), ("ru", "восьмёрка")])
def test_pictures_of_cards_are_named_for_those_who_cannot_see_them(seat, tab, language, name):
    tab.cookies["django_language"] = language
    seat.play(PAIR, "split stand stand")
    for address in (url("game", seat.round.pk), reverse("blackjack:history")):
        pictures = read(tab.get(address)).one("main").all("img")
        alts = [picture["alt"] for picture in pictures]
        assert any(name in alt for alt in alts)
        assert not [alt for alt in alts if len(alt) < 5], "a code is no name"
