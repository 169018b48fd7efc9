"""People and staff of the machine of whole tables: who signs in, who is funded, blocked, moved."""

from datetime import timedelta

from django.urls import reverse
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import rule

from accounts.models import BetLimit, User
from blackjack import services
from tests.blackjack.machine_forms import TABS, YES_OR_NO, any_words
from tests.blackjack.machine_games import CURRENCIES
from tests.blackjack.machine_model import TIERS
from tests.blackjack.machine_onlooking import Onlooking
from tests.blackjack.machine_players import Player
from tests.limits import take_away
from tests.staff import sign_in
from tests.tables import everything_read


class Housekeeping(Onlooking):
    """An evening with rules for what happens beside the tables."""

    @rule(tab=TABS, who=st.sampled_from([None, None, 0, 1]), word=any_words)
    def sign_out_or_in(self, tab, who, word):
        """And press a button of the page that was there before."""
        here = self.tabs[tab]
        if who is not None:
            self._sign_in(here.browser, self.players[who])
        else:
            assert here.browser.send(reverse("accounts:logout"), {}).status_code == 303
            here.browser.player = None
        self._accept()
        self._press(here, word)

    @rule(tab=TABS, amount=st.sampled_from(["120", "0.50", "-300", "all"]))
    def staff_fund(self, tab, amount):
        """One asks, one approves, in mid-round too; then the player asks for his last bets."""
        here = self.tabs[tab]
        who = self.players.index(here.browser.player or self.players[0])
        player, url = self.players[who], self._fund_url(who)
        balance = player.purses["RUR"].balance
        hundredths = -balance if amount == "all" else round(float(amount) * 100)
        token = str(self.staff.get(url).context["form"]["token"].value())
        text = f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"
        form = {"amount": text, "reason": "for the evening", "token": token}
        allowed = hundredths != 0 and balance + hundredths >= 0
        assert self.staff.post(url, form).status_code == (303 if allowed else 422)
        self._settle(changed=allowed)  # a request: no money has moved
        if allowed:  # the same form again asks nothing, also for another player
            for other in (url, self._fund_url(1 - who)):
                assert self.staff.post(other, form).status_code == 303
            self._settle(changed=False)
            asked = reverse("admin:accounts_adjustment_decide", args=[self._last_asked()])
            assert self.staff.post(asked, {"decision": "yes"}).status_code == 409
            self._settle(changed=False)
            player.funded(hundredths)
            assert self.second.post(asked, {"decision": "yes"}).status_code == 303
            self._settle(changed=True)
            assert self.second.post(asked, {"decision": "yes"}).status_code == 409
            self._settle(changed=False)
        self._look(here, "?lay=rebet")

    @rule(
        tab=TABS,
        tier=st.sampled_from(TIERS),
        edge=st.sampled_from([(0, -1), (0, 0), (1, 0), (1, 1)]),
    )
    def staff_change_the_tier(self, tab, tier, edge):
        """And the player bets at the edges of what he may bet now."""
        here, player = self.tabs[tab], self.tabs[tab].browser.player or self.players[0]
        player.move_to(tier)
        self._store(player)
        limits = here.desk(player).limits
        if limits is not None:
            self._play(here, {"bet_2": str(limits[edge[0]] + edge[1])}, [])

    @rule(who=st.integers(0, 1), word=any_words, for_long=st.sampled_from([False] * 3 + [True]))
    def staff_block(self, who, word, for_long):
        """A blocked player's pages take nothing more, until he is let in again."""
        player = self.players[who]
        his = [here for here in self.tabs if here.browser.player is player][:1]
        for blocked in (True, False)[: 1 if for_long else 2]:
            if blocked:
                player.block()
            player.blocked = blocked
            self._store(player)
            for here in his:
                self._press(here, word)

    @rule(
        variant=st.sampled_from(["bingo", "bingo", "classic", "double-deck"]),
        tier=st.sampled_from(["LITE", "LITE", *TIERS]),
        currency=st.sampled_from(CURRENCIES),
        least=st.sampled_from([5, 6, 10, 25, None]),
    )
    def staff_change_a_limit(self, variant, tier, currency, least):
        """A raised smallest bet, and a closed game, end the sessions that can't be played on."""
        self._set_limit((variant, tier, currency), least)

    @rule(tab=TABS, days=st.sampled_from([1, 3, 6, 9, 10, 11, 20]), twice=YES_OR_NO, word=any_words)
    def days_pass(self, tab, days, twice, word):
        """Everybody's session is over, and the house ends what is ten days old."""
        self.clock.shift(timedelta(days=days))
        here, player = self.tabs[tab], self.tabs[tab].browser.player
        for other in self.tabs:
            other.browser.player = None
        for client, login in ((self.staff, "owner"), (self.second, "second")):
            sign_in(client, User.objects.get(username=login))
        self.rows = everything_read()
        for _ in range(1 + twice):
            event(f"days pass, tables settled: {services.expire().tables}")
            self._expired()
        if player is not None:
            self._sign_in(here.browser, player)
            self._accept()
        self._press(here, word)  # of the page as it was before
        self._look(here)

    def _expired(self) -> None:
        for player in self.players:
            for desk in sorted(player.desks.values(), key=lambda one: one.turn_to_be_settled):
                desk.ten_days()
        self._accept()

    @rule(tab=TABS, language=st.sampled_from(["ru", "en"]))
    def switch_the_language(self, tab, language):
        browser = self.tabs[tab].browser
        url = reverse("set_language")
        assert browser.send(url, {"language": language}).status_code == 302
        browser.language = language
        self._settle(changed=False)
        self._look(self.tabs[tab])

    def _store(self, player: Player) -> None:
        """Change a player in the admin, as he is believed to be by now."""
        row = User.objects.get(pk=player.number)
        if row.tier != player.tier:
            self._in_the_office("tier", player, tier=player.tier, seen=row.tier)
        if row.is_active == player.blocked:
            self._in_the_office("block" if player.blocked else "unblock", player)
        for here in self.tabs if player.blocked else ():
            if here.browser.player is player:
                here.browser.player = None  # his sessions are over
        row = User.objects.get(pk=player.number)
        assert (row.tier, row.is_active) == (player.tier, not player.blocked)
        self._accept()

    def _in_the_office(self, what: str, player: Player, **fields: str) -> None:
        url = reverse(f"admin:accounts_user_{what}", args=[player.number])
        form = {**fields, "reason": "for the evening"}
        assert self.staff.post(url, form).status_code == 303

    def _set_limit(self, place: tuple[str, str, str], least: int | None) -> None:
        """Change a limit in the admin; without a smallest bet the game is closed."""
        fields = dict(zip(("variant", "tier", "currency"), place, strict=True))
        row = BetLimit.objects.filter(**fields).first()
        before = self.house.limits.pop(place, None)
        if least is not None:
            self.house.limits[place] = (least, 50)
            fields |= {"minimum": str(least), "maximum": "50"}
        elif before is None:
            return
        if before and (least is None or least > before[0]):
            for player in self.players:
                if player.tier == place[1]:
                    player.desks[place[0], place[2]].closed_by_house()
        if row is not None and least is None:
            take_away(row)
        elif row is None:
            BetLimit.objects.create(**fields)
        else:
            seen = {"seen_minimum": str(row.minimum), "seen_maximum": str(row.maximum)}
            new = {"minimum": str(least), "maximum": "50", "reason": "for the evening"}
            url = reverse("admin:accounts_betlimit_limit", args=[row.pk])
            answer = self.staff.post(url, {**seen, **new})
            assert answer.status_code == 303
        self._accept()
