"""Laying bets (rules.md section 12): chips by click and drag, taking off, tools, refreshes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.sitting import centre, chip, guest_at, in_hand, laid, lay, plant, spot
from tests.running_site import Site

pytestmark = pytest.mark.browser

REFRESH = "document.dispatchEvent(new CustomEvent('table:refresh'))"
# A page that shows another state than the server's gets the whole table by a refresh.
OUTDATED = "document.getElementById('table').dataset.state = 'before'"


@pytest.fixture(scope="module")
def table(browser: Browser, site: Site) -> Iterator[Page]:
    with guest_at(browser, site) as page:
        yield page


@pytest.fixture(scope="module")
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    size = {"width": 360, "height": 740}
    with guest_at(browser, site, viewport=size, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def page(table: Page) -> Page:
    """The table as at first: nothing laid, nothing remembered."""
    table.evaluate("localStorage.clear()")
    table.reload()
    return table


def drag(page: Page, start: Locator, end: Locator | tuple[float, float]) -> None:
    take(page, start, end)
    page.mouse.up()


def take(page: Page, start: Locator, end: Locator | tuple[float, float]) -> None:
    x, y = centre(start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    page.mouse.move(*(end if isinstance(end, tuple) else centre(end)))


def chips_on(page: Page, box: int) -> list[list[str]]:
    """The stacks of a box, each from its lowest chip up."""
    code = """stacks => stacks.map(stack => [...stack.children].map(
        chip => chip.getAttribute('src').match(/chips\\/([a-z0-9]+)/)[1]))"""
    return page.locator(f"#bet-{box} .stacks .stack").evaluate_all(code)


def test_the_rack_holds_the_chips_that_fit_the_limits_and_one_is_in_hand(page: Page) -> None:
    worths = [one.get_attribute("data-chip") for one in page.locator("[data-chip]").all()]
    assert worths == ["100", "500", "1000", "2500", "5000", "0"]
    assert in_hand(page) == ["1000"]


def test_a_click_on_the_seat_lays_the_chosen_chip(page: Page) -> None:
    chip(page, 25).click()
    page.locator("#box-1").click(position={"x": 30, "y": 30})
    spot(page, 1).click()
    chip(page, 5).focus()
    page.keyboard.press("Enter")
    spot(page, 3).focus()
    page.keyboard.press("Enter")
    assert laid(page) == ["50", "", "5"]
    assert (page.locator("[data-bets-total]").text_content(), in_hand(page)) == ("55", ["500"])
    assert page.locator("#live").text_content() == "Box 3: 5"


def test_the_highest_chip_lies_lowest_and_six_make_a_stack(page: Page) -> None:
    lay(page, 49, 8, 50)
    assert chips_on(page, 1) == [["25", "10", "10", "1", "1", "1"], ["1"]]
    assert chips_on(page, 2) == [["5", "1", "1", "1"]]
    assert chips_on(page, 3) == [["50"]]


def test_a_chip_is_dragged_onto_a_box_that_shows_itself_as_the_target(page: Page) -> None:
    take(page, chip(page, 25), spot(page, 2))
    expect(page.locator(".ghost img")).to_have_count(1)
    expect(page.locator("#box-2")).to_have_attribute("data-target", "")
    expect(page.locator("[data-target]")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".ghost, [data-target], [data-dragging]")).to_have_count(0)
    assert laid(page) == ["", "25", ""]
    assert in_hand(page) == ["1000"], "dragging chooses nothing"


def test_a_bet_is_dragged_to_another_box_or_off_the_table(page: Page) -> None:
    lay(page, 10, 5, "")
    drag(page, spot(page, 1), spot(page, 2))
    assert laid(page) == ["", "15", ""]
    drag(page, spot(page, 2), page.locator("#box-3"))
    assert laid(page) == ["", "", "15"]
    drag(page, spot(page, 3), spot(page, 3))
    assert laid(page) == ["", "", "15"]
    take(page, spot(page, 3), (700, 300))
    page.keyboard.press("Escape")
    page.mouse.up()
    assert laid(page) == ["", "", "15"], "given up"
    drag(page, spot(page, 3), (700, 300))
    assert laid(page) == ["", "", ""]


def test_a_bet_is_taken_off_in_every_way(page: Page) -> None:
    lay(page, 10, 20, 30)
    spot(page, 1).click(modifiers=["Control"])
    assert laid(page) == ["", "20", "30"]
    chip(page, 10).click()
    assert in_hand(page) == [], "the chosen chip was put back"
    spot(page, 2).click()
    spot(page, 1).click()
    assert laid(page) == ["", "", "30"]
    chip(page, 0).click()
    page.locator("#bet-3 .bet-label").click()
    assert (laid(page), in_hand(page)) == (["", "", ""], ["0"])
    lay(page, 10, 20, 30)
    page.get_by_role("link", name="Clear bets").click()
    assert laid(page) == ["", "", ""]


def test_half_double_max_and_undo_for_all_bets_or_the_one_being_typed(page: Page) -> None:
    tool = page.locator("[data-tool]")
    half, double, most, undo = (tool.nth(number) for number in range(4))
    lay(page, 10, 25, "")
    half.click()
    assert laid(page) == ["5", "12", ""]
    double.click()
    double.click()
    assert laid(page) == ["20", "48", ""]
    most.click()
    assert laid(page) == ["50", "50", ""]
    page.locator("[data-bet='3']").click()
    most.click()
    half.click()
    assert laid(page) == ["50", "50", "25"]
    expect(page.locator("[data-bet='3']")).to_be_focused()
    for before in (["50", "50", "50"], ["50", "50", ""], ["20", "48", ""], ["10", "24", ""]):
        undo.click()
        assert laid(page) == before
    for _ in range(4):
        undo.click()
    assert laid(page) == ["", "", ""]
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_a_bet_out_of_the_limits_is_hinted_at_and_refused_by_the_server(page: Page) -> None:
    lay(page, 75, 10, "")
    expect(page.locator("#bet-1-limit")).to_have_text("at most 50")
    expect(page.locator("#bet-2-limit")).to_be_hidden()
    page.get_by_role("button", name="Deal", exact=True).click()
    with page.expect_response("**/deal/") as answer:
        page.get_by_role("button", name="Without a cut").click()
    assert answer.value.status == 422
    expect(page.locator("#notices")).to_contain_text("Box 1: a bet of 75 is outside the limits")
    assert laid(page) == ["75", "10", ""]
    expect(page.locator("[data-bet='1']")).to_have_attribute("aria-invalid", "true")
    assert chips_on(page, 1) == [["50", "25"]]
    page.locator("[data-clear]").click()
    with page.expect_response("**/deal/") as answer:
        page.get_by_role("button", name="Deal", exact=True).click()
    assert answer.value.status == 422, "no bet: the server says so, without a cut window"


def test_what_is_laid_and_typed_survives_a_refresh(page: Page) -> None:
    lay(page, 35, "", 10)
    chip(page, 50).click()
    page.locator("[data-bet='2']").press_sequentially("4")
    page.evaluate(OUTDATED)
    with page.expect_response("**/?have=before") as answer:
        page.evaluate(REFRESH)
    assert answer.value.status == 200
    expect(page.locator("#table")).not_to_have_attribute("data-state", "before")
    assert (laid(page), in_hand(page)) == (["35", "4", "10"], ["5000"])
    expect(page.locator("[data-bet='2']")).to_be_focused()
    page.keyboard.press("5")
    assert laid(page) == ["35", "45", "10"]
    assert chips_on(page, 1) == [["25", "10"]]
    page.locator("[data-tool='undo']").click()
    assert laid(page) == ["35", "4", "10"], "and can be undone as before"


def test_an_open_cut_window_survives_a_refresh(page: Page) -> None:
    lay(page, 10)
    page.get_by_role("button", name="Deal", exact=True).click()
    page.locator("[data-expert] > summary").click()
    page.locator("#cut-number").fill("37")
    page.locator("#moved").fill("7, 3")
    page.evaluate(OUTDATED)
    with page.expect_response("**/?have=before"):
        page.evaluate(REFRESH)
    expect(page.locator("#table")).not_to_have_attribute("data-state", "before")
    expect(page.locator("#cut")).to_be_visible()
    expect(page.locator("#moved")).to_be_focused()
    values = [page.locator(field).input_value() for field in ("#cut-number", "#moved")]
    assert (values, laid(page)) == (["37", "7, 3"], ["10", "", ""])
    page.keyboard.press("Escape")
    expect(page.locator("#cut")).to_be_hidden()


def test_a_refresh_waits_until_the_chip_in_the_air_is_down(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    take(page, chip(page, 25), spot(page, 1))
    page.evaluate(OUTDATED)
    page.evaluate(REFRESH)
    page.wait_for_timeout(100)
    assert [url for url in asked if "have=before" in url] == []
    with page.expect_response("**/?have=before"):
        page.mouse.up()
    expect(page.locator("#table")).not_to_have_attribute("data-state", "before")
    assert laid(page) == ["25", "", ""]


def test_the_chip_in_hand_is_the_one_used_last_also_after_a_reload(page: Page) -> None:
    chip(page, 25).click()
    page.reload()
    assert in_hand(page) == ["2500"]


def test_the_keyboard_plays_a_round_and_the_last_hands_stay_until_a_chip_is_laid(
    page: Page, site: Site
) -> None:
    plant(site, "7D 2S 3H 2C 0D 2H 5D 5H")  # box 1: 5, then 7, then 17; the dealer 7, 9, 14, 19
    page.reload()
    lay(page, 10)
    page.get_by_role("button", name="Deal", exact=True).press("Enter")
    page.locator("[data-cut-none]").press("Enter")
    hit = page.locator("button[name=action][value=hit]")
    expect(hit).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-1-1 .card")).to_have_count(3)
    expect(hit).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-1-1 .card")).to_have_count(4)
    page.locator("button[name=action][value=stand]").press("Enter")
    expect(page.locator("#table")).to_have_class(re.compile("table-result"))
    rebet = page.locator("[data-rebet]")
    expect(rebet).to_be_focused()

    shown = page.locator("#hand-1-1")
    expect(shown).to_be_visible()
    expect(page.locator(".money-net")).to_be_visible()
    spot(page, 2).press("Enter")
    assert laid(page) == ["", "10", ""]
    expect(shown).to_be_hidden()
    expect(page.locator(".money-bets")).to_be_visible()
    rebet.click()
    expect(page.locator("[data-bet='1']")).to_have_value("10")
    page.locator("[data-tool='undo']").click()
    assert laid(page) == ["", "10", ""], "what a repeat replaced comes back"
    page.locator("[data-tool='undo']").click()
    expect(shown).to_be_visible()


def test_a_thumb_lays_drags_and_takes_off(phone: Page) -> None:
    thumb = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": x, "y": y} for x, y in points]
        thumb.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    chip(phone, 25).tap()
    phone.locator("#bet-1 .bet-label").tap()
    phone.locator("#box-1").tap(position={"x": 20, "y": 20})
    assert laid(phone) == ["50", "", ""]
    expect(phone.locator("[data-bet='1']")).not_to_be_focused()

    touch("touchStart", centre(chip(phone, 10)))
    x, y = centre(spot(phone, 2))
    touch("touchMove", (x, y + 60))
    touch("touchMove", (x, y))
    expect(phone.locator("#box-2")).to_have_attribute("data-target", "")
    touch("touchEnd")
    assert laid(phone) == ["50", "10", ""]

    touch("touchStart", centre(spot(phone, 1)))
    expect(phone.locator("[data-bet='1']")).to_have_value("")
    touch("touchEnd")
    phone.wait_for_timeout(50)
    assert laid(phone) == ["", "10", ""], "the end of a long press is no tap"


def test_everything_fits_a_narrow_phone_and_is_large_enough_for_a_thumb(phone: Page) -> None:
    lay(phone, 75, 49, "")
    for width, height in ((320, 568), (360, 740), (740, 360)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate("document.documentElement.scrollWidth") == width
        for control in phone.locator(".bar :is(button, a):visible").all():
            box = control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44, control
