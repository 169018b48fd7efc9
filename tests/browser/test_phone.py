"""The table on phones, upright and lying: thumbs reach everything, nothing overlaps or jumps."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.sampling import some_of_all
from tests.browser.sitting import APART, centre, changing, chip, guest_at, laid, lay, plant
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

SIZES = ((360, 740), (320, 568), (740, 360))
THUMB = 44  # CSS pixels, each way

Span = tuple[float, float]
Rectangle = tuple[Span, Span]
"""From left to right and from top to bottom, CSS pixels."""

# Eights in the first box: insured, split to 18 and 11, against 17 with an ace.
INSURED_SPLIT = "AD 8S 8H 9C 0H 0C 0D 0S 3D 6H 0C"
NO_ACE = "7D 8S 8H 9C 0H 0C 0D 0S"

# Buttons, links and fields that can be seen now, and of which a thumb's square around the middle
# belongs to something else; a field's label and the seat around a ring count as their own.
TOO_SMALL = """([reach, within]) => [...document.querySelectorAll(within)]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.disabled
    && getComputedStyle(one).pointerEvents !== 'none')
  .filter(one => {
    const area = one.closest('label') ?? (one.matches('.spot-tap') ? one.closest('.seat') : one);
    area.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = area.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const far = reach / 2 - 1; // a hit is looked for at whole pixels
    return [[-far, 0], [far, 0], [0, -far], [0, far]].some(([across, down]) => {
      const hit = document.elementFromPoint(x + across, y + down);
      return !hit || !(area.contains(hit) || hit.contains(one) && hit === area);
    });
  }).map(one => one.outerHTML.slice(0, 90))"""

# A figure at rest: pictures are there, nothing is under way.
AT_REST = """() => [...document.images].every(one => one.complete)
  && !document.querySelector('.htmx-request')"""


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def on_sizes(*quick: tuple[int, int]) -> pytest.MarkDecorator:
    """For long evenings: some of the sizes, or all in ``make faults``."""
    sizes = SIZES if FULL_COUNTS else quick
    return pytest.mark.parametrize("table", sizes, indirect=True, ids=named, scope="module")


@pytest.fixture(scope="module", params=SIZES, ids=named)
def table(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    screen = {"width": width, "height": height}
    with guest_at(
        browser, site, viewport=screen, has_touch=True, is_mobile=True, locale="ru-RU"
    ) as page:
        yield page


@pytest.fixture
def page(table: Page) -> Iterator[Page]:
    """The table, nothing remembered, and at the end proof that it is no wider than the screen."""
    table.evaluate("localStorage.clear()")
    table.reload()
    yield table
    assert table.viewport_size is not None
    assert table.evaluate("document.documentElement.scrollWidth") == table.viewport_size["width"]


def deal(page: Page) -> None:
    page.locator("[data-deal]").tap()
    page.locator("[data-cut-none]").tap()
    expect(page.locator("#dealer img").first).to_be_visible()


def act(page: Page, *actions: str) -> None:
    for action in actions:
        with changing(page, apart=APART):
            page.locator(f"button[name=action][value={action}]").tap()
    page.wait_for_function(AT_REST)


def tap_the_middle(page: Page, box: int) -> None:
    page.touchscreen.tap(*centre(page.locator(f"#bet-{box}")))


def too_small(page: Page, within: str = "body") -> Any:
    controls = ", ".join(f"{within} {kind}" for kind in ("a", "button", "input", "summary"))
    return page.evaluate(TOO_SMALL, [THUMB, controls])


def rectangle(target: Locator) -> Rectangle:
    box = target.bounding_box()
    assert box is not None
    return (box["x"], box["x"] + box["width"]), (box["y"], box["y"] + box["height"])


def overlap(one: Rectangle, other: Rectangle) -> bool:
    spans = zip(one, other, strict=True)
    return all(min(end, until) - max(start, since) > 1 for (start, end), (since, until) in spans)


def assert_nothing_overlaps(page: Page) -> None:
    """Pills lie on nothing but their own cards, and nothing is cut by the screen's edge."""
    pills = page.locator(".insurance .bet-pill, .total, .hands-shown .bet-pill")
    shown = [one for one in pills.all() if one.is_visible()]
    for one, other in combinations(shown, 2):
        assert not overlap(rectangle(one), rectangle(other)), (one.inner_text(), other.inner_text())
    hands = page.locator(".hand .card img, #dealer .card img").all()
    for insurance in page.locator(".insurance .bet-pill").all():
        assert not any(overlap(rectangle(insurance), rectangle(card)) for card in hands)
    for one in shown:
        (left, right), _ = rectangle(one)
        assert 0 <= left < right <= page.evaluate("innerWidth"), one.inner_text()


def test_a_tap_on_the_middle_of_a_ring_lays_the_chosen_chip(page: Page) -> None:
    chip(page, 25).tap()
    for box in (1, 2, 3, 1, 2, 3):
        tap_the_middle(page, box)
    assert laid(page) == ["50", "50", "50"]


