"""Hints and training at demo tables: decisions graded once, habits counted, no roubles."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Currency
from blackjack.analysis import published
from blackjack.engine.rules import Variant
from blackjack.engine.state import Action
from blackjack.models import Habit, Training
from blackjack.training import services
from tests.leaks import codes
from tests.pages import read
from tests.tables import HTMX, Seat, everything

pytestmark = pytest.mark.django_db


def url(variant="classic"):
    return reverse("blackjack:training", args=[variant])


# --- At the table ------------------------------------------------------------------------------


@pytest.fixture
def classic(demo) -> Seat:
    """The player at the classic demo table."""
    return demo.at(Variant.CLASSIC)


def switch(seat: Seat, **what: bool) -> Training:
    return services.switch(player=seat.player, now=timezone.now(), **what)


def training(seat: Seat) -> Training:
    return Training.objects.get(player=seat.player)


HIT = "0S 6H 6D 2C 5D 0D"  # 16 against 6: hit brings 21
STOOD = "0S 6H 6D 2C 0D"  # the same hand: the dealer has 18
STIFF = f"{HIT} {HIT} {STOOD}"


def test_page_tells_of_hidden_cards_nothing(classic, stranger, client):
    pages = []
    for player, hole in ((classic.player, "2C"), (stranger, "KH")):
        here = Seat(player, Variant.CLASSIC, Currency.FUN.value)
        here.plant(f"0S 6H 6D {hole} 5D 9D")
        here.deal(10)
        client.force_login(player)
        pages.append(client.get(url()))
        shown = codes(pages[-1].content.decode()) | codes(str(pages[-1].context["training"]))
        assert shown <= {"0S", "6H", "6D"}
    first, second = (one.context["training"].hint for one in pages)
    assert first == second
    assert len(pages[0].content) == len(pages[1].content)


def test_hint_names_every_choice_with_its_value_and_fun(classic, tab):
    classic.plant(STIFF)
    classic.deal(20)
    for headers in ({}, HTMX):
        page = read(tab.get(url(), headers=headers))
        rows = page.one("table", class_="list hint-table").one("tbody").all("tr")
        assert len(rows) == 3  # hit, stand, double
        kept = published.load(Variant.CLASSIC).first_values[published.hand_class(("0S", "6H")), "6"]
        stand = next(row for row in rows if "Stand" in row.one("th").text)
        assert "is-best" in stand.classes
        assert stand.all("td")[0].text == f"{kept[Action.STAND]:.4f}".replace("-", "−")
    classic.act("stand")
    assert not read(tab.get(url())).all("table", class_="list hint-table")


@pytest.mark.parametrize("mode", ["real"])
@pytest.mark.parametrize("variant", Variant)
def test_there_is_none_for_roubles(seat, tab, variant, mode):
    here = seat.at(variant)
    switch(seat, hints=True, grading=True)
    here.open()
    here.deal(10)
    assert tab.get(f"/play/{variant}/{mode}/training/").status_code == 404
    assert tab.post(f"/play/{variant}/{mode}/training/", {"wish": "hints"}).status_code == 404
    answer = tab.get(here.url())
    assert answer.context["table"].coach is None
    page = read(answer)
    assert not page.all("a", data_sheet="training-sheet")
    assert not page.all("dialog", id="training-sheet")


def test_decisions_for_roubles_are_not_graded(seat):
    classic = seat.at(Variant.CLASSIC)
    switch(seat, grading=True)
    classic.plant(STIFF)
    classic.deal(10)
    classic.act("hit")
    assert training(seat).decisions == 0


def test_a_round_for_roubles_gives_no_hint_on_the_demo_page(seat, tab):
    real = seat.at(Variant.CLASSIC)
    real.plant(STIFF)
    real.deal(10)
    assert tab.get(url()).context["training"].hint is None


def test_each_decision_is_graded_and_habits_are_added_up(classic):
    switch(classic, grading=True)
    classic.plant(STIFF)
    for word in ("hit", "hit", "stand"):
        classic.deal(10)
        classic.act(word)
    row = training(classic)
    assert (row.decisions, row.right) == (3, 1)
    (habit,) = Habit.objects.all()
    assert (habit.kind, habit.label, habit.up) == ("hard", "16", "6")
    assert (habit.chosen, habit.better, habit.times) == ("hit", "stand", 2)
    assert habit.cost == row.cost
    assert habit.cost > 0
    assert row.last["right"]


def test_insurance_declined_for_all_boxes_is_a_decision_for_each(classic):
    switch(classic, grading=True)
    classic.plant("0S 6H 0C 7H AD 2C")
    classic.deal(10, 10)
    from blackjack import services as tables

    tables.decline_all(**classic.names, version=classic.version)
    assert (training(classic).decisions, training(classic).right) == (2, 2)


def test_decisions_of_all_demo_tables_count_in_one_session(classic):
    switch(classic, grading=True)
    classic.plant(STIFF)
    classic.deal(10)
    classic.act("stand")
    other = classic.at(Variant.DOUBLE_DECK, Currency.FUN.value)
    other.play("6D 0S 6H 5C", "hit")
    row = training(classic)
    assert (row.decisions, row.right) == (2, 1)
    assert {one.variant for one in row.habits.all()} == {"double-deck"}


def test_a_click_that_comes_late_is_graded_no_second_time(classic, tab):
    switch(classic, grading=True)
    classic.plant("0S 2H 6D 2C 2D 3C 9D 9C")
    classic.deal(10)
    version = classic.version
    assert classic.post_act(tab, "hit", version=version).status_code == 303
    assert classic.post_act(tab, "hit", version=version).status_code == 409
    assert training(classic).decisions == 1


def test_what_is_refused_is_not_graded(classic, tab):
    switch(classic, grading=True)
    classic.plant(STIFF)
    classic.deal(10)
    before = everything()
    assert classic.post_act(tab, "split").status_code == 409
    assert everything() == before


def test_grading_turned_on_begins_anew_and_turned_on_twice_does_nothing(classic):
    switch(classic, grading=True)
    classic.plant(STIFF)
    classic.deal(10)
    classic.act("hit")
    switch(classic, grading=True)
    assert training(classic).decisions == 1
    switch(classic, grading=False)
    row = training(classic)
    assert (row.decisions, row.habits.count()) == (1, 1), "still to be seen"
    classic.deal(10)
    classic.act("hit")
    assert training(classic).decisions == 1, "off"
    switch(classic, grading=True)
    row = training(classic)
    assert (row.decisions, row.right, row.cost, row.last) == (0, 0, 0, None)
    assert not row.habits.exists()


# --- The page ----------------------------------------------------------------------------------


def test_switches_work_without_javascript_and_show_at_the_table(classic, tab):
    assert tab.get(classic.url()).context["table"].coach.hint == ""
    for wish in ("hints", "grade"):
        answer = tab.post(url(), {"wish": wish})
        assert (answer.status_code, answer["Location"]) == (303, url())
    classic.plant(STIFF)
    classic.deal(10)
    coach = tab.get(classic.url()).context["table"].coach
    assert coach.hint.startswith("Stand −0.1")
    classic.act("hit")
    table = read(tab.get(classic.url()))
    (verdict,) = [one for one in table.all("span") if "coach-verdict" in one.classes]
    assert "is-wrong" in verdict.classes
    shown = read(tab.get(url()))
    assert len(shown.one("table", class_="list habits").one("tbody").all("tr")) == 1
    for wish in ("no_hints", "no_grades"):
        assert tab.post(url(), {"wish": wish}).status_code == 303
    coach = tab.get(classic.url()).context["table"].coach
    assert (coach.hint, coach.verdict, coach.mark) == ("", "", "")


def test_another_tab_notices_a_switch(classic, tab):
    """A page that heard of a change asks with the state it shows, and gets the table anew."""
    classic.open()
    have = tab.get(classic.url()).context["table"].state
    ask = {"have": have}
    assert tab.get(classic.url(), ask, headers=HTMX).status_code == 204
    switch(classic, grading=True)
    assert tab.get(classic.url(), ask, headers=HTMX).status_code == 200


def test_get_changes_nothing(classic, tab):
    classic.open()
    before = everything()
    assert tab.get(url()).status_code == 200
    assert tab.get(url(), {"wish": "grade"}).status_code == 200
    assert everything() == before


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"wish": ""},
        {"wish": "-5"},
        {"wish": "NaN"},
        {"wish": "１"},
        {"wish": "grade" * 500},
        {"wish": ["grade", "hints"]},
        {"wish": "grade", "player": "1"},
    ],
)
def test_bad_forms_are_refused_and_change_nothing(classic, tab, data):
    classic.open()
    before = everything()
    answer = tab.post(url(), data)
    assert answer.status_code == 422
    assert read(answer).one("div", id="training").all("p", role="alert")
    assert everything() == before


def test_each_player_sees_his_own(classic, tab, stranger, client):
    switch(classic, grading=True)
    classic.plant(STIFF)
    classic.deal(10)
    classic.act("hit")
    assert tab.get(url()).context["training"].decisions == 1
    client.force_login(stranger)
    assert client.get(url()).context["training"].decisions == 0


def test_a_visitor_signs_in_first(client):
    for answer in (client.get(url()), client.post(url(), {"wish": "grade"})):
        assert answer.status_code == 302
    assert not Training.objects.exists()
