"""The strategy card: every cell is the kept table's, told by letter, colour and word."""

from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from blackjack.analysis import published
from blackjack.analysis.published import UP_CARDS, HandClass
from blackjack.engine.rules import Variant, rules_of
from blackjack.presenters import strategy
from blackjack.presenters.rules_readings import tags
from blackjack.presenters.strategy import strategy_view
from tests.pages import Element, read
from tests.tables import HTMX

GAMES = pytest.mark.parametrize("variant", Variant)


def hands(head: str, kind: str) -> list[HandClass]:
    """The hands of a row, from what it is called."""
    if kind == "hard":
        first, _, last = head.partition("–")
        return [HandClass(kind, str(one)) for one in range(int(first), int(last or first) + 1)]
    if kind == "soft":
        first, _, last = head.removeprefix("A ").replace("A", "1").partition("–")
        return [HandClass(kind, str(11 + one)) for one in range(int(first), int(last or first) + 1)]
    order = ["A", *map(str, range(2, 11))]
    if "–" in head:
        first, last = (one.split()[0] for one in head.split("–"))
        return [HandClass(kind, one) for one in order[order.index(first) : order.index(last) + 1]]
    return [HandClass(kind, one.split()[0]) for one in head.split(",")]


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


@GAMES
def test_every_cell_is_the_kept_tables_own(variant):
    book, view = published.load(variant), strategy_view(variant)
    seen = {}
    for table in view.tables:
        for row in table.rows:
            assert len(row.cells) == len(UP_CARDS)
            for hand in hands(row.head, table.kind):
                for up, cell in zip(view.up_cards, row.cells, strict=True):
                    seen[hand, up] = (cell.letters, cell.tone)
    missing = {row for row, _up in book.table} - {row for row, _up in seen}
    assert missing <= {HandClass("soft", "12")}, "told in a sentence"
    assert seen == {
        where: (entry.letters, entry.action.value)
        for where, entry in book.table.items()
        if where[0] not in missing
    }


@GAMES
def test_what_no_row_says_is_said_below(variant):
    book, view = published.load(variant), strategy_view(variant)
    aces = {book.table[HandClass("soft", "12"), up].letters for up in UP_CARDS}
    rows = {row.head for table in view.tables if table.kind == "soft" for row in table.rows}
    said = any("Two aces" in sentence for sentence in view.notes)
    assert said is (len(aces) == 1)
    assert said is ("A A" not in rows)


@GAMES
def test_legend_explains_what_stands_on_the_card_and_nothing_else(variant):
    view = strategy_view(variant)
    used = {cell for table in view.tables for row in table.rows for cell in row.cells}
    assert set(view.legend) == used
    assert len({cell.letters for cell in view.legend}) == len(view.legend)
    assert len({cell.said for cell in view.legend}) == len(view.legend)


def test_letters_and_words():
    book = published.load(Variant.BINGO)
    assert strategy.cell(book.entry(("0S", "6D"), "KS")).said == "Surrender, otherwise stand"
    assert strategy.cell(book.entry(("8S", "8D"), "KS")).letters == "P"
    once = replace(book.entry(("8S", "8D"), "KS"), letters="P1")
    assert strategy.cell(once).said == "Split, but not again"
    with override("ru"):
        assert strategy.cell(book.entry(("0S", "6D"), "KS")).tone == "surrender"


def cells(page: Element) -> list[str]:
    return [one.text for one in page.all("td") if "play-" in (one.get("class") or "")]


@GAMES
def test_page_tells_a_cell_by_letter_and_in_words(client, db, variant):
    answer = client.get(reverse("blackjack:strategy", args=[variant]))
    assert answer.status_code == 200
    page = read(answer)
    found = [one for one in page.all("td") if "play-" in (one.get("class") or "")]
    assert found
    for one in found:
        letter, said = one.all("span")
        assert letter["aria-hidden"] == "true"
        assert letter.text
        assert "sr-only" in said.classes
        assert said.text
    for table in page.all("table"):
        assert table.one("caption").text
        assert all(one.get("scope") == "col" for one in table.one("thead").all("th"))
        assert all(one.get("scope") == "row" for one in table.one("tbody").all("th"))
    assert page.one("html")
    listed = {one.text for one in page.one("ul", class_="strategy-tags").all("li")}
    assert listed == {tag for tag, _meaning in tags(rules_of(variant))}


def test_the_table_fetches_the_same_card_as_a_part(client, db):
    url = reverse("blackjack:strategy", args=["classic"])
    part = read(client.get(url, headers=HTMX))
    assert not part.all("html")
    assert cells(part) == cells(read(client.get(url)))
    assert part.one("details").one("summary").text


def test_no_such_game_has_no_card(client, db):
    assert client.get("/rules/poker/strategy/").status_code == 404
    assert client.post("/rules/classic/strategy/").status_code == 405


def test_card_is_one_link_away_at_the_table_and_on_the_rules_page(seat, tab):
    url = reverse("blackjack:strategy", args=[seat.variant])
    table = read(tab.get(seat.url()))
    links = [one for one in table.all("a") if one.get("href") == url]
    assert [one for one in links if one.get("data-command") == "card"]
    assert table.one("dialog", id="strategy-sheet")["data-url"] == url
    rules = read(tab.get(reverse("blackjack:rules", args=[seat.variant])))
    assert [one for one in rules.all("a") if one.get("href") == url]
