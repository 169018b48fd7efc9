"""Staff come in by a second factor, and a session ends in all open pages, in a real browser."""

from base64 import b32decode
from collections.abc import Iterator

import pytest
from django_otp.oath import totp
from playwright.sync_api import Browser, Page, expect

from tests.running_site import Site

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"
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


def test_a_newcomer_comes_into_the_administration(
    visitor: Page, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFF_PASSWORD", PASSWORD)
    site.manage("make_staff", "Newcomer", "--role", "manager")
    visitor.goto(f"{site.url}/admin/")
    visitor.fill("[name=username]", "Newcomer")
    visitor.fill("[name=password]", PASSWORD)
    visitor.click("[type=submit]")
    picture = visitor.locator("svg.qr")
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 150, "a phone can read it"
    key = b32decode((visitor.locator("#key").text_content() or "").replace(" ", ""))
    visitor.fill("[name=code]", f"{totp(key):06}")
    visitor.get_by_role("button", name="Set up").click()
    expect(visitor.locator("#codes li")).to_have_count(10)
    visitor.get_by_role("link", name="go on").click()
    expect(visitor).to_have_url(f"{site.url}/admin/")
    expect(visitor.get_by_role("link", name="Access attempts")).to_be_visible()


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
