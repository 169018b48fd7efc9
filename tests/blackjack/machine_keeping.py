"""What players of the machine do at shoes that are kept, and on bingo."""

from collections.abc import Mapping
from typing import Any

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import rule

from accounts.models import User
from blackjack import services
from blackjack.engine.rules import Variant
from tests.blackjack.machine_browser import Tab, require_silent
from tests.blackjack.machine_dice import Undone
from tests.blackjack.machine_evening import RARE_FIRST
from tests.blackjack.machine_forms import (
    PICKS,
    TABS,
    YES_OR_NO,
    bingo_wishes,
    kept_wishes,
)
from tests.blackjack.machine_games import BOXES, CLOSABLE, OVER, Wish
from tests.blackjack.machine_house import Housekeeping
from tests.blackjack.machine_model import Desk
from tests.tables import everything

KEPT = st.sampled_from([("bingo", "RUR"), ("bingo", "FUN"), ("bingo", "FUN"), ("classic", "FUN")])
PLACE = st.sampled_from(["1", "2", "3", "", "5", "6", "0", "1.5", " 2 "])


PROGRAM = st.lists(
    st.sampled_from(
        [
            *("lay", "lay", "lay", "round", "round", "round", "gap", "leave", "leave_table"),
            *("old", "down", "close", "close", "over", "block", "raise"),
        ]
    ),
    min_size=3,
    max_size=8,
)


def hours_at(variant: str, currency: str) -> Any:
    """A rule for each table, by a name of its own: hypothesis leaves out some in each evening."""

    def hour(self: "KeptShoes", tab: int, program: list[str]) -> None:
        self.tabs[tab].move(variant, currency)
        self._hour(self.tabs[tab], ["lay", "round", *program] if variant == "bingo" else program)

    hour.__name__ = f"an_hour_at_{variant}_{currency}".lower()
    return rule(tab=TABS, program=PROGRAM)(hour)


