"""The FairPlay pages: the last 50 games of one player, each to be checked by himself."""

import hashlib
import io
import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.models import Currency
from accounts.services import start_guest, upgrade_guest
from blackjack.engine.rules import Variant
from blackjack.engine.state import Scheme
from blackjack.models import Round
from blackjack.transcript import replay
from tests.pages import TablePage, read
from tests.tables import DOUBLED, HTMX, NATURAL, PAIR, SURRENDERED, WON, Seat, everything

pytestmark = pytest.mark.django_db

FILES = ("game", "transcript", "signature", "string")


def url(name, number):
    return reverse(f"fairplay:{name}", args=[number])


def listed(tab):
    return list(tab.get(reverse("fairplay:list")).context["games"])


# --- One game ---------------------------------------------------------------------------------


def test_signature_is_the_same_before_during_and_after(seat, tab):
    seat.plant(WON)
    before = TablePage.of(tab.get(seat.url())).signatures
    seat.deal()
    number = seat.round.pk
    during = TablePage.of(tab.get(seat.url())).signatures
    summary = tab.get(url("game", number)).context["game"].summary
    assert before == during == (summary.md5, summary.sha256)
    seat.act("stand")
    summary = tab.get(url("game", number)).context["game"].summary
    assert before == (summary.md5, summary.sha256)
    assert before == (
        hashlib.md5(summary.secret.encode()).hexdigest(),
        hashlib.sha256(summary.secret.encode()).hexdigest(),
    )


def test_c19_open_game_reveals_nothing(seat, tab):
    seat.play(WON)
    number = seat.round.pk
    game = tab.get(url("game", number)).context["game"]
    assert (game.summary.state, game.summary.secret) == ("open", "")
    assert game.dealer_cards == ("7D",)
    assert [row.cards for row in game.rows] == [("0S", "0H")]
    for name in ("transcript", "string"):
        answer = tab.get(url(name, number))
        assert answer.status_code == 409
        assert answer["Content-Type"].startswith("text/html")
        assert "Content-Disposition" not in answer
    assert tab.get(url("signature", number)).status_code == 200


def test_ended_game_shows_every_hand_and_every_payout(seat, tab):
    seat.play("AD 8S 8H 0C 2D KC", "insure split stand stand")
    game = tab.get(url("game", seat.round.pk)).context["game"]
    assert [(row.cards, row.stake, row.returned) for row in game.rows] == [
        (("8S", "0C"), 10_00, 0),
        (("8H", "2D"), 10_00, 0),
        ((), 10_00, 30_00),
    ]
    assert game.dealer_cards == ("AD", "KC")
    assert (game.cut, game.cards, game.seed, game.moved) == (104, 104, "", "")


def test_choices_of_the_player_are_shown(seat, tab):
    seat.open()
    seat.deal(10, cut=12, seed="0123456789abcdef", scheme=Scheme.DEALER_1_LAST, moved=(3, 1))
    game = tab.get(url("game", seat.round.pk)).context["game"]
    assert (game.cut, game.seed, game.scheme, game.moved) == (
        12,
        "0123456789abcdef",
        "2P1D",
        "3, 1",
    )


# --- Files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.SIX_DECK])
def test_string_file_is_exactly_what_was_signed(seat, tab, variant):
    here = seat.at(variant)
    here.plant(NATURAL)
    md5, sha256 = TablePage.of(tab.get(here.url())).signatures
    here.deal()
    answer = tab.get(url("string", here.round.pk))
    assert hashlib.md5(answer.content).hexdigest() == md5
    assert hashlib.sha256(answer.content).hexdigest() == sha256
    assert answer.content.startswith(b"Player_1-DATE")
    assert answer.content.endswith(b"-END")
    assert answer["Content-Type"].startswith("text/plain")
    assert f"game-{here.round.pk}" in answer["Content-Disposition"]


def test_c11_page_holds_the_exact_string_to_copy(seat, tab):
    seat.play(NATURAL)
    secret = seat.round.shoe.commitment.revealed
    page = read(tab.get(url("game", seat.round.pk)))
    texts = ["".join(part for part in one.inside if isinstance(part, str)) for one in page]
    assert secret in texts


def test_signature_file_names_both(seat, tab):
    seat.play(WON)
    signed = seat.shoe.commitment
    words = tab.get(url("signature", seat.round.pk)).content.decode().split()
    assert {signed.md5, signed.sha256} <= set(words)


CHECKED = [
    pytest.param(Variant.DOUBLE_DECK, NATURAL, "", id="over at the deal"),
    pytest.param(Variant.DOUBLE_DECK, WON, "stand", id="win"),
    pytest.param(Variant.DOUBLE_DECK, DOUBLED, "double", id="double"),
    pytest.param(Variant.DOUBLE_DECK, PAIR, "split stand stand", id="split"),
    pytest.param(
        Variant.DOUBLE_DECK, "AD 8S 8H 0C 2D KC", "insure split stand stand", id="insured split"
    ),
    pytest.param(Variant.SIX_DECK, SURRENDERED, "surrender", id="surrender"),
    pytest.param(Variant.SIX_DECK, "6D 5S 5H 6C 9D 0S", "split double hit stand", id="das"),
]


@pytest.mark.parametrize(("variant", "cards", "words"), CHECKED)
def test_transcript_replays_to_what_the_table_showed(seat, tab, tmp_path, variant, cards, words):
    here = seat.at(variant)
    here.play(cards, words)
    assert here.round.ended_at is not None
    require_checkable(here, tab, tmp_path)


