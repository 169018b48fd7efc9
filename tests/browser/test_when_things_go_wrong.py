"""Error pages in both languages, each as a visitor comes to it; and a round that waits for him."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests import running_site
from tests.browser.barriers import barriers
from tests.browser.sampling import some_of_all
from tests.browser.sitting import REMEMBERED, become_guest, lay
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

LANGUAGES = {"ru": "ru-RU", "en": "en-GB"}
UNREADABLE = """
from django.utils import timezone
from fairplay.models import ShuffleReport
ShuffleReport.objects.create(made_at=timezone.now(), decks=1, figures=[{"spoilt": 1}], passed=True)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A casino of its own, which counts how often one does a thing; it may be broken."""
    with running_site.running(tmp_path_factory.mktemp("broken"), THROTTLING="1") as site:
        yield site


def change(site: Site, statement: str) -> None:
    with closing(sqlite3.connect(site.database, timeout=5)) as connection:
        connection.execute(statement)
        connection.commit()


def forbidden(page: Page, site: Site) -> None:
    """A form whose token is another's."""
    page.goto(f"{site.url}/account/login/")
    page.locator("main [name=csrfmiddlewaretoken]").first.evaluate("one => { one.value = 'x' }")
    page.fill("main [name=login]", "Somebody")
    page.fill("main [name=password]", "something")
    page.locator("main form .button").first.click()


def nothing_there(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/nothing/of/the/kind/")


def not_as_asked(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/account/login/")
    page.fill("main [name=login]", "Nobody")
    page.fill("main [name=password]", "nothing")
    page.locator("main form .button").first.click()


def at_the_table(page: Page, site: Site) -> None:
    """A guest whose hand of 12 awaits a decision."""
    become_guest(page.context, site, "double-deck", "7D 0S 2H 0C")
    page.add_init_script(REMEMBERED % "off")
    page.goto(f"{site.url}/play/double-deck/demo/")
    lay(page, 10)
    page.locator("[data-deal]").click()
    page.locator("[data-cut-none]").click()
    expect(page.locator("#hand-1-1 .card")).to_have_count(2)


def stale(page: Page, site: Site) -> None:
    """A form of a table that has moved on in another tab."""
    at_the_table(page, site)
    with page.expect_navigation():
        page.evaluate(
            """() => { const form = document.getElementById("actions");
              form.version.value = 0;
              form.insertAdjacentHTML("beforeend", "<input name=action value=stand>");
              form.submit(); }"""
        )


def too_often(page: Page, site: Site) -> None:
    """The form is sent again and again: the answers beyond the first few are refusals."""
    page.goto(f"{site.url}/account/reset/")
    token = page.locator("main [name=csrfmiddlewaretoken]").get_attribute("value") or ""
    for _ in range(10):
        page.request.post(f"{site.url}/account/reset/", form={"csrfmiddlewaretoken": token})
    page.locator("main form").evaluate("one => { one.noValidate = true; }")
    page.locator("main form .button").first.click()


def broken(page: Page, site: Site) -> None:
    site.shell.run(UNREADABLE)
    page.goto(f"{site.url}/fairplay/shuffle/")
    change(site, "delete from fairplay_shufflereport")


def busy(page: Page, site: Site) -> None:
    change(site, "alter table fairplay_shufflereport rename to away")
    try:
        page.goto(f"{site.url}/fairplay/shuffle/")
    finally:
        change(site, "alter table away rename to fairplay_shufflereport")


WRONGS: dict[int, Callable[[Page, Site], None]] = {
    403: forbidden,
    404: nothing_there,
    409: stale,
    422: not_as_asked,
    429: too_often,
    500: broken,
    503: busy,
}


@pytest.mark.parametrize(("status", "language"), some_of_all(WRONGS, LANGUAGES))
def test_a_page_says_what_is_wrong_and_leads_on(
    browser: Browser, site: Site, status: int, language: str
) -> None:
    answers: list[Response] = []
    faults: list[str] = []
    screen: Any = {"width": 320, "height": 568}
    with browser.new_context(locale=LANGUAGES[language], viewport=screen) as context:
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("response", lambda one: answers.append(one) if one.status >= 400 else None)
        page.on("console", lambda said: faults.append(said.text))
        WRONGS[status](page, site)
        page.wait_for_load_state()
        assert answers[-1].status == status
        html = page.locator("html")
        expect(html).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_count(1)
        words = (page.locator("main").text_content() or "") + page.title()
        assert any("а" <= letter <= "я" for letter in words.lower()) is (language == "ru"), words
        assert page.locator("main :is(a, button):visible").count() > 0, "no way on"
        assert page.evaluate("document.documentElement.scrollWidth") == screen["width"]
        assert barriers(page) == []
        assert not [text for text in faults if "Content Security Policy" in text]


@pytest.mark.parametrize("language", LANGUAGES if FULL_COUNTS else ["ru"])
def test_a_round_waits_for_who_comes_back(browser: Browser, site: Site, language: str) -> None:
    with browser.new_context(locale=LANGUAGES[language]) as context:
        page = context.new_page()
        page.set_default_timeout(10_000)
        at_the_table(page, site)
        context.set_offline(True)
        page.locator("#actions [value=hit]").click()
        banner = page.locator("#connection")
        expect(banner).to_be_visible()
        expect(banner).to_have_attribute("role", "alert")
        assert barriers(page) == []
        context.set_offline(False)
        expect(banner).to_be_hidden(timeout=15_000)
        page.goto(f"{site.url}/")
        waiting = page.locator(".waiting")
        expect(waiting).to_be_visible()
        assert barriers(page) == []
        waiting.get_by_role("link").click()
        expect(page.locator("#hand-1-1 .card")).to_have_count(2)
        expect(page.locator("#actions [value=hit]")).to_be_enabled()
