"""Stored rounds that no longer replay: a message, never a fault.

Nothing is taken, nothing is deleted, staff are told, and the rest of the house stays open.
"""

import logging

import pytest
from django.urls import reverse

from blackjack.engine.rules import Variant
from blackjack.models import Round, Shoe
from fairplay.models import Commitment
from tests.leaks import codes
from tests.pages import TablePage, read
from tests.tables import HTMX, PAIR, WON, everything

pytestmark = pytest.mark.django_db

TWENTY_AGAINST_SEVENTEEN = "0S 0H 7D 0C"  # with a hole card: box, box, dealer, dealer
DAMAGES = {
    "unknown action": (Round, {"actions": ["fly"]}),
    "action after the end": (Round, {"actions": ["stand"] * 9}),
    "actions are a number": (Round, {"actions": 5}),
    "bets are a list": (Round, {"bets": [1000]}),
    "bets are a text": (Round, {"bets": "much"}),
    "no bets": (Round, {"bets": {}}),
    "bet is a text": (Round, {"bets": {"1": "ten"}}),
    "bet on no box": (Round, {"bets": {"x": 1000}}),
    "bet on box 9": (Round, {"bets": {"9": 1000}}),
    "moved out of range": (Round, {"moved": [999]}),
    "moved is a number": (Round, {"moved": 5}),
    "moved is a text": (Round, {"moved": "abc"}),
    "unknown scheme": (Round, {"scheme": "9D9P"}),
    "beyond the shoe": (Round, {"first_card": 5000}),
    "cut 0": (Shoe, {"cut": 0}),
    "cut 9999": (Shoe, {"cut": 9999}),
    "bad seed": (Shoe, {"player_seed": "!"}),
    "rules of another time": (Shoe, {"rules_version": 99}),
    "another signature": (Commitment, {"md5": "0" * 32}),
}
SEALED = {"sealed text cut off": (Commitment, {"sealed": "gAAAA"})}
REVEALED = {
    "another string": (Commitment, {"revealed": "Player_1"}),
    "string that is no ASCII": (Commitment, {"revealed": "игрок"}),
}
SHOWN = {
    "nothing shown": (Round, {"shown": {}}),
    "a list shown": (Round, {"shown": [1]}),
    "a number shown": (Round, {"shown": 7}),
    "texts shown": (Round, {"shown": {"staked": "much", "returned": None}}),
}


def cases(*damages):
    return [pytest.param(*damage, id=name) for some in damages for name, damage in some.items()]


def damage(seat, model, fields):
    """Change the last round's row, its shoe's or its commitment's, past all services."""
    row = seat.round
    pk = {Round: row.pk, Shoe: row.shoe_id, Commitment: row.shoe.commitment_id}[model]
    assert model.objects.filter(pk=pk).update(**fields) == 1


def pages_around(seat):
    """Pages beside the table that show something of the player's rounds."""
    number = seat.round.pk
    names = ["lobby", "fairplay:list", "accounts:profile"]
    return [
        *(reverse(name) for name in names),
        reverse("fairplay:game", args=[number]),
        seat.at(Variant.SIX_DECK).url(),
    ]


def files_around(seat):
    number = seat.round.pk
    names = ["transcript", "signature", "string"]
    return [
        *(reverse(f"fairplay:{name}", args=[number]) for name in names),
        seat.url("signature"),
    ]


def require_told(caplog, seat):
    """Staff were told of the round, and not by its cards."""
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert any(str(seat.round.pk) in record.getMessage() for record in errors)
    assert codes(caplog.text) == set()
    assert not any(record.exc_info for record in errors)


@pytest.mark.parametrize(("model", "fields"), cases(DAMAGES, SEALED))
def test_c21_open_round(seat, tab, caplog, model, fields):
    seat.play(WON)
    damage(seat, model, fields)
    before = everything()
    page = tab.get(seat.url())
    assert page.status_code == 409
    assert str(seat.round.pk) in read(page).one("main").text
    require_told(caplog, seat)
    for answer in (seat.post_act(tab, "stand"), seat.post_deal(tab)):
        assert answer.status_code == 409
    # Inside a table there is no place for the page: it is loaded whole.
    for answer in (seat.post_act(tab, "stand", headers=HTMX), tab.get(seat.url(), headers=HTMX)):
        assert (answer.status_code, answer["HX-Redirect"]) == (409, seat.url())
    assert everything() == before
    seat.at(Variant.SIX_DECK).open()
    for url in pages_around(seat):
        assert tab.get(url).status_code == 200
    for url in files_around(seat):
        assert tab.get(url).status_code < 500