class KeptShoes(Housekeeping):
    """Rules for the tables whose shoes live over many rounds."""

    hour_at_bingo_rur = hours_at("bingo", "RUR")
    hour_at_bingo_fun = hours_at("bingo", "FUN")
    hour_at_classic_rur = hours_at("classic", "RUR")
    hour_at_classic_fun = hours_at("classic", "FUN")

    @rule(tab=TABS, place=KEPT, wish=kept_wishes, picks=PICKS)
    def play_a_kept_shoe(self, tab, place, wish, picks):
        self.tabs[tab].move(*place)
        self._play(self.tabs[tab], wish, picks)

    @rule(
        tab=TABS,
        currency=st.sampled_from(["RUR", "FUN"]),
        wish=bingo_wishes,
        picks=PICKS,
        say_yes=YES_OR_NO,
    )
    def play_on_bingo(self, tab, currency, wish, picks, say_yes):
        """A deal that would leave places is asked first, and may be sent again with a yes."""
        here = self.tabs[tab]
        here.move("bingo", currency)
        self._play(here, wish, [])
        asked = self.asked
        if asked is not None and say_yes:
            self._send(here, "deal", {**self._sensible(here, wish), "leaving": asked}, htmx=True)
            event(f"a deal that leaves {len(asked.split(','))}")
        for pick in picks:
            self._pick(here, pick)

    @rule(tab=TABS, htmx=YES_OR_NO)
    def close_the_shoe(self, tab, htmx):
        self._send(self.tabs[tab], "close", {}, htmx=htmx)

    @rule(tab=TABS, place=PLACE, htmx=YES_OR_NO, twice=YES_OR_NO)
    def leave_a_place(self, tab, place, htmx, twice):
        """Also where none is, within a round, and from an old page."""
        here = self.tabs[tab]
        self._send(here, "leave", {"box": place} if place else {}, htmx=htmx)
        if twice:
            self._send_again(here)

    @rule(tab=TABS)
    def the_journal_holds_the_payout_already(self, tab):
        """A place whose payout can't be booked is not left."""
        here = self.tabs[tab]
        player = here.browser.signed_in
        if player is None or not self._look(here) or here.page is None:
            return
        desk = here.desk(player)
        paid = [one for one in desk.running.values() if one.card.on_leaving()[1]]
        if desk.open or not paid:
            return
        here.browser.client.raise_request_exception = False
        with Undone():
            self._plant_line(f"{paid[0].cause}/2")
            before = everything()
            fields = self._filled(here, {"box": str(paid[0].box)})
            response = here.post("leave", fields, htmx=True)
            assert response.status_code == 500
            assert everything() == before
            require_silent(response, self.players)
        here.browser.client.raise_request_exception = True
        self._settle(changed=False)

    # --- An hour at one table: what is done, one after the other --------------------------------

    def _hour(self, here: Tab, program: list[str]) -> None:
        for what in program:
            if here.browser.signed_in is None or not self._look(here):
                return
            event(f"an hour: {what}")
            getattr(self, f"_{what}")(here, here.desk(here.browser.signed_in))

    def _round(self, here: Tab, desk: Desk, laid: Mapping[int, int] | None = None) -> None:
        """Bets on every box with a session and perhaps on others; stand on everything."""
        if desk.limits is None or (desk.open is None and not self._affords_a_round(desk)):
            return
        least = desk.limits[0]
        boxes = {*desk.running, *(laid or {}), self.dice.randint(1, BOXES[desk.variant])}
        wish = {f"bet_{box}": str(least) for box in sorted(boxes)}
        wish |= {f"bingo_{box}": str(least) for box in laid or {}}
        self._play(here, wish, [])
        for _ in range(12):
            self._pick(here, -1)

    def _lay(self, here: Tab, desk: Desk) -> None:
        free = [box for box in range(1, 6) if box not in desk.running and desk.variant == "bingo"]
        count = self.dice.randint(1, len(free)) if free else 0
        self._round(here, desk, dict.fromkeys(self.dice.sample(free, count), 1))

    def _gap(self, here: Tab, desk: Desk) -> None:
        """A deal without a main bet on one of the sessions' boxes, sent again with a yes."""
        if desk.open or not desk.running or desk.limits is None:
            return
        gone = self.dice.choice(list(desk.running))
        boxes = [box for box in desk.running if box != gone] or [gone % 5 + 1]
        wish = {f"bet_{box}": str(desk.limits[0]) for box in boxes}
        self._send(here, "deal", wish, htmx=False)
        if self.asked is not None:
            self._send(here, "deal", {**wish, "leaving": self.asked}, htmx=True)
            self._send_again(here)

    def _leave(self, here: Tab, desk: Desk) -> None:
        box = str(self.dice.choice([*desk.running, 1]))
        self._send(here, "leave", {"box": box}, htmx=self.dice.random() < 0.5)
        self._send_again(here)

    def _leave_table(self, here: Tab, _desk: Desk) -> None:
        self._send(here, "leave", {}, htmx=self.dice.random() < 0.5)

    def _close(self, here: Tab, _desk: Desk) -> None:
        self._send(here, "close", {}, htmx=self.dice.random() < 0.5)
        self._send_again(here)

    def _old(self, here: Tab, desk: Desk) -> None:
        """Every form of a page from which the table has moved on."""
        page = here.page
        self._round(here, desk)
        if page is not None:
            for name, fields in (("leave", {"box": "1"}), ("close", {}), ("deal", {"bet_1": "5"})):
                here.page = page
                self._send(here, name, fields, htmx=True)

    def _down(self, here: Tab, desk: Desk) -> None:
        self._play_down(here, desk, CLOSABLE[desk.variant])

    def _over(self, here: Tab, desk: Desk) -> None:
        """Past the mark a deal changes the shoe, and the same bets are dealt from the next."""
        self._play_down(here, desk, OVER[desk.variant])
        if not desk.open and desk.limits is not None:
            wish = {"bet_1": str(desk.limits[0]), "cut": "7"}
            self._send(here, "deal", wish, htmx=True)
            self._send_again(here)
            self._send(here, "deal", wish, htmx=True)

    def _block(self, here: Tab, desk: Desk) -> None:
        for blocked in (True, False):
            desk.owner.block() if blocked else setattr(desk.owner, "blocked", False)
            self._store(desk.owner)
        self._sign_in(here.browser, desk.owner)
        self._accept()

    def _raise(self, _here: Tab, desk: Desk) -> None:
        """The smallest bet is raised, and put back."""
        if desk.limits is not None:
            before = desk.limits[0]
            for least in (before + 1, before):
                self._set_limit((desk.variant, desk.owner.tier, desk.currency), least)

    def _pick(self, here: Tab, pick: int) -> None:
        if here.page is not None and here.page.words:
            offered = [word for word in RARE_FIRST if word in here.page.words]
            word = offered[pick % len(offered)]
            self._send(here, "act", {"action": word}, htmx=True)

    @staticmethod
    def _affords_a_round(desk: Desk) -> bool:
        assert desk.limits is not None
        return desk.purse.balance >= desk.limits[0] * 100 * 2 * BOXES[desk.variant]

    def _play_down(self, here: Tab, desk: Desk, mark: int) -> None:
        """Round after round on all boxes; their pages are looked at when the last is over."""
        while not desk.open and desk.shoes[-1].out < mark:
            if not self._play_quickly(desk):
                break
        self._accept()
        self._look(here)

    def _play_quickly(self, desk: Desk) -> bool:
        """Play a round on all boxes through the services, and tell whether there was one."""
        if desk.limits is None or desk.shoe_is_old:
            return False
        bet = desk.limits[0] * 100
        boxes = range(1, BOXES[desk.variant] + 1)
        free = [box for box in boxes if desk.variant == "bingo" and box not in desk.running]
        laid = {box: bet for box in free if self.dice.random() < 0.3}
        wish = Wish(dict.fromkeys(boxes, bet), None, "", "1D2P", [], laid)
        if desk.why_not_deal(wish, desk.version):
            return False
        names: dict[str, Any] = {
            "player": User.objects.get(pk=desk.owner.number),
            "variant": Variant(desk.variant),
            "currency": desk.currency,
        }
        wanted = services.Wish(wish.bets, bingo=wish.bingo)
        state = services.deal(**names, version=desk.version, wish=wanted)
        desk.deal(wish)
        while desk.open:
            legal = desk.open.told["legal"]
            words = [word for word in RARE_FIRST if word in legal]
            word = self.dice.choice(words) if self.dice.random() < 0.2 else words[-1]
            if desk.open.price(word) > desk.purse.balance:
                word = words[-1]
            assert state.table is not None
            state = services.act(**names, version=state.table.version, action=word)
            desk.act(word)
        assert state.table is not None
        desk.version, desk.raised = state.table.version, False
        return True
