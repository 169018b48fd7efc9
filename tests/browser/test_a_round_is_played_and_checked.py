"""A newcomer's first minute in a real browser: a guest, a round, and the check of its signature."""

import hashlib
import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from blackjack.transcript import replay
from tests.browser.sitting import changing, plant
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Ace up; eights in the first box are insured, split and stood on; the dealer has 21 with three.
INSURED_SPLIT = "AD 8S 8H 9C 0H 0C 2D 4H 4S 0D 0S"

RESULT = re.compile("table-result")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}) as context:
        yield context


@pytest.fixture
def faults(page: Page) -> Iterator[list[str]]:
    """Whatever the browser complains of; a policy violation is an error on its console."""
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    yield seen
    assert seen == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def sit_down(page: Page, site: Site, cards: str, variant: str = "double-deck") -> None:
    """Enter as a guest by the one click, and find a shoe that begins with these cards."""
    page.goto(f"{site.url}/")
    game = page.locator("article, section, li").filter(has=page.locator(f"a[href*='{variant}']"))
    game.last.get_by_role("button", name="Play the demo as a guest").click()
    page.wait_for_url(f"**/play/{variant}/demo/")
    plant(site, cards, variant)
    page.reload()


def press(page: Page, action: str) -> None:
    button: Locator = page.locator(f"button[name=action][value={action}]")
    with changing(page):
        button.click()


def text(page: Page, selector: str) -> str:
    return (page.locator(selector).text_content() or "").strip()


def test_a_guest_plays_insurance_and_a_split_and_checks_the_signature(
    page: Page, site: Site, faults: list[str]
) -> None:
    sit_down(page, site, INSURED_SPLIT)
    md5, sha256 = text(page, "#signature-md5"), text(page, "#signature-sha256")
    assert re.fullmatch("[0-9a-f]{32}", md5)
    assert re.fullmatch("[0-9a-f]{64}", sha256)

    page.get_by_role("textbox", name="Bet on box 1").fill("10")
    page.get_by_role("textbox", name="Bet on box 3").fill("25")
    page.get_by_role("button", name="Deal", exact=True).click()
    cut = page.locator("#cut")
    expect(cut).to_be_visible()
    drawn = int(page.locator("input[name=cut]").input_value())
    assert 1 <= drawn <= 104, "the browser draws a cut of its own"
    page.get_by_role("button", name="Without a cut").click()
    expect(page.locator("#dealer img")).to_have_count(1)
    assert text(page, "#signature-md5") == md5, "the same signature before and during the game"

    for action in ("insure", "split", "stand", "stand", "stand"):
        press(page, action)
    expect(page.locator("#table")).to_have_class(RESULT)

    page.get_by_role("link", name="Open the check").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-verdict", "match")
    page.wait_for_load_state("networkidle")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.get_by_role("button", name="Check again").click()
    expect(verdict).to_have_attribute("data-verdict", "match")
    assert requests == [], "the check sends nothing"

    secret = text(page, "#secret")
    assert hashlib.md5(secret.encode()).hexdigest() == md5
    assert hashlib.sha256(secret.encode()).hexdigest() == sha256

    with page.expect_download() as download:
        page.get_by_role("link", name="Transcript (JSON)").click()
    transcript = json.loads(download.value.path().read_text())
    result = replay(transcript)
    assert transcript["rounds"][0]["actions"] == ["insure", "split", "stand", "stand", "stand"]
    assert result["rounds"][0] == transcript["rounds"][0]["shown"]
    assert result["signatures"] == {"md5": md5, "sha256": sha256, "match": True}


def test_a_changed_string_does_not_pass_the_check(page: Page, site: Site) -> None:
    sit_down(page, site, "7D AS KH 0C")
    page.get_by_role("textbox", name="Bet on box 1").fill("10")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Without a cut").click()
    page.get_by_role("link", name="Open the check").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-verdict", "match")
    page.locator("#transcript").evaluate(
        "element => { element.textContent = element.textContent.replace('-END', '-END\\\\n'); }"
    )
    page.get_by_role("button", name="Check again").click()
    expect(verdict).to_have_attribute("data-verdict", "mismatch")


def test_a_round_can_be_played_without_javascript(browser: Browser, site: Site) -> None:
    with browser.new_context(java_script_enabled=False, locale="ru-RU") as context:
        page = context.new_page()
        page.goto(f"{site.url}/play/six-deck/demo/")
        page.locator("form[action$='/guest/'] button").click()
        page.wait_for_url("**/play/six-deck/demo/")
        assert page.locator("html").get_attribute("lang") == "ru"
        page.locator("input[name=bet_2]").fill("5")
        page.get_by_role("button", name="Раздать", exact=True).click()
        page.wait_for_url("**/play/six-deck/demo/")
        for _ in range(12):
            stand = page.locator("button[name=action][value=stand]:not([disabled])")
            if not stand.count():
                break
            stand.click()
        expect(page.locator("#table")).to_have_class(RESULT)
        page.locator("a[href$='?lay=rebet']").click()
        expect(page.locator("input[name=bet_2]")).to_have_value("5")
