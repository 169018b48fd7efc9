"""What a player saves from the running site convinces a sceptic who has switched the network off.

Each game is played on the site, and its transcript, the page and the program are saved by the
site's own links. Both say that it matches; with one thing falsified both refuse it, at one step.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from blackjack.engine.rules import Variant
from fairplay.offline import PAGE, PROGRAM
from tests.running_site import Site
from tests.transcripts.falsified import KINDS, falsified_of
from tests.transcripts.two_tellings import by_python, line

pytestmark = pytest.mark.browser

GAMES = tuple(variant.value for variant in Variant)
LOGIN, PASSWORD = "anna", "correct horse battery"
PLAYED = f"""
from accounts.services import register
from blackjack import services
from blackjack.engine import choices
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Scheme
from tests.tables import FRESH, Seat
player = register(login={LOGIN!r}, password={PASSWORD!r})
for variant in Variant:
    seat = Seat(player, variant, "FUN")
    seat.open()
    state, rules = None, rules_of(variant)
    wish = dict(seed="TheseCharactersAreMine", cut=40)
    if variant is Variant.DOUBLE_DECK:
        wish.update(moved=(7, 3), scheme=Scheme("2P1D"))
    if variant is Variant.BINGO:
        wish.update(bingo={{1: 5}})
    while state is None or (variant not in FRESH and state.shoe == first):
        first = seat.shoe
        state = seat.deal(*[10] * rules.boxes, **wish)
        wish = {{}}
        while not state.round.finished:
            word = next(one for one in choices.legal(state.round) if one in ("decline", "stand"))
            state = seat.act(word)
        if variant not in FRESH and state.round.next_card >= rules.kept_shoe.closable_from:
            state = services.change_shoe(**seat.names, version=seat.version, early=True)
    print(variant, seat.round.pk)
"""


@dataclass(frozen=True)
class Saved:
    """What a player has on his disk: transcripts by game, and what checks them."""

    transcripts: dict[str, Path]
    page: Path
    program: Path


@pytest.fixture(scope="module")
def saved(browser: Browser, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Saved:
    """Everything that the site gives out, saved by its own links and buttons."""
    disk = tmp_path_factory.mktemp("disk")
    played = site.shell.run(PLAYED).split()
    numbers = dict(zip(played[::2], played[1::2], strict=True))
    assert tuple(numbers) == GAMES

    def save(page: Page, link: str, name: str) -> Path:
        with page.expect_download() as download:
            page.locator(link).click()
        download.value.save_as(disk / name)
        return disk / name

    with browser.new_context(locale="en-GB", base_url=site.url) as context:
        page = context.new_page()
        page.goto("/account/login/")
        page.get_by_label("Login").fill(LOGIN)
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("main").get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{site.url}/")
        transcripts = {}
        for game, number in numbers.items():
            page.goto(f"/fairplay/{number}/")
            transcripts[game] = save(page, "a[href$='transcript.json']", f"{game}.json")
        checkers = [save(page, f"a[download='{name}']", name) for name in (PAGE, PROGRAM)]
        for file in checkers:
            told = page.locator(f"[data-checker='{file.name}']").inner_text()
            assert hashlib.sha256(file.read_bytes()).hexdigest() == told
    return Saved(transcripts, *checkers)


@pytest.fixture(scope="module")
def offline(browser: Browser, saved: Saved) -> Iterator[Page]:
    """The saved page, opened as a file in a browser without a network."""
    with browser.new_context(locale="en-GB", offline=True) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(saved.page.as_uri())
        page.on("request", lambda request: faults.append(request.url))
        yield page
        assert faults == []


def take(page: Page, text: bytes) -> None:
    file = FilePayload(name="game.json", mimeType="application/json", buffer=text)
    page.locator("#file").set_input_files(file)


def by_program(saved: Saved, text: bytes) -> "subprocess.CompletedProcess[str]":
    """What the saved program says, run with nothing but Python's own library."""
    file = saved.program.with_name("asked.json")
    file.write_bytes(text)
    return subprocess.run(
        [sys.executable, "-I", "-S", saved.program, "--lang=en", file],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_saved_transcript_matches_without_the_site(
    saved: Saved, offline: Page, game: str
) -> None:
    text = saved.transcripts[game].read_bytes()
    written = json.loads(text)
    assert (written["variant"], bool(written["rounds"])) == (game, True)
    take(offline, text)
    expect(offline.locator("#verdict")).to_have_attribute("data-verdict", "match")
    done = by_program(saved, text)
    assert (done.returncode, done.stderr) == (0, "")


def kinds(game: str) -> list[str]:
    """What can be falsified in a transcript of this game."""
    expert = {"moved", "scheme"}
    return [kind for kind in KINDS if game == Variant.DOUBLE_DECK or kind not in expert]


@pytest.mark.parametrize("game", GAMES)
def test_a_falsified_one_is_refused_by_both_at_its_step(
    saved: Saved, offline: Page, game: str
) -> None:
    true: dict[str, Any] = json.loads(saved.transcripts[game].read_bytes())
    steps = set()
    for kind in kinds(game):
        text = line(falsified_of(true, kind, 1))
        told = by_python(text)
        error = told["result"]["error"]
        take(offline, b"{}")
        expect(offline.locator(".redeal-difference")).to_have_attribute("data-step", "file")
        take(offline, text)
        difference = offline.locator(".redeal-difference")
        expect(difference).to_have_attribute("data-step", told["step"])
        expect(difference).to_have_attribute("data-at", error["at"])
        done = by_program(saved, text)
        assert (done.returncode, done.stderr) == (1, "")
        last = done.stdout.splitlines()[-1]
        assert last == f"[step={told['step']} code={error['code']} at={error['at']}]"
        steps.add(told["step"])
    assert len(steps) > 3
