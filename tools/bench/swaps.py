"""How long the browser's main thread is held by a swap of the bingo table with five boxes.

Rounds are dealt and played to their end by a guest. Of every swap the longest task of the page is
taken from the browser's own trace: by the clock, and by the processor's time, which other programs
on the machine do not lengthen. Loading the page and what lies between the swaps are not counted.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools.bench import site

ROUNDS: Final = 4
_BOXES: Final = range(1, 6)
_PATH: Final = "play/bingo/demo/"
_SPEED: Final = "to => import('/static/js/settings.js').then((all) => all.change('speed', to))"
_TASK: Final = "ThreadControllerImpl::RunTask"


@dataclass(frozen=True, slots=True)
class Swap:
    """The longest task of one swap, in milliseconds."""

    name: str
    clock: float
    processor: float


def swaps(chromium: str, speed: str) -> list[Swap]:
    """Play rounds on all five boxes, with motion of this speed."""
    with site.running(1) as here, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(20_000)
        page.goto(f"http://127.0.0.1:{here.port}/{_PATH}")
        page.locator("form[action$='/guest/'] button").click()
        page.wait_for_url(f"**/{_PATH}")
        page.evaluate(_SPEED, speed)
        found = [swap for _ in range(ROUNDS) for swap in _round(browser, page)]
        browser.close()
    return found


def _round(browser: Browser, page: Page) -> list[Swap]:
    for box in _BOXES:
        page.locator(f"[data-bet='{box}']").fill("10")
    if page.locator("#cut").count():
        page.locator("[data-deal]").click()
        found = [_measured(browser, page, "deal", page.locator("[data-cut-none]").click)]
    else:
        found = [_measured(browser, page, "deal", page.locator("[data-deal]").click)]
    while page.locator("#actions").count():
        decline = page.locator("#actions [value=decline]")
        press = decline if decline.count() else page.locator("#actions [value=stand]")
        found.append(_measured(browser, page, "act", press.click))
    return [*found[:-1], Swap("end", found[-1].clock, found[-1].processor)]


def _measured(browser: Browser, page: Page, name: str, press: Callable[[], None]) -> Swap:
    before = page.locator("#table").get_attribute("data-version") or ""
    browser.start_tracing(page=page, categories=["toplevel"])
    press()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("#table")).not_to_have_attribute("data-moving", "")
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event
        for event in events
        if event["name"] == _TASK and (event["pid"], event["tid"]) in main and "dur" in event
    ]
    return Swap(
        name,
        max(task["dur"] for task in tasks) / 1_000,
        max(task.get("tdur", 0) for task in tasks) / 1_000,
    )
