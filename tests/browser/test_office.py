"""A manager new to the office does his four tasks in a real browser: no address is ever typed.

Each way begins on the administration's first page and follows what is written there.
"""

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.browser.staff import PASSWORD, staff_comes_in
from tests.running_site import Site
from tests.tables import FULL_COUNTS

pytestmark = pytest.mark.browser

PEOPLE = f"""
import uuid
from accounts import services
from accounts.cashier import services as cashier
from accounts.models import RequestKind
from tests import tables
for login in {{logins!r}}:
    player = services.register(login=login, password={PASSWORD!r})
    tables.give(player, 1000)
    tables.Seat(player).play(tables.PAIR, "split stand stand")
    cashier.ask(
        player=player, kind=RequestKind.WITHDRAWAL, amount=25_050, token=uuid.uuid4(),
        details="Card 2200 1234",
    )
"""
"""Each has a round, 749.50 roubles, and a withdrawal of 250.50 asked."""
PLAYERS = {"desktop": "Ivan_Desktop", "phone": "Ivan_Phone", "audit": "Ivan_Audit"}
SCREENS = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def peopled(site: Site) -> Site:
    """The casino with its players."""
    site.shell.run(PEOPLE.format(logins=list(PLAYERS.values())))
    return site


@contextlib.contextmanager
def office(browser: Browser, site: Site, manager: str, screen: Any) -> Iterator[Page]:
    """A new manager's browser on the first page. Whatever it complains of fails the test.

    A violation of the content security policy is an error on the browser's console. No page may
    be wider than the screen.
    """
    faults: list[str] = []

    def complaint(message: ConsoleMessage) -> None:
        faults.append(f"{page.url}: {message.text}")

    def look(page: Page) -> None:
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{page.url} scrolls sideways")

    with browser.new_context(locale="en-GB", viewport=screen) as context:
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", complaint)
        page.on("pageerror", lambda error: faults.append(str(error)))
        staff_comes_in(page, site, manager, role="manager")
        page.on("load", look)
        yield page
        assert not faults, faults


def card(page: Page, title: str) -> Locator:
    """A card of the first page by what stands above it."""
    return page.locator("#ways section").filter(
        has=page.get_by_role("link", name=re.compile(f"^{title}"))
    )


def find(page: Page, title: str, text: str) -> None:
    """Type into a card's search box and press its button."""
    one = card(page, title)
    one.get_by_role("textbox").fill(text)
    one.get_by_role("button", name="Find").click()


def home(page: Page) -> None:
    """Back to the first page, by the way that stands above every other."""
    page.get_by_role("link", name="Home").click()
    expect(page.locator("#ways")).to_be_visible()


def audited(site: Site, deed: str) -> tuple[Any, ...]:
    """Who, to whom, before, after, why: the newest line of this deed, which was done."""
    ((who, to_whom, before, after, reason),) = site.query(
        "select staff.username, player.username, line.before, line.after, line.reason "
        "from accounts_staffaction line join accounts_user staff on staff.id = line.staff_id "
        "left join accounts_user player on player.id = line.player_id "
        "where line.deed = ? and not line.refused order by line.id desc limit 1",
        deed,
    )
    return who, to_whom, json.loads(before), json.loads(after), reason


def me(page: Page) -> str:
    """The login that the head of the page names."""
    return page.locator("#user-tools strong").inner_text()


def raises_a_tier(office: Page, site: Site, player: str) -> None:
    find(office, "Find a player", player[:6])
    office.get_by_role("link", name=player, exact=True).click()
    office.get_by_role("link", name="Change the tier").click()
    office.get_by_label("New tier").select_option("VIP")
    office.get_by_label("Reason").fill("promised by phone")
    office.get_by_role("button", name="Change the tier").click()
    expect(office.get_by_role("heading", name=player)).to_be_visible()
    assert site.query("select tier from accounts_user where username = ?", player) == [("VIP",)]
    assert audited(site, "tier") == (
        me(office),
        player,
        {"tier": "LITE"},
        {"tier": "VIP"},
        "promised by phone",
    )


