"""Shoes that live over many rounds, and the hole card, at the table (rules.md 4.8, 5 and 9)."""

import pytest
from django.urls import reverse

from accounts.ledger import Kind
from accounts.models import Currency
from blackjack import services
from blackjack.engine import choices
from blackjack.engine.rules import CLASSIC, Variant
from blackjack.exceptions import NotClosable, RoundUnfinished, ShoeCut, ShoeOver, StaleTable
from blackjack.models import Shoe
from blackjack.replays import cards_out, replayed
from blackjack.transcript import replay
from blackjack.verification import verify_rounds
from fairplay.registry import State, games
from fairplay.services import secret_of
from tests import leaks
from tests.pages import TablePage
from tests.tables import HTMX, Seat, at_once, clients, everything

pytestmark = pytest.mark.django_db

KEPT = CLASSIC.kept_shoe
assert KEPT is not None
TWO_ROUNDS = "0S 9H 7D 0C 0D 8S 8D 9C"  # 19 against 17, then 18 against 17


@pytest.fixture
def classic(seat: Seat) -> Seat:
    return seat.at(Variant.CLASSIC, Currency.FUN.value)


def play_to_the_end(seat: Seat) -> None:
    """Answer every question with no, and stand on everything."""
    while seat.round.ended_at is None:
        legal = [word.value for word in choices.legal(replayed(seat.round))]
        seat.act("decline" if "decline" in legal else "stand")


def run_out(seat: Seat, cards: int) -> None:
    """Play rounds on all boxes until so many cards are out."""
    while cards_out(CLASSIC, shoe := seat.shoe, secret_of(shoe.commitment)) < cards:
        seat.deal(5, 5, 5, 5, 5)
        play_to_the_end(seat)


def change(seat: Seat, *, early: bool = True, version: int | None = None):
    now = seat.version if version is None else version
    return services.change_shoe(**seat.names, version=now, early=early)


def test_a_round_goes_on_where_the_last_one_ended(classic):
    shoe = classic.plant(TWO_ROUNDS)
    classic.deal(10)
    classic.act("stand")
    assert classic.shoe == shoe, "the same shoe, and the same signature"
    assert not classic.shoe.commitment.is_revealed
    state = classic.deal(10)
    assert state.round.box(1).hands[0].cards == ("0D", "8S")
    assert state.round.dealer == ("8D",)
    classic.act("stand")
    assert [line for line in classic.lines if line[0] == Kind.PAYOUT] == [
        (Kind.PAYOUT, 2000),
        (Kind.PAYOUT, 2000),
    ]
    verify_rounds()


def test_a_shoe_is_cut_and_shuffled_by_the_player_once(classic):
    classic.open()
    classic.deal(10, cut=200, seed="s" * 16)
    play_to_the_end(classic)
    before = everything()
    for wish in ({"cut": 100}, {"seed": "t" * 16}):
        with pytest.raises(ShoeCut):
            classic.deal(10, **wish)
    assert everything() == before
    classic.deal(10)
    assert (classic.shoe.cut, classic.shoe.player_seed) == (200, "s" * 16)


def test_the_cut_is_asked_for_the_first_round_of_a_shoe_only(classic, tab):
    classic.plant(TWO_ROUNDS)
    assert TablePage.of(tab.get(classic.url())).table.all("dialog", id="cut")
    classic.deal(10)
    classic.act("stand")
    page = TablePage.of(tab.get(classic.url()))
    assert page.table.all("dialog", id="cut") == []
    refused = classic.post_deal(tab, 10, cut="5", headers=HTMX)
    assert refused.status_code == 422
    assert TablePage.of(refused).fields["bet_1"] == "10"


def test_a_shoe_past_its_mark_is_replaced_before_the_next_round(classic, tab):
    classic.open()
    run_out(classic, KEPT.replaced_from)
    old = classic.shoe
    with pytest.raises(ShoeOver):
        classic.deal(5)
    answer = classic.post_deal(tab, 5, 10, headers=HTMX)
    assert answer.status_code == 409, "nothing is dealt from a shoe whose signature was not shown"
    page = TablePage.of(answer)
    new = classic.shoe
    assert new != old
    assert page.signatures == (new.commitment.md5, new.commitment.sha256)
    assert (page.fields["bet_1"], page.fields["bet_2"]) == ("5", "10")
    assert page.table.all("dialog", id="cut")
    old.refresh_from_db()
    assert old.ended_at is not None
    assert old.commitment.is_revealed
    dealt = classic.post_deal(tab, 5, 10, cut="7", headers=HTMX)
    assert dealt.status_code == 200
    assert classic.round.shoe == new
    verify_rounds()


