"""The session's clock, a break that reaches every tab, and the question, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import guest_at, laid, lay, plant
from tests.running_site import Site

pytestmark = pytest.mark.browser

CARDS = "6D 0S 5H 9C 8D 7S"
AT_ONCE = 1_000  # milliseconds

PLAYED = """
import time_machine
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from accounts.protection import reality
from tests.tables import LOST, Seat
seat = Seat(User.objects.get(username={login!r}), currency="FUN")
reality.choose(player=seat.player, minutes=0)
for minutes in (65, 45, 25, 5):
    with time_machine.travel(timezone.now() - timedelta(minutes=minutes)):
        seat.play(LOST, "stand")
reality.choose(player=seat.player, minutes=60)
"""


@pytest.fixture
def tab(browser: Browser, site: Site) -> Iterator[Page]:
    with guest_at(browser, site, cards=CARDS) as page:
        yield page


def clock(page: Page) -> str:
    return page.locator("[data-clock]").text_content() or ""


def deal(page: Page) -> None:
    page.get_by_role("button", name="Deal", exact=True).click()
    page.get_by_role("button", name="Without a cut").click()


def test_the_clock_runs_from_the_first_bet_on(tab: Page) -> None:
    assert clock(tab) == "00:00:00"
    tab.wait_for_timeout(1_200)
    assert clock(tab) == "00:00:00"
    lay(tab, 10)
    deal(tab)
    expect(tab.locator("#dealer img")).to_have_count(1)
    expect(tab.locator("[data-clock]")).to_have_text("00:00:02", timeout=4_000)


def test_a_break_in_one_tab_is_seen_at_once_in_the_others(tab: Page, site: Site) -> None:
    table, lobby, limits = tab, tab.context.new_page(), tab.context.new_page()
    lobby.goto(f"{site.url}/")
    lay(table, 10)
    limits.goto(f"{site.url}/account/limits/")
    limits.locator("[name=length]").select_option("hour")
    limits.locator("[name=sure]").check()
    limits.get_by_role("button", name="Stop playing now").click()
    expect(limits.locator("#standing")).to_contain_text("you are taking a break")
    expect(table.locator(".bar-stop")).to_contain_text("you are taking a break", timeout=AT_ONCE)
    expect(table.locator("#bets")).to_have_count(0)
    expect(lobby.locator("#standing")).to_contain_text("you are taking a break", timeout=AT_ONCE)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_the_question_keeps_the_bets_and_its_answer_deals(tab: Page, site: Site, by: str) -> None:
    ((login,),) = site.query("select username from accounts_user order by id desc limit 1")
    site.shell.run(PLAYED.format(login=login))
    plant(site, CARDS)
    tab.reload()
    lay(tab, 10, "", 5)
    if by == "mouse":
        deal(tab)
    else:
        tab.get_by_role("button", name="Deal", exact=True).press("Enter")
        tab.get_by_role("button", name="Without a cut").press("Enter")
    question = tab.locator("#question")
    expect(question).to_contain_text("You have been playing for 1 h 05 min")
    expect(question).to_contain_text("−40 FUN")
    assert laid(tab) == ["10", "", "5"]
    expect(question).to_be_focused()  # a second Enter answers nothing
    tab.keyboard.press("Enter")
    expect(question).to_be_visible()
    go_on = tab.get_by_role("button", name="Go on and deal")
    if by == "mouse":
        go_on.click()
    else:
        tab.keyboard.press("Tab")
        expect(go_on).to_be_focused()
        tab.keyboard.press("Enter")
    expect(tab.locator("#dealer img")).to_have_count(1)
    expect(question).to_have_count(0)
