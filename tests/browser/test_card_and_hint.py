"""Strategy card and hint at the table: a key away, out of the way again, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.keyboard import deal, nothing_comes_of, play, table
from tests.browser.sitting import guest_at, lay
from tests.running_site import Site

pytestmark = pytest.mark.browser

STIFF = "0S 6H 6D 2C 5D 0D 0C"  # classic: 16 against 6


def test_one_key_shows_the_card_and_takes_it_away(browser: Browser, site: Site) -> None:
    with guest_at(browser, site, "classic") as page:
        card = page.locator("#strategy-sheet")
        expect(card).to_be_hidden()
        for _ in range(2):
            page.keyboard.press("c")
            expect(card).to_be_visible()
            expect(card.locator("td[class^='play-']").first).to_be_visible()
            expect(card.locator("[data-close-sheet]")).to_be_focused()
            page.keyboard.press("c")
            expect(card).to_be_hidden()
        page.keyboard.press("c")
        nothing_comes_of(page, "1", "Enter")  # the keys of the table are not meant meanwhile
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        page.locator("#table [data-sheet='strategy-sheet']").click()
        expect(card).to_be_visible()


def test_card_fits_the_smallest_phone_and_is_reached_by_the_menu(
    browser: Browser, site: Site
) -> None:
    with guest_at(browser, site, "bingo", viewport={"width": 320, "height": 640}) as page:
        page.locator(".menu-button").click()
        page.locator("#menu [data-sheet='strategy-sheet']").click()
        card = page.locator("#strategy-sheet")
        expect(card.locator("td[class^='play-']").first).to_be_visible()
        assert card.evaluate("one => one.scrollWidth <= one.clientWidth")
        rights = card.locator(".strategy-table").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert max(rights) <= 320


def test_card_is_printed_without_the_page_around_it(browser: Browser, site: Site) -> None:
    with guest_at(browser, site, "classic") as page:
        page.goto(f"{site.url}/rules/classic/strategy/")
        page.emulate_media(media="print")
        for left_out in (".top", ".foot", ".strategy-games", ".strategy-returns"):
            expect(page.locator(left_out)).to_be_hidden()
        cell = page.locator("td.play-stand").first
        expect(cell).to_be_visible()
        assert cell.evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"


def test_hint_switches_and_verdict(browser: Browser, site: Site) -> None:
    with table(browser, site, "classic", STIFF) as page:
        lay(page, 10)
        deal(page)
        sheet = page.locator("#training-sheet")
        page.wait_for_timeout(300)
        page.keyboard.press("t")
        expect(sheet.locator(".is-best")).to_contain_text("Stand")
        sheet.locator("#training-hints").click()
        expect(sheet.locator("#training-hints")).to_have_attribute("value", "no_hints")
        sheet.locator("#training-grading").click()
        expect(sheet.locator("#training-grading")).to_have_attribute("value", "no_grades")
        page.keyboard.press("t")
        expect(sheet).to_be_hidden()
        # The switch is heard of by the socket, and the table says it.
        expect(page.locator("#table .coach-hint")).to_contain_text("Stand")
        play(page, "h")
        expect(page.locator("#table .coach-verdict.is-wrong")).to_contain_text("Stand")
        expect(page.locator("#table")).to_have_class(re.compile("table-result"))


def test_hint_and_training_without_javascript(browser: Browser, site: Site) -> None:
    with guest_at(browser, site, "classic", STIFF, java_script_enabled=False) as page:
        page.locator("input[name='bet_1']").fill("10")
        page.locator("#bets .button--main").first.click()
        page.locator("#table a.coach-link").click()
        expect(page.locator(".hint-table .is-best")).to_contain_text("Stand")
        page.locator("#training-grading").click()
        page.locator("article a.button--main").click()
        page.locator("button[name='action'][value='hit']").click()
        expect(page.locator("#table .coach-verdict.is-wrong")).to_be_visible()