def test_everything_at_the_table_is_large_enough_for_a_thumb(page: Page) -> None:
    assert too_small(page, ".top") == []
    assert too_small(page, "#table") == []
    page.evaluate("scrollTo(0, 0)")
    page.locator(".menu-button").tap()
    assert too_small(page, "#menu") == []
    page.locator(".menu-button").tap()
    page.locator(".fairplay-pill").tap()
    assert too_small(page, "#fairplay") == []
    page.locator(".fairplay-close").tap()
    lay(page, 10)
    page.locator("[data-deal]").tap()
    page.locator("[data-expert] > summary").tap()
    page.locator("[data-own-shuffle]").check()
    assert too_small(page, "#cut") == []
    page.locator(".cut-head [data-cut-cancel]").tap()


@pytest.mark.parametrize("bet", [None, 75], ids=["no bet", "out of the limits"])
def test_a_refusal_is_brought_into_view_and_can_be_put_away(page: Page, bet: int | None) -> None:
    lay(page, bet or "")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator("[data-deal]").dispatch_event("click")  # without Playwright's own scrolling
    if bet:
        page.locator("[data-cut-none]").tap()
    notices = page.locator("#notices")
    expect(notices).to_be_in_viewport(ratio=1)
    assert not overlap(rectangle(notices), rectangle(page.locator("#bar")))
    page.locator("[data-dismiss]").tap()
    expect(notices).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.bar-actions') !== null")


WRONG = {"cut": "999", "moved": "3, 3", "seed": "short"}


@pytest.mark.parametrize(
    ("table", "field"),
    some_of_all(SIZES, WRONG),
    indirect=["table"],
    ids=lambda one: one if isinstance(one, str) else named(one),
)
def test_the_cut_window_opens_again_with_the_sentence_about_it(page: Page, field: str) -> None:
    value = WRONG[field]
    lay(page, 10)
    page.locator("[data-deal]").tap()
    if field == "moved":
        page.locator("[data-expert] > summary").tap()
    page.locator("[data-own-shuffle]").set_checked(field == "seed")
    page.locator(f"#cut [name={field}]").fill(value)
    page.locator("[data-cut-confirm]").tap()
    expect(page.locator("#cut-notices")).to_be_in_viewport(ratio=1)
    refused = page.locator(f"#cut [name={field}]")
    expect(refused).to_be_focused()
    expect(refused).to_have_value(value)
    expect(refused).to_be_in_viewport(ratio=1)
    assert not overlap(rectangle(refused), rectangle(page.locator("#cut-notices")))
    page.keyboard.press("Escape")


@on_sizes((740, 360))  # test_no_jumps.py has the others, without insurance
def test_no_ring_jumps_when_cards_come_and_insurance_moves_no_button(
    page: Page, site: Site
) -> None:
    def middles(selector: str) -> list[tuple[float, float]]:
        return [centre(one) for one in page.locator(selector).all()]

    def near(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
        pairs = zip(one, other, strict=True)
        return all(abs(x - z) <= 1 and abs(y - w) <= 1 for (x, y), (z, w) in pairs)

    def at(place: tuple[float, float]) -> str:
        code = "([x, y]) => document.elementFromPoint(x, y)?.closest('[name=action]')?.value"
        return str(page.evaluate(code, list(place)))

    places: dict[str, tuple[float, float]] = {}
    for cards in (NO_ACE, INSURED_SPLIT):
        plant(site, cards)
        page.reload()
        lay(page, 10, 25, 5)
        page.wait_for_function(AT_REST)
        rings = middles(".hands-open .spot")
        deal(page)
        assert near(middles(".hands-shown .spot"), rings), "the rings stay"
        actions = page.locator("[name=action]").all()
        if cards == NO_ACE:
            places = {str(one.get_attribute("value")): centre(one) for one in actions}
        else:
            assert len(actions) == len(places) + 1
            assert {action: at(place) for action, place in places.items()} == {
                action: action for action in places
            }, "under the thumb is what was there without insurance"
            assert too_small(page, "#table") == []
        act(page, *("stand",) * 3)


@on_sizes((360, 740), (740, 360))  # test_small_phone.py has the third
def test_of_two_split_hands_nothing_overlaps_and_a_tap_lays_over_them(
    page: Page, site: Site
) -> None:
    plant(site, INSURED_SPLIT)
    page.reload()
    lay(page, 10, 25, 5)
    deal(page)
    for actions in ((), ("insure",), ("split",), ("stand",) * 4):
        act(page, *actions)
        assert_nothing_overlaps(page)
    for hand, result in (("#hand-1-1", "Выигрыш +10"), ("#hand-1-2", "Проигрыш −10")):
        words = " ".join(page.locator(f"{hand} .total").inner_text().split())
        assert words.endswith(result), "a screen reader is told the word"

    for box in (1, 2, 3):
        tap_the_middle(page, box)
    assert laid(page) == ["10", "10", "10"]
    page.locator("[data-clear]").tap()
    page.locator("[data-rebet]").tap()
    expect(page.locator("[data-bet='2']")).to_have_value("25")
    for box in (1, 2, 3):
        tap_the_middle(page, box)
    assert laid(page) == ["20", "35", "15"]
    assert too_small(page, "#table") == []
