"""Each game without JavaScript: from the lobby to a result that is checked without this site."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import EVENINGS, KEPT, evenings, play_on, prepare
from tests.running_site import Site

pytestmark = pytest.mark.browser

RESULT = re.compile("table-result")


def save(page: Page, link: str, directory: Path) -> Path:
    """Press a link that saves a file; give the file."""
    with page.expect_download() as download:
        page.locator(link).first.click()
    file = directory / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.parametrize("variant", evenings("without scripts"))
def test_from_the_lobby_to_the_checked_result_without_scripts(
    browser: Browser, site: Site, variant: str, tmp_path: Path
) -> None:
    evening = EVENINGS[variant]
    with browser.new_context(
        java_script_enabled=False, locale="ru-RU", viewport={"width": 1440, "height": 900}
    ) as context:
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.goto(f"{site.url}/")
        page.locator(f"#game-{variant} form button").first.click()
        page.wait_for_url(f"**/play/{variant}/demo/")
        prepare(page, site, variant)
        for place in evening.bets:
            page.locator(f"[data-bet='{place}']").fill("10")
        page.locator("[data-deal]").click()
        for action in evening.actions:
            page.locator(f"#actions button[value={action}]").click()
        expect(page.locator("#table")).to_have_class(RESULT)
        ((number,),) = site.query("select max(id) from blackjack_round")
        if variant in KEPT:
            play_on(page, site, variant)
            page.locator("#close button").click()
            expect(page.locator("#close")).to_have_count(0)
        page.goto(f"{site.url}/fairplay/")
        page.locator(f"#games a[href$='/{number}/']").first.click()
        verdict = page.locator("#verdict")
        expect(verdict.locator(".no-js-only")).to_be_visible()
        expect(verdict.locator("a[href$='/fairplay/sums/']")).to_be_visible()
        expect(page.locator("#redealt, [data-check-again]").first).to_be_hidden()

        transcript = save(page, "a[href$='/transcript.json']", tmp_path)
        checker = save(page, "#offline a[download$='.py']", tmp_path)
        checked = subprocess.run(
            [sys.executable, checker, transcript], check=False, capture_output=True, text=True
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr
