"""What nobody's honest page sends: a sentence that names the value, 422, and nothing changed."""

import pytest

from blackjack.engine.rules import rules_of
from tests.pages import TablePage
from tests.tables import HTMX, PLAYED, WON, everything

pytestmark = pytest.mark.django_db


def post(tab, seat, name, fields):
    """Post exactly these fields; a list is a field sent more than once."""
    return tab.post(seat.url(name), {"version": seat.version} | fields)


def require_refused(answer, *words):
    assert answer.status_code == 422
    page = TablePage.of(answer)
    for word in words:
        assert word in page.sentences
    return page


FORMS: dict[str, dict[str, str]] = {
    "deal": {"bet_1": "10"},
    "act": {"action": "stand"},
    "leave": {"box": "1"},
    "close": {},
}
"""What each form of a table sends beside its version."""
BETS = ["-5", "0", "NaN", "1e3", "1,5", "1.5", "10.001", "0.0001", "１０", "+5", "1_0", "0x10"]
MORE_BETS = ["Infinity", "ten", "10 10", "9" * 40, "1" * 5000, "<b>", "\x00", "5\n", "５", "--1"]


@pytest.mark.parametrize("bet", BETS + MORE_BETS, ids=lambda bet: ascii(bet)[:20])
def test_b5_b6_bets_that_are_no_bets(seat, tab, bet):
    seat.open()
    before = everything()
    page = require_refused(post(tab, seat, "deal", {"bet_1": bet}), bet.strip()[:30])
    assert [one["name"] for one in page.table.all("input", aria_invalid="true")] == ["bet_1"]
    assert everything() == before


@pytest.mark.parametrize("variant", PLAYED)
@pytest.mark.parametrize("bet", ["-5", "1e3", "１０"])
def test_b5_last_box_of_every_game_takes_no_such_bet_either(seat, tab, variant, bet):
    here, last = seat.at(variant), f"bet_{rules_of(variant).boxes}"
    here.open()
    before = everything()
    page = require_refused(post(tab, here, "deal", {"bet_1": "10", last: bet}), bet)
    assert [one["name"] for one in page.table.all("input", aria_invalid="true")] == [last]
    assert everything() == before


@pytest.mark.parametrize("variant", PLAYED)
@pytest.mark.parametrize(
    "fields",
    [{}, {"bet_1": ""}, {"bet_1": " ", "bet_2": "", "bet_3": ""}],
    ids=["no fields", "blank", "blanks"],
)
def test_b5_empty_table_is_not_dealt(seat, tab, variant, fields):
    here = seat.at(variant)
    here.open()
    before = everything()
    page = require_refused(post(tab, here, "deal", fields))
    assert page.sentences
    assert everything() == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"cutt": "5"}, ["cutt"], id="c17 unknown field"),
        pytest.param({"total": "21"}, ["total"], id="d24 forged total"),
        pytest.param({"outcome": "win"}, ["outcome"], id="d24 forged outcome"),
        pytest.param({"balance": "1000000"}, ["balance"], id="d24 forged balance"),
        pytest.param({"player": "2"}, ["player"], id="another player"),
        pytest.param({"bet_4": "10"}, ["bet_4"], id="box 4"),
        pytest.param({"bet_0": "10"}, ["bet_0"], id="box 0"),
        pytest.param({"action": "hit"}, ["action"], id="field of the other form"),
        pytest.param({"cut": ["5", "6"]}, ["cut"], id="field sent twice"),
        pytest.param({"bet_1": ["10", "10"]}, ["bet_1"], id="bet sent twice"),
        pytest.param({"version": ["0", "0"]}, ["version"], id="version sent twice"),
        pytest.param({"<b>x</b>": "1"}, ["<b>x</b>"], id="markup as a field"),
        pytest.param({"cut": "0"}, ["0", "104"], id="c15 cut 0"),
        pytest.param({"cut": "105"}, ["105", "104"], id="c15 cut 105"),
        pytest.param({"cut": "-1"}, ["-1"], id="cut -1"),
        pytest.param({"cut": "1.0"}, ["1.0"], id="cut 1.0"),
        pytest.param({"cut": "１２"}, ["１２"], id="cut in full-width digits"),
        pytest.param({"cut": "middle"}, ["middle"], id="cut in words"),
        pytest.param({"no_cut": "yes"}, [], id="no_cut yes"),
        pytest.param({"scheme": "3D2P"}, ["3D2P"], id="scheme 3D2P"),
        pytest.param({"scheme": "1d2p"}, ["1d2p"], id="scheme in small letters"),
        pytest.param({"moved": "0"}, ["0", "104"], id="moved 0"),
        pytest.param({"moved": "1,105"}, ["105"], id="moved 105"),
        pytest.param({"moved": "-1"}, ["-1"], id="moved -1"),
        pytest.param({"moved": "7, 8, 7"}, ["7"], id="moved twice"),
        pytest.param({"moved": "1;2"}, ["1;2"], id="moved with a semicolon"),
        pytest.param({"moved": "1,,2"}, [], id="moved with a gap"),
        pytest.param({"moved": "1,"}, [], id="moved with a comma at the end"),
        pytest.param({"moved": "AS"}, ["AS"], id="moved by name"),
        pytest.param({"moved": "１"}, ["１"], id="moved in full-width digits"),
        pytest.param({"moved": "1,\n2"}, [], id="moved over two lines"),
        pytest.param({"moved": "1," * 3000 + "1"}, [], id="moved without end"),
        pytest.param({"seed": "short", "own_shuffle": "on"}, ["short"], id="short seed"),
        pytest.param({"seed": "x" * 65, "own_shuffle": "on"}, ["xxx"], id="long seed"),
        pytest.param({"seed": "x" * 15 + "-", "own_shuffle": "on"}, ["xxx-"], id="seed with -"),
        pytest.param({"seed": "ы" * 16, "own_shuffle": "on"}, ["ыыы"], id="seed in Cyrillic"),
        pytest.param({"seed": " " + "x" * 16, "own_shuffle": "on"}, [], id="seed with a blank"),
        pytest.param({"seed": "", "own_shuffle": "on"}, [], id="own shuffle without a seed"),
        pytest.param({"seed": "x" * 16}, [], id="seed without the own shuffle"),
        pytest.param({"own_shuffle": "1", "seed": "x" * 16}, [], id="own shuffle 1"),
    ],
)
def test_deal_form(seat, tab, fields, words):
    seat.open()
    before = everything()
    page = require_refused(post(tab, seat, "deal", {"bet_1": "10"} | fields), *words)
    assert page.sentences
    assert everything() == before


