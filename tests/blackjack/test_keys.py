"""Keys of the sealed strings: changed under play, missing, wrong, and back again.

Without the right key no new round begins and no open one goes on; a sentence says so, nothing is
hidden or deleted, staff are told. With the key back all goes on where it stopped.
"""

import logging

import pytest
from cryptography.fernet import Fernet, MultiFernet
from django.core.management import call_command
from django.urls import reverse

from accounts.models import Currency
from accounts.verification import Difference
from blackjack.engine.rules import Variant
from blackjack.exceptions import SealedRound
from blackjack.models import Round
from blackjack.verification import verify_rounds
from fairplay.models import Commitment
from fairplay.registry import State
from fairplay.services import NoKey
from tests.leaks import codes
from tests.pages import TablePage, read
from tests.tables import HTMX, PAIR, WON, everything

pytestmark = pytest.mark.django_db

STOOD = "0S 0H 7D 0C 5S 5H 6D 0D 9C"  # classic: 20 against 17, then 10 against 16


def require_told(caplog):
    """Staff were told, and not by cards."""
    assert [record for record in caplog.records if record.levelno == logging.ERROR]
    assert codes(caplog.text) == set()
    assert not any(record.exc_info for record in caplog.records)


# --- Without the right key ---------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_is_dealt(seat, tab, caplog, lose_the_key, language):
    tab.cookies["django_language"] = language
    seat.plant(WON)
    back = lose_the_key()
    before = everything()
    with pytest.raises(NoKey):
        seat.deal(10)
    answer = seat.post_deal(tab, 10)
    assert answer.status_code == 409
    assert read(answer).one("html")["lang"] == language
    assert TablePage.of(answer).sentences
    assert TablePage.of(answer).fields["bet_1"] == "10", "what was laid lies there still"
    assert everything() == before
    require_told(caplog)
    assert tab.get(seat.url()).status_code == 200
    back()
    assert seat.post_deal(tab, 10).status_code == 303


def test_open_round_waits_and_goes_on(seat, tab, caplog, lose_the_key):
    seat.play(WON)
    back = lose_the_key()
    before = everything()
    with pytest.raises(SealedRound):
        seat.act("stand")
    for answer in (tab.get(seat.url()), seat.post_act(tab, "stand"), seat.post_deal(tab, 10)):
        assert answer.status_code == 409
        main = read(answer).one("main")
        assert str(seat.round.pk) in main.text
        assert seat.url() in [link.get("href") for link in main.all("a")], "the way back to it"
    part = seat.post_act(tab, "stand", headers=HTMX)
    assert (part.status_code, part["HX-Redirect"]) == (409, seat.url())
    assert everything() == before
    require_told(caplog)
    back()
    assert seat.post_act(tab, "stand").status_code == 303
    assert seat.balance == 1010_00


def test_lobby_history_and_fairplay_hide_nothing(seat, tab, lose_the_key):
    seat.play(PAIR, "split")
    number, md5 = seat.round.pk, seat.shoe.commitment.md5
    lose_the_key()
    (waiting,) = tab.get(reverse("lobby")).context["lobby"].waiting
    assert (waiting.staked, waiting.url) == (20_00, seat.url())
    (past,) = tab.get(reverse("blackjack:history")).context["history"].rounds
    assert (past.state, past.staked, past.url) == ("sealed", 20_00, seat.url())
    (listed,) = tab.get(reverse("fairplay:list")).context["games"]
    assert (listed.state, listed.md5, listed.staked) == (State.OPEN, md5, 20_00)
    check = tab.get(reverse("fairplay:game", args=[number])).context["game"]
    assert (check.summary.state, check.summary.md5, check.summary.secret) == ("sealed", md5, "")
    for name, status in {"transcript": 409, "string": 409, "signature": 200}.items():
        assert tab.get(reverse(f"fairplay:{name}", args=[number])).status_code == status
    assert tab.get(reverse("blackjack:history_file")).status_code == 200


