"""The cut window (rules.md sections 4 and 10): the cut, expert mode, own shuffle, the keyboard."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import centre, guest_at, in_hand, lay, plant
from tests.running_site import Site

pytestmark = pytest.mark.browser

CARDS = 104
SEED = re.compile("[A-Za-z0-9]{32}")


@pytest.fixture(scope="module")
def table(browser: Browser, site: Site) -> Iterator[Page]:
    with guest_at(browser, site) as page:
        yield page


@pytest.fixture
def page(table: Page) -> Page:
    """The cut window, open, with nothing remembered."""
    table.evaluate("localStorage.clear()")
    return opened(table)


def opened(page: Page) -> Page:
    page.reload()
    lay(page, 10)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#cut")).to_be_visible()
    return page


def cut(page: Page) -> int:
    """The cut that would be sent; slider and number must agree."""
    number = int(page.locator("#cut-number").input_value())
    assert int(page.locator("#cut-slider").input_value()) == number
    assert 1 <= number <= CARDS
    return number


def labels(page: Page) -> list[str]:
    shown = page.locator(".cut-labels span:visible").all()
    return [" ".join((one.text_content() or "").split()) for one in shown]


def first_out(page: Page) -> str:
    return " ".join(page.locator("#cut-hint").inner_text().split())


def test_the_cut_is_chosen_by_number_steps_slider_and_lot(page: Page) -> None:
    page.locator("#cut-number").fill("37")
    assert cut(page) == 37
    assert labels(page) == ["To the end: 1–37", "Played first: 38–104"]
    assert first_out(page) == "First out: card 38"
    page.get_by_role("button", name="One card more").click()
    assert cut(page) == 38
    page.locator("#cut-slider").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert cut(page) == 36
    page.keyboard.press("End")
    assert cut(page) == 104
    assert labels(page) == ["Played first: 1–104"]
    assert first_out(page) == "The order stays as it is. First out: card 1"
    page.keyboard.press("Home")
    page.get_by_role("button", name="One card less").click()
    assert (cut(page), labels(page)) == (1, ["To the end: 1", "Played first: 2–104"])
    page.get_by_role("button", name="Random").click()
    cut(page)


def test_the_shoe_is_cut_where_it_is_pressed_and_along_the_drag(page: Page) -> None:
    page.locator("#cut-number").fill("52")
    shoe = page.locator(".cut-shoe").bounding_box()
    card = page.locator(".cut-card")
    assert shoe is not None
    page.mouse.click(shoe["x"] + shoe["width"] * 0.25, shoe["y"] + 50)
    assert 20 <= cut(page) <= 30
    before = cut(page)
    page.mouse.click(*centre(card))
    assert abs(cut(page) - before) <= 1, "the cutting card stands where it was put"
    page.mouse.move(*centre(card))
    page.mouse.down()
    page.mouse.move(shoe["x"] + shoe["width"] * 0.75, shoe["y"] + 50)
    assert 75 <= cut(page) <= 85
    page.mouse.move(shoe["x"] + shoe["width"] + 300, shoe["y"])
    page.mouse.up()
    assert cut(page) == CARDS


@pytest.mark.parametrize("after", [1, 2, 52, 103, 104])
def test_the_words_stand_clear_of_the_cutting_card_and_the_thumb_under_it(
    page: Page, after: int
) -> None:
    page.locator("#cut-number").fill(str(after))
    card = page.locator(".cut-card").bounding_box()
    assert card is not None
    for label in page.locator(".cut-labels span:visible").all():
        words = label.bounding_box()
        assert words is not None
        assert words["y"] + words["height"] <= card["y"]
    slider = page.locator("#cut-slider").bounding_box()
    assert slider is not None
    thumb = slider["x"] + 12 + (slider["width"] - 24) * (after - 1) / (CARDS - 1)
    assert abs(thumb - centre(page.locator(".cut-card"))[0]) <= 10


def test_moved_cards_are_typed_or_pressed_on_the_strip_in_order(page: Page) -> None:
    page.locator("#cut-number").fill("37")
    page.locator("[data-expert] > summary").click()
    moved, preview = page.locator("#moved"), page.locator("[data-moved-preview]")
    page.locator("[data-moved-pick] > summary").click()
    strip = page.locator("[data-moved-strip] > button")
    expect(strip).to_have_count(CARDS)
    for number in (7, 31, 12):
        strip.nth(number - 1).click()
    assert moved.input_value() == "7, 31, 12"
    assert preview.inner_text().split() == "7 31 12 › 1 2 3 4 5 6 8 9 …".split()  # noqa: SIM905
    assert first_out(page) == "First out: card 44", "the seventh of the cut shoe"
    strip.nth(30).click()
    assert moved.input_value() == "7, 12"
    expect(strip.nth(11)).to_have_attribute("data-order", "2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert moved.input_value() == "7, 12, 1"
    expect(page.locator("#cut")).to_be_visible()
    moved.fill("3")
    expect(page.locator("[data-moved-strip] > [aria-pressed='true']")).to_have_text("3")


def test_choices_are_remembered_but_never_the_cut_nor_the_line(page: Page) -> None:
    seed = page.locator("[name=seed]")
    expect(seed).to_be_disabled()
    page.locator("[data-own-shuffle]").check()
    expect(seed).to_be_enabled()
    first = seed.input_value()
    assert SEED.fullmatch(first)
    page.get_by_role("button", name="New line").click()
    second = seed.input_value()
    page.locator("[data-expert] > summary").click()
    page.locator(".scheme", has_text="2P1D").click()
    page.locator("#cut-number").fill("37")
    kept = page.evaluate("({ ...localStorage })")
    assert second not in json.dumps(kept)
    del kept["blackjack/signatures"]  # hex digits: these two may stand among them
    assert "37" not in json.dumps(kept)

    opened(page)
    expect(page.locator("[name=scheme][value='2P1D']")).to_be_checked()
    expect(page.locator("[data-own-shuffle]")).to_be_checked()
    third = seed.input_value()
    assert SEED.fullmatch(third)
    assert len({first, second, third}) == 3
    page.locator("[data-own-shuffle]").uncheck()
    page.locator("[data-expert] > summary").click()
    opened(page)
    expect(seed).to_be_disabled()
    expect(page.locator("[data-expert]")).not_to_have_attribute("open", "")


def test_each_opening_draws_a_cut_unless_the_player_has_chosen_one(page: Page) -> None:
    drawn = set()
    deal = page.get_by_role("button", name="Deal", exact=True)
    for _ in range(6):
        drawn.add(cut(page))
        page.keyboard.press("Escape")
        expect(page.locator("#cut")).to_be_hidden()
        expect(deal).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("[data-cut-confirm]")).to_be_focused()
    assert len(drawn) > 1
    page.locator("#cut-number").fill("37")
    page.get_by_role("button", name="Cancel").click()
    deal.click()
    assert cut(page) == 37


def test_a_line_is_never_kept_for_a_shoe_signed_after_it(page: Page, site: Site) -> None:
    page.locator("[data-own-shuffle]").check()
    page.locator("#cut-number").fill("37")
    before = page.locator("[name=seed]").input_value()
    md5 = page.locator("#signature-md5").text_content() or ""
    plant(site, "7D 8S 8H 9C")  # another shoe, and another signature
    page.evaluate("document.getElementById('table').dataset.state = 'before'")
    page.evaluate("document.dispatchEvent(new CustomEvent('table:refresh'))")
    expect(page.locator("#signature-md5")).not_to_have_text(md5)
    expect(page.locator("#cut")).to_be_visible()
    after = page.locator("[name=seed]").input_value()
    assert SEED.fullmatch(after)
    assert after != before
    cut(page)


def test_the_focus_is_held_and_a_small_phone_gets_the_whole_screen(page: Page) -> None:
    for _ in range(25):
        page.keyboard.press("Tab")
        # The body has it while it passes the browser's own buttons.
        assert page.evaluate("document.activeElement.closest('#cut, body') !== null")
        assert page.evaluate("document.activeElement.closest('.bar-actions, .seat, .top') === null")
    page.set_viewport_size({"width": 320, "height": 568})
    box = page.locator("#cut").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 320, "height": 568}
    page.locator("[data-expert] > summary").click()
    page.locator("[data-moved-pick] > summary").click()
    page.locator("[data-own-shuffle]").check()
    assert page.evaluate("document.getElementById('cut').scrollWidth") == 320
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_refused_line_opens_the_window_again_with_its_sentence(page: Page) -> None:
    page.locator("[data-own-shuffle]").check()
    page.locator("[name=seed]").fill("short")
    page.locator("#cut-number").fill("37")
    page.locator("[data-cut-confirm]").click()
    expect(page.locator("#notices")).to_contain_text("“short” is not 16 to 64")
    expect(page.locator("#cut-notices")).to_contain_text("“short” is not 16 to 64")
    expect(page.locator("#cut-notices")).to_be_in_viewport(ratio=1)
    expect(page.locator("[name=seed]")).to_be_focused()
    expect(page.locator("[name=seed]")).to_have_value("short")
    assert cut(page) == 37


def test_enter_cuts_and_deals_what_the_window_shows(page: Page, site: Site) -> None:
    page.locator("[data-own-shuffle]").check()
    seed = page.locator("[name=seed]").input_value()
    page.locator("[data-expert] > summary").click()
    page.locator("#moved").fill("3, 1")
    page.locator("#cut-number").fill("37")
    page.keyboard.press("Enter")
    expect(page.locator("#dealer .card img").first).to_be_visible()
    query = """select s.cut, s.player_seed, r.moved from blackjack_round r
               join blackjack_shoe s on s.id = r.shoe_id order by r.id desc limit 1"""
    assert site.query(query) == [(37, seed, "[3, 1]")]
    assert in_hand(page) in ([], ["1000"])
