"""Hints and training: what a choice is worth, decisions graded once, habits counted; demo only."""

import random

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Currency
from blackjack.analysis import published, simulate
from blackjack.engine import choices
from blackjack.engine.cards import decks
from blackjack.engine.round import act, deal
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Action
from blackjack.models import Habit, Training
from blackjack.training import services
from blackjack.training.worth import advise, grade
from tests.leaks import codes
from tests.pages import read
from tests.tables import HTMX, Seat, everything

pytestmark = pytest.mark.django_db

PURSE = 10**9
GAMES = pytest.mark.parametrize("variant", Variant)


def dealt(variant: Variant, cards: str, seed: int = 1):
    """A round on box 1 that begins with these cards, the rest in some order behind."""
    first, rules = cards.split(), rules_of(variant)
    rest = list(decks(rules.decks))
    for card in first:
        rest.remove(card)
    random.Random(seed).shuffle(rest)
    return deal(rules, [*first, *rest], bets={1: 1000})


def url(variant="classic"):
    return reverse("blackjack:training", args=[variant])


# --- What a choice is worth --------------------------------------------------------------------


@GAMES
def test_values_are_the_kept_ones_of_the_hand(variant):
    cards = "6D 0S 6H" if rules_of(variant).expert_mode or variant == "six-deck" else "0S 6H 6D 2C"
    round_ = dealt(variant, cards)
    advice = advise(round_, PURSE)
    book = published.load(variant)
    kept = book.first_values[published.hand_class(("0S", "6H")), "6"]
    assert advice.values == {one: kept[one] for one in choices.offered(round_) if one in kept}
    assert advice.best is max(kept, key=kept.get)
    assert (advice.kind, advice.label, advice.up, advice.bet) == ("hard", "16", "6", 1000)


@GAMES
def test_whoever_plays_by_the_card_is_always_right(variant):
    """And is told of the same best choice, but for the one entry where a total stands for many."""
    rules, book, generator = rules_of(variant), published.load(variant), random.Random(7)
    seen = 0
    for _ in range(400):
        shoe = list(decks(rules.decks))
        generator.shuffle(shoe)
        round_ = deal(rules, shoe, bets={1: 1000})
        while round_.turn is not None:
            advice, action = advise(round_, PURSE), simulate.decide(book, round_)
            assert advice.card is action
            found = grade(advice, action)
            assert (found.right, found.cost) == (True, 0)
            seen += advice.best is action
            round_ = act(round_, action)
    assert seen > 300


@GAMES
def test_every_choice_of_every_hand_has_a_value_and_a_cost_that_is_none_below_zero(variant):
    rules, generator = rules_of(variant), random.Random(8)
    for _ in range(400):
        shoe = list(decks(rules.decks))
        generator.shuffle(shoe)
        round_ = deal(rules, shoe, bets={1: 1000})
        while round_.turn is not None:
            advice = advise(round_, PURSE)
            assert None not in advice.values.values(), round_.turn
            for action in choices.legal(round_):
                found = grade(advice, action)
                assert found.cost >= 0
                assert found.right or found.better is not action
            round_ = act(round_, generator.choice(choices.legal(round_)))


def test_a_cost_is_the_difference_of_two_kept_values_times_the_bet():
    advice = advise(dealt(Variant.CLASSIC, "0S 6H 6D 2C"), PURSE)
    kept = published.load(Variant.CLASSIC).first_values[published.hand_class(("0S", "6H")), "6"]
    found = grade(advice, Action.HIT)
    assert (found.right, found.better) == (False, Action.STAND)
    lost = kept[Action.STAND] - kept[Action.HIT]
    assert found.cost == round(lost * 10 * 1_000_000)  # 10 FUN, in millionths
    assert 2_000_000 < found.cost < 4_000_000


def test_insurance_is_a_question_of_its_own():
    asked = advise(dealt(Variant.CLASSIC, "0S 6H AD 2C"), PURSE)
    book = published.load(Variant.CLASSIC)
    assert asked.values == {Action.INSURE: book.insurance["A"] / 2, Action.DECLINE: 0.0}
    assert (asked.best, grade(asked, Action.DECLINE).right) == (Action.DECLINE, True)
    assert grade(asked, Action.INSURE).cost == 0 or not grade(asked, Action.INSURE).right
    on_the_turn = advise(dealt(Variant.DOUBLE_DECK, "AD 0S 6H"), PURSE)
    assert Action.INSURE not in on_the_turn.values
    found = grade(on_the_turn, Action.INSURE)
    assert (found.right, found.better) == (False, Action.DECLINE)
    assert found.cost == round(7 / 103 / 2 * 10 * 1_000_000)
    insured = act(dealt(Variant.DOUBLE_DECK, "AD 0S 6H"), Action.INSURE)
    assert advise(insured, PURSE).insuring is None, "only once"


def test_what_the_balance_can_not_pay_is_no_choice():
    round_ = dealt(Variant.CLASSIC, "8S 8H 6D 2C")
    rich, poor = advise(round_, 1000), advise(round_, 999)
    assert (rich.kind, rich.best) == ("pair", Action.SPLIT)
    assert set(poor.values) == {Action.HIT, Action.STAND}
    assert (poor.kind, poor.label, poor.best, poor.card) == (
        "hard",
        "16",
        Action.STAND,
        Action.STAND,
    )


@pytest.mark.parametrize(
    ("variant", "shown", "hidden"),
    [
        (Variant.CLASSIC, "0S 6H 0D", ("7C", "8D", "2S", "KH")),
        (Variant.BINGO, "8S 8H 9D", ("9C", "AD", "5S", "KH")),
        (Variant.DOUBLE_DECK, "0D 0S 6H", ("5C", "AC", "KH")),
    ],
)
def test_the_same_visible_cards_give_the_same_hint_whatever_lies_hidden(variant, shown, hidden):
    """The hole card, and all that is not dealt."""
    seen = [
        advise(dealt(variant, f"{shown} {card}", seed), PURSE) for seed, card in enumerate(hidden)
    ]
    assert all(one == seen[0] for one in seen)
    assert seen[0].values


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
@GAMES
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
