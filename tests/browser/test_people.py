"""Staff come in by a second factor, and a session ends in all open pages, in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.staff import PASSWORD, staff_comes_in
from tests.running_site import Site

pytestmark = pytest.mark.browser

AT_ONCE = 2_000  # milliseconds; a push takes a few of them


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A page, in English, of whose policy nothing may be violated."""
    faults: list[str] = []
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.on("console", lambda said: faults.append(said.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
    broken = [text for text in faults if "Content Security Policy" in text]
    assert not broken, broken


def test_a_newcomer_comes_into_the_administration(visitor: Page, site: Site) -> None:
    pictures: list[Any] = []

    def look(page: Page) -> None:
        expect(page.locator("svg.qr")).to_be_visible()
        pictures.append(page.locator("svg.qr").bounding_box())

    staff_comes_in(visitor, site, "Newcomer", role="manager", at_the_picture=look)
    assert min(pictures[0]["width"], pictures[0]["height"]) > 150, "a phone can read it"
    expect(visitor.locator("#content-main").get_by_role("link").first).to_be_visible()


def signed_in(page: Page, site: Site, login: str) -> None:
    page.goto(f"{site.url}/account/login/?next=/play/double-deck/demo/")
    page.fill("main [name=login]", login)
    page.fill("main [name=password]", PASSWORD)
    page.locator("main button", has_text="Sign in").click()
    expect(page.locator("#table")).to_be_visible()


def test_a_session_that_is_ended_elsewhere_leaves_no_table_open(
    visitor: Page, browser: Browser, site: Site
) -> None:
    visitor.goto(f"{site.url}/account/register/?next=/play/double-deck/demo/")
    for name, value in {
        "login": "Two_Browsers",
        "password": PASSWORD,
        "password_again": PASSWORD,
    }.items():
        visitor.fill(f"main [name={name}]", value)
    visitor.check("[name=adult]")
    visitor.locator("main button", has_text="Register").click()
    expect(visitor.locator("#table")).to_be_visible()
    with browser.new_context(locale="en-GB") as context:
        elsewhere = context.new_page()
        signed_in(elsewhere, site, "Two_Browsers")
        elsewhere.goto(f"{site.url}/account/sessions/")
        expect(elsewhere.locator("#sessions li")).to_have_count(2)
        elsewhere.get_by_role("button", name="Sign out everywhere else").click()
        login = f"{site.url}/account/login/?next=/play/double-deck/demo/"
        expect(visitor).to_have_url(login, timeout=AT_ONCE)
        expect(elsewhere.locator("#sessions li")).to_have_count(1)
