"""The machine of whole tables without its rules: how a thing is done, and what must come of it."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import time_machine
from django.test import Client
from django.urls import reverse
from hypothesis import event
from hypothesis.stateful import RuleBasedStateMachine

from accounts.models import Adjustment, Entry, User, Wallet
from accounts.requests_verification import verify_requests
from accounts.services import register
from accounts.verification import verify_journal
from blackjack.answers import ForFairPlay
from blackjack.transcript import replay
from blackjack.verification import verify_rounds
from tests.blackjack.machine_bingo import paid
from tests.blackjack.machine_books import require_equal
from tests.blackjack.machine_browser import PASSWORD, Browser, Tab, require_decent
from tests.blackjack.machine_dice import Dice, Undone
from tests.blackjack.machine_games import BOXES, REBETS, Game
from tests.blackjack.machine_model import CONFLICT, WRONG, House
from tests.blackjack.machine_players import SIGNED_IN, Player
from tests.blackjack.machine_wishes import read_box, read_wish
from tests.pages import TablePage
from tests.staff import sign_in
from tests.tables import everything_read

AUDIT = "accounts.StaffAction"
EVENING = datetime(2024, 2, 29, 20, 59, 59, tzinfo=UTC)
RARE_FIRST = ("insure", "split", "double", "surrender", "hit", "decline_all", "decline", "stand")
DOUBLE_CLICK = 4
"""A pick that sends its form twice."""
_OF_EVERY_FORM = {"version", "csrfmiddlewaretoken"}


def picked(here: Tab, pick: int) -> str:
    """One of the words that a tab's page offers."""
    assert here.page is not None
    offered = [word for word in RARE_FIRST if word in here.page.words]
    return offered[pick % len(offered)]


@dataclass(frozen=True)
class Sent:
    """A form's answer, the statuses it may have, and what it does; ``None`` when it is refused."""

    response: Any
    statuses: set[int]
    effect: Callable[[], None] | None
    shows_table: bool = True

    @property
    def leads_on(self) -> bool:
        """Whether another page is to be loaded."""
        return self.response.status_code == 303 or "HX-Redirect" in self.response


