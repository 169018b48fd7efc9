"""Two web processes, worker, scheduler, PostgreSQL, Redis and the shipped proxy: one casino."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import running_proxy
from tests.browser.sitting import SPEED, lay, without_complaint
from tests.running_house import House, eventually

pytestmark = [pytest.mark.browser, pytest.mark.servers]

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def test_it_says_what_it_is_and_is_well(house: House) -> None:
    eventually(lambda: house.ready()["status"] == "ok", seconds=60)
    ready = house.ready()
    assert ready["status"] == "ok", ready
    assert set(ready["parts"]) == {
        *("database", "keys", "old keys", "clock", "worker", "beat", "redis")
    }


def test_processes_answer_for_the_figures_of_all(house: House) -> None:
    def live() -> float:
        found = re.search(
            r'casino_requests_total\{[^}]*view="operations:ready"\} ([0-9.]+)', house.figures()
        )
        return float(found[1]) if found else 0.0

    before = live()
    for _ in range(10):
        house.ready()
    assert live() == before + 10


def finish(page: Page) -> None:
    """Stand on everything until the round is over."""
    for _ in range(12):
        stand = page.locator("button[name=action][value=stand]:enabled")
        decline = page.locator("button[name=action][value=decline]:enabled")
        table = page.locator("#table")
        if "table-playing" not in (table.get_attribute("class") or ""):
            return
        version = table.get_attribute("data-version")
        (decline if decline.count() else stand).first.click()
        page.wait_for_function(
            "v => document.getElementById('table').dataset.version !== v", arg=version
        )


@pytest.fixture
def https_house(house: House) -> Iterator[House]:
    """Further web processes of the house, as they stand behind a proxy: https only."""
    own = house.directory / "https"  # for the figures that these processes count together
    own.mkdir()
    (own / "static").symlink_to(house.directory / "static")
    https = {"PRODUCTION": "1", "ALLOWED_HOSTS": "localhost,127.0.0.1", "CASINO_VAR_DIR": str(own)}
    more = replace(house, environment={**house.environment, **https}, processes={})
    more.serve("--processes=2", name="web-https")
    yield more
    more.stop("web-https")


def test_a_round_is_played_through_the_shipped_proxy(https_house: House, browser: Browser) -> None:
    house = https_house
    with (
        running_proxy.running(house.directory, house.url) as proxy,
        without_complaint(browser, proxy.url, ignore_https_errors=True) as page,
    ):
        address = proxy.url
        page.goto(f"{address}/play/double-deck/demo/")
        page.locator("form[action$='/guest/'] button").click()
        page.wait_for_url("**/play/double-deck/demo/")
        page.evaluate(SPEED, "off")
        tabs = [page.context.new_page() for _ in range(4)]
        for tab in tabs:
            tab.goto(page.url)
        lay(page, 10)
        laid = page.locator("#table").get_attribute("data-version") or ""
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("button", name="Without a cut").click()
        # A piece that was just swapped in wears the old one's attributes for a moment.
        expect(page.locator("#table")).not_to_have_attribute("data-version", laid)
        finish(page)
        version = page.locator("#table").get_attribute("data-version") or ""
        for tab in tabs:  # whichever process holds their sockets
            expect(tab.locator("#table")).to_have_attribute("data-version", version)
        secure = {cookie["name"]: cookie["secure"] for cookie in page.context.cookies()}
        assert secure["sessionid"], secure
        style = page.request.get(page.locator("link[href*='site']").evaluate("one => one.href"))
        assert "immutable" in style.headers["cache-control"], "the proxy itself answers"
        # What pages name, and what the modules that they name import.
        loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
        modules = [one for one in loaded if "/static/" in one and one.endswith(".js")]
        kept = {one: page.request.get(one).headers["cache-control"] for one in modules}
        for module, told in kept.items():
            assert ("immutable" in told) == bool(HASHED.search(module)), module
        assert set(kept.values()) == {"no-cache", "public, max-age=31536000, immutable"}
        for path in ("/health/ready", "/health/live", "/metrics"):
            assert page.request.get(address + path).status == 404
    house.manage("verify_ledger")