def changes_a_limit(office: Page, site: Site) -> None:
    limit = (
        "select minimum, maximum from accounts_betlimit "
        "where variant = 'classic' and tier = 'LITE' and currency = 'RUR'"
    )
    ((minimum, maximum),) = site.query(limit)
    card(office, "Bet limits").get_by_role("link").click()
    row = office.locator("#result_list tbody tr").filter(
        has_text=re.compile("Classic.*LITE.*RUR", re.DOTALL)
    )
    row.get_by_role("link", name="Change the limit").click()
    expect(office.locator("#facts")).to_contain_text(f"{minimum}–{maximum}")
    office.get_by_label("Largest bet").fill(str(maximum + 10))
    office.get_by_label("Reason").fill("weekend")
    office.get_by_role("button", name="Change the limit").click()
    expect(office.locator(".messagelist .success")).to_be_visible()
    assert site.query(limit) == [(minimum, maximum + 10)]
    assert audited(site, "limit") == (
        me(office),
        None,
        {"minimum": minimum, "maximum": maximum},
        {"minimum": minimum, "maximum": maximum + 10},
        "weekend",
    )


def approves_a_withdrawal(office: Page, site: Site, player: str) -> None:
    card(office, "Requests to the cashier").get_by_role("link").click()
    row = office.locator("#result_list tbody tr").filter(has_text=player)
    row.get_by_role("link", name="Decide").click()
    facts = office.locator("#facts")
    for fact in (player, "250.50 RUR", "Card 2200 1234"):
        expect(facts).to_contain_text(fact)
    office.get_by_role("button", name="Confirm").click()
    expect(office.locator(".messagelist .success")).to_contain_text("250.50 RUR")
    mine = (
        "select request.state, staff.username, wallet.balance from accounts_cashierrequest request "
        "join accounts_wallet wallet on wallet.id = request.wallet_id "
        "join accounts_user player on player.id = wallet.user_id "
        "join accounts_user staff on staff.id = request.decided_by_id where player.username = ?"
    )
    assert site.query(mine, player) == [("confirmed", me(office), 74_950)]
    who, to_whom, before, after, _reason = audited(site, "request_confirmed")
    assert (who, to_whom, before) == (me(office), player, {"state": "asked"})
    assert after == {"state": "confirmed", "amount": 25_050, "balance": 74_950}


def finds_a_disputed_round(office: Page, site: Site, player: str) -> None:
    ((number,),) = site.query(
        "select round.id from blackjack_round round "
        "join blackjack_table t on t.id = round.table_id "
        "join accounts_user player on player.id = t.player_id where player.username = ?",
        player,
    )
    lines = "select count(*) from accounts_staffaction where deed != 'signed_in'"
    before = site.query(lines)
    find(office, "Find a round", player)
    office.locator("#result_list tbody tr").get_by_role("link", name=str(number)).click()
    expect(office.get_by_role("heading", name=f"Round № {number}")).to_be_visible()
    expect(office.locator("#steps tbody tr")).to_have_count(4)
    expect(office.locator("#money-lines tbody tr")).to_have_count(3)
    expect(office.locator("#fairplay")).to_contain_text("START-")
    with office.expect_download() as file:
        office.get_by_role("link", name="Transcript (JSON)").click()
    assert file.value.suggested_filename == f"game-{number}.json"
    office.get_by_role("link", name=player).click()
    expect(office.get_by_role("heading", name=player)).to_be_visible()
    assert site.query(lines) == before, "looking changes nothing"


@pytest.mark.parametrize("screen", SCREENS if FULL_COUNTS else ["desktop"])
def test_a_manager_does_his_four_tasks_by_what_the_pages_say(
    browser: Browser, peopled: Site, screen: str
) -> None:
    player = PLAYERS[screen]
    with office(browser, peopled, f"New_{screen}", SCREENS[screen]) as page:
        raises_a_tier(page, peopled, player)
        home(page)
        changes_a_limit(page, peopled)
        home(page)
        approves_a_withdrawal(page, peopled, player)
        home(page)
        finds_a_disputed_round(page, peopled, player)


def test_what_was_done_is_read_in_the_audit_and_every_list_opens(
    browser: Browser, peopled: Site
) -> None:
    player = PLAYERS["audit"]
    with office(browser, peopled, "New_audit", SCREENS["phone"]) as page:
        find(page, "Find a player", player)
        page.get_by_role("link", name=player, exact=True).click()
        page.get_by_role("link", name="Block the player").click()
        page.get_by_label("Reason").fill("stolen card")
        page.get_by_role("button", name="Block the player").click()
        page.get_by_role("link", name="What staff did").click()
        row = page.locator("#result_list tbody tr").first
        for text in (me(page), "Player blocked", "no → yes", "stolen card", player):
            expect(row).to_contain_text(text)
        home(page)
        names = page.locator(".office-all a").all_text_contents()
        assert len(names) > 10
        for name in names:
            page.locator(".office-all summary").click()
            page.locator(".office-all").get_by_role("link", name=name, exact=True).click()
            expect(page.get_by_role("heading", level=1)).to_have_text(name)
            home(page)