class Evening(RuleBasedStateMachine):
    """Two players with five tabs in three browsers, and staff."""

    dice = Dice()
    clock: time_machine.Traveller
    tabs: list[Tab]
    asked: str | None = None
    """Bingo places that the last deal was asked about, as the page's button names them."""

    def __init__(self) -> None:
        super().__init__()
        self.clock.move_to(EVENING, tick=False)
        self.undone = Undone()
        self.undone.__enter__()
        self.staff, self.second = Client(), Client()
        for client, login in ((self.staff, "owner"), (self.second, "second")):
            sign_in(client, User.objects.create_superuser(login, password=PASSWORD))
        self.house = House()
        self.players = [
            Player(login, register(login=login, password=PASSWORD).pk, self.house)
            for login in ("Player_1", "Player_2")
        ]

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None and hasattr(self, "rows"):
                verify_journal()
                verify_requests()
                verify_rounds()
                self._note_how_sessions_ended()
                self._replay_transcripts()
                self._look_at_all_that_is_others()
        finally:
            self.undone.__exit__()

    def _play(self, here: Tab, wish: Mapping[str, str], picks: list[int]) -> None:
        """Sign in where needed, deal if no round is open, then do what the page offers."""
        if here.browser.player is None:
            self._sign_in(here.browser, self.players[0])
            self._accept()
        player = here.browser.signed_in
        if player is None or not self._look(here):
            return
        if not here.desk(player).open:
            self._send(here, "deal", self._sensible(here, wish), htmx=bool(len(picks) % 2))
        for pick in picks:
            if here.page is None or not here.page.words:
                break
            self._send(here, "act", {"action": picked(here, pick)}, htmx=bool(pick % 2))
            if pick == DOUBLE_CLICK:
                self._send_again(here)

    @staticmethod
    def _sensible(here: Tab, wish: Mapping[str, str]) -> Mapping[str, str]:
        """Without a cut where the shoe has had its one."""
        assert here.browser.signed_in is not None
        desk = here.desk(here.browser.signed_in)
        cut_already = desk.kept and desk.shoes[-1].cut is not None
        of_the_cut = {"cut", "own_shuffle", "seed"} if cut_already else set()
        return {name: text for name, text in wish.items() if name not in of_the_cut}

    def _send_again(self, here: Tab) -> None:
        if here.sent is not None:
            name, fields, htmx = here.sent
            self._post(here, name, fields, htmx=htmx)

    def _press(self, here: Tab, word: str) -> None:
        """Press a button of the page that a tab shows, whatever has happened since."""
        if here.page is not None:
            self._post(here, "act", self._filled(here, {"action": word}), htmx=False)

    def _accept(self) -> None:
        """Somebody did what no table does: take the rows as they are now."""
        self.rows = everything_read()
        self._compare()

    def _sign_in(self, browser: Browser, player: Player) -> None:
        form = {"login": player.login, "password": PASSWORD}
        due = player.signing_in()
        assert browser.send(reverse("accounts:login"), form).status_code == due
        if due == SIGNED_IN:
            browser.player = player
            browser.sessions += 1

    def _look(self, here: Tab, query: str = "", *, htmx: bool = False) -> bool:
        """Load a tab's table; tells whether it was shown."""
        player = here.browser.signed_in
        desk = here.desk(player) if player else None
        changed = desk.entered() if desk and not htmx else False
        response = here.get(query, htmx=htmx)
        if desk is None:
            require_decent(response, self.players)
            assert "login" in response["HX-Redirect" if htmx else "Location"]
            assert response.status_code == (200 if htmx else 302)
            self._settle(changed=False)
            return False
        self._settle(changed=changed)
        times = REBETS.get(query, 0)
        refused = desk.why_not_rebet(times) if times else set()
        assert response.status_code in (refused or {200})
        if not desk.known:  # a part alone makes no table ready
            require_decent(response, self.players)
            return False
        shown = self._seen(here, response)
        if times and not refused and not desk.open:
            bets = desk.games[-1].wish.bets
            laid = {
                f"bet_{box}": str(times * bets[box] // 100) if box in bets else ""
                for box in range(1, BOXES[desk.variant] + 1)
            }
            fields = shown.fields
            assert {name: fields.pop(name) for name in laid} == laid
            assert not any(fields.values()), "main bets only are laid again"
        return True

    def _seen(self, here: Tab, response: Any) -> TablePage:
        require_decent(response, self.players)
        assert here.browser.signed_in is not None
        shown = here.see(response, here.browser.signed_in)
        assert {one["lang"] for one in shown.root.all("html")} <= {here.browser.language}
        return shown

    def _send(self, here: Tab, name: str, fields: Mapping[str, str], *, htmx: bool) -> None:
        """Send a form of the page that the tab shows, however old that is."""
        if here.page is not None or (self._look(here) and here.page is not None):
            self._post(here, name, self._filled(here, fields), htmx=htmx)

    @staticmethod
    def _filled(here: Tab, fields: Mapping[str, str]) -> dict[str, str]:
        assert here.page is not None
        page = {"version": str(here.page.version), "csrfmiddlewaretoken": here.page.token}
        return {**fields, **page}

    def _post(self, here: Tab, name: str, fields: dict[str, str], *, htmx: bool) -> None:
        self.asked = None
        sent = self._posted(here, name, fields, htmx=htmx)
        event(f"{name}: {sent.response.status_code}")
        assert sent.response.status_code in sent.statuses
        if sent.effect is not None:
            sent.effect()
        self._settle(changed=sent.effect is not None)
        require_decent(sent.response, self.players)
        if sent.effect is not None and sent.leads_on:
            self._look(here)
        elif sent.shows_table:
            self._seen(here, sent.response)
            view = sent.response.context["table"]
            self.asked = view.leaving.boxes if view.leaving else None

    def _posted(self, here: Tab, name: str, fields: dict[str, str], *, htmx: bool) -> Sent:
        """Send a form; what must come of it is said by the model before."""
        player = here.browser.signed_in
        known = here.browser.tokens[fields["csrfmiddlewaretoken"]] == here.browser.sessions
        statuses, effect = self._expected(here, name, fields) if player else (set(), None)
        response = here.post(name, fields, htmx=htmx)
        if not known:
            return Sent(response, {403}, None, shows_table=False)
        if player is None:
            assert "login" in response["HX-Redirect" if htmx else "Location"]
            return Sent(response, {200 if htmx else 302}, None, shows_table=False)
        if effect is not None and not statuses:
            statuses = {200 if htmx else 303}
        return Sent(response, statuses, effect)

    @staticmethod
    def _expected(
        here: Tab, name: str, fields: Mapping[str, str]
    ) -> tuple[set[int], Callable[[], None] | None]:
        """What speaks against a form, and what it does: a deal at a shoe past its mark has both."""
        assert here.browser.signed_in is not None
        desk = here.desk(here.browser.signed_in)
        told = {key: text for key, text in fields.items() if key not in _OF_EVERY_FORM}
        version = int(fields["version"])
        effect: Callable[[], None]
        match name:
            case "deal":
                wish = read_wish(told, here.variant)
                if desk.shoe_is_over(wish, version):
                    return {CONFLICT}, desk.change_shoe
                refused = desk.why_not_deal(wish, version)
                if wish is None or refused:
                    return refused, None
                effect = partial(desk.deal, wish)
            case "leave":
                box = read_box(told, here.variant)
                refused = desk.why_not_leave(box, version)
                effect = partial(desk.leave, box or 0)
            case "close":
                refused = {WRONG} if told else desk.why_not_close(version)
                effect = desk.change_shoe
            case _:
                refused = desk.why_not_act(told["action"], version)
                effect = partial(desk.act, told["action"])
        return refused, None if refused else effect

    def _settle(self, *, changed: bool) -> None:
        """What was refused or only looked at has changed nothing; the rest is as the model says."""
        rows = everything_read()
        if not changed:  # but for the audit, which keeps what staff were refused
            assert rows | {AUDIT: []} == self.rows | {AUDIT: []}
        self.rows = rows
        self._compare()

    def _compare(self) -> None:
        require_equal(self.players, self.rows)

    def _fund_url(self, who: int) -> str:
        return reverse("admin:accounts_user_fund", args=[self.players[who].number])

    @staticmethod
    def _last_asked() -> int:
        return Adjustment.objects.latest("pk").pk

    @staticmethod
    def _plant_line(cause: str) -> None:
        """Book a line of this cause to somebody else, so that its own can't be booked."""
        owner = User.objects.get(username="owner")
        wallet, _ = Wallet.objects.get_or_create(user=owner, currency="RUR")
        Entry.objects.create(
            wallet=wallet,
            number=1,
            kind="adjustment",
            counter_account="adjustment",
            amount=1,
            balance_after=1,
            cause=cause,
            at=EVENING,
        )

    def _note_how_sessions_ended(self) -> None:
        for desk in (desk for player in self.players for desk in player.desks.values()):
            for session in desk.sessions:
                how = "refunded" if session.refunded else session.ended or "running"
                event(f"a session on bingo: {how}")
            if desk.kept and len(desk.shoes) > 1:
                event(f"{desk.variant}: {len(desk.shoes)} shoes")

    def _replay_transcripts(self) -> None:
        for player in self.players:
            for game in (game for desk in player.desks.values() for game in desk.games):
                transcript = ForFairPlay().transcript(player.number, game.number)
                assert (transcript is not None) is game.shoe.over
                if transcript is not None and game is game.shoe.games[-1]:
                    self._require_replay(dict(transcript), player, game)

    def _look_at_all_that_is_others(self) -> None:
        """A game of another player is like a number that never was."""
        for player, other in (self.players, self.players[::-1]):
            mine, his = (
                [game for desk in one.desks.values() for game in desk.games][-1:]
                for one in (player, other)
            )
            browser = Browser()
            self._sign_in(browser, player)
            if browser.player is None:
                continue
            for name in ("game", "transcript", "signature", "string"):
                for status, games in ((404, his), (200, [game for game in mine if game.shoe.over])):
                    for game in games:
                        url = reverse(f"fairplay:{name}", args=[game.number])
                        assert browser.client.get(url).status_code == status

    @staticmethod
    def _require_replay(transcript: dict[str, Any], player: Player, game: Game) -> None:
        """The whole shoe replays to what the model was told of it, its bingo included."""
        result = replay(transcript)
        assert result["ok"]
        assert result["signatures"]["match"]
        assert result["rounds"] == [one.told for one in game.shoe.games]
        if game.variant == "bingo":
            (desk,) = (one for one in player.desks.values() if game in one.games)
            ended = [one for one in desk.sessions if one.shoe is game.shoe]
            assert result["bingo_paid"] == paid(ended)
            assert result["bingo"] == desk.shoes[desk.shoes.index(game.shoe) + 1].before
