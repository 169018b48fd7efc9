"""An evening at the tables, made up by chance: after every request the database is the model's.

Two players with five tabs in three browsers do what people do, in any order, through the real
pages. Only dice and clock are the test's, so that a failure can be played again.

``CASINO_FAULTS=1`` plays many more and longer evenings, each time others.
"""

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import time_machine
from django.db import connection
from hypothesis import HealthCheck, event
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from accounts.models import User
from blackjack import shuffling
from blackjack.services import deletion, sweeping
from fairplay import services as fairplay
from tests.blackjack.machine_browser import Browser, Tab, require_silent
from tests.blackjack.machine_dice import Failing, Undone
from tests.blackjack.machine_evening import EVENING, Evening, picked
from tests.blackjack.machine_forms import (
    PICKS,
    PLACES,
    TABS,
    YES_OR_NO,
    any_wishes,
    any_words,
    expert_wishes,
    sensible_wishes,
)
from tests.blackjack.machine_games import REBETS
from tests.blackjack.machine_house import Housekeeping
from tests.blackjack.machine_keeping import KeptShoes
from tests.blackjack.machine_length import LONG, evenings_and_steps
from tests.tables import everything_read, give


class Tables(Housekeeping):
    """What may happen, in any order."""

    @initialize(
        seed=st.integers(0, 2**16),
        units=st.lists(st.sampled_from([7, 60, 400, 400]), min_size=2, max_size=2),
        places=st.lists(PLACES, min_size=5, max_size=5),
    )
    def begin(self, seed, units, places):
        self.dice.seed(seed)
        for player, amount in zip(self.players, units, strict=True):
            if amount:
                give(User.objects.get(pk=player.number), amount)
                player.funded(amount * 100)
        browsers = [Browser() for _ in range(3)]
        for browser, who in zip(browsers, (0, 0, 1), strict=True):
            self._sign_in(browser, self.players[who])
        owners = (browsers[place] for place in (0, 0, 1, 2, 2))
        self.tabs = [Tab(browser, *place) for browser, place in zip(owners, places, strict=True)]
        self._accept()

    # --- Playing ----------------------------------------------------------------------------

    @rule(tab=TABS, wish=sensible_wishes, picks=PICKS)
    def play_a_while(self, tab, wish, picks):
        """Deal if no round is open, then do what the page offers."""
        self._play(self.tabs[tab], wish, picks)

    @rule(tab=TABS, other=TABS, wish=sensible_wishes, picks=PICKS, word=any_words)
    def play_in_one_tab_and_go_on_in_another(self, tab, other, wish, picks, word):
        """The pages that were loaded before are worth nothing now."""
        here, there = self.tabs[tab], self.tabs[other]
        there.move(here.variant, here.currency)
        if self._look(here):
            self._play(there, wish, [*picks, 0])
            self._send(here, "deal", wish, htmx=False)
            self._send(here, "act", {"action": word}, htmx=True)

    @rule(tab=TABS, wish=any_wishes, htmx=YES_OR_NO)
    def deal_from_the_page_as_it_is(self, tab, wish, htmx):
        self._send(self.tabs[tab], "deal", wish, htmx=htmx)

    @rule(tab=TABS, word=any_words, htmx=YES_OR_NO)
    def act_from_the_page_as_it_is(self, tab, word, htmx):
        self._send(self.tabs[tab], "act", {"action": word}, htmx=htmx)

    @rule(tab=TABS)
    def send_the_same_form_again(self, tab):
        self._send_again(self.tabs[tab])

    @rule(tab=TABS, place=PLACES)
    def go_to_a_table(self, tab, place):
        self.tabs[tab].move(*place)
        self._look(self.tabs[tab])

    @rule(tab=TABS, query=st.sampled_from(["", *REBETS, "?lay=clear"]), htmx=YES_OR_NO)
    def look_at_the_table(self, tab, query, htmx):
        self._look(self.tabs[tab], query, htmx=htmx)

    # --- Faults -----------------------------------------------------------------------------

    @rule(
        tab=TABS,
        wish=sensible_wishes,
        name=st.sampled_from(["deal", "act"]),
        pick=st.integers(0, 5),
        at=st.integers(1, 22),
    )
    def the_database_fails(self, tab, wish, name, pick, at):
        """One statement of a deal or an action fails: all of it is done, or nothing."""
        here = self.tabs[tab]
        if name == "act":
            self._play(here, wish, [])
        elif not self._look(here):
            return
        if here.page is None or here.browser.signed_in is None:
            return
        name = "act" if here.page.words else "deal"
        fields = {"action": picked(here, pick)} if name == "act" else wish
        here.browser.client.raise_request_exception = False
        with connection.execute_wrapper(Failing(at)):
            sent = self._posted(here, name, self._filled(here, fields), htmx=True)
        here.browser.client.raise_request_exception = True
        done = everything_read() != self.rows
        event(f"{name}, statement {at} fails: {'done' if done else 'nothing'}")
        if sent.effect is None:
            assert not done
        elif done:
            sent.effect()
        else:
            assert sent.response.status_code not in sent.statuses, "acknowledged and not stored"
        self._settle(changed=done)
        require_silent(sent.response, self.players)

    @rule(tab=TABS, wish=sensible_wishes, pick=st.integers(0, 5))
    def the_journal_holds_the_line_already(self, tab, wish, pick):
        """What can't be booked does not happen; an action that books nothing may."""
        here = self.tabs[tab]
        self._play(here, wish, [])
        if here.page is None or not here.page.words or here.browser.signed_in is None:
            return
        desk = here.desk(here.browser.signed_in)
        booked = sum(line.owner is desk.open for line in desk.purse.lines)
        fields = self._filled(here, {"action": picked(here, pick)})
        here.browser.client.raise_request_exception = False
        with Undone():
            self._plant_line(f"blackjack.round/{desk.games[-1].number}/{booked + 1}")
            before = everything_read()
            response = here.post("act", fields, htmx=True)
            event(f"the journal refuses: {response.status_code}")
            if response.status_code != 200:
                assert everything_read() == before
                require_silent(response, self.players)
        here.browser.client.raise_request_exception = True
        self._settle(changed=False)


