"""What a choice at the table is worth, by the kept values; nothing hidden counts."""

import random

import pytest

from blackjack.analysis import published, simulate
from blackjack.engine import choices
from blackjack.engine.cards import decks
from blackjack.engine.round import act, deal
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Action
from blackjack.training.worth import advise, grade

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
