"""What a first visit to a table brings over the wire, when it is painted, how large answers are.

Each visit is a new browser profile on a phone's screen: nothing is kept from before. What comes is
counted by the browser itself, headers included, as it comes over the wire.
"""

import gzip
import re
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tools.bench import site

VISITS: Final = 5
_PATH: Final = "play/bingo/demo/"
_BOXES: Final = range(1, 6)
_LEVEL: Final = 6
"""How hard the shipped proxy compresses (deploy/nginx.conf)."""
_FACE: Final = re.compile(r"/cards(?:-four)?/")
_PAINTED: Final = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().at(-1).startTime)
).observe({ type: "largest-contentful-paint", buffered: true }))"""


@dataclass(slots=True)
class Visit:
    """One first visit. Bytes as they came over the wire, milliseconds since it was asked for.

    Attributes:
        kinds: bytes by kind of file, without card faces.
        requests: how many files that was.
        painted: the largest contentful paint.
        answers: bytes of each answer to an action, deals among them, compressed.
    """

    kinds: dict[str, int] = field(default_factory=dict)
    requests: int = 0
    painted: float = 0
    answers: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All bytes before card faces."""
        return sum(self.kinds.values())


def visits(chromium: str) -> list[Visit]:
    """Come to the bingo table with five boxes as a new browser each time, and play a round.

    In Russian, the longer language, and with a bet on each bingo card: the largest answers.
    """
    found = []
    with site.running(1) as here, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(VISITS):
            found.append(_visit(browser, f"http://127.0.0.1:{here.port}/"))
        browser.close()
    return found


def _visit(browser: Browser, address: str) -> Visit:
    visit = Visit()
    state = _guest(browser, address)
    with browser.new_context(
        storage_state=state, locale="ru-RU", viewport={"width": 390, "height": 844}
    ) as fresh:
        page = fresh.new_page()
        page.set_default_timeout(20_000)
        _count(fresh, page, visit)
        page.goto(address + _PATH, wait_until="networkidle")
        visit.painted = page.evaluate(_PAINTED)
        page.on("response", lambda answer: _weigh(answer, visit))
        _round(page)
    return visit


def _guest(browser: Browser, address: str) -> Any:
    """Come in as a guest elsewhere; only who one is comes along."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address + _PATH)
        page.locator("form[action$='/guest/'] button").click()
        page.wait_for_url(f"**/{_PATH}")
        return context.storage_state()


def _count(context: BrowserContext, page: Page, visit: Visit) -> None:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    kinds: dict[str, str] = {}

    def answered(event: dict[str, Any]) -> None:
        if not _FACE.search(event["response"]["url"]):
            kinds[event["requestId"]] = event["type"].lower()

    def finished(event: dict[str, Any]) -> None:
        kind = kinds.pop(event["requestId"], None)
        if kind is not None and not visit.painted:
            visit.requests += 1
            visit.kinds[kind] = visit.kinds.get(kind, 0) + int(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)


def _weigh(answer: Any, visit: Visit) -> None:
    if answer.request.method == "POST":
        visit.answers.append(len(gzip.compress(answer.body(), _LEVEL)))


def _round(page: Page) -> None:
    for box in _BOXES:
        page.locator(f"[data-bet='{box}']").fill("10")
        page.locator(f"[data-bet='bingo-{box}']").fill("5")
    page.locator("[data-deal]").click()
    _changed(page, "[data-cut-none]")
    while page.locator("#actions").count():
        decline = page.locator("#actions [value=decline]").count()
        _changed(page, f"#actions [value={'decline' if decline else 'stand'}]")


def _changed(page: Page, press: str) -> None:
    before = page.locator("#table").get_attribute("data-version") or ""
    page.locator(press).first.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", before)
    expect(page.locator("#table")).not_to_have_attribute("data-moving", "", timeout=20_000)
