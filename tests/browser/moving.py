"""A table whose motion is watched: what its tests share."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import guest_at, lay
from tests.browser.watching import WATCH, at_rest, forget
from tests.running_site import Site


@contextlib.contextmanager
def watched(
    browser: Browser, site: Site, variant: str, cards: str, speed: str = "normal", **more: Any
) -> Iterator[Page]:
    """A new guest's page of a table whose shoe begins with these cards; ``more`` as there."""
    before = WATCH + more.pop("before", "")
    with guest_at(browser, site, variant, cards, speed=speed, before=before, **more) as page:
        yield page


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


def deal(page: Page, *bets: int, bingo: int = 0) -> None:
    """Deal without a cut; the answer is on the page, and may move."""
    lay(page, *bets)
    if bingo:
        page.locator("[data-bet='bingo-1']").fill(str(bingo))
    before = version(page)
    page.locator("[data-deal]").click()
    forget(page)
    if page.locator("#cut").count():
        page.locator("[data-cut-none]").click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)


def press(page: Page, action: str) -> None:
    """Press once nothing moves; the answer is on the page, and may move."""
    at_rest(page)
    forget(page)
    before = version(page)
    page.locator(f"#actions button[value={action}]").click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)


def actions(site: Site) -> list[str]:
    """What the newest round was told to do."""
    ((stored,),) = site.query("select actions from blackjack_round order by id desc limit 1")
    found: list[str] = json.loads(stored)
    return found
