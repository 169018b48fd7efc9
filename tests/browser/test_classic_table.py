"""The classic table in a real browser: a card face down, insurance asked first, a kept shoe."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import changing, guest_at, lay
from tests.running_site import Site

pytestmark = pytest.mark.browser

# 11 and a blackjack against an ace with a nine below; then 18 against 17 from the same shoe.
CARDS = "5S 6H AS KH AD 9C 0C 0S 8H 7D 0D"


def press(page: Page, action: str) -> None:
    with changing(page):
        page.locator(f"button[name=action][value={action}]").click()


def test_two_rounds_of_one_shoe(browser: Browser, site: Site) -> None:
    with guest_at(browser, site, "classic", CARDS) as page:
        signature = page.locator("#signature-md5").text_content() or ""
        lay(page, 10, 20)
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("button", name="Without a cut").click()

        expect(page.locator("#dealer img[alt='a card face down']")).to_have_count(1)
        expect(page.locator("button[name=action]")).to_have_count(3)  # for all boxes too
        press(page, "insure")
        press(page, "decline")
        press(page, "double")
        expect(page.locator("#dealer img[alt='nine of clubs']")).to_have_count(1)
        expect(page.locator("#signature-md5")).to_have_text(signature)

        lay(page, 10)
        page.get_by_role("button", name="Deal", exact=True).click()
        expect(page.locator("#box-1 img[alt='ten of spades']")).to_have_count(1)
        expect(page.locator("#signature-md5")).to_have_text(signature)
        press(page, "stand")
        expect(page.locator("#table")).to_have_class("table table-5 table-result")
        page.goto(f"{site.url}/fairplay/")
        expect(page.get_by_text("waits for the shoe’s end")).to_have_count(2)