@pytest.mark.parametrize("variant", [one for one in PLAYED if not rules_of(one).expert_mode])
@pytest.mark.parametrize("fields", [{"scheme": "1D2P"}, {"moved": "1"}, {"moved": ""}])
def test_fields_of_expert_mode_do_not_exist_elsewhere(seat, tab, variant, fields):
    here = seat.at(variant)
    here.open()
    before = everything()
    require_refused(post(tab, here, "deal", {"bet_1": "10"} | fields), *fields)
    assert everything() == before


@pytest.mark.parametrize("version", ["", "-1", "x", "1.0", "１", str(2**63), "9" * 400, ["0", "1"]])
@pytest.mark.parametrize("name", list(FORMS))
def test_version_that_is_none(seat, tab, name, version):
    seat.play(WON)
    before = everything()
    page = require_refused(tab.post(seat.url(name), FORMS[name] | {"version": version}))
    assert page.sentences
    assert everything() == before


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"action": "dance"}, ["dance"], id="unknown action"),
        pytest.param({"action": "HIT"}, ["HIT"], id="another case"),
        pytest.param({"action": " hit"}, [], id="with a blank"),
        pytest.param({"action": ""}, [], id="blank"),
        pytest.param({}, [], id="none"),
        pytest.param({"action": ["stand", "stand"]}, ["action"], id="twice"),
        pytest.param({"action": "stand", "total": "21"}, ["total"], id="d24 forged total"),
        pytest.param({"action": "stand", "outcome": "win"}, ["outcome"], id="d24 forged outcome"),
        pytest.param({"action": "stand", "round": "1"}, ["round"], id="another round"),
        pytest.param({"action": "stand", "bet_1": "50"}, ["bet_1"], id="another bet"),
        pytest.param({"action": "x" * 10_000}, ["xxx"], id="huge"),
        pytest.param({"action": "<script>alert(1)</script>"}, ["<script>"], id="markup"),
    ],
)
def test_action_form(seat, tab, fields, words):
    seat.play(WON)
    before = everything()
    page = require_refused(post(tab, seat, "act", fields), *words)
    assert page.sentences
    assert page.cards == ["7D", "0S", "0H"]
    assert everything() == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"version=%FF&bet_1=%C3%28",
        b"bet_1=10&version=" + b"1" * 5000,
        b"&".join(b"f%d=1" % number for number in range(400)),
    ],
    ids=["nothing", "bytes", "no UTF-8", "long version", "many fields"],
)
@pytest.mark.parametrize("name", list(FORMS))
def test_bodies_that_are_no_forms(seat, tab, name, body):
    seat.open()
    before = everything()
    kind = "application/x-www-form-urlencoded"
    assert tab.post(seat.url(name), body, content_type=kind).status_code == 422
    assert tab.post(seat.url(name), b"{}", content_type="application/json").status_code == 422
    assert everything() == before


def test_body_that_is_too_large_is_a_bad_request(seat, tab):
    seat.open()
    before = everything()
    assert post(tab, seat, "deal", {f"f{number}": "1" for number in range(600)}).status_code == 400
    kind = "application/x-www-form-urlencoded"
    large = b"bet_1=" + b"1" * 100_000
    assert tab.post(seat.url("deal"), large, content_type=kind).status_code == 400
    assert everything() == before


def test_several_faults_are_named_at_once(seat, tab):
    seat.open()
    fields = {"bet_1": "ten", "bet_3": "-5", "cut": "105", "moved": "x"}
    answer = tab.post(seat.url("deal"), {"version": 0} | fields, headers=HTMX)
    page = require_refused(answer, *fields.values())
    wrong = {one["name"] for one in page.table.all("input", aria_invalid="true")}
    assert wrong == set(fields)
    assert page.fields == {"bet_1": "ten", "bet_2": "", "bet_3": "-5"}


@pytest.mark.parametrize("language", ["ru", "en"])
def test_both_languages_name_the_value(seat, tab, language):
    tab.cookies["django_language"] = language
    seat.open()
    require_refused(post(tab, seat, "deal", {"bet_1": "51"}), "51")
    require_refused(post(tab, seat, "deal", {"bet_1": "10", "cut": "105"}), "105")
