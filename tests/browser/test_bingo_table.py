"""The bingo table in a real browser: bets in the openings, cells lit, places left in two steps."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sitting import centre, changing, chip, guest_at, laid, lay, plant
from tests.running_site import Site

pytestmark = pytest.mark.browser

# Two boxes stand on 20 and 19 against 18, then box 1 on 20 against 17.
CARDS = "0S KD 9H 0C 8D KH QS KC 7D 0H"
# The same first round, then two boxes against 16 that becomes 26.
BUST = "0S KD 9H 0C 8D KH QS KC 9D JH 6D 0D KS"

NEXT_SHOE = """
from django.utils import timezone
from blackjack.models import Shoe
from blackjack.services.shoes import end, next_shoe
shoe = Shoe.objects.filter(table__variant="bingo", ended_at=None).order_by("-pk").first()
end(shoe, timezone.now())
shoe.save()
next_shoe(shoe, shoe.table, shoe.table.player, shoe.ended_at)
"""


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with guest_at(browser, site, "bingo", CARDS) as page:
        yield page


def hole(page: Page, box: int) -> None:
    page.locator(f"#bet-bingo-{box} .spot-tap").click()


def bingo(page: Page, box: int) -> str:
    return page.locator(f"[data-bet='bingo-{box}']").input_value()


def changed(page: Page, press: str) -> None:
    with changing(page):
        page.locator(press).click()


def deal(page: Page) -> None:
    """Deal, without a cut where the shoe may still be cut."""
    if page.locator("#cut").count():
        page.locator("[data-deal]").click()
        changed(page, "[data-cut-none]")
    else:
        changed(page, "[data-deal]")


def place(page: Page, box: int) -> tuple[float, float]:
    """Where a bingo card stands on the table, from the table's upper left corner."""
    card = page.locator(f"#bingo-{box}").bounding_box()
    table = page.locator("#table").bounding_box()
    assert card is not None
    assert table is not None
    return card["x"] - table["x"], card["y"] - table["y"]


def stand(page: Page, times: int = 1) -> None:
    for _ in range(times):
        changed(page, "button[name=action][value=stand]")


def lit(page: Page, box: int) -> list[str]:
    return page.locator(f"#bingo-{box} .cells .is-lit").all_inner_texts()


SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024))

# Controls at whose middle, or at an end of whose words, somebody else lies.
COVERED = """() => [...document.querySelectorAll('#table :is(a, button:not(.spot-tap))')]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.disabled)
  .filter(one => {
    one.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [left + 2, (left + right) / 2, right - 2].some(x => {
      const hit = document.elementFromPoint(x, (top + bottom) / 2);
      return !one.contains(hit) && getComputedStyle(one).pointerEvents !== 'none';
    });
  }).map(one => one.outerHTML.slice(0, 90))"""


def two_sessions(page: Page) -> None:
    lay(page, 20, 10)
    page.locator("[data-bet='bingo-1']").fill("10")
    page.locator("[data-bet='bingo-2']").fill("5")
    deal(page)
    expect(page.locator("#bingo-1")).to_have_class("bingo is-running")
    stand(page, 2)


def test_a_bingo_bet_is_laid_moved_and_taken_off_like_any_other(page: Page) -> None:
    hole(page, 1)  # with the chip that a newcomer has in hand, a ten
    expect(page.locator("#bet-bingo-1-limit")).to_have_text("first a bet on the box")
    page.locator("#bet-1 .spot-tap").click()
    expect(page.locator("#bet-bingo-1-limit")).to_be_hidden()
    hole(page, 1)
    assert bingo(page, 1) == "20"
    expect(page.locator("#bet-bingo-1-limit")).to_have_text("at most 10, the bet on the box")
    expect(page.locator("[data-bets-total]")).to_have_text("30")

    page.locator("[data-tool='most']").click()
    assert (bingo(page, 1), laid(page)[0]) == ("50", "50")
    page.locator("[data-tool='half']").click()
    page.locator("[data-tool='undo']").click()
    assert bingo(page, 1) == "50"

    page.mouse.move(*centre(page.locator("#bet-bingo-1")))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bet-bingo-3")), steps=5)
    page.mouse.up()
    assert (bingo(page, 1), bingo(page, 3)) == ("", "50")
    page.locator("#bet-bingo-3 .spot-tap").click(modifiers=["Control"])
    assert bingo(page, 3) == ""

    hole(page, 1)
    chip(page, 0).click()
    hole(page, 1)
    assert bingo(page, 1) == "", "the cross takes it off"
    chip(page, 5).click()
    hole(page, 2)
    page.locator("[data-clear]").click()
    assert set(laid(page)) == {""}


