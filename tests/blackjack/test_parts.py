"""``{% part %}``: drawn once for equal values, and never for others."""

import pytest
from django.utils import translation

from blackjack.presenters.felt_view import CardView, DealerView
from blackjack.templatetags.parts import part

ACE = CardView(id="card-1-1", code="AS", name="ace of spades", dealt=1)
KING = CardView(id="card-1-2", code="KD", name="king of diamonds", dealt=2)


def dealer(*cards: CardView, total: str = "11") -> DealerView:
    return DealerView(cards=cards, total=total, bust=False, blackjack=False)


def drawn(view: DealerView) -> str:
    return part("blackjack/_dealer.html", dealer=view)


def test_equal_values_are_the_same_piece():
    assert drawn(dealer(ACE)) is drawn(dealer(ACE))


@pytest.mark.parametrize("other", [dealer(KING), dealer(ACE, KING), dealer(ACE, total="1")])
def test_other_values_are_another(other):
    assert drawn(dealer(ACE)) != drawn(other)


def test_every_language_has_its_own():
    with translation.override("ru"):
        russian = drawn(dealer(ACE))
    with translation.override("en"):
        english = drawn(dealer(ACE))
        assert english is drawn(dealer(ACE))
    assert russian != english


def test_what_stands_in_values_is_escaped():
    assert "<b>" not in drawn(dealer(ACE, total="<b>"))
    assert "&lt;b&gt;" in drawn(dealer(ACE, total="<b>"))