def test_round_of_a_kept_shoe_is_still_told_by_what_was_booked(seat, tab, lose_the_key):
    classic = seat.at(Variant.CLASSIC)
    classic.plant(STOOD)
    classic.deal(10)
    classic.act("stand")
    number = classic.round.pk
    back = lose_the_key()
    before = everything()
    page = tab.get(classic.url())
    assert page.status_code == 200, "the table is there, and says why nothing is dealt"
    assert page.context["table"].cards_out == 4
    assert TablePage.of(page).sentences
    for answer in (classic.post_deal(tab, 10), tab.post(classic.url("close"), closing(classic))):
        assert answer.status_code == 409
        assert TablePage.of(answer).sentences
    assert everything() == before, "a shoe that can't be revealed is not ended"
    (past,) = tab.get(reverse("blackjack:history")).context["history"].rounds
    assert (past.state, past.over, past.net) == ("sealed", True, 10_00)
    check = tab.get(reverse("fairplay:game", args=[number])).context["game"]
    assert (check.summary.state, check.summary.net) == ("sealed", 10_00)
    assert tab.get(reverse("blackjack:replay", args=[number])).status_code == 409
    back()
    assert TablePage.of(tab.get(classic.url())).sentences == ""
    assert classic.post_deal(tab, 10).status_code == 303
    assert Round.objects.get(pk=classic.round.pk).first_card == 4


def closing(seat):
    return {"version": seat.version}


def test_ended_games_need_no_key(seat, tab, lose_the_key):
    seat.play(WON, "stand")
    lose_the_key()
    for url in (seat.url(), reverse("fairplay:game", args=[seat.round.pk])):
        assert tab.get(url).status_code == 200


def test_verifying_names_the_missing_key(seat, lose_the_key, capsys):
    seat.play(WON)
    back = lose_the_key()
    before = everything()
    with pytest.raises(Difference, match="FAIRPLAY_KEYS"):
        verify_rounds()
    with pytest.raises(SystemExit) as left:
        call_command("verify_ledger")
    assert left.value.code == 1
    assert everything() == before
    back()
    assert verify_rounds().rounds == 1


def test_other_tables_stay_open(seat, tab, lose_the_key):
    """A table opened under the key at hand is played as ever."""
    seat.play(WON)
    lose_the_key()
    other = seat.at(Variant.SIX_DECK, Currency.FUN.value)
    other.play(WON, "stand")
    assert tab.get(other.url()).status_code == 200


# --- Changing keys -----------------------------------------------------------------------------


def test_keys_can_be_changed_under_a_running_round(seat, settings):
    seat.play(WON)
    new = Fernet.generate_key().decode()
    settings.FAIRPLAY_KEYS = [new, *settings.FAIRPLAY_KEYS]
    seat.act("stand")
    settings.FAIRPLAY_KEYS = [new]
    seat.deal(10)
    assert seat.round.pk


def test_after_sealing_anew_the_old_key_is_not_needed(seat, demo, settings):
    """Rotation with open shoes: new key first, seal anew, take the old one away, play on."""
    seat.play(WON)
    demo.open()
    new = Fernet.generate_key().decode()
    settings.FAIRPLAY_KEYS = [new, *settings.FAIRPLAY_KEYS]
    call_command("reseal")
    settings.FAIRPLAY_KEYS = [new]
    seat.act("stand")
    assert seat.balance == 1010_00
    demo.deal(10)
    verify_rounds()


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.CLASSIC])
def test_a_deal_opens_its_string_once(seat, monkeypatch, variant):
    here = seat.at(variant)
    here.plant(WON if variant is Variant.DOUBLE_DECK else STOOD)
    here.deal(10)
    here.act("stand")
    opened = []
    decrypt = MultiFernet.decrypt
    monkeypatch.setattr(
        MultiFernet, "decrypt", lambda *given: opened.append(given) or decrypt(*given)
    )
    here.deal(10)
    ends_at_once = here.round.ended_at is not None and variant is Variant.DOUBLE_DECK
    assert len(opened) == 1 + ends_at_once, "and once more only to be revealed"
    assert Commitment.objects.filter(revealed_at=None).exists()