def test_a_shoe_is_closed_from_its_point_on_between_rounds(classic):
    classic.open()
    with pytest.raises(NotClosable):
        change(classic)
    run_out(classic, KEPT.closable_from)
    classic.deal(5)
    while classic.round.ended_at is not None:
        classic.deal(5)
    before = everything()
    with pytest.raises(RoundUnfinished):
        change(classic)
    assert everything() == before
    play_to_the_end(classic)
    version = classic.version
    old = classic.shoe
    change(classic)
    assert Shoe.objects.get(pk=old.pk).commitment.is_revealed
    with pytest.raises(StaleTable):
        change(classic, version=version)


def test_a_fresh_shoe_is_never_closed(demo, tab):
    demo.open()
    with pytest.raises(NotClosable):
        change(demo)
    answer = tab.post(demo.url("close"), {"version": demo.version}, headers=HTMX)
    assert answer.status_code == 409


def test_closing_has_a_button_only_when_it_is_possible(classic, tab):
    classic.open()
    assert TablePage.of(tab.get(classic.url())).table.all("form", id="close") == []
    run_out(classic, KEPT.closable_from)
    (form,) = TablePage.of(tab.get(classic.url())).table.all("form", id="close")
    assert form["action"] == classic.url("close")
    assert tab.get(classic.url("close")).status_code == 405
    answer = tab.post(classic.url("close"), {"version": classic.version})
    assert (answer.status_code, answer["Location"]) == (303, classic.url())
    assert TablePage.of(tab.get(classic.url())).table.all("dialog", id="cut")


def test_a_check_waits_for_the_end_of_the_shoe(classic, tab):
    classic.plant(TWO_ROUNDS)
    classic.deal(10)
    classic.act("stand")
    number = classic.round.pk
    found = games().find(classic.player.pk, number)
    assert found is not None
    assert (found.summary.state, found.first_card, found.last_card) == (State.WAITING, 1, 4)
    assert found.summary.secret == ""
    for name in ("transcript", "string"):
        assert tab.get(reverse(f"fairplay:{name}", args=[number])).status_code == 409
    run_out(classic, KEPT.closable_from)
    change(classic)
    found = games().find(classic.player.pk, number)
    assert found is not None
    assert found.summary.state is State.REVEALED
    text = tab.get(reverse("fairplay:transcript", args=[number])).json()
    result = replay(text)
    assert len(result["rounds"]) == classic.table.rounds.count(), "the whole shoe"
    assert result["signatures"]["match"] is True
    assert result["rounds"] == [entry["shown"] for entry in text["rounds"]]


def test_boxes_are_asked_for_insurance_before_play(classic, tab):
    classic.plant("5S 6H AS KH AD 9C 0C")
    classic.deal(10, 20)
    page = TablePage.of(tab.get(classic.url()))
    assert page.offered == {"insure", "decline"}
    assert classic.post_act(tab, "double", headers=HTMX).status_code == 409
    classic.act("insure decline")
    assert classic.lines == [(Kind.BET, -1000), (Kind.BET, -2000), (Kind.INSURANCE, -500)]
    assert TablePage.of(tab.get(classic.url())).offered == {"hit", "stand", "double"}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_the_hole_card_is_in_no_answer(classic, tab, headers):
    lengths = set()
    for hole in ("9C", "0C", "2D", "KH"):
        classic.plant(f"5S 6H 7D {hole} 4S")
        classic.deal(10)
        answer = tab.get(classic.url(), headers=headers)
        page = TablePage.of(answer)
        assert page.cards == ["7D", "5S", "6H"]
        backs = [one for one in page.table.all("img") if "card-back" in one["src"]]
        assert len(backs) == 1
        assert leaks.found(leaks.whole(answer), leaks.secrets_of(classic.shoe)) == []
        lengths.add(len(page.table.text))
        play_to_the_end(classic)
        Shoe.objects.filter(table=classic.table).update(
            ended_at="2026-01-01T00:00Z", kept_until="2026-01-11T00:00Z"
        )
    assert len(lengths) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_f1_closing_has_one_effect(classic):
    classic.open()
    run_out(classic, KEPT.closable_from)
    form = {"version": str(classic.version)}
    tabs = clients(classic.player, 20)

    def close(number: int) -> int:
        return tabs[number % 20].post(classic.url("close"), form, headers=HTMX).status_code

    codes = at_once(close)
    assert sorted(codes)[:1] == [200]
    assert codes.count(200) == 1
    assert set(codes) <= {200, 409}
    assert Shoe.objects.filter(table=classic.table, ended_at=None).count() == 1
