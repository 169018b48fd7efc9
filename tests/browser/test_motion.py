"""Motion of the table in a real browser: what moves, and in which order."""

import itertools

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.moving import deal, press, watched
from tests.browser.watching import animations, notes, when
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

NORMAL = 0.6
"""Of the times at the slowest pace."""
FLIGHT = 260 * NORMAL


# Without and with a hole card.
DEALT = {
    "six-deck": "7D 0S 0H 9C 9S",
    "bingo": "0S 0H 9C 9S 7D 0D",
    "double-deck": "7D 0S 0H 9C 9S",
    "classic": "0S 0H 9C 9S 7D 0D",
}


@pytest.mark.parametrize("variant", DEALT if FULL_COUNTS else ["six-deck", "bingo"])
def test_cards_come_in_dealing_order_and_each_total_after_its_cards(
    browser: Browser, site: Site, variant: str
) -> None:
    cards = DEALT[variant]
    with watched(browser, site, variant, cards) as page:
        deal(page, 10, 5)
        seen = notes(page)
        order = [str(number) for number in range(1, len(cards.split()) + 1)]
        first = order.index("3" if cards.startswith("7D") else "2")
        shown = when(seen, "hand-1-1 total", "20")
        assert shown > when(seen, lying(seen, order[first]), "lies")
        assert shown < when(seen, "hand-2-1 total", "18")
        assert looks(seen, "hand-1-1")[0] == "hand", "the turn is shown when all cards lie"
        assert "is-active" in looks(seen, "hand-1-1")[-1]
        flights = [one for one in animations(page) if flies(one)]
        assert [str(one["id"]).rsplit("-", 1)[1] for one in flights] == order
        apart = [float(str(one["delay"])) for one in flights]
        steps = [later - before for before, later in itertools.pairwise(apart)]
        assert steps == pytest.approx([140 * NORMAL] * len(steps), abs=0.01)


def test_a_drawn_card_flies_alone_and_nothing_but_transform_and_opacity_moves(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "double-deck", "7D 2S 3H 4C 9D") as page:
        deal(page, 10)
        press(page, "hit")
        seen = notes(page)
        (flight,) = [one for one in animations(page) if flies(one)]
        assert str(flight["id"]).endswith("-4")
        assert when(seen, "hand-1-1 total", "9") > when(seen, str(flight["id"]), "lies")
        properties = {name for one in animations(page) for name in one["properties"]}  # type: ignore[attr-defined]
        assert properties <= {"opacity", "transform", "scale"}


def test_results_wait_for_the_hole_card_and_money_for_the_results(
    browser: Browser, site: Site
) -> None:
    """A double makes 21; it stands on 17, against 19 of which nine lay face down."""
    with watched(browser, site, "classic", "5S 6H 0D 7S 0H 9C 0C") as page:
        deal(page, 10, 20)
        press(page, "double")
        seen = notes(page)
        assert "hand-1-1 chips" not in {what for what, look in seen if look == "0"}
        press(page, "stand")
        expect(page.locator("#balance")).to_have_text("Balance 9,960 FUN")
        seen = notes(page)
        turned = when(seen, lying(seen, "6"), "lies")
        dealer = when(seen, "dealer total", "Dealer 19")
        lost = when(seen, "hand-2-1 chips", "0")
        won = when(seen, "hand-1-1 total", "21.Win +20")
        balance = when(seen, "balance", "Balance 10,000 FUN")
        assert turned < dealer < lost < won < balance
        assert won < when(seen, "net", "0")
        assert won < [what for what, _ in seen].index("spoken", 1 + first_spoken(seen))
        assert [what for what, look in seen[:dealer] if "is-win" in look or "is-lost" in look] == []


def test_a_bust_is_shown_with_its_own_card(browser: Browser, site: Site) -> None:
    with watched(browser, site, "double-deck", "7D 0S 6H 0C 0H 9D 0D") as page:
        deal(page, 10, 5)
        press(page, "hit")
        seen = notes(page)
        card = when(seen, lying(seen, "6"), "lies")
        bust = when(seen, "hand-1-1 total", "25.Bust −10")
        assert card < bust < when(seen, "hand-1-1 chips", "0")
        turned = [at for at, (what, look) in enumerate(seen)
                  if what == "hand-2-1 look" and "is-active" in look]  # fmt: skip
        assert bust < turned[-1], "the turn passes on when it is seen why"


def test_a_pair_parts_and_each_hand_gets_its_card(browser: Browser, site: Site) -> None:
    with watched(browser, site, "double-deck", "6D 8S 8H 0C 2D 0D AC") as page:
        deal(page, 10)
        press(page, "split")
        seen = notes(page)
        moved = [one for one in animations(page) if str(one["id"]).startswith("card-")]
        assert {str(one["id"]).rsplit("-", 1)[1] for one in moved if not flies(one)} == {"2", "3"}
        assert [str(one["id"]).rsplit("-", 1)[1] for one in moved if flies(one)] == ["4", "5"]
        assert when(seen, "hand-1-1 total", "18") < when(seen, "hand-1-2 total", "10")
        chips = [one for one in animations(page) if "stack" in str(one["name"]).split()]
        assert [one["duration"] for one in chips] == [pytest.approx(160 * NORMAL)]


def test_insurance_chips_come_and_its_end_waits_for_the_dealer(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "double-deck", "AD 0S 7H KC") as page:
        deal(page, 10)
        press(page, "insure")
        notes(page)
        assert [one["duration"] for one in animations(page) if one["name"] == "insurance"] == [
            pytest.approx(160 * NORMAL)
        ]
        press(page, "stand")
        seen = notes(page)
        assert when(seen, "dealer total", "Dealer Blackjack") < when(
            seen, "hand-1-1 total", "17.Lose −10"
        )


def test_bingo_numbers_light_one_after_the_other_after_the_dealer(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "bingo", "0S KD 9H 0C 8D KH") as page:
        page.locator("[data-bet='2']").fill("10")
        page.locator("[data-bet='bingo-2']").fill("5")
        deal(page, 10, 10, bingo=5)
        press(page, "stand")
        press(page, "stand")
        seen = notes(page)
        dealer = when(seen, "dealer total", "Dealer 18")
        first, second = when(seen, "bingo-1", "18"), when(seen, "bingo-2", "18")
        assert dealer < first < second


def flies(animation: dict[str, object]) -> bool:
    """Whether it brings a card from the shoe."""
    return (
        str(animation["id"]).startswith("card-")
        and "opacity" in str(animation["properties"])
        and animation["duration"] == pytest.approx(FLIGHT)
    )


def lying(seen: list[tuple[str, str]], number: str) -> str:
    """The id of the card of this number."""
    return next(
        what for what, _ in seen if what.startswith("card-") and what.endswith(f"-{number}")
    )


def looks(seen: list[tuple[str, str]], hand: str) -> list[str]:
    """How a hand's frame looked, one after the other."""
    return [look for what, look in seen if what == f"{hand} look"]


def first_spoken(seen: list[tuple[str, str]]) -> int:
    """Where the notes say that the sentence of before is gone."""
    return [what for what, _ in seen].index("spoken")
