"""Playing by keys alone: what the tests of keys and settings press."""

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.sitting import changing, guest_at
from tests.running_site import Site

SEEN = 260
"""Milliseconds after which a player may have seen that another hand has the turn."""

REACHED = "wanted => document.activeElement.matches(wanted)"


@contextlib.contextmanager
def table(browser: Browser, site: Site, variant: str, cards: str) -> Iterator[Page]:
    """A guest at a demo table whose shoe begins with these cards; nothing has the focus."""
    with guest_at(browser, site, variant, cards) as page:
        yield page


def tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Go on with the Tab key until an element has the focus."""
    for _ in range(90):
        if page.evaluate(REACHED, selector):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"the Tab key does not reach {selector}")


def version(page: Page) -> str:
    return page.locator("#table").get_attribute("data-version") or ""


def play(page: Page, *keys: str) -> None:
    """Press keys of which each changes the table, as a player does who looks at it."""
    for key in keys:
        with changing(page):
            page.wait_for_timeout(SEEN)
            page.keyboard.press(key)


def nothing_comes_of(page: Page, *keys: str) -> None:
    """Press keys that must change nothing at the table."""
    before = version(page)
    page.wait_for_timeout(SEEN)  # once: as long as nothing comes of them, the turn stays
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(SEEN)
    expect(page.locator(".htmx-request")).to_have_count(0)
    assert version(page) == before


def deal(page: Page) -> None:
    """Enter, and in the window for cutting the button before the main one: without a cut."""
    page.keyboard.press("Enter")
    expect(page.locator("#cut [data-cut-confirm]")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    play(page, "Enter")


def in_russian_layout(page: Page, code: str, letter: str) -> None:
    """Press a key by its place while the layout has another letter on it."""
    session = page.context.new_cdp_session(page)
    key = {"code": code, "key": letter, "text": letter, "windowsVirtualKeyCode": ord(code[-1])}
    session.send("Input.dispatchKeyEvent", {"type": "keyDown", **key})
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    session.detach()


def shown_key(page: Page, command: str) -> Locator:
    """The key that a button of the table shows."""
    return page.locator(f"#table [data-command='{command}'] .shortcut")