def test_a_chip_is_dragged_into_an_opening(page: Page) -> None:
    lay(page, 20)
    page.mouse.move(*centre(chip(page, 5)))
    page.mouse.down()
    page.mouse.move(*centre(page.locator("#bet-bingo-1")), steps=5)
    page.mouse.up()
    assert bingo(page, 1) == "5"


def test_a_refused_bingo_bet_is_marked_and_kept(page: Page) -> None:
    lay(page, 20)
    page.locator("[data-bet='bingo-1']").fill("25")
    page.locator("[data-deal]").click()
    with page.expect_response("**/deal/") as answer:
        page.locator("[data-cut-none]").click()
    assert answer.value.status == 422
    expect(page.locator("[data-bet='bingo-1']")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#notices")).to_contain_text("larger than the main bet")
    assert bingo(page, 1) == "25"


def test_cells_light_and_the_card_keeps_its_place(page: Page) -> None:
    before = place(page, 1)
    lay(page, 20)
    page.locator("[data-bet='bingo-1']").fill("10")
    deal(page)
    assert place(page, 1) == before
    expect(page.locator("#bingo-1 .bet-input")).to_have_count(0)
    expect(page.locator(".bar-money dd").last).to_have_text("30")


def test_two_rounds_light_two_cells_and_a_place_is_left_in_two_steps(page: Page) -> None:
    two_sessions(page)
    assert (lit(page, 1), lit(page, 2)) == (["18"], ["18"])
    expect(page.locator(".money-bingo dd")).to_have_text("15")

    page.locator("#bingo-2 .bingo-leave").click()
    sheet = page.locator("#leave-2")
    expect(sheet).to_contain_text("the bet of 5 is lost")
    sheet.get_by_role("button", name="Stay").click()
    expect(sheet).to_be_hidden()
    page.locator("#bingo-2 .bingo-leave").click()
    changed(page, "#leave-2 button[name=box]")
    expect(page.locator("#bingo-2")).to_have_class("bingo is-ended")
    expect(page.locator("#bingo-2 .bingo-net")).to_have_text("place left −5")
    expect(page.locator("#bingo-1")).to_have_class("bingo is-running")


def test_repeat_lays_main_bets_only(page: Page) -> None:
    two_sessions(page)
    with page.expect_response("**/?lay=rebet"):
        page.locator("[data-rebet]").click()
    expect(page.locator("[data-bet='1']")).to_have_value("20")
    assert [page.locator(f"[data-bet='bingo-{box}']").count() for box in (1, 2)] == [0, 0]
    expect(page.locator("[data-bets-total]")).to_have_text("30")


def test_a_press_beside_an_open_sheet_lays_no_chip(page: Page) -> None:
    two_sessions(page)
    page.locator("#bingo-1 .bingo-leave").click()
    page.mouse.click(*centre(page.locator("#bet-5 .spot-tap")))
    expect(page.locator("#leave-1")).to_be_hidden()
    assert set(laid(page)) == {""}


def asked(page: Page) -> None:
    """Deal without a main bet on box 2, whose session is running: the table asks."""
    lay(page, 10)
    with page.expect_response("**/deal/") as answer:
        page.locator("[data-deal]").click()
    assert answer.value.status == 409
    expect(page.locator("#leaving-title")).to_be_focused()


def test_a_deal_that_would_leave_a_place_asks_first(page: Page) -> None:
    two_sessions(page)
    asked(page)
    expect(page.locator("#leaving li")).to_have_text(
        ["Box 2: fewer than three numbers, the bet of 5 is lost"]
    )
    page.keyboard.press("Escape")
    expect(page.locator("#leaving")).to_have_count(0)
    expect(page.locator("[data-deal]")).to_be_focused()
    assert laid(page)[0] == "10"

    asked(page)
    page.locator("[data-leaving-back]").click()
    expect(page.locator("#leaving")).to_have_count(0)
    asked(page)
    changed(page, "#leaving button[name=leaving]")
    expect(page.locator("#bingo-2")).to_have_class("bingo is-ended")
    assert lit(page, 1) == ["18"]
    stand(page)
    assert lit(page, 1) == ["17", "18"]


def test_a_cut_that_was_chosen_is_not_asked_for_again(page: Page, site: Site) -> None:
    two_sessions(page)
    site.shell.run(NEXT_SHOE)
    page.reload()
    lay(page, 10)
    page.locator("[data-deal]").click()
    page.locator("#cut-number").fill("37")
    with page.expect_response("**/deal/") as answer:
        page.locator("[data-cut-confirm]").click()
    assert answer.value.status == 409
    changed(page, "#leaving button[name=leaving]")
    ((cut,),) = site.query("select cut from blackjack_shoe order by id desc limit 1")
    assert cut == 37


def test_the_table_is_left_in_two_steps_to_the_lobby(page: Page, site: Site) -> None:
    two_sessions(page)
    page.goto(f"{site.url}/")
    running = page.locator(".waiting--quiet")
    expect(running).to_contain_text("Box 1: 1 of 5; Box 2: 1 of 5")
    running.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="Leave the table").click()
    page.locator("#leave-all").get_by_role("button", name="Leave the table").click()
    page.wait_for_url(f"{site.url}/")
    expect(page.locator(".messages")).to_contain_text("You have left the table")
    expect(page.locator(".waiting--quiet")).to_have_count(0)


