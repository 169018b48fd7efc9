"""Sound of the table in a real browser: not before a touch, not for losing, off if so wished."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.moving import deal, press, watched
from tests.browser.sitting import guest_at
from tests.browser.watching import at_rest
from tests.running_site import Site

pytestmark = pytest.mark.browser

LISTEN = """
window.contexts = 0;
window.pitches = []; // of every tone
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor(...all) {
    super(...all);
    window.contexts += 1;
  }
  createOscillator() {
    const tone = super.createOscillator();
    const begin = tone.start.bind(tone);
    tone.start = (at) => { window.pitches.push(Math.round(tone.frequency.value)); begin(at); };
    return tone;
  }
};
"""
GLAD = {523, 659, 784}
"""Notes of the two sounds for a return above the stake."""


def contexts(page: Page) -> int:
    found: int = page.evaluate("() => window.contexts")
    return found


def pitches(page: Page) -> set[int]:
    at_rest(page)
    return set(page.evaluate("() => window.pitches"))


def test_there_is_no_sound_before_the_first_touch_and_none_when_muted(
    browser: Browser, site: Site
) -> None:
    with guest_at(browser, site, before=LISTEN) as page:
        expect(page.locator("#table")).to_be_visible()
        assert contexts(page) == 0
        mute = page.locator("[data-setting-toggle=sound]")
        expect(mute).to_have_attribute("aria-pressed", "true")
        page.locator("#table-title").click()
        assert contexts(page) == 1

        mute.click()
        expect(mute).to_have_attribute("aria-pressed", "false")
        page.reload()
        expect(mute).to_have_attribute("aria-pressed", "false")
        page.locator("#table-title").click()
        assert contexts(page) == 0, "remembered"
        mute.focus()
        page.keyboard.press("Space")
        expect(mute).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("cards", "bets", "glad"),
    [
        pytest.param("7D 0S 0H 0C", [10], {523, 659}, id="won"),
        pytest.param("0D 0S 7H 0C", [10], set(), id="lost"),
        pytest.param("9D 0S 9H 0C", [10], set(), id="push"),
        pytest.param("7D AS KH 0C", [10], GLAD, id="blackjack"),
        pytest.param("9D 0S 0H 7H 0C 0D", [10, 20], set(), id="one box won, less than lost"),
    ],
)
def test_only_a_round_that_brings_more_than_it_cost_sounds_so(
    browser: Browser, site: Site, cards: str, bets: list[int], glad: set[int]
) -> None:
    with watched(browser, site, "double-deck", cards, "fast", before=LISTEN) as page:
        deal(page, *bets)
        while page.locator("#actions").count():
            press(page, "stand")
        assert pitches(page) & GLAD == glad
        assert page.evaluate("() => window.contexts") == 1
