"""A member of staff comes into the administration: by password, and by setting a code up."""

from base64 import b32decode
from collections.abc import Callable

from django_otp.oath import totp
from playwright.sync_api import Page, expect

from tests.running_site import Site

PASSWORD = "correct horse battery"


def staff_comes_in(
    page: Page,
    site: Site,
    login: str,
    *,
    role: str | None = None,
    at_the_picture: Callable[[Page], None] = lambda page: None,
) -> None:
    """Make a member of staff and lead him through his first sign-in, to the administration.

    Args:
        role: of ``casino.roles``; without it every right.
        at_the_picture: looks at the page of the set-up.
    """
    roles = [] if role is None else ["--role", role]
    site.manage("make_staff", login, *roles, STAFF_PASSWORD=PASSWORD)
    page.goto(f"{site.url}/admin/")
    page.fill("[name=username]", login)
    page.fill("[name=password]", PASSWORD)
    page.click("[type=submit]")
    at_the_picture(page)
    key = b32decode((page.locator("#key").text_content() or "").replace(" ", ""))
    page.fill("[name=code]", f"{totp(key):06}")
    page.locator("main .button--main").click()
    expect(page.locator("#codes li")).to_have_count(10)
    page.locator("main .button--main").click()
    expect(page).to_have_url(f"{site.url}/admin/")
