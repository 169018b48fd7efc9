"""A guest at a table, and what the browser tests ask of it: amounts laid, presses, faults."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

from tests.browser.devices import device
from tests.running_site import Site

GUEST = """
from django.conf import settings
from django.test import Client
from accounts.services import start_guest
from blackjack.engine.rules import Variant
from tests.tables import Seat
client, player = Client(), start_guest()
client.force_login(player)
if {cards!r}:
    Seat(player, Variant({variant!r}), "FUN").plant({cards!r})
name = settings.SESSION_COOKIE_NAME
print(name, client.cookies[name].value)
"""
PLANT = """
from accounts.models import User
from tests.tables import Seat
from blackjack.engine.rules import Variant
player = User.objects.get(username={login!r})
Seat(player, Variant({variant!r}), "FUN").plant({cards!r})
"""


APART = 320
"""Milliseconds between two taps: sooner, the second is half of a double tap, which must not reach
the next hand (static/js/motion.js)."""
_ANOTHER = """before => document.getElementById("table").dataset.version !== before
  && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")"""
SPEED = "speed => import('/static/js/settings.js').then(all => all.change('speed', speed))"


# What a device is to have set where nothing is kept yet; a blank page of no site keeps nothing.
REMEMBERED = """try {
  const key = "blackjack/settings";
  if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ speed: "%s" }));
} catch {}"""


@contextlib.contextmanager
def without_complaint(
    browser: Browser, origin: str, *scripts: str, **screen: Any
) -> Iterator[Page]:
    """A blank page, in English if no ``locale`` says another language.

    Whatever the browser complains of fails. A violation of the content security policy is an error
    on the browser's console.

    Args:
        origin: the site that it is for, without a slash at the end.
        scripts: what every page runs before its own.
    """
    screen = {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}, **screen}
    faults: list[str] = []

    def complaint(message: ConsoleMessage) -> None:
        # What the table itself refuses or asks is shown to the player.
        if not any(f"status of {status}" in message.text for status in (409, 422)):
            faults.append(message.text)

    with device(browser, origin, **screen) as context:
        page = context.new_page()
        page.set_default_timeout(5_000)
        for script in scripts:
            page.add_init_script(script)
        page.on("console", complaint)
        page.on("pageerror", lambda error: faults.append(str(error)))
        yield page
        assert not faults, faults


@contextlib.contextmanager
def guest_at(
    browser: Browser,
    site: Site,
    variant: str = "double-deck",
    cards: str = "",
    *,
    speed: str = "off",
    before: str = "",
    **screen: Any,
) -> Iterator[Page]:
    """A new guest's page of a demo table; whatever the browser complains of fails.

    He is signed in already: how one becomes a guest is asked where that is the question.

    Args:
        cards: his shoe begins with them.
        speed: of motion; by default there is none, and a swap is over when it is made.
        before: a script that every page runs before its own.
    """
    scripts = (*filter(None, [before]), REMEMBERED % speed)
    with without_complaint(browser, site.url, *scripts, **screen) as page:
        become_guest(page.context, site, variant, cards)
        page.goto(f"{site.url}/play/{variant}/demo/")
        yield page


def become_guest(
    context: BrowserContext, site: Site, variant: str = "double-deck", cards: str = ""
) -> None:
    """Give the browser the session of a new guest, whose shoe begins with these cards if any."""
    name, value = site.shell.run(GUEST.format(variant=variant, cards=cards)).split()
    context.add_cookies([{"name": name, "value": value, "url": site.url}])


def plant(site: Site, cards: str, variant: str = "double-deck") -> None:
    """Let the newest guest's next shoe begin with these cards; reload the page to see it."""
    ((login,),) = site.query("select username from accounts_user order by id desc limit 1")
    site.shell.run(PLANT.format(login=login, variant=variant, cards=cards))


@contextlib.contextmanager
def changing(page: Page, *, apart: int = 0) -> Iterator[None]:
    """Within it is pressed what changes the table; after it the changed one stands there.

    Args:
        apart: milliseconds from the press to the next one, at least.
    """
    before = page.locator("#table").get_attribute("data-version") or ""
    yield
    pressed = time.monotonic()
    page.wait_for_function(_ANOTHER, arg=before)
    passed = (time.monotonic() - pressed) * 1_000
    page.wait_for_timeout(max(0, apart - passed))


def laid(page: Page) -> list[str]:
    """What the bets' fields hold, box by box."""
    return page.locator("[data-bet]").evaluate_all("fields => fields.map(one => one.value)")


def lay(page: Page, *bets: int | str) -> None:
    """Type bets into the fields, box by box; what is undone by ``undo`` begins after them."""
    for box, bet in enumerate(bets, start=1):
        page.locator(f"[data-bet='{box}']").fill(str(bet or ""))
    page.locator("#status").evaluate("() => document.activeElement.blur()")


def chip(page: Page, worth: int) -> Locator:
    """A chip of the rack by whole units; 0 is the cross."""
    return page.locator(f"[data-chip='{worth * 100}']")


def spot(page: Page, box: int) -> Locator:
    """The ring of a box, where its bet lies."""
    return page.locator(f"#bet-{box} .spot-tap")


def in_hand(page: Page) -> list[str | None]:
    """Which chips of the rack are shown as chosen."""
    pressed = page.locator("[data-chip][aria-pressed='true']")
    return [one.get_attribute("data-chip") for one in pressed.all()]


def centre(target: Locator) -> tuple[float, float]:
    """The middle of an element on the screen."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
