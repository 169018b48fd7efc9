"""What ends motion or leaves it out: a press, a setting, a refresh, a page that nobody looks at."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.moving import actions, deal, press, version, watched
from tests.browser.sitting import guest_at, lay
from tests.browser.watching import WATCH, animations, at_rest, forget, moving, notes
from tests.running_site import Site

pytestmark = pytest.mark.browser

LOW = "7D 2S 2H 9C 8S 3H 4C 5D 0C 0D"  # box 1 may draw 3, 4 and 5; box 2 stands on 17
BUST = "7D 0S 6H 0C 8H 9D 0D"  # box 1 draws a nine and is over; then box 2
HIDDEN = "() => Object.defineProperty(document, 'hidden', { get: () => true })"


def click(page: Page, action: str) -> None:
    page.locator(f"#actions button[value={action}]").click()


def test_presses_as_fast_as_can_be_all_count_for_the_hand_in_turn(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "double-deck", LOW, "slow") as page:
        deal(page, 10, 5)
        for action in ("hit", "hit", "stand", "stand"):
            click(page, action)
        expect(page.locator("#table")).to_have_class("table table-3 table-result")
        assert actions(site) == ["hit", "hit", "stand", "stand"]
        assert [word for word in notes(page) if word[0] == "hand-1-1 total"][-1][1][:2] == "11"


def test_a_press_finishes_motion_at_once(browser: Browser, site: Site) -> None:
    with watched(browser, site, "double-deck", LOW, "slow") as page:
        deal(page, 10, 5)
        assert moving(page)
        page.locator("#table-title").click()
        assert not moving(page)
        assert page.locator("[data-held], .is-stand-in").count() == 0
        assert page.evaluate("() => document.getAnimations().length") == 0
        assert page.locator("#hand-1-1").get_attribute("class") == "hand is-active"
        assert page.locator("#live").text_content() != ""


# A click on an action in the moment when the next table is there.
CLICK_THEN = """([action, detail]) => {
  performance.now = () => 0; // however slow the machine is, it is one double click
  document.addEventListener("htmx:afterSettle", () => {
    const button = document.querySelector(`#actions button[value=${action}]`);
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    document.body.dataset.clicked = document.querySelector("[data-moving]") ? "moving" : "still";
  }, { once: true });
}"""


@pytest.mark.parametrize(
    ("speed", "action", "detail"),
    [
        pytest.param("slow", "hit", 1, id="before the next turn is shown"),
        pytest.param("off", "stand", 2, id="by a double click"),
    ],
)
def test_a_press_meant_for_a_hand_that_is_over_does_nothing_to_the_next(
    browser: Browser, site: Site, speed: str, action: str, detail: int
) -> None:
    with watched(browser, site, "double-deck", BUST, speed) as page:
        deal(page, 10, 5)
        at_rest(page)
        page.evaluate(CLICK_THEN, [action, detail])
        press(page, action)
        expect(page.locator("body")).to_have_attribute("data-clicked", "still")
        expect(page.locator("#hand-2-1")).to_have_class("hand is-active")
        press(page, "stand")
        assert actions(site) == [action, "stand"]


def test_who_wants_less_motion_gets_short_fades_only(browser: Browser, site: Site) -> None:
    with watched(browser, site, "classic", "5S 6H 0D 9C 0C", reduced_motion="reduce") as page:
        deal(page, 10)
        press(page, "double")
        expect(page.locator("#balance")).to_have_text("Balance 10,020 FUN")
        found = animations(page)
        assert {str(one["id"]).rsplit("-", 1)[-1] for one in found} >= {"4", "5"}
        assert all(one["properties"] == ["opacity"] and one["duration"] == 80 for one in found)
        assert not moving(page)


@pytest.mark.parametrize("why", ["off", "hidden"])
def test_without_motion_nothing_is_animated_and_all_is_there_at_once(
    browser: Browser, site: Site, why: str
) -> None:
    speed = "off" if why == "off" else "slow"
    with watched(browser, site, "double-deck", LOW, speed) as page:
        assert animations(page) == [], "nor is the table that a page begins with"
        if why == "hidden":
            page.evaluate(HIDDEN)
        deal(page, 10, 5)
        press(page, "stand")
        click(page, "stand")
        expect(page.locator("#table")).to_have_class("table table-3 table-result")
        assert page.locator("[data-held], [data-moving], .is-stand-in").count() == 0
        assert page.locator("#live").text_content() != ""
        laid = [one for one in animations(page) if one["id"] != "cut"]
        assert laid == []


def test_motion_ends_when_the_page_is_left_or_the_speed_is_changed(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "double-deck", LOW, "slow") as page:
        deal(page, 10, 5)
        assert moving(page)
        page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
        assert not moving(page)
        press(page, "hit")
        assert moving(page)
        page.evaluate(HIDDEN)
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        assert not moving(page)


def test_a_round_ended_in_another_tab_is_shown_while_this_one_moves(
    browser: Browser, site: Site
) -> None:
    with watched(browser, site, "double-deck", LOW, "slow") as page:
        other = page.context.new_page()
        deal(page, 10)
        assert moving(page)
        other.goto(page.url)
        other.locator("#actions button[value=stand]").click()
        expect(page.locator("#table")).to_have_class("table table-3 table-result")
        at_rest(page)
        assert version(page) == version(other)
        text = other.locator("#balance").text_content()
        expect(page.locator("#balance")).to_have_text(str(text))


def test_the_window_for_the_cut_comes_up_and_sheets_of_before_stay(
    browser: Browser, site: Site
) -> None:
    with guest_at(browser, site, speed="normal", before=WATCH) as page:
        lay(page, 10)
        page.locator("#table-title").click()
        forget(page)
        page.locator("[data-deal]").click()
        (window,) = [one for one in animations(page) if one["id"] == "cut"]
        assert window["duration"] == pytest.approx(180 * 0.6)
        forget(page)
        page.evaluate("() => document.dispatchEvent(new Event('table:refresh'))")
        expect(page.locator("#cut")).to_be_visible()
        assert animations(page) == []