@pytest.mark.any_database
@pytest.mark.parametrize(("model", "fields"), cases(DAMAGES, REVEALED))
def test_c21_ended_round(seat, tab, caplog, model, fields):
    seat.play(WON, "stand")
    damage(seat, model, fields)
    before = everything()
    page = tab.get(seat.url())
    assert page.status_code == 200
    assert str(seat.round.pk) in TablePage.of(page).sentences
    require_told(caplog, seat)
    assert everything() == before
    for url in pages_around(seat):
        assert tab.get(url).status_code == 200
    for url in files_around(seat):
        assert tab.get(url).status_code < 500
    assert tab.get(seat.url() + "?lay=rebet").status_code < 500
    assert tab.get(reverse("blackjack:history")).status_code == 200


@pytest.mark.parametrize(("model", "fields"), cases(DAMAGES, REVEALED))
def test_player_goes_on_after_a_round_that_was_damaged(seat, tab, model, fields):
    seat.play(WON, "stand")
    damage(seat, model, fields)
    row = Round.objects.filter(pk=seat.round.pk).values().get()
    assert seat.post_deal(tab, 10).status_code == 303
    assert seat.round.pk != row["id"]
    assert Round.objects.filter(pk=row["id"]).values().get() == row
    assert Round.objects.filter(table=seat.table).count() == 2


@pytest.mark.parametrize("variant", [Variant.CLASSIC, Variant.BINGO])
@pytest.mark.parametrize(
    ("model", "fields"),
    [
        pytest.param(Round, {"actions": ["fly"]}, id="unknown action"),
        pytest.param(Round, {"first_card": 5000}, id="beyond the shoe"),
        pytest.param(Shoe, {"cut": 9999}, id="cut 9999"),
        pytest.param(Shoe, {"rules_version": 99}, id="rules of another time"),
    ],
)
def test_kept_shoe_is_replaced_after_a_round_that_was_damaged(seat, tab, variant, model, fields):
    """Nobody knows where the shoe would go on: it is revealed, and the next one is signed."""
    here = seat.at(variant)
    old = here.plant(TWENTY_AGAINST_SEVENTEEN)
    here.deal(10)
    here.act("stand")
    damage(here, model, fields)
    row = Round.objects.filter(pk=here.round.pk).values().get()
    assert str(row["id"]) in TablePage.of(tab.get(here.url())).sentences
    answer = here.post_deal(tab, 10)
    assert answer.status_code == 409
    page = TablePage.of(answer)
    assert page.fields["bet_1"] == "10"
    old.refresh_from_db()
    assert old.commitment.is_revealed
    new = here.shoe
    assert page.signatures == (new.commitment.md5, new.commitment.sha256)
    assert here.post_deal(tab, 10).status_code == 303
    assert here.round.shoe == new
    assert Round.objects.filter(pk=row["id"]).values().get() == row


def test_damaged_shoe_is_not_dealt_from(seat, tab):
    """Its rules are not known: nothing is taken, and the page says so."""
    seat.open()
    Shoe.objects.filter(pk=seat.shoe.pk).update(rules_version=99)
    before = everything()
    answer = seat.post_deal(tab, 10)
    assert answer.status_code == 409
    assert TablePage.of(answer).sentences
    assert everything() == before


def test_lobby_says_what_lies_in_a_round_that_cant_be_shown(seat, tab):
    """What was booked for it is known, though its row is damaged."""
    seat.play(PAIR, "split")
    damage(seat, Round, {"actions": ["fly"]})
    (waiting,) = tab.get(reverse("lobby")).context["lobby"].waiting
    assert waiting.staked == 20_00


@pytest.mark.parametrize(("model", "fields"), cases(SHOWN))
def test_damaged_evidence_does_not_stop_play(seat, tab, model, fields):
    seat.play(WON, "stand")
    damage(seat, model, fields)
    assert tab.get(seat.url()).status_code == 200
    for url in (*pages_around(seat), *files_around(seat)):
        assert tab.get(url).status_code == 200
    seat.play(WON, "stand")
    assert seat.balance == 1020_00


def test_game_that_does_not_replay_is_marked_as_unavailable(seat, tab):
    seat.play(WON, "stand")
    damage(seat, Round, {"actions": ["fly"]})
    answer = tab.get(reverse("fairplay:game", args=[seat.round.pk]))
    check = answer.context["game"]
    assert check.summary.state == "unavailable"
    assert list(check.rows) == []
    page = read(answer)
    assert page.one(id="verdict")["data-verdict"] == "mismatch"
    assert page.all(id="transcript") == [], "there is nothing to deal again"
    assert page.all("button", **{"data-check-again": ""}) == []