@pytest.mark.parametrize("scheme", list(Scheme))
@pytest.mark.parametrize("seed", [None, "0123456789abcdefXYZ"])
def test_transcript_of_expert_mode_and_own_shuffle_replays(seat, tab, tmp_path, scheme, seed):
    seat.open()
    seat.deal(10, 0, 50, cut=12, seed=seed, scheme=scheme, moved=(3, 104, 1))
    while seat.round.ended_at is None:
        seat.act("stand")
    written = require_checkable(seat, tab, tmp_path)
    (entry,) = written["rounds"]
    assert (entry["scheme"], entry["moved"]) == (scheme.value, [3, 104, 1])
    assert entry["bets"] == {"1": 10_00, "3": 50_00}
    assert (written["cut"], written.get("player_seed")) == (12, seed)


def require_checkable(seat, tab, tmp_path):
    """The file from the site replays alone, and to the very result that the table showed."""
    answer = tab.get(url("transcript", seat.round.pk))
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/json")
    written = json.loads(answer.content)
    (entry,) = written["rounds"]
    result = replay(written)
    assert result["ok"] is True
    assert result["signatures"]["match"] is True
    assert result["rounds"] == [entry["shown"]] == [seat.round.shown]
    staked = -sum(amount for _, amount in seat.lines if amount < 0)
    returned = sum(amount for _, amount in seat.lines if amount > 0)
    assert (entry["shown"]["staked"], entry["shown"]["returned"]) == (staked, returned)
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    printed = io.StringIO()
    call_command("replay", str(file), stdout=printed)
    assert json.loads(printed.getvalue()) == result
    return written


def test_c20_transcript_holds_documented_fields_only(seat, tab):
    seat.play(WON, "stand")
    written = json.loads(tab.get(url("transcript", seat.round.pk)).content)
    assert set(written) == {
        "format",
        "rules",
        "variant",
        "secret",
        "md5",
        "sha256",
        "cut",
        "rounds",
    }
    assert set(written["rounds"][0]) == {"scheme", "moved", "bets", "actions", "shown"}
    six = seat.at(Variant.SIX_DECK)
    six.play(WON, "stand")
    written = json.loads(tab.get(url("transcript", six.round.pk)).content)
    assert set(written["rounds"][0]) == {"bets", "actions", "shown"}


# --- Who may look -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("words", ["", "stand"], ids=["open", "ended"])
def test_game_of_another_is_like_a_number_that_never_was(seat, stranger, tab, name, words):
    other = Seat(stranger)
    other.play(WON, words)
    seat.play(WON, "stand")
    before = everything()
    theirs, none = tab.get(url(name, other.round.pk)), tab.get(url(name, 10**9))
    assert theirs.status_code == none.status_code == 404
    assert theirs.content == none.content
    requests = {one.headers.pop("X-Request-ID") for one in (theirs, none)}
    assert len(requests) == 2, "each answer has a number of its own"
    assert dict(theirs.headers) == dict(none.headers)
    assert everything() == before


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**40])
def test_number_that_never_was_is_no_page(tab, name, number):
    assert tab.get(url(name, number)).status_code == 404


@pytest.mark.parametrize("name", FILES)
def test_visitor_is_led_to_the_login_whatever_the_number(seat, client, name):
    seat.play(WON, "stand")
    for number in (seat.round.pk, 10**9):
        answer = client.get(url(name, number))
        assert answer.status_code == 302
        assert answer.url == f"{reverse('accounts:login')}?next={url(name, number)}"
    assert client.get(reverse("fairplay:list"), headers=HTMX)["HX-Redirect"]


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_pages_are_only_read(seat, tab, method):
    seat.play(WON, "stand")
    for address in (reverse("fairplay:list"), *(url(name, seat.round.pk) for name in FILES)):
        assert getattr(tab, method)(address).status_code == 405


def test_looking_changes_nothing(seat, demo, tab):
    seat.play(WON)
    demo.play(WON, "stand")
    before = everything()
    tab.get(reverse("fairplay:list"))
    for here in (seat, demo):
        for name in FILES:
            tab.get(url(name, here.round.pk))
    assert everything() == before


def test_guest_keeps_his_games_when_he_registers(client):
    guest = start_guest()
    here = Seat(guest, currency=Currency.FUN.value)
    here.play(NATURAL)
    client.force_login(guest)
    (before,) = listed(client)
    upgrade_guest(user_id=guest.pk, login="Newcomer", password="correct horse battery")
    guest.refresh_from_db()
    client.force_login(guest)
    assert listed(client) == [before]
    assert before.secret.startswith("guest_")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_both_languages_and_headers(seat, tab, language):
    tab.cookies["django_language"] = language
    seat.play(WON, "stand")
    for address in (reverse("fairplay:list"), url("game", seat.round.pk)):
        answer = tab.get(address)
        assert answer.status_code == 200
        assert read(answer).one("html")["lang"] == language
        assert "Europe/Moscow" in read(answer).one("main").text
    for name in FILES:
        answer = tab.get(url(name, seat.round.pk))
        assert answer["Cache-Control"] == "no-store"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "unsafe" not in answer["Content-Security-Policy"]


def test_d18_numbers_are_written_without_separators(seat, tab, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    row = seat.play(NATURAL).row
    Round.objects.filter(pk=row.pk).update(id=1_234_567)
    for language in ("ru", "en"):
        tab.cookies["django_language"] = language
        links = [one.get("href") for one in read(tab.get(reverse("fairplay:list"))).all("a")]
        assert url("game", 1_234_567) in links
        links = [one.get("href") for one in read(tab.get(url("game", 1_234_567))).all("a")]
        assert url("string", 1_234_567) in links
        assert url("transcript", 1_234_567) in links
