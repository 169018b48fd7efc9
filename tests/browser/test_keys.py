"""The table by the keyboard alone: every action has a key, and no key does what it must not."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.evenings import EVENINGS, KEPT, evenings, play_on, prepare
from tests.browser.keyboard import (
    SEEN,
    deal,
    in_russian_layout,
    nothing_comes_of,
    play,
    shown_key,
    tab_to,
    table,
    version,
)
from tests.browser.sitting import chip, in_hand, laid, lay, spot
from tests.running_site import Site

pytestmark = pytest.mark.browser

RESULT = re.compile("table-result")
# Two boxes of three: a hand of 5 that may be hit, then 20; the dealer shows a seven.
CALM = "7D 2S 3H 0C KH 2C 2H 2D 0D"

KEYS = {"insure": "i", "decline": "n", "split": "p", "double": "d", "stand": "s", "surrender": "r"}


@pytest.mark.parametrize("variant", evenings("by keys"))
def test_from_the_lobby_to_the_checked_result_without_a_mouse(
    browser: Browser, site: Site, variant: str
) -> None:
    evening = EVENINGS[variant]
    with browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{site.url}/")
        tab_to(page, f"#game-{variant} form button")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/play/{variant}/demo/")
        prepare(page, site, variant)
        for place in evening.bets:
            page.keyboard.press("b" if "bingo" in place else place)
        assert laid(page).count("10") == len(evening.bets)
        deal(page)
        play(page, *(KEYS[action] for action in evening.actions))
        expect(page.locator("#table")).to_have_class(RESULT)
        ((number,),) = site.query("select max(id) from blackjack_round")
        if variant in KEPT:  # the same bets again, and Enter deals them
            page.keyboard.press("r")
            expect(page.locator("[data-bet='1']")).to_have_value("10")
            page.keyboard.press("Enter")
            expect(page.locator("#table")).not_to_have_class(RESULT)
            play_on(page, site, variant)
            tab_to(page, "#close button")
            page.keyboard.press("Enter")
            expect(page.locator("#close")).to_have_count(0)
            page.goto(f"{site.url}/fairplay/")
            tab_to(page, f"#games a[href$='/{number}/']")
        else:
            tab_to(page, ".fairplay-check")
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_have_attribute("data-verdict", "match")


def test_keys_lie_where_they_lie_in_every_layout(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("1")
        deal(page)
        before = version(page)
        page.wait_for_timeout(SEEN)
        in_russian_layout(page, "KeyH", "р")
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
        expect(page.locator("#hand-1-1 .card")).to_have_count(3)
        in_russian_layout(page, "KeyI", "ш")  # its place, but nothing to insure
        expect(page.locator("#hand-1-1 .card")).to_have_count(3)


@pytest.mark.parametrize(("code", "letter"), [("Slash", ","), ("Digit7", "?")])
def test_the_question_mark_of_either_layout_opens_the_list(
    browser: Browser, site: Site, code: str, letter: str
) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        session = page.context.new_cdp_session(page)
        shift = 8
        session.send(
            "Input.dispatchKeyEvent",
            {"type": "keyDown", "code": code, "key": letter, "text": letter, "modifiers": shift},
        )
        expect(page.locator("#settings")).to_be_visible()
        expect(page.locator("#settings-keys-title")).to_be_focused()


def test_bets_are_laid_changed_and_taken_off_by_keys(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("w")
        assert in_hand(page) == ["2500"]
        for key in ("1", "3", "q", "3"):
            page.keyboard.press(key)
        assert laid(page) == ["25", "", "35"]
        page.keyboard.press("Backspace")
        assert laid(page) == ["25", "", "25"]
        page.keyboard.press("=")
        assert laid(page) == ["50", "", "50"]
        page.keyboard.press("-")
        assert laid(page) == ["25", "", "25"]
        page.keyboard.press("e")
        page.keyboard.press("3")
        assert laid(page) == ["25", "", ""]
        page.keyboard.press("x")
        assert laid(page) == ["", "", ""]
        page.keyboard.press("4")
        assert laid(page) == ["", "", ""], "no such box here"


def test_the_last_bets_come_back_once_or_twice_over(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("1")
        deal(page)
        play(page, "s")
        expect(page.locator("#table")).to_have_class(RESULT)
        page.keyboard.press("t")
        expect(page.locator("[data-bet='1']")).to_have_value("20")
        expect(page.locator("[data-deal]")).to_be_focused()
        page.keyboard.press("r")
        expect(page.locator("[data-bet='1']")).to_have_value("10")
        expect(page.locator("[data-deal]")).to_be_focused()


def test_a_key_for_what_is_not_possible_does_nothing(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        nothing_comes_of(page, "h", "s", "r", "t")
        page.keyboard.press("1")
        deal(page)
        nothing_comes_of(page, "p", "d", "i", "n", "1", "x", "Backspace")
        nothing_comes_of(page, "Control+h", "Alt+s", "Shift+h", "Meta+s")


def test_a_key_that_is_held_down_acts_once(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("1")
        deal(page)
        before = version(page)
        page.wait_for_timeout(SEEN)
        page.keyboard.down("h")
        expect(page.locator("#table")).not_to_have_attribute("data-version", before)
        now = version(page)
        tab_to(page, "[value=hit]")
        for key in ("h", "Enter"):
            page.keyboard.down(key)
            if key == "Enter":
                expect(page.locator("#table")).not_to_have_attribute("data-version", now)
                now = version(page)
            page.wait_for_timeout(SEEN)
            for _ in range(3):
                page.keyboard.down(key)
            page.wait_for_timeout(SEEN)
            assert version(page) == now
            page.keyboard.up(key)


def test_a_press_from_before_the_turn_moved_does_not_reach_the_next_hand(
    browser: Browser, site: Site
) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("1")
        page.keyboard.press("2")
        deal(page)
        page.evaluate(
            """() => document.addEventListener("htmx:afterSettle", () => {
                document.body.dispatchEvent(new KeyboardEvent("keydown",
                    { code: "KeyS", key: "s", bubbles: true, cancelable: true }));
            }, { once: true })"""
        )
        play(page, "s")
        page.wait_for_timeout(2 * SEEN)
        expect(page.locator("#hand-2-1")).to_have_class(re.compile("is-active"))
        play(page, "s")
        expect(page.locator("#table")).to_have_class(RESULT)


def test_who_types_a_bet_presses_no_button(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.locator("[data-bet='2']").focus()
        page.keyboard.type("13rxe?")
        assert laid(page) == ["", "13rxe?", ""]
        expect(page.locator("#settings")).to_be_hidden()


def test_a_window_over_the_table_has_the_keyboard_for_itself(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator("#cut")).to_be_visible()
        for key in ("2", "x", "e", "?"):
            page.keyboard.press(key)
        assert laid(page) == ["10", "", ""]
        expect(page.locator("#settings")).to_be_hidden()
        page.keyboard.press("Escape")
        expect(page.locator("#cut")).to_be_hidden()
        assert laid(page) == ["10", "", ""]


def test_after_a_click_enter_deals_and_lays_no_second_chip(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        chip(page, 25).click()
        spot(page, 2).click()
        page.keyboard.press("Enter")
        expect(page.locator("#cut")).to_be_visible()
        assert laid(page) == ["", "25", ""]
        page.keyboard.press("Escape")
        tab_to(page, "#bet-3 .spot-tap")
        page.keyboard.press("Enter")  # what the Tab key has reached is pressed as ever
        expect(page.locator("#cut")).to_be_hidden()
        assert laid(page) == ["", "25", "25"]


def change_key(page: Page, command: str, key: str) -> None:
    tab_to(page, f"[data-rebind='{command}']")
    page.keyboard.press("Enter")
    page.keyboard.press(key)


def test_a_key_can_be_changed_and_a_conflict_is_told(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        page.keyboard.press("?")
        change_key(page, "hit", "j")
        said = page.locator("[data-keys-said]")
        expect(said).to_have_text("Hit: J.")
        change_key(page, "stand", "j")
        expect(said).to_have_text("J already means: Hit. Press another key.")
        expect(page.locator("[data-rebind=stand] kbd")).to_have_text("…")
        page.keyboard.press("Escape")
        expect(page.locator("#settings")).to_be_visible()
        expect(page.locator("[data-rebind=stand] kbd")).to_have_text("S")
        change_key(page, "stand", "r")  # before a round it means another thing
        expect(said).to_have_text("R already means: Surrender. Press another key.")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.locator("#settings")).to_be_hidden()

        page.reload()
        page.keyboard.press("1")
        deal(page)
        expect(shown_key(page, "hit")).to_have_text("J")
        nothing_comes_of(page, "h")
        play(page, "j")
        expect(page.locator("#hand-1-1 .card")).to_have_count(3)

        page.keyboard.press("?")
        tab_to(page, "[data-keys-restore]")
        page.keyboard.press("Enter")
        expect(page.locator("[data-rebind=hit] kbd")).to_have_text("H")
        page.keyboard.press("Escape")
        expect(shown_key(page, "hit")).to_have_text("H")
        play(page, "s")


def test_keys_can_be_switched_off(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        expect(shown_key(page, "deal")).to_be_visible()
        page.keyboard.press("?")
        tab_to(page, "[data-setting=keysOn]", back=True)
        page.keyboard.press("Space")
        page.keyboard.press("Escape")
        page.reload()
        expect(shown_key(page, "deal")).to_be_hidden()
        for key in ("1", "w", "x", "Enter", "?"):
            page.keyboard.press(key)
        assert (laid(page), in_hand(page)) == (["", "", ""], ["1000"])
        expect(page.locator("dialog:modal")).to_have_count(0)
        lay(page, 10)
        page.locator("[data-deal]").click()
        page.locator("[data-cut-none]").click()
        expect(page.locator("#hand-1-1 .card")).to_have_count(2)
        nothing_comes_of(page, "h", "s")
        assert page.locator("[aria-keyshortcuts]").count() == 0


def test_the_sheet_holds_the_focus_and_gives_it_back(browser: Browser, site: Site) -> None:
    with table(browser, site, "double-deck", CALM) as page:
        tab_to(page, ".tool-keys")
        page.keyboard.press("Enter")
        inside = "() => document.activeElement === document.body \
            || document.activeElement.closest('#settings') !== null"
        for _ in range(50):
            page.keyboard.press("Tab")
            assert page.evaluate(inside)
        page.keyboard.press("Escape")
        expect(page.locator(".tool-keys")).to_be_focused()
