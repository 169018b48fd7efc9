"""Five boxes on phones: a split on each can be played, and nothing jumps when cards arrive."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sampling import some_of_all
from tests.browser.sitting import APART, changing, chip, guest_at, lay
from tests.browser.test_phone import SIZES, deal, overlap, rectangle, too_small
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

EIGHTS = "8S 8H 8C 8D 8S 8H 8C 8D 8S 8H 6D 0C 2S 3H 4C 5D 2C 3S 4H 5S 2D 3C 9S 9S"

SHIFTS = """() => { window.shifts = [];
  new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(one => one.value)))
    .observe({ type: "layout-shift" }); }"""


def named(one: tuple[tuple[int, int], str]) -> str:
    (width, height), variant = one
    return f"{width}x{height}-{variant}"


SITTINGS = some_of_all(SIZES, ("classic", "bingo"))
LONG = SITTINGS if FULL_COUNTS else [((320, 568), "bingo"), ((740, 360), "classic")]
"""Where all five boxes are played: on the smallest screen, and on the lowest one."""


@pytest.fixture(params=SITTINGS, ids=named)
def sitting(request: pytest.FixtureRequest) -> tuple[tuple[int, int], str]:
    """The size of the screen, and the game."""
    size, variant = request.param
    return size, variant


@pytest.fixture
def variant(sitting: tuple[tuple[int, int], str]) -> str:
    return sitting[1]


@pytest.fixture
def page(browser: Browser, site: Site, sitting: tuple[tuple[int, int], str]) -> Iterator[Page]:
    size, variant = sitting
    screen = dict(zip(("width", "height"), size, strict=True))
    phone: dict[str, Any] = {"viewport": screen, "has_touch": True, "is_mobile": True}
    with guest_at(browser, site, variant, EIGHTS, locale="ru-RU", **phone) as page:
        yield page
        assert page.evaluate("document.documentElement.scrollWidth") == screen["width"]


def press(page: Page, action: str) -> None:
    with changing(page, apart=APART):
        page.locator(f"button[name=action][value={action}]").tap()


def assert_the_turn_is_in_view(page: Page) -> None:
    """The whole hand that has the turn, above the action bar or beside it."""
    hand = page.locator(".hand.is-active")
    expect(hand).to_be_in_viewport(ratio=0.98)
    assert not overlap(rectangle(hand), rectangle(page.locator("#bar")))


@pytest.mark.parametrize("sitting", LONG, indirect=True, ids=named)
def test_a_split_on_each_of_five_boxes(page: Page) -> None:
    lay(page, *(10,) * 5)
    page.evaluate(SHIFTS)
    deal(page)
    page.wait_for_timeout(300)
    shifts = page.evaluate("window.shifts")
    assert sum(shifts) < 0.1, shifts
    for _ in range(5):
        for action in ("split", "stand", "stand"):
            assert_the_turn_is_in_view(page)
            press(page, action)
    expect(page.locator(".hands-shown.is-split")).to_have_count(5)
    assert too_small(page, "#table") == []


def test_every_bet_can_be_typed_by_thumb(page: Page) -> None:
    """With no chip in hand a tap on a number means typing; so it does on one that is laid."""
    chip(page, 10).tap()
    assert too_small(page, "#table") == []
    lay(page, *(10,) * 5)
    for field in page.locator("[data-bet^='bingo-']").all():
        field.fill("10")
    assert too_small(page, "#table") == []


def test_the_menu_leads_to_the_rules_and_the_settings(page: Page) -> None:
    page.locator(".menu-button").tap()
    assert too_small(page, "#menu") == []
    page.locator("[data-open-settings]").tap()
    assert too_small(page, "#settings") == []
    expect(page.locator("#menu")).to_be_hidden()
    page.locator("[data-close-settings]").tap()
    page.locator(".menu-button").tap()
    page.locator(".menu-rules").tap()
    page.wait_for_url("**/rules/**")
    page.go_back()
