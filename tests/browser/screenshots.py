"""The pictures in docs/screenshots, taken of the real pages: `make screenshots`, not a test.

Chromium writes them as WebP itself, so that all of them together stay small.
"""

import base64
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import SPEED, guest_at, lay, plant
from tests.running_site import ROOT, Site

pytestmark = pytest.mark.browser

PICTURES: Final = ROOT / "docs" / "screenshots"
QUALITY: Final = 86
LARGEST: Final = 3_000_000
"""Bytes of all pictures together."""

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
LANGUAGES: Final = {"en": "en-GB", "ru": "ru-RU"}

# Ace up; eights are insured and split to 20 and 18; 19 and 17 on the other boxes, against 17.
SPLIT = "AD 8S 8H KC 9H 0C 7D 3D 0S 9S 6H 0D"
SURRENDER = "0D 0S 6H KC 0H 7C 4S"
HOLE_CARD = "5S 6H AS KH 9C 7D QD 0S 2C"
BINGO = "0S KD 9H 0C 8D 3H QS KC 7D 0H 6S 5C"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    """Together they must stay small enough for a repository."""
    PICTURES.mkdir(exist_ok=True)
    yield
    assert sum(one.stat().st_size for one in PICTURES.iterdir()) < LARGEST


def take(page: Page, name: str) -> None:
    """Write what the page shows."""
    page.mouse.move(1, 1)
    page.wait_for_load_state("networkidle")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    page.evaluate("document.fonts.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    size = page.viewport_size
    assert size is not None
    scale = 2 if size["width"] < 700 else 1  # a phone's pictures as sharp as on a phone
    wish = {"format": "webp", "quality": QUALITY, "clip": {"x": 0, "y": 0, **size, "scale": scale}}
    answer = session.send("Page.captureScreenshot", wish)
    (PICTURES / f"{name}.webp").write_bytes(base64.b64decode(answer["data"]))


def dealt(page: Page, *bets: int, bingo: tuple[int, ...] = ()) -> None:
    lay(page, *bets)
    for box, bet in enumerate(bingo, start=1):
        page.locator(f"[data-bet='bingo-{box}']").fill(str(bet or ""))
    page.locator("[data-deal]").click()
    changed(page, "[data-cut-none]")


def changed(page: Page, press: str) -> None:
    before = page.locator("#table").get_attribute("data-version") or ""
    page.locator(press).first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    page.wait_for_timeout(320)


def act(page: Page, *actions: str) -> None:
    for action in actions:
        changed(page, f"#actions [value={action}]")


def stand_on_everything(page: Page) -> None:
    while page.locator("#actions [value=stand]").count():
        act(page, "stand")


def test_lobby(browser: Browser, site: Site, language: str) -> None:
    with guest_at(browser, site, locale=LANGUAGES[language]) as page:
        page.goto(f"{site.url}/")
        take(page, f"lobby-{language}")


def double_deck(page: Page, language: str) -> None:
    dealt(page, 25, 50, 10)
    act(page, "insure", "split")
    take(page, f"split-and-insurance-{language}")
    act(page, "hit")
    stand_on_everything(page)
    take(page, f"result-{language}")
    page.locator(".fairplay-check").click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "match")
    take(page, f"fairplay-check-{language}")
    page.goto(page.url.partition("/fairplay")[0] + "/play/double-deck/demo/")
    lay(page, 25, 50, 10)
    page.locator("[data-deal]").click()
    page.locator("#cut-number").fill("37")
    page.locator("[data-expert] > summary").click()
    page.locator(".scheme", has_text="2P1D").click()
    page.locator("#moved").fill("7, 31, 12")
    page.locator("[data-own-shuffle]").check()
    page.locator("#cut").evaluate("one => { one.scrollTop = 0; document.activeElement.blur(); }")
    take(page, f"cut-window-{language}")


def six_deck(page: Page, language: str) -> None:
    dealt(page, 25, 10)
    take(page, f"six-deck-{language}")


def classic(page: Page, language: str) -> None:
    dealt(page, 10, 20, 10)
    take(page, f"classic-{language}")


def bingo(page: Page, language: str) -> None:
    dealt(page, 25, 10, bingo=(10, 5))
    take(page, f"bingo-{language}")


GAMES: Final[dict[str, tuple[str, Callable[[Page, str], None]]]] = {
    "double-deck": (SPLIT, double_deck),
    "six-deck": (SURRENDER, six_deck),
    "classic": (HOLE_CARD, classic),
    "bingo": (BINGO, bingo),
}


@pytest.mark.parametrize("game", GAMES)
def test_games(browser: Browser, site: Site, game: str, language: str) -> None:
    cards, play = GAMES[game]
    with guest_at(browser, site, game, locale=LANGUAGES[language]) as page:
        plant(site, cards, game)
        page.reload()
        play(page, language)


@pytest.mark.parametrize("game", ["double-deck", "bingo"])
def test_phone(browser: Browser, site: Site, game: str, language: str) -> None:
    cards, _play = GAMES[game]
    with guest_at(browser, site, game, locale=LANGUAGES[language], **PHONE) as page:
        plant(site, cards, game)
        page.reload()
        page.evaluate(SPEED, "off")
        if game == "bingo":
            dealt(page, 25, 10, bingo=(10, 5))
            take(page, f"phone-bingo-{language}")
        else:
            dealt(page, 25, 50, 10)
            act(page, "insure", "split")
            take(page, f"phone-{language}")
