"""The panel of returns on the pages: exact values, and the site's own figures beside them."""

import pytest
from django.urls import reverse

from blackjack.analysis import published
from blackjack.engine.rules import Variant
from blackjack.site_figures.models import ENDS
from tests.blackjack.counted_days import planted
from tests.pages import read

pytestmark = pytest.mark.django_db


def panel_of(client, page, variant):
    address = reverse(f"blackjack:{page}", args=[variant])
    return read(client.get(address)).one("div", class_="returns")


@pytest.mark.parametrize("page", ["rules", "strategy"])
def test_pages_show_what_was_played_beside_the_exact_chances(client, page):
    before = panel_of(client, page, "classic")
    assert not before.all("table")
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    after = panel_of(client, page, "classic")
    rows = {row.one("th").text: row.all("td") for row in after.one("tbody").all("tr")}
    assert len(rows) == len(ENDS) + 1
    exact = published.load(Variant.CLASSIC).dealer_overall.totals[20]
    assert rows["20"][0].text == f"{exact:.2%}"
    assert rows["20"][1].all("b"), "outside"
    assert not rows["19"][1].all("b")


@pytest.mark.parametrize("variant", Variant)
def test_panel_gives_the_kept_figures(client, variant):
    book = published.load(variant)
    panel = read(client.get(reverse("blackjack:rules", args=[variant]))).one(
        "div", class_="returns"
    )
    values = [one.text for one in panel.one("dl").all("b")]
    expected = [
        f"{1 + book.ev_table:.3%}",
        f"{book.house_edge:.3%}",
        f"{book.sd_table:.3f}",
        f"{book.natural:.3%}",
        f"{1 + book.ev_composition:.3%}",
    ]
    if book.bingo:
        expected.append(f"{book.bingo.returned:.3%}")
    assert values == expected


def test_bingo_panel_shows_exactly_the_cards_to_leave_on(client):
    book = published.load(Variant.BINGO)
    panel = read(client.get(reverse("blackjack:rules", args=["bingo"]))).one(
        "div", class_="returns"
    )
    shown = {
        frozenset(int(cell.text[:2]) for cell in card.all("li") if "is-lit" in cell.classes)
        for card in panel.one("ul", class_="returns-leaving").all("ol")
    }
    kept = {lit for (lit, fresh), state in book.bingo.states.items() if not fresh and state.leave}
    assert shown == kept
    assert not any(state.leave for (_, fresh), state in book.bingo.states.items() if fresh)
