"""What players of the machine only look at: games, files and parts. None of it changes anything."""

from django.urls import reverse
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests import leaks
from tests.blackjack.machine_browser import codes_of, require_decent, without_revealed
from tests.blackjack.machine_evening import Evening
from tests.blackjack.machine_forms import TABS, YES_OR_NO
from tests.tables import HTMX


class Onlooking(Evening):
    """An evening with rules for those who look."""

    @rule(tab=TABS)
    def hear_that_something_changed(self, tab):
        here, player = self.tabs[tab], self.tabs[tab].browser.signed_in
        if here.page is None or player is None or here.page.session != here.browser.sessions:
            return
        desk, shown = here.desk(player), here.page
        response = here.get(f"?have={shown.state}", htmx=True)
        if (shown.version, shown.balance) == (desk.version, desk.purse.balance):
            assert response.status_code == 204
            require_decent(response, self.players)
        else:
            assert response.status_code == 200
            self._seen(here, response)
        self._settle(changed=False)

    @rule(
        tab=TABS,
        whose=st.integers(0, 1),
        pick=st.integers(0, 30),
        name=st.sampled_from(["game", "transcript", "signature", "string"]),
    )
    def check_a_game(self, tab, whose, pick, name):
        games = [game for desk in self.players[whose].desks.values() for game in desk.games]
        browser = self.tabs[tab].browser
        if browser.signed_in is None:
            return
        game = games[pick % len(games)] if games else None
        number = game.number if game else 10**9
        response = browser.client.get(reverse(f"fairplay:{name}", args=[number]))
        require_decent(response, self.players)
        self._settle(changed=False)
        if game is None or browser.signed_in is not self.players[whose]:
            event("another player's game")
            assert response.status_code == 404
            return
        over = game.shoe.over
        told = game.shoe.games if name == "transcript" and over else [game]
        assert codes_of(response, browser.signed_in) <= {card for one in told for card in one.seen}
        secret = name in {"transcript", "string"} and not over
        assert response.status_code == (409 if secret else 200)
        if name == "transcript" and over:
            self._require_replay(response.json(), browser.signed_in, game)
        if name == "string" and over:
            assert response.content.decode() == game.shoe.secret

    @rule(
        tab=TABS,
        name=st.sampled_from(
            [
                "lobby",
                "accounts:profile",
                "accounts:balance",
                "fairplay:list",
                "deal",
                "act",
                "leave",
                "close",
                "signature",
                "rules",
            ]
        ),
        htmx=YES_OR_NO,
    )
    def look_around(self, tab, name, htmx):
        here, player = self.tabs[tab], self.tabs[tab].browser.signed_in
        known = player is not None and here.desk(player).known
        if ":" in name or name == "lobby":
            url = reverse(name)
        elif name == "rules":
            url = reverse("blackjack:rules", args=[here.variant])
        else:
            url = here.url(name)
        response = here.browser.client.get(url, headers=HTMX if htmx else None)
        require_decent(response, self.players)
        if name in {"deal", "act", "leave", "close"}:
            assert response.status_code == 405
        elif player is not None and (name != "signature" or known):
            assert response.status_code == 200
            if name == "signature":
                shoe = here.desk(player).shoes[-1]
                assert all(one in response.content.decode() for one in shoe.signatures)
        self._settle(changed=False)

    @rule(tab=TABS)
    def search_the_page_for_the_shoe(self, tab):
        """Every run of cards, key and string, plainly and disguised: nowhere."""
        here, player = self.tabs[tab], self.tabs[tab].browser.signed_in
        desk = here.desk(player) if player else None
        if desk is None or not desk.open:
            return
        text = without_revealed(leaks.whole(here.get()), desk.owner)
        cards = desk.shoes[-1].cards
        starts = range(0, len(cards) - 6, 3)
        runs = [mark.join(cards[at : at + 6]) for at in starts for mark in ("-", "", " ")]
        assert leaks.found(text, [desk.shoes[-1].secret, desk.shoes[-1].key, *runs]) == []
        self._settle(changed=False)
