"""Axe finds nothing on any page beside the tables: on a Russian phone and an English desktop."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.barriers import barriers
from tests.browser.sampling import some_of_all
from tests.browser.sitting import become_guest
from tests.browser.staff import PASSWORD, staff_comes_in
from tests.running_site import Site

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {
    "locale": "ru-RU",
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1440, "height": 900}}
SCREENS = {"phone, ru": PHONE, "desktop, en": DESKTOP}

READER = f"""
import uuid
from datetime import timedelta
from django.utils import timezone
from accounts import services
from accounts.cashier import services as cashier
from accounts.models import RequestKind
from accounts.protection import limits
from accounts.protection.models import Measure, Period, PlayStop, StopKind
from blackjack.engine.rules import Variant
from fairplay.shuffle_reports import publish
from fairplay.statistics import Figure, Question, Report
from tests import tables
player = services.register(login="Reader", password={PASSWORD!r})
tables.give(player, 1000)
tables.Seat(player).play(tables.PAIR, "split stand stand")
tables.Seat(player).at(Variant.CLASSIC).play("5S 6H AD 9C 0C", "decline stand")
bingo = tables.Seat(player).at(Variant.BINGO)
bingo.plant("0S KD 8D KH")
bingo.deal(10, bingo={{1: 5}})
for kind in RequestKind:
    cashier.ask(player=player, kind=kind, amount=25_050, token=uuid.uuid4(), details="Card 2200")
now = timezone.now()
for number, limit in enumerate((50_000, 90_000)):
    limits.change(player=player, measure=Measure.LOSS, period=Period.DAY, number=number,
        limit=limit, now=now)
PlayStop.objects.create(user=player, number=1, kind=StopKind.BREAK,
    began_at=now - timedelta(days=1), until=now)
figures = (Figure(Question.POSITIONS, 2601.0, 2601, 0.5),
    Figure(Question.NEIGHBOURS, 2549.0, 2549, 0.5), Figure(Question.FIRST_CARDS, -0.5, 0, 0.617))
publish(Report(100_000, figures), now=now)
"""
"""Games over and open, requests, a limit that waits to be raised, a break that is over."""

EVERYBODYS = (
    *("/", "/fairplay/how/", "/fairplay/shuffle/", "/fairplay/sums/"),
    *(f"/rules/{game}/" for game in ("double-deck", "six-deck", "classic", "bingo")),
    *("/rules/six-deck/strategy/", "/rules/bingo/strategy/"),
)
VISITORS = (
    *EVERYBODYS,
    *("/account/login/", "/account/register/", "/account/reset/", "/play/classic/demo/"),
    "/nothing/of/the/kind/",
)
PLAYERS = (
    *("/", "/account/", "/account/security/", "/account/sessions/", "/account/close/"),
    *("/account/limits/", "/account/cash/", "/account/cashier/"),
    "/play/classic/demo/training/",
    *("/games/", "/games/{round}/", "/games/{round}/?step=2", "/fairplay/", "/fairplay/{round}/"),
)
STAFFS = (
    *(
        "/admin/",
        "/admin/reports/",
        "/admin/accounts/user/",
        "/admin/accounts/user/{player}/change/",
    ),
    *(f"/admin/accounts/user/{{player}}/{what}/" for what in ("fund", "tier", "block", "role")),
    *("/admin/accounts/user/add/", "/admin/accounts/staffaction/", "/admin/accounts/entry/"),
    *("/admin/accounts/betlimit/", "/admin/accounts/betlimit/1/limit/"),
    *("/admin/accounts/gameswitch/", "/admin/accounts/gameswitch/classic/RUR/"),
    *("/admin/accounts/cashierrequest/", "/admin/accounts/cashierrequest/{request}/decide/"),
    *("/admin/accounts/adjustment/", "/admin/blackjack/round/", "/admin/blackjack/round/{round}/"),
    *("/admin/blackjack/shoe/", "/admin/operations/taskrun/", "/admin/otp_totp/totpdevice/"),
    "/admin/accounts/mail/",
)


@pytest.fixture(scope="module")
def peopled(site: Site) -> dict[str, int]:
    """A player with something on every page; what addresses name of his."""
    site.shell.run(READER)
    ((player,),) = site.query("select id from accounts_user where username = 'Reader'")
    ((round_,),) = site.query(
        "select min(r.id) from blackjack_round r join blackjack_table t on t.id = r.table_id "
        "where t.player_id = ?",
        player,
    )
    ((request,),) = site.query("select max(id) from accounts_cashierrequest")
    return {"player": player, "round": round_, "request": request}


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    with browser.new_context(**SCREENS[request.param]) as context:
        yield context


def on_screens(reader: str) -> pytest.MarkDecorator:
    """Where this reader's pages are looked at."""
    all_of_them = some_of_all(("visitor", "player", "guest", "staff"), SCREENS)
    screens = [screen for who, screen in all_of_them if who == reader]
    return pytest.mark.parametrize("context", screens, indirect=True)


def found(page: Page, site: Site, addresses: tuple[str, ...], **numbers: int) -> dict[str, Any]:
    """What axe finds on each page."""
    all_of_them = {}
    for address in addresses:
        answer = page.goto(site.url + address.format(**numbers))
        assert answer is not None
        assert answer.status == (404 if "nothing" in address else 200), address
        page.evaluate("document.querySelectorAll('main details').forEach((one) => one.open = true)")
        all_of_them[address] = barriers(page)
    return {address: seen for address, seen in all_of_them.items() if seen}


def sign_in(page: Page, site: Site, password: str = PASSWORD) -> None:
    page.goto(f"{site.url}/account/login/?next=/account/")
    page.fill("main [name=login]", "Reader")
    page.fill("main [name=password]", password)
    page.locator("main form .button").first.click()


@on_screens("visitor")
def test_pages_of_a_visitor(context: BrowserContext, site: Site, peopled: dict[str, int]) -> None:
    page = context.new_page()
    assert found(page, site, VISITORS) == {}
    sign_in(page, site, "wrong")
    expect(page.locator("[aria-invalid=true], .form-error, [role=alert]").first).to_be_visible()
    assert barriers(page) == []


@on_screens("player")
def test_pages_of_a_player(context: BrowserContext, site: Site, peopled: dict[str, int]) -> None:
    page = context.new_page()
    sign_in(page, site)
    page.wait_for_url(f"{site.url}/account/")
    assert found(page, site, PLAYERS, **peopled) == {}
    page.goto(f"{site.url}/fairplay/{peopled['round']}/")
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "match")
    assert barriers(page) == []


@on_screens("guest")
def test_pages_of_a_guest(context: BrowserContext, site: Site) -> None:
    page = context.new_page()
    become_guest(context, site)
    assert found(page, site, ("/account/", "/account/upgrade/", "/games/", "/fairplay/")) == {}


@on_screens("staff")
def test_pages_of_the_staff(context: BrowserContext, site: Site, peopled: dict[str, int]) -> None:
    page = context.new_page()
    looked: list[Any] = []
    screen = page.viewport_size
    assert screen is not None
    staff_comes_in(
        page,
        site,
        f"Owner_{screen['width']}",
        at_the_picture=lambda page: looked.append(barriers(page)),
    )
    assert looked == [[]]
    assert found(page, site, STAFFS, **peopled) == {}
