"""How long a browser takes to check a whole kept shoe: hash, order, 40 rounds, and the picture.

Each run is a fresh page, so that nothing is warm: what a player waits for after pressing a link.
"""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from blackjack.engine import shoe as order_of
from blackjack.engine.cards import decks
from blackjack.engine.round import act, deal
from blackjack.engine.rules import CLASSIC
from blackjack.transcript import replay
from fairplay import codec
from fairplay.check_words import WORDS

RUNS: Final = 5
ROUNDS: Final = 40
STATIC: Final = Path(__file__).resolve().parents[2] / "static"
_SEED: Final = "A1b2C3d4E5f6G7h8"

_MEASURE: Final = """
async ({ text, words }) => {
  const [json, redeal, report, view] = await Promise.all(
    ["json", "redeal", "report", "view"].map((name) => import(`/js/redeal/${name}.js`)),
  );
  const began = performance.now();
  const outcome = redeal.redeal(json.parse(text));
  const found = report.reportOf(outcome);
  const dealt = performance.now();
  const place = document.body;
  view.show(place, { words, comma: false, report: found, trace: outcome.trace, shown: 39 });
  place.getBoundingClientRect(); // laid out, not only built
  return { verdict: found.verdict, check: dealt - began, shown: performance.now() - began };
}
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run, in milliseconds: the check alone, and until it stands on the page."""

    check: float
    shown: float


def runs(chromium: str) -> list[Run]:
    """Check the same shoe of 312 cards and 40 rounds in a new page each time."""
    text = json.dumps(shoe())
    taken = []
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(RUNS):
            page = browser.new_page()
            page.goto(f"{address}/img/")  # any page of this address
            page.set_content(f'<link rel="stylesheet" href="{address}/css/redeal.css">')
            told = page.evaluate(_MEASURE, {"text": text, "words": dict(WORDS)})
            if told["verdict"] != "ok":
                raise RuntimeError(f"the shoe did not check: {told}")
            taken.append(Run(told["check"], told["shown"]))
            page.close()
        browser.close()
    return taken


def shoe() -> dict[str, Any]:
    """Write a classic shoe of 40 rounds on one box, with own shuffle and cut, signed and shown."""
    for number in range(10_000):
        written = _written(random.Random(number))  # noqa: S311  the same shoe in every run
        if len(written["rounds"]) == ROUNDS:
            result = replay(written)
            written |= {name: result["signatures"][name] for name in ("md5", "sha256")}
            for entry, shown in zip(written["rounds"], result["rounds"], strict=True):
                entry["shown"] = shown
            return written
    raise LookupError("no shoe has so many rounds")


def _written(chance: random.Random) -> dict[str, Any]:
    cards = list(decks(CLASSIC.decks))
    chance.shuffle(cards)
    secret = codec.encode(
        login="Player_1", date="20251125", time="152133", key="K" * 32, cards=cards
    )
    written: dict[str, Any] = {
        "format": "blackjack-transcript/1",
        "variant": CLASSIC.variant.value,
        "secret": secret,
        "player_seed": _SEED,
        "cut": 17,
        "rounds": [],
    }
    kept = CLASSIC.kept_shoe
    order = _order(written)
    out = 0
    rounds: list[dict[str, Any]] = []
    while kept is not None and out < kept.replaced_from and len(rounds) < ROUNDS:
        actions = []
        round_ = deal(CLASSIC, order, bets={1: 1000}, first_card=out)
        while not round_.finished:
            action = "decline" if round_.stage.value == "insuring" else "stand"
            actions.append(action)
            round_ = act(round_, action)
        rounds.append({"bets": {"1": 1000}, "actions": actions})
        out = round_.next_card
    return written | {"rounds": rounds}


def _order(written: dict[str, Any]) -> tuple[str, ...]:
    secret = written["secret"]
    return order_of.arrange(
        codec.parse(secret).cards,
        secret_sha256=codec.sign(secret).sha256,
        seed=written["player_seed"],
        cut_after=written["cut"],
    )


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the figures are what is printed."""


@contextmanager
def _served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(STATIC)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
