"""A round of each game by keyboard and by ear: all that is known comes from the live regions."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.evenings import EVENINGS, evenings
from tests.browser.keyboard import deal, play, tab_to
from tests.browser.sampling import some_of_all
from tests.browser.sitting import guest_at
from tests.browser.test_keys import KEYS
from tests.running_site import Site

pytestmark = pytest.mark.browser

LISTEN = """
window.heard = [];
const said = (node) => (node.nodeType === 1 ? node : node.parentElement)
  ?.closest("[role=status], [role=alert], [aria-live]");
new MutationObserver((changes) => {
  const regions = new Set(changes.map((change) => said(change.target)).filter(Boolean));
  changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {
    if (node.nodeType !== 1) return;
    // An alert is read out as it comes; another region only when its words change.
    [node, ...node.querySelectorAll("[role=alert]")].forEach((one) => {
      if (one.matches("[role=alert]")) regions.add(one);
    });
  });
  regions.forEach((region) => {
    const words = region.textContent.replace(/\\s+/g, " ").trim();
    if (words && window.heard.at(-1) !== words) window.heard.push(words);
  });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def heard(page: Page) -> str:
    """What was read out since the last time."""
    page.wait_for_function("window.heard.length > 0")
    page.wait_for_timeout(50)
    words: list[str] = page.evaluate("window.heard.splice(0)")
    return " ".join(words)


def words(of: Locator) -> str:
    return " ".join((of.text_content() or "").replace("\u00a0", " ").split())


@pytest.fixture
def page(browser: Browser, site: Site, variant: str, language: str) -> Iterator[Page]:
    cards = EVENINGS[variant].cards
    with guest_at(browser, site, variant, cards, before=LISTEN, locale=language) as page:
        page.evaluate("window.heard = []")
        yield page


def names(cards: Locator) -> list[str]:
    found = [card.get_attribute("alt") or "" for card in cards.all()]
    assert all(found), "every card has a name"
    return found


def assert_the_turn_is_told(page: Page, told: str) -> None:
    """The dealer's cards, whose turn it is, its cards and total, and what its buttons do."""
    for name in names(page.locator("#dealer .card:not(.card-hole) img")):
        assert name in told
    active = page.locator(".hand.is-active")
    assert str(active.get_attribute("aria-label")) in told
    for name in names(active.locator(".card img")):
        assert name in told
    assert words(active.locator(".total")).lower() in told.lower()
    able = page.locator("#actions button:enabled")
    for label in able.evaluate_all("all => all.map((one) => one.firstChild.textContent.trim())"):
        assert label.lower() in told.lower()


def assert_the_end_is_told(page: Page, told: str) -> None:
    """Every card of the dealer, every hand's result, the round and the balance."""
    for name in names(page.locator("#dealer .card img")):
        assert name in told
    for hand in page.locator(".hands-shown .hand").all():
        for part in (".total-word", ".total .num"):
            assert words(hand.locator(part)).lower() in told.lower()
    if page.locator(".insurance").count():
        assert f"{page.locator('.seat').first.get_attribute('aria-label')}, " in told
    assert words(page.locator(".money-net dd")) in told
    assert words(page.locator("#status ~ dl [data-balance]")) in told


@pytest.mark.parametrize(
    ("variant", "language"), some_of_all(evenings("by ear"), ("en-GB", "ru-RU"))
)
def test_a_round_is_played_by_ear(page: Page, variant: str) -> None:
    evening = EVENINGS[variant]
    for place in evening.bets:
        page.keyboard.press("b" if "bingo" in place else place)
        assert "10" in heard(page), "a bet that is laid is told"
    deal(page)
    told = heard(page).replace("\u00a0", " ")
    for action in evening.actions:
        assert_the_turn_is_told(page, told)
        play(page, KEYS[action])
        told = heard(page).replace("\u00a0", " ")
    expect(page.locator("#table")).to_have_class(re.compile("table-result"))
    assert_the_end_is_told(page, told)
    if variant == "bingo":
        assert words(page.locator("#bingo-1-name")) in told


@pytest.mark.parametrize(("variant", "language"), [("bingo", "en-GB")])
def test_windows_and_refusals_are_told_and_give_the_focus_back(page: Page) -> None:
    tab_to(page, "[data-deal]")
    page.keyboard.press("Enter")
    assert words(page.locator("#notices .notice > div").first) in heard(page)
    for place in EVENINGS["bingo"].bets:
        page.keyboard.press("b" if "bingo" in place else place)
    deal(page)
    play(page, "s", "s")
    tab_to(page, "#bingo-1 .bingo-leave")
    page.keyboard.press("Enter")
    sheet = page.locator("#leave-1")
    expect(sheet).to_be_visible()
    for _ in range(6):
        page.wait_for_function("document.activeElement.closest('#leave-1') !== null")
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#bingo-1 .bingo-leave")).to_be_focused()
