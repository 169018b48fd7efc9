"""A layman presses one button and sees his game come out of the signed order; a sceptic does the
same with the network off.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import changing, guest_at, lay, plant
from tests.running_site import Site
from tests.transcripts.falsified import KINDS, some_falsified
from tests.transcripts.random_shoes import written
from tests.transcripts.two_tellings import by_python, line
from tests.transcripts.writing import signed

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
OFFLINE = ROOT / "static" / "checker" / "fairplay_check.html"
SPLIT = "AD 8S 8H 9C 0H 0C 2D 4H 4S 0D 0S"


def play(page: Page, site: Site, cards: str, *actions: str) -> None:
    """Play one round of double-deck whose cards are known."""
    plant(site, cards)
    page.reload()
    lay(page, 10, "", 25)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Without a cut").click()
    for action in actions:
        with changing(page):
            page.locator(f"button[name=action][value={action}]").click()
    expect(page.locator("#table")).to_have_class(re.compile("table-result"))


@pytest.fixture(scope="module")
def revealed(browser: Browser, site: Site) -> Iterator[Page]:
    """A game with insurance, a split and two boxes, played once for all."""
    with guest_at(browser, site) as page:
        play(page, site, SPLIT, "insure", "split", "stand", "stand", "stand")
        page.get_by_role("link", name="Open the check").click()
        page.wait_for_url("**/fairplay/**")
        page.evaluate("window.untouched = document.getElementById('transcript').textContent")
        yield page


@pytest.fixture
def checked(revealed: Page) -> Page:
    """Its check, with nothing falsified."""
    revealed.evaluate("document.getElementById('transcript').textContent = window.untouched")
    revealed.get_by_role("button", name="Check again").click()
    expect(revealed.locator("#verdict")).to_have_attribute("data-verdict", "match")
    return revealed


def falsify(page: Page, change: str) -> None:
    """Change the transcript that lies in the page, and check again."""
    page.locator("#transcript").evaluate(
        f"element => {{ const written = JSON.parse(element.textContent); {change};"
        " element.textContent = JSON.stringify(written); }"
    )
    page.get_by_role("button", name="Check again").click()


def test_every_card_is_on_the_strip_where_it_went(checked: Page) -> None:
    cards = checked.locator(".shoe-strip > li")
    expect(cards).to_have_count(104)
    used = checked.locator(".shoe-strip > li.is-mine .shoe-mark")
    # The up card, two to each box, the split's two, and what the dealer draws.
    assert used.all_text_contents()[:7] == ["D.", "1a", "1b", "3", "3", "1a", "1b"]
    assert checked.locator(".redeal-group").count() == 4
    assert checked.locator(".redeal-status.is-wrong").count() == 0
    rows = checked.locator(".redeal-hands tbody tr")
    for row in rows.all():
        dealt, shown = row.locator("td").nth(0), row.locator("td").nth(1)
        assert dealt.text_content() == shown.text_content() != "–"


def test_the_check_sends_no_request(checked: Page) -> None:
    checked.wait_for_load_state("networkidle")
    requests: list[str] = []
    checked.on("request", lambda request: requests.append(request.url))
    checked.get_by_role("button", name="Check again").click()
    expect(checked.locator("#verdict")).to_have_attribute("data-verdict", "match")
    falsify(checked, "written.rounds[0].shown.staked += 100")
    expect(checked.locator("#verdict")).to_have_attribute("data-verdict", "mismatch")
    assert requests == []


@pytest.mark.parametrize(
    ("change", "step", "at"),
    [
        ("written.secret += '\\n'", "string", "secret"),
        ("written.md5 = written.md5.toUpperCase()", "md5", "md5"),
        ("written.sha256 = '0'.repeat(64)", "sha256", "sha256"),
        ("written.player_seed = 'short'", "shuffle", "player_seed"),
        ("written.cut = 105", "cut", "cut"),
        ("written.rounds[0].moved = [1, 1]", "moved", "rounds[0].moved[1]"),
        ("written.rounds[0].actions[4] = 'surrender'", "cards", "rounds[0].actions[4]"),
        (
            "written.rounds[0].shown.dealer.cards[0] = 'AS'",
            "cards",
            "rounds[0].shown.dealer.cards[0]",
        ),
        (
            "written.rounds[0].shown.boxes[1].hands[0].returned += 50",
            "results",
            "rounds[0].shown.boxes[1].hands[0].returned",
        ),
    ],
)
def test_a_difference_is_named(checked: Page, change: str, step: str, at: str) -> None:
    falsify(checked, change)
    expect(checked.locator("#verdict")).to_have_attribute("data-verdict", "mismatch")
    difference = checked.locator(".redeal-difference")
    expect(difference).to_have_attribute("data-step", step)
    expect(difference).to_have_attribute("data-at", at)


def test_open_game_has_no_transcript_in_its_page(browser: Browser, site: Site) -> None:
    with guest_at(browser, site, cards="7D 0S 0H 0C") as page:
        lay(page, 10)
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("button", name="Without a cut").click()
        expect(page.locator("#dealer img")).to_have_count(1)
        page.goto(f"{site.url}/fairplay/")
        page.locator("#games tbody a").first.click()
        expect(page.locator("#verdict")).to_be_visible()
        assert page.locator("#transcript").count() == 0


def test_all_games_of_the_list_are_dealt_again(browser: Browser, site: Site) -> None:
    with guest_at(browser, site) as page:
        for _ in range(3):
            play(page, site, "7D AS KH 9C 0D 0C", "stand")
            page.goto(f"{site.url}/play/double-deck/demo/")
        page.goto(f"{site.url}/fairplay/")
        page.get_by_role("button", name="Check all").click()
        panel = page.locator("#check-all")
        expect(panel).to_have_attribute("data-verdict", "match")
        expect(panel.locator("[data-summary]")).to_have_text("Matching: 3 of 3")
        verdicts = page.locator("#games tbody tr").evaluate_all(
            "rows => rows.map(row => row.dataset.verdict)"
        )
        assert verdicts == ["dealt"] * 3


def test_a_revealed_game_gets_its_mark_at_the_table(browser: Browser, site: Site) -> None:
    with guest_at(browser, site) as page:
        play(page, site, "7D AS KH 9C 0D 0C", "stand")
        mark = page.locator("[data-automatic]")
        expect(mark).to_be_visible()
        expect(mark).to_have_attribute("data-verdict", "match")
        expect(mark).to_have_text("checked")
        page.evaluate("localStorage.removeItem('blackjack/signatures')")
        page.reload()
        expect(mark).to_have_attribute("data-verdict", "dealt")
        page.goto(f"{site.url}/fairplay/")
        page.get_by_label("Check each game when it is revealed").uncheck()
        page.goto(f"{site.url}/play/double-deck/demo/")
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        play(page, site, "7D AS KH 9C 0D 0C", "stand")
        page.wait_for_timeout(1_000)
        expect(mark).to_be_hidden()
        assert not [url for url in fetched if url.endswith("transcript.json")]


# --- Without the network -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def offline(browser: Browser) -> Iterator[Page]:
    """The offline page, opened as a file, in a browser that has no network."""
    with browser.new_context(locale="en-GB", offline=True) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(OFFLINE.as_uri())
        page.on("request", lambda request: faults.append(request.url))
        yield page
        assert faults == []


def take(page: Page, document: Any) -> None:
    page.locator("#file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": line(document)}
    )


@pytest.mark.parametrize("game", ["double-deck", "six-deck", "classic", "bingo"])
def test_offline_page_checks_every_game(offline: Page, game: str) -> None:
    document = signed(written(game, 7))
    take(offline, {"format": ""})
    expect(offline.locator("#verdict")).to_have_attribute("data-verdict", "mismatch")
    take(offline, document)
    expect(offline.locator("#verdict")).to_have_attribute("data-verdict", "match")
    expect(offline.locator(".shoe-strip > li")).to_have_count(
        len(document["secret"].split("-")) - 6
    )


def test_offline_page_takes_pasted_text_and_speaks_russian(offline: Page) -> None:
    offline.locator("#pasted").fill(json.dumps(signed(written("double-deck", 3))))
    offline.locator("#check").click()
    offline.get_by_role("button", name="Русский").click()
    expect(offline.locator("html")).to_have_attribute("lang", "ru")
    expect(offline.locator("#verdict h2")).to_have_text(
        "Всё сошлось: каждая карта и каждая выплата"
    )
    offline.get_by_role("button", name="English").click()
    expect(offline.locator("#verdict h2")).to_have_text(
        "Everything matches: every card and every payout"
    )


def test_offline_page_refuses_what_is_falsified_at_its_step(offline: Page) -> None:
    for _, document in some_falsified(3 * len(KINDS)):
        take(offline, {"format": ""})
        expect(offline.locator(".redeal-difference")).to_have_attribute("data-step", "file")
        take(offline, document)
        told = by_python(line(document))
        difference = offline.locator(".redeal-difference")
        expect(difference).to_have_attribute("data-step", told["step"])
        expect(difference).to_have_attribute("data-at", told["result"]["error"]["at"])


def test_downloaded_transcript_checks_offline(checked: Page, offline: Page) -> None:
    with checked.expect_download() as download:
        checked.get_by_role("link", name="Transcript (JSON)").click()
    offline.locator("#file").set_input_files(download.value.path())
    expect(offline.locator("#verdict")).to_have_attribute("data-verdict", "match")
