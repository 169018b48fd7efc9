"""The table as a page: what it consists of in each phase, its headers and its languages."""

import pytest
from django.urls import reverse

from blackjack.engine.rules import Variant, rules_of
from tests.pages import TablePage, read
from tests.tables import (
    DOUBLED,
    HTMX,
    INSURED,
    LOST,
    PAIR,
    PLAYED,
    WON,
    clients,
    give,
)

pytestmark = pytest.mark.django_db


def shown(seat, tab) -> TablePage:
    return TablePage.of(tab.get(seat.url()))


def test_c8_signature_stands_in_the_first_page_of_every_phase(seat, tab):
    page = shown(seat, tab)
    signed = seat.shoe.commitment
    assert page.signatures == (signed.md5, signed.sha256)
    seat.plant(WON)
    signed = seat.shoe.commitment
    assert shown(seat, tab).signatures == (signed.md5, signed.sha256)
    seat.deal()
    assert shown(seat, tab).signatures == (signed.md5, signed.sha256)
    seat.act("stand")
    page = shown(seat, tab)
    following = seat.shoe.commitment
    assert following != signed
    assert page.signatures == (following.md5, following.sha256)
    signed.refresh_from_db()
    assert page.table.one(id="last-secret").text == signed.revealed


def test_string_of_a_running_game_has_no_place_on_the_page(seat, tab):
    seat.play(LOST, "stand")
    assert shown(seat, tab).table.all(id="last-secret")
    seat.play(WON)
    assert not shown(seat, tab).table.all(id="last-secret")


@pytest.mark.parametrize("variant", PLAYED)
def test_betting_form_holds_only_known_fields(seat, tab, variant):
    here = seat.at(variant)
    form = shown(here, tab).table
    names = {one["name"] for one in form.all("input") if one.get("name")}
    expert = {"scheme", "moved"} if variant is Variant.DOUBLE_DECK else set()
    numbers = range(1, rules_of(variant).boxes + 1)
    boxes = {f"bet_{box}" for box in numbers}
    asked = {"no_insurance"} if rules_of(variant).kept_shoe else set()  # before anybody plays
    bingo = {f"bingo_{box}" for box in numbers if variant is Variant.BINGO}
    assert (
        names - bingo
        == {"csrfmiddlewaretoken", "version", "cut", "own_shuffle", "seed"} | boxes | expert | asked
    )
    buttons = {one["name"] for one in form.all("button") if one.get("name")}
    assert buttons == {"no_cut"}
    assert form.one("form", id="bets")["action"] == here.url("deal")


@pytest.mark.parametrize(
    ("variant", "cards", "offered"),
    [
        (Variant.DOUBLE_DECK, WON, {"hit", "stand", "split"}),
        (Variant.DOUBLE_DECK, DOUBLED, {"hit", "stand", "double"}),
        (Variant.DOUBLE_DECK, INSURED, {"hit", "stand", "insure"}),
        (Variant.SIX_DECK, "0D 0S 6H", {"hit", "stand", "surrender"}),
        (Variant.SIX_DECK, "6D 5S 4H", {"hit", "stand", "double", "surrender"}),
        (Variant.SIX_DECK, INSURED, {"hit", "stand", "insure"}),
    ],
)
def test_only_legal_actions_can_be_pressed_and_the_others_say_why(
    seat, tab, variant, cards, offered
):
    here = seat.at(variant)
    if cards == WON:
        cards = "7D 0S KH 0C"  # equal points are a pair
    here.play(cards)
    page = shown(here, tab)
    assert page.offered == offered
    for button in page.table.all("button", name="action"):
        why = page.table.all(id=f"why-{button['value']}")
        assert bool(why) == ("disabled" in button.attributes)
        assert all(one.text for one in why)


def test_insurance_is_asked_in_the_same_picture_as_the_ace(seat, tab):
    seat.play(INSURED)
    page = shown(seat, tab)
    assert "AD" in page.cards
    assert "insure" in page.offered
    seat.act("stand")
    seat.play(WON)
    assert not shown(seat, tab).table.all("button", value="insure")


def test_action_that_the_balance_cannot_pay_is_not_offered(seat, tab):
    give(seat.player, 15 - 1000)
    seat.play(DOUBLED)
    page = shown(seat, tab)
    assert page.offered == {"hit", "stand"}
    assert "10" in page.table.one(id="why-double").text
    assert "5" in page.table.one(id="why-double").text


def test_d1_reload_shows_the_same_cards(seat, tab):
    seat.play(PAIR)
    first, second = shown(seat, tab), shown(seat, tab)
    assert first.cards == second.cards == ["6D", "8S", "8H"]
    assert first.version == second.version == seat.version


