"""Nothing jumps: whatever the table says and whatever cards come, rings and buttons stay."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sampling import some_of_all
from tests.browser.sitting import changing, chip, guest_at, lay
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "360x740": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "320x568": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
    "1440x900": {},
}
SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
  window.shifts.push(...list.getEntries().map((one) => [one.value,
    one.sources.map(({ node }) => node?.id || node?.className || String(node?.nodeName))]));
}).observe({ type: "layout-shift", buffered: true });"""
PLACES = """() => [...document.querySelectorAll(".seat"), document.querySelector("#bar")]
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width }) => [x, y + scrollY, width].map(Math.round))"""
LEAST = 0.01  # a tenth of what counts as good on the web
CARDS = "7D 8S 8H 9C 0H 0C 0D 0S 3D 6H 0C"


def places(page: Page) -> Any:
    page.wait_for_timeout(60)
    return page.evaluate(PLACES)


def shifted(page: Page) -> Any:
    """How much the layout has shifted, and what: also right after a press."""
    return page.evaluate("window.shifts.splice(0)")


@pytest.mark.parametrize(("screen", "language"), some_of_all(SCREENS, ("ru-RU", "en-GB")))
def test_nothing_jumps_from_the_first_chip_to_the_next_bet(
    browser: Browser, site: Site, screen: str, language: str
) -> None:
    look: dict[str, Any] = {"before": SHIFTS, "locale": language, **SCREENS[screen]}
    with guest_at(browser, site, cards=CARDS, **look) as page:
        page.wait_for_load_state("networkidle")
        page.reload()  # what a first page fetches may come after its words
        page.wait_for_load_state("networkidle")
        first = places(page)
        page.locator("#bet-1 .spot-tap").dispatch_event("click")
        assert places(page) == first, "the first chip"
        for worth in (5, 0, 0):  # another chip, the cross, and none in hand
            chip(page, worth).dispatch_event("click")
            assert places(page) == first, page.locator("#status").inner_text()
        lay(page, 10, 25, 5)
        page.locator("[data-deal]").dispatch_event("click")
        page.locator("[data-cut-none]").dispatch_event("click")
        expect(page.locator("#actions")).to_be_visible()
        bars = [places(page)[-1]]
        for _ in range(3):
            with changing(page):
                page.locator("#actions [value=stand]").dispatch_event("click")
            bars.append(places(page)[-1])
        page.locator("#bet-1 .spot-tap").dispatch_event("click")
        bars.append(places(page)[-1])
        assert all(abs(bar[1] - first[-1][1]) <= 1 for bar in bars), "the bar keeps its height"
        shifts = shifted(page)
        assert sum(value for value, _what in shifts) < LEAST, shifts


@pytest.mark.parametrize("screen", SCREENS if FULL_COUNTS else ["360x740"])
def test_nothing_jumps_while_a_slow_phone_still_reads_the_page(
    browser: Browser, site: Site, screen: str
) -> None:
    with guest_at(browser, site, before=SHIFTS, **SCREENS[screen]) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
        for _ in range(2):
            page.reload()
            page.wait_for_load_state("networkidle")
            expect(page.locator("[data-deal]")).to_be_visible()
            shifts = shifted(page)
            assert sum(value for value, _what in shifts) < LEAST, shifts