def rounds_at(variant: str, currency: str) -> Any:
    """A rule for each table, by a name of its own: hypothesis leaves out some in each evening."""

    def play(self: Evening, tab: int, wish: Any, picks: list[int], to_the_end: bool) -> None:
        here = self.tabs[tab]
        here.move(variant, currency)
        self._play(here, wish, picks)
        for _ in range(12 * to_the_end):
            if here.page is None or "stand" not in here.page.words:
                break
            self._send(here, "act", {"action": "stand"}, htmx=True)

    play.__name__ = f"play_{variant}_{currency}".replace("-", "_").lower()
    wishes = sensible_wishes | expert_wishes if variant == "double-deck" else sensible_wishes
    return rule(tab=TABS, wish=wishes, picks=PICKS, to_the_end=YES_OR_NO)(play)


class FreshShoes(Tables):
    """Mostly at the tables with a new shoe for every round."""

    play_double_deck_rur = rounds_at("double-deck", "RUR")
    play_double_deck_fun = rounds_at("double-deck", "FUN")
    play_six_deck_rur = rounds_at("six-deck", "RUR")
    play_six_deck_fun = rounds_at("six-deck", "FUN")


class ShoesThatAreKept(KeptShoes, Tables):
    """Mostly at the tables whose shoes live over many rounds, and on bingo."""


@pytest.fixture
def _known_dice_and_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shuffles and key phrases fall as they fell before, at the same second."""
    monkeypatch.setattr(shuffling, "_RANDOM", Evening.dice)
    monkeypatch.setattr(fairplay, "secrets", Evening.dice)
    # What is left to requests while rounds are deleted is measured elsewhere.
    monkeypatch.setattr(sweeping, "_SHARE", 1)
    monkeypatch.setattr(deletion, "_LEAST_PAUSE", 0)
    monkeypatch.setattr(deletion, "_SHARE", 1)
    with time_machine.travel(EVENING, tick=False) as clock:
        Evening.clock = clock
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("_known_dice_and_clock")
@pytest.mark.parametrize("tables", [FreshShoes, ShoesThatAreKept])
def test_f10_the_database_always_equals_the_model(tables: type[Tables]) -> None:
    evenings, steps = evenings_and_steps(tables.__name__)
    run_state_machine_as_test(
        tables if LONG else hypothesis.seed(6)(tables),
        settings=hypothesis.settings(
            max_examples=evenings,
            stateful_step_count=steps,
            database=None,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