def test_d7_another_browser_shows_the_round_in_play(seat):
    seat.play(PAIR, "split")
    pages = [shown(seat, one) for one in clients(seat.player, 2)]
    assert pages[0].cards == pages[1].cards == ["6D", "8S", "0C", "8H", "2D"]


def test_d2_round_goes_on_after_leaving_and_coming_back(seat, tab):
    seat.play(WON)
    tab.get(reverse("lobby"))
    tab.get(seat.at(Variant.SIX_DECK).url())
    assert shown(seat, tab).offered >= {"hit", "stand"}
    assert seat.post_act(tab, "stand").status_code == 303


def test_d3_unfinished_round_is_in_the_lobby(seat, tab):
    seat.play(WON)
    (waiting,) = tab.get(reverse("lobby")).context["lobby"].waiting
    assert (waiting.url, waiting.staked) == (seat.url(), 10_00)
    links = [one.get("href") for one in read(tab.get(reverse("lobby"))).one("main").all("a")]
    assert seat.url() in links


def test_a21_only_two_cards_are_called_a_blackjack(seat, tab):
    # 7 4 5 5 is 21 by itself; the dealer has 6 and ten, and draws a ten.
    seat.play("6D 7S 4H 5C 5D 0S 0H", "hit hit")
    (hand,) = shown(seat, tab).table.all("article")
    assert "is-blackjack" not in hand.classes
    assert "is-win" in hand.classes
    assert seat.lines == [("bet", -10_00), ("payout", 20_00)]


def test_d25_table_says_that_equal_cards_may_appear(seat, tab):
    notes = [one.text for one in shown(seat, tab).table.all("p")]
    assert any(note.startswith("2 decks") for note in notes)


def test_every_answer_forbids_storing_and_foreign_code(seat, tab, client):
    seat.play(WON)
    answers = [
        tab.get(seat.url()),
        tab.get(seat.url(), headers=HTMX),
        tab.get(seat.url("signature")),
        tab.get(seat.url("deal")),
        tab.get("/play/nothing/"),
        seat.post_act(tab, "double"),
        seat.post_act(tab, "dance"),
        seat.post_act(tab, "stand"),
        tab.get(reverse("lobby")),
    ]
    assert {answer.status_code for answer in answers} == {200, 303, 404, 405, 409, 422}
    for answer in answers:
        assert answer["Cache-Control"] == "no-store"
        assert "HX-Request" in answer["Vary"]
        policy = dict(
            part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";")
        )
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in answer["Content-Security-Policy"]


def test_no_style_and_no_script_in_the_page_itself(seat, tab):
    seat.play(PAIR, "split")
    for url in (seat.url(), reverse("lobby"), reverse("fairplay:list")):
        for one in read(tab.get(url)):
            assert "style" not in one.attributes
            assert not [name for name in one.attributes if name.startswith("on")]
            assert one.tag != "style"
            # A block of JSON is data: no browser runs it, whatever the policy.
            data = one.get("type") == "application/json"
            assert one.tag != "script" or data or not one.text


@pytest.mark.parametrize("language", ["ru", "en"])
def test_both_languages(seat, tab, language):
    tab.cookies["django_language"] = language
    seat.play(WON)
    for url in (seat.url(), reverse("lobby"), reverse("blackjack:rules", args=[seat.variant])):
        answer = tab.get(url)
        assert answer.status_code == 200
        assert read(answer).one("html")["lang"] == language
    answer = seat.post_act(tab, "dance")
    assert answer.status_code == 422
    assert "dance" in TablePage.of(answer).sentences
    assert TablePage.of(tab.get(seat.url())).version == seat.version


def test_version_is_written_without_separators(seat, tab, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    seat.open()
    type(seat.table).objects.update(version=1_234_567)
    for language in ("ru", "en"):
        tab.cookies["django_language"] = language
        assert shown(seat, tab).version == 1_234_567


def test_signature_file_names_both_signatures(seat, tab):
    seat.open()
    answer = tab.get(seat.url("signature"))
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Content-Type"].startswith("text/plain")
    words = answer.content.decode().split()
    assert {seat.shoe.commitment.md5, seat.shoe.commitment.sha256} <= set(words)


def test_the_limits_stand_on_the_felt_in_every_phase(seat, tab):
    """A page that knows them only while bets are laid would say "0–0 per box" in play."""
    for happen in (seat.open, lambda: seat.play(WON), lambda: seat.act("stand")):
        happen()
        felt = TablePage.of(tab.get(seat.url())).table
        (limits,) = [one for one in felt.all("p") if "felt-limit" in one.classes]
        assert "1–50" in limits.text
