"""The betting form as its player sees it: the chips that are offered."""

import pytest

from accounts.limits import Limit
from blackjack.engine.rules import Variant, rules_of
from blackjack.presenters.betting import Laid, bets_view


@pytest.mark.parametrize(
    ("minimum", "maximum", "chips"),
    [
        pytest.param(1, 50, [1, 5, 10, 25, 50], id="LITE"),
        pytest.param(5, 50, [5, 10, 25, 50], id="LITE where shoes are kept"),
        pytest.param(5, 120, [5, 10, 25, 50, 100], id="RESPECT"),
        pytest.param(20, 200, [25, 50, 100], id="VIP where shoes are kept"),
        pytest.param(60, 80, [1, 5, 10, 25, 50], id="no single chip is a bet"),
        pytest.param(0, 0, [], id="closed"),
    ],
)
def test_the_chips_that_fit_the_limits_are_offered(minimum, maximum, chips):
    rules = rules_of(Variant.DOUBLE_DECK)
    limit = Limit(minimum, maximum)
    view = bets_view(rules, Laid(), limit=limit, previous={}, table_url="/", shoe_cut=False)
    assert [chip.worth // 100 for chip in view.chips] == chips
    assert [chip.worth // 100 for chip in view.pictures] == [1, 5, 10, 25, 50, 100]
    assert (view.minimum, view.maximum) == (minimum, maximum)
