"""Several tabs follow each other, and a broken line shows and heals, in a real browser."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import become_guest, guest_at, lay
from tests.running_site import Site

pytestmark = pytest.mark.browser

CARDS = "6D 0S 5H 9C 8D 7S"
AT_ONCE = 1_000  # milliseconds; a push takes a few of them


@pytest.fixture
def tab(browser: Browser, site: Site) -> Iterator[Page]:
    with guest_at(browser, site, cards=CARDS) as page:
        yield page


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


def deal(page: Page, *bets: int) -> None:
    lay(page, *bets)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Without a cut").click()
    expect(page.locator("#dealer img")).to_have_count(1)


def test_tabs_follow_each_other_and_the_balance_follows_everywhere(tab: Page, site: Site) -> None:
    second, elsewhere = tab.context.new_page(), tab.context.new_page()
    second.goto(tab.url)
    elsewhere.goto(f"{site.url}/fairplay/")
    expect(elsewhere.locator("#balance")).to_contain_text("10,000 FUN")

    deal(tab, 10)
    expect(second.locator("#dealer img")).to_have_count(1, timeout=AT_ONCE)
    expect(second.locator("#table")).to_have_attribute("data-version", version(tab))
    expect(elsewhere.locator("#balance")).to_contain_text("9,990 FUN", timeout=AT_ONCE)

    second.locator("button[name=action][value=stand]").click()
    expect(tab.locator("#table")).to_have_class("table table-3 table-result", timeout=AT_ONCE)
    expect(tab.locator("#table")).to_have_attribute("data-version", version(second))
    md5 = second.locator("#signature-md5").text_content() or ""
    expect(tab.locator("#signature-md5")).to_have_text(md5)


def test_chips_that_are_laid_stay_while_the_balance_changes_elsewhere(
    tab: Page, site: Site
) -> None:
    other = tab.context.new_page()
    lay(tab, 5, 0, 25)
    other.goto(f"{site.url}/play/six-deck/demo/")
    lay(other, 10)
    other.get_by_role("button", name="Deal", exact=True).click()
    other.get_by_role("button", name="Without a cut").click()
    expect(tab.locator("#balance")).to_contain_text("9,990 FUN", timeout=AT_ONCE)
    bets = tab.locator("[data-bet]").evaluate_all("fields => fields.map(one => one.value)")
    assert bets == ["5", "", "25"]


def test_a_broken_line_shows_heals_and_loses_nothing(browser: Browser, site: Site) -> None:
    with browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}) as context:
        become_guest(context, site, "double-deck", CARDS)
        page = context.new_page()
        page.goto(f"{site.url}/play/double-deck/demo/")
        deal(page, 10)
        banner = page.locator("#connection")
        expect(banner).to_be_hidden()

        context.set_offline(True)
        page.locator("button[name=action][value=hit]").click()
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Your round is kept on the server")
        expect(page.locator("#box-1 img[src*='cards']")).to_have_count(2)

        context.set_offline(False)
        expect(banner).to_be_hidden(timeout=5_000)
        before = version(page)
        page.locator("button[name=action][value=hit]").click()
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
        expect(page.locator("#box-1 img[src*='cards']")).to_have_count(3)


def test_what_happened_during_a_broken_line_is_fetched_when_it_heals(
    browser: Browser, site: Site
) -> None:
    with browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}) as context:
        become_guest(context, site, "double-deck", CARDS)
        page = context.new_page()
        page.goto(f"{site.url}/play/double-deck/demo/")
        state = context.storage_state()
        with browser.new_context(storage_state=state, locale="en-GB") as another:
            context.set_offline(True)
            phone = another.new_page()
            phone.goto(f"{site.url}/play/double-deck/demo/")
            deal(phone, 10)
            time.sleep(0.2)
            expect(page.locator("#dealer img")).to_have_count(0)
            context.set_offline(False)
            expect(page.locator("#dealer img")).to_have_count(1, timeout=5_000)
            assert version(page) == version(phone)
