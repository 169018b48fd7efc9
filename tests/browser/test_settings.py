"""The sheet of settings: kept on the device, at once in force, and honest about insurance."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.keyboard import deal, nothing_comes_of, play, table
from tests.browser.sitting import guest_at, lay
from tests.running_site import Site

pytestmark = pytest.mark.browser

RESULT = re.compile("table-result")
ALL_SUITS = "7D 2S 3H 0C KH 2C 2H 2D 0D"
ACE_UP = "5S 6H 0C KH AD 9C 0S 5D"
ACE_UP_EUROPEAN = "AD 0S 7H 9C KD"

FACES = """() => [...document.querySelectorAll('#table .card img')]
  .map(one => [one.alt, new URL(one.src).pathname.includes('/cards-four/')])"""
PLACES = """() => [...document.querySelectorAll('#table .card img')].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""


def open_sheet(page: Page) -> None:
    page.locator("[data-open-settings]").click()
    expect(page.locator("#settings")).to_be_visible()


def switch(page: Page, name: str, *, on: bool = True) -> None:
    open_sheet(page)
    page.locator(f"[data-setting='{name}']").set_checked(on)
    page.keyboard.press("Escape")


def test_the_four_colour_deck_comes_at_once_and_only_when_asked_for(
    browser: Browser, site: Site
) -> None:
    with table(browser, site, "double-deck", ALL_SUITS) as page:
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(request.url))
        lay(page, 10, 10)
        page.locator("[data-deal]").click()
        page.locator("[data-cut-none]").click()
        expect(page.locator("#table .card img")).to_have_count(5)
        assert not [url for url in loaded if "/cards-four/" in url]
        places = page.evaluate(PLACES)
        switch(page, "deck")
        recoloured = dict(page.evaluate(FACES))
        assert recoloured == {
            "seven of diamonds": True,
            "two of spades": False,
            "three of hearts": False,
            "ten of clubs": True,
            "king of hearts": False,
        }
        assert page.evaluate(PLACES) == places
        play(page, "h")  # a card that comes with a swap
        expect(page.locator("#hand-1-1 .card img").last).to_have_attribute(
            "src", re.compile("/cards-four/2C")
        )
        plain = [url for url in loaded if re.search(r"/cards/2C\.", url)]
        assert not plain, "its other face is not loaded before"
        page.reload()
        assert [four for _, four in page.evaluate(FACES)].count(True) == 3
        page.goto(f"{site.url}/games/")
        expect(page.locator(".shown-cards img").first).to_have_attribute(
            "src", re.compile("/cards-four/")
        )
        page.go_back()
        switch(page, "deck", on=False)
        assert not any(four for _, four in page.evaluate(FACES))


@pytest.mark.parametrize("variant", ["classic", "bingo"])
def test_insurance_that_is_never_offered_is_declined_for_every_box(
    browser: Browser, site: Site, variant: str
) -> None:
    with table(browser, site, variant, ACE_UP) as page:
        switch(page, "noInsurance")
        page.keyboard.press("1")
        page.keyboard.press("2")
        deal(page)
        expect(page.locator("[value=insure]")).to_have_count(0)
        expect(page.locator("[value=hit]")).to_have_count(1)
        ((actions,),) = site.query("select actions from blackjack_round order by id desc limit 1")
        assert actions == '["decline", "decline"]'


def test_insurance_on_the_turn_is_put_away_and_comes_back(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", ACE_UP_EUROPEAN) as page:
        switch(page, "noInsurance")
        page.keyboard.press("1")
        deal(page)
        expect(page.locator("[value=stand]")).to_be_visible()
        expect(page.locator("[value=insure]")).to_have_count(0)
        nothing_comes_of(page, "i")
        switch(page, "noInsurance", on=False)
        expect(page.locator("[value=insure]")).to_be_visible()
        play(page, "i", "s")
        expect(page.locator("#table")).to_have_class(RESULT)


def test_the_word_on_insurance_is_each_players_own(browser: Browser, site: Site) -> None:
    with table(browser, site, "classic", ACE_UP) as page:
        switch(page, "noInsurance")
        page.locator("#settings").evaluate("one => { one.dataset.login = 'somebody_else'; }")
        open_sheet(page)
        expect(page.locator("[data-setting=noInsurance]")).not_to_be_checked()


def test_no_for_all_boxes_by_one_key(browser: Browser, site: Site) -> None:
    with table(browser, site, "classic", ACE_UP) as page:
        for key in ("1", "2"):
            page.keyboard.press(key)
        deal(page)
        expect(page.locator("[value=decline_all]")).to_be_visible()
        play(page, "a")
        expect(page.locator("[value=decline]")).to_have_count(0)


def test_speed_and_sound_are_kept_and_told(browser: Browser, site: Site) -> None:
    with guest_at(browser, site) as page:
        page.evaluate(
            """() => { window.told = []; document.addEventListener("casino:setting",
                (event) => window.told.push([event.detail.name, event.detail.value])); }"""
        )
        switch(page, "sound", on=False)
        open_sheet(page)
        page.locator("[data-setting=speed][value=fast]").check(force=True)
        page.keyboard.press("Escape")
        assert page.evaluate("window.told") == [["sound", False], ["speed", "fast"]]
        page.reload()
        open_sheet(page)
        expect(page.locator("[data-setting=sound]")).not_to_be_checked()
        expect(page.locator("[data-setting=speed]:checked")).to_have_value("fast")


def test_what_is_kept_may_be_spoilt(browser: Browser, site: Site) -> None:
    with guest_at(browser, site) as page:
        for kept in ("nonsense", "[]", "null", '{"keys": null, "deck": 4, "x": 1}'):
            page.evaluate("kept => localStorage.setItem('blackjack/settings', kept)", kept)
            page.reload()
            page.keyboard.press("1")
            expect(page.locator("[data-bet='1']"), kept).to_have_value("10")


def test_without_scripts_bets_are_doubled_and_insurance_is_declined(
    browser: Browser, site: Site
) -> None:
    with guest_at(browser, site, "classic", ACE_UP, java_script_enabled=False) as page:
        page.locator("input[name=bet_1]").fill("5")
        page.locator("input[name=bet_2]").fill("30")
        page.locator("input[name=no_insurance]").check()
        page.locator("[data-deal]").click()
        for _ in range(2):
            page.locator("button[name=action][value=stand]").click()
        expect(page.locator("#table")).to_have_class(RESULT)
        page.locator("a[href$='?lay=rebet-double']").click()
        expect(page.locator("#notices")).to_contain_text("60")
        page.locator("input[name=bet_1]").fill("5")
        page.locator("[data-deal]").click()
        for _ in range(12):
            button = page.locator("[name=action]:is([value=decline], [value=stand])")
            if not button.count():
                break
            button.first.click()
        page.locator("a[href$='?lay=rebet-double']").click()
        expect(page.locator("input[name=bet_1]")).to_have_value("10")
