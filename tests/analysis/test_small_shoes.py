"""The analysis of small shoes is what going through every order of their cards gives."""

from dataclasses import replace

import pytest

from blackjack.analysis import moments, splits, table
from blackjack.analysis.against import Against
from blackjack.analysis.moments import Products
from blackjack.analysis.play import Best
from blackjack.analysis.splits import Split
from blackjack.analysis.stock import counts_of
from blackjack.engine.rules import BINGO, CLASSIC, DOUBLE_DECK, SIX_DECK, DoubleOn, Surrender
from blackjack.engine.state import Action
from tests.analysis.brute import Box, House, dealer_ends, drawn, own_best, without

RULES = {
    # The rows of the games, and one that mixes what they have not together.
    "double-deck": DOUBLE_DECK,
    "six-deck": SIX_DECK,
    "classic": CLASSIC,
    "bingo": BINGO,
    "three hands": replace(
        SIX_DECK, max_hands=3, resplit_aces=True, hits_soft_17=True, surrender=Surrender.NONE
    ),
}
SHOES = {
    "eights": {8: 5, 3: 3, 10: 9},
    "aces": {1: 6, 9: 3, 10: 8},
    "nines": {9: 4, 2: 3, 7: 4, 10: 5},
}


def house(rules):
    on: DoubleOn = rules.double_on

    def double(cards, split):
        total = sum(cards) + (10 if 1 in cards else 0)
        return (
            (on.aces or 1 not in cards)
            and (on.totals is None or total in on.totals)
            and (rules.double_after_split or not split)
        )

    hole = rules.dealer_card.value == "hole_card"
    return House(rules.hits_soft_17, hole, rules.max_hands, rules.resplit_aces, double)


def against(rules, shoe, up):
    counts = tuple(shoe.get(card, 0) for card in range(1, 11))
    return Against.dealt(rules, counts, up - 1)


def decider(policy, stock):
    """Ask a policy of the analysis as the brute force asks."""

    def decide(cards, may_double):
        holding = stock.table.of(*(card - 1 for card in cards))
        if len(cards) > 2:
            return "hit" if policy.hits(holding) else "stand"
        may = {Action.HIT, Action.STAND} | ({Action.DOUBLE} if may_double else set())
        return str(policy.first(holding, frozenset(may)))

    return decide


def mass(stock, holding):
    return stock.mass(stock.stock - stock.table.keys[holding])


CASES = [
    pytest.param(rules, SHOES[shoe], up, id=f"{name}, {shoe}, {up}")
    for name, rules in RULES.items()
    for shoe, ups in {"eights": (8, 10), "aces": (1, 10), "nines": (2, 10)}.items()
    for up in ups
]


@pytest.mark.parametrize(("rules", "shoe", "up"), CASES)
def test_dealers_totals(rules, shoe, up):
    stock = against(rules, shoe, up)
    left = without(tuple(sorted(shoe.items())), up)
    found = stock.totals(stock.stock)
    expected = dealer_ends(house(rules), (up,), left)
    ends = (17, 18, 19, 20, 21, 22, "bj")
    assert found == pytest.approx([expected.get(end, 0.0) for end in ends], abs=1e-14)


@pytest.mark.parametrize(("rules", "shoe", "up"), CASES)
def test_stand_hit_and_double(rules, shoe, up):
    """Of every two cards, the best play following; the brute force finds it by itself."""
    stock = against(rules, shoe, up)
    best, whole = Best(stock), tuple(sorted(shoe.items()))
    own = own_best(house(rules), up, whole)
    for low, high, holding, _ in stock.two_cards():
        cards = (low + 1, high + 1)
        if sum(cards) == 11 and 1 in cards:
            continue  # a blackjack has no turn
        box = Box(house(rules), up, without(whole, up, *cards), own)
        worth = {
            Action.STAND: box.value(((cards, 1, True),)),
            Action.HIT: drawn(box, cards, "hit"),
            Action.DOUBLE: drawn(box, cards, "double"),
        }
        for action, value in worth.items():
            assert best.play.of(action, holding) / mass(stock, holding) == pytest.approx(
                value, abs=1e-13
            ), (action, cards)


@pytest.mark.parametrize(("rules", "shoe", "up"), CASES)
def test_no_other_play_of_a_hand_is_better(rules, shoe, up):
    """Composition-dependent play is at least as good as play by the best table's column."""
    stock = against(rules, shoe, up)
    best, (column, _) = Best(stock), table.best(stock)
    by_table = table.Play(stock, column)
    for _low, _high, holding, _ in stock.two_cards():
        may = frozenset({Action.HIT, Action.STAND})
        assert best.play.first(holding, may) >= by_table.first(holding, may) - 1e-14


@pytest.mark.parametrize(("rules", "shoe", "up"), CASES)
def test_split(rules, shoe, up):
    """With every re-split that the rules allow, second cards at once, the new hand after."""
    stock = against(rules, shoe, up)
    best = Best(stock)
    for card in pairs(shoe, up):
        left = without(tuple(sorted(shoe.items())), up, card, card)
        box = Box(house(rules), up, left, decider(best, stock))
        split = Split(stock, card - 1, splits.most_hands(rules, card - 1))
        holding = stock.table.of(card - 1, card - 1)
        assert split.value(best) / mass(stock, holding) == pytest.approx(
            box.split(card), abs=1e-13
        ), card


@pytest.mark.parametrize(("rules", "shoe", "up"), CASES)
def test_square_of_a_split_box(monkeypatch, rules, shoe, up):
    """Both hands face one dealer: their results hang together."""
    monkeypatch.setattr(moments, "_TAIL", 0.0)  # these shoes are small: no straight lines
    stock = against(rules, shoe, up)
    column, _ = table.best(stock)
    for card in pairs(shoe, up):
        left = without(tuple(sorted(shoe.items())), up, card, card)
        box = Box(house(rules), up, left, decider(column, stock), power=2)
        split = Split(stock, card - 1, splits.most_hands(rules, card - 1))
        products = Products(stock)
        products.add(split, column, 1.0)
        found = split.value(column, power=2) + products.mean()
        holding = stock.table.of(card - 1, card - 1)
        assert found / mass(stock, holding) == pytest.approx(box.split(card), abs=1e-12), card


def pairs(shoe, up):
    """Return the cards of which a pair is split here: those that the shoe is about."""
    return [card for card, number in shoe.items() if number - (card == up) >= 3 and card > 7] + [
        card for card, number in shoe.items() if card == 1 and number - (card == up) >= 3
    ]


def test_more_hands_are_worth_more_where_a_split_is_good():
    """Eights against a six: each further hand is one more good one."""
    stock = against(replace(BINGO, max_hands=4), {8: 8, 3: 4, 10: 20, 6: 4, 5: 4}, 6)
    best = Best(stock)
    values = [Split(stock, 7, hands).value(best) for hands in (2, 3, 4)]
    assert values == sorted(values)
    assert values[0] < values[2]


def test_stock_counts_what_is_left():
    stock = against(CLASSIC, SHOES["eights"], 8)
    assert counts_of(stock.stock) == [0, 0, 3, 0, 0, 0, 0, 4, 0, 9]
