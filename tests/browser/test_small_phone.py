"""Each game by thumb on the smallest phone, upright: from the lobby to a result that is checked."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import EVENINGS, KEPT, evenings, play_on, prepare
from tests.browser.sitting import APART, SPEED, centre, changing
from tests.browser.test_phone import assert_nothing_overlaps, too_small
from tests.running_site import Site

pytestmark = pytest.mark.browser

RESULT = re.compile("table-result")
WIDTH = 320


def assert_no_wider(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH, page.url


def tapped(page: Page, button: str) -> None:
    """Tap what changes the table."""
    with changing(page, apart=APART):
        page.locator(button).tap()
    assert_no_wider(page)


@pytest.mark.parametrize("variant", evenings("by thumb"))
def test_from_the_lobby_to_the_checked_result_by_thumb(
    browser: Browser, site: Site, variant: str
) -> None:
    evening = EVENINGS[variant]
    with browser.new_context(
        locale="ru-RU",
        viewport={"width": WIDTH, "height": 568},
        has_touch=True,
        is_mobile=True,
    ) as context:
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.goto(f"{site.url}/")
        assert_no_wider(page)
        page.locator(f"#game-{variant} form button").first.tap()
        page.wait_for_url(f"**/play/{variant}/demo/")
        page.evaluate(SPEED, "off")
        prepare(page, site, variant)
        for place in evening.bets:  # with the chip of ten that a newcomer has in hand
            on = f"#bingo-{place[-1]} .cells" if "bingo" in place else f"#bet-{place}"
            page.locator(on).evaluate("one => one.scrollIntoView({ block: 'center' })")
            page.touchscreen.tap(*centre(page.locator(on)))
            expect(page.locator(f"[data-bet='{place}']")).to_have_value("10")
        assert too_small(page, "#table") == []
        page.locator("[data-deal]").tap()
        assert_no_wider(page)
        tapped(page, "[data-cut-none]")
        for action in evening.actions:
            assert_nothing_overlaps(page)
            tapped(page, f"#actions button[value={action}]")
        expect(page.locator("#table")).to_have_class(RESULT)
        assert_nothing_overlaps(page)
        ((number,),) = site.query("select max(id) from blackjack_round")
        if variant in KEPT:
            play_on(page, site, variant)
            assert too_small(page, "#close") == []
            tapped(page, "#close button")
            page.goto(f"{site.url}/fairplay/")
            assert_no_wider(page)
            page.locator(f"#games a[href$='/{number}/']").first.tap()
        else:
            page.locator(".fairplay-pill").tap()
            page.locator(".fairplay-check").tap()
        expect(page.locator("#verdict")).to_have_attribute("data-verdict", "match")
        assert_no_wider(page)