def test_a_bust_ends_the_sessions_and_says_so(page: Page, site: Site) -> None:
    plant(site, BUST, "bingo")
    page.reload()
    two_sessions(page)
    lay(page, 10)
    page.locator("[data-bet='2']").fill("10")
    deal(page)
    stand(page, 2)
    expect(page.locator("#bingo-1 .bingo-net")).to_have_text("dealer bust −10")
    expect(page.locator("#bingo-1 .bingo-net")).to_have_class("bingo-net is-lost")
    expect(page.locator("[data-bet='bingo-1']")).to_have_count(1)


def test_a_phone_lays_by_a_tap_on_the_card_and_never_scrolls_sideways(
    browser: Browser, site: Site
) -> None:
    screen = {"width": 360, "height": 740}
    phone: dict[str, Any] = {"viewport": screen, "has_touch": True, "is_mobile": True}
    with guest_at(browser, site, "bingo", CARDS, locale="ru-RU", **phone) as page:
        page.touchscreen.tap(*centre(page.locator("#bet-1")))
        page.touchscreen.tap(*centre(page.locator("#bingo-1 .cells")))
        assert laid(page)[:2] == ["10", "10"]
        before = place(page, 1)
        assert_no_wider(page)
        page.locator("[data-deal]").tap()
        page.locator("[data-cut-none]").tap()
        expect(page.locator("#hand-1-1 .card")).to_have_count(2)
        assert place(page, 1) == before, "the card keeps its place"
        assert_no_wider(page)
        stand(page)
        assert lit(page, 1) == ["19"]
        leave = page.locator("#bingo-1 .bingo-leave").bounding_box()
        assert leave is not None
        assert min(leave["width"], leave["height"]) >= 44
        page.locator("#bingo-1 .bingo-leave").tap()
        expect(page.locator("#leave-1")).to_be_visible()
        assert_no_wider(page)


def test_without_javascript_bets_are_typed_and_places_left_by_plain_forms(
    browser: Browser, site: Site
) -> None:
    with guest_at(browser, site, "bingo", CARDS, java_script_enabled=False) as page:
        for field, amount in (("1", "20"), ("2", "10"), ("bingo-1", "10"), ("bingo-2", "5")):
            page.locator(f"[data-bet='{field}']").fill(amount)
        page.locator("[data-deal]").click()
        for _ in range(2):
            page.locator("button[name=action][value=stand]").click()
        assert (lit(page, 1), lit(page, 2)) == (["18"], ["18"])

        page.locator("[data-bet='1']").fill("10")
        page.locator("[data-deal]").click()
        expect(page.locator("#leaving li")).to_have_count(1)
        page.locator("#leaving button[name=leaving]").click()
        page.locator("button[name=action][value=stand]").click()
        assert lit(page, 1) == ["17", "18"]

        page.locator("#bingo-1 .bingo-leave").click()
        page.locator("#leave-1 button[name=box]").click()
        expect(page.locator("#bingo-1 .bingo-net")).to_have_text("place left −10")


def assert_no_wider(page: Page) -> None:
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]


def test_nothing_lies_over_a_control_while_places_are_held(page: Page) -> None:
    two_sessions(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], (width, height)
