"""Axe finds nothing on a table, in whatever phase: on a Russian phone and an English desktop."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.barriers import barriers
from tests.browser.sampling import some_of_all
from tests.browser.sitting import APART, changing, guest_at, lay
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "phone, ru": {
        "locale": "ru-RU",
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
    },
    "desktop, en": {},
}

# An ace against eights, insured and split: with a hole card the question comes first.
ROUNDS = {
    "double-deck": ("AD 8S 8H 9C 0H 0C 2D 0D 0S 6H 0C", ["insure", "split", "stand"]),
    "six-deck": ("AD 8S 8H 9C 0H 0C 2D 0D 0S 6H 0C", ["insure", "split", "stand"]),
    "classic": ("8S 8H 9C 0H AD 6C 2D 0D 0S 0C", ["insure", "decline", "split", "stand"]),
    "bingo": ("8S 8H 9C 0H AD 6C 2D 0D 0S 0C", ["insure", "decline", "split", "stand"]),
}

SWITCH = """
from django.utils import timezone
from accounts.models import GameSwitch, User
GameSwitch.objects.filter(variant="six-deck", currency="FUN").delete()
if {closed}:
    GameSwitch.objects.create(variant="six-deck", currency="FUN", reason="new felt",
        staff=User.objects.earliest("pk"), closed_at=timezone.now())
"""


class Seen:
    """What axe has found, by phase."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, list[Any]] = {}

    def look(self, phase: str) -> None:
        if found := barriers(self.page):
            self.found[phase] = found


@pytest.fixture
def page(browser: Browser, site: Site, variant: str, screen: str) -> Iterator[Page]:
    with guest_at(browser, site, variant, ROUNDS[variant][0], **SCREENS[screen]) as page:
        yield page


@pytest.mark.parametrize(("variant", "screen"), some_of_all(ROUNDS, SCREENS))
def test_no_barrier_in_any_phase_of_a_round(page: Page, variant: str) -> None:
    seen = Seen(page)
    seen.look("empty")
    if variant in {"double-deck", "bingo"}:  # the others have the same
        sheets(page, seen)
    lay(page, 10, 25)
    if variant == "bingo":
        page.locator("[data-bet='bingo-1']").fill("10")
    seen.look("bets laid")
    page.locator("[data-deal]").click()
    expect(page.locator("#cut")).to_be_visible()
    seen.look("cut")
    if page.locator("[data-expert]").count():
        page.locator("[data-expert] > summary").click()
        page.locator("[data-moved-pick] > summary").click()
    page.locator("[data-own-shuffle]").check()
    seen.look("cut, experts")
    page.locator("[data-own-shuffle]").uncheck()
    changed(page, "[data-cut-none]")
    seen.look("dealt, insurance offered")
    for action in ROUNDS[variant][1]:
        changed(page, f"#actions [value={action}]")
        seen.look(action)
    while page.locator("#actions [value=stand]").count():
        changed(page, "#actions [value=stand]")
    seen.look("result")
    page.locator("[data-deal]").click()
    expect(page.locator("#notices")).to_be_visible()
    seen.look("refused")
    assert seen.found == {}


@pytest.mark.parametrize("screen", SCREENS if FULL_COUNTS else ["phone, ru"])
def test_no_barrier_at_a_closed_game(browser: Browser, site: Site, screen: str) -> None:
    """Nothing can be laid, and the page says why."""
    with guest_at(browser, site, "six-deck", **SCREENS[screen]) as page:
        site.shell.run(SWITCH.format(closed=True))
        try:
            page.reload()
            expect(page.locator("#notices")).to_be_visible()
            assert barriers(page) == []
        finally:
            site.shell.run(SWITCH.format(closed=False))


def sheets(page: Page, seen: Seen) -> None:
    """Open each sheet that the table has, and close it."""
    for opener, sheet in (
        (".menu-button", "#menu"),
        (".fairplay-pill", "#fairplay"),
        (".tool-keys", "#settings"),
        ("#table [data-sheet='strategy-sheet']", "#strategy-sheet"),
        ("#table .coach-link", "#training-sheet"),
    ):
        button = page.locator(opener).first
        if not button.is_visible():
            continue
        button.click()
        expect(page.locator(sheet)).to_be_visible()
        seen.look(sheet)
        if sheet == "#menu":
            button.click()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(sheet)).to_be_hidden()


def changed(page: Page, button: str) -> None:
    """Press what changes the table."""
    with changing(page, apart=APART):
        page.locator(button).click()
