"""Browsers and their tabs for the machine of whole tables: what a page remembers and what it says.

Tabs of one browser share its cookies; each keeps the forms of the page that it shows, however
old. Forms carry the token of that page, and are sent to a site that checks it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import leaks
from tests.blackjack.machine_games import ALL
from tests.blackjack.machine_model import Desk
from tests.blackjack.machine_players import Player
from tests.pages import Element, TablePage
from tests.tables import HTMX

PASSWORD = "correct horse battery"
MODES = {"RUR": "real", "FUN": "demo"}
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def require_decent(response: Any, players: Iterable[Player]) -> None:
    """No answer is an error page of ours, may be stored, or betrays a shoe that is not over."""
    assert response.status_code < 500
    assert response["Cache-Control"] == "no-store"
    require_silent(response, players)


def require_silent(response: Any, players: Iterable[Player]) -> None:
    """Neither a string that is not revealed nor its key phrase stands in the answer."""
    secrets = [
        secret
        for player in players
        for desk in player.desks.values()
        for shoe in desk.shoes
        if not shoe.over
        for secret in (shoe.secret, shoe.key)
    ]
    assert leaks.found(leaks.whole(response), secrets) == []


def codes_of(response: Any, player: Player) -> set[str]:
    """Card codes in an answer beside the strings of this player's shoes that are over."""
    return leaks.codes(without_revealed(leaks.whole(response), player))


def without_revealed(text: str, player: Player) -> str:
    """The text without the strings of shoes that are over."""
    for desk in player.desks.values():
        for shoe in desk.shoes:
            text = text.replace(shoe.secret, "") if shoe.over else text
    return text


@dataclass
class Browser:
    """Cookies, and who is signed in by them. Signing in makes the forms shown before worthless."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    player: Player | None = None
    sessions: int = 0
    language: str = "en"
    tokens: dict[str, int] = field(default_factory=dict)
    """Tokens of all forms that were shown, with the session they belong to."""

    @property
    def signed_in(self) -> Player | None:
        return None if self.player is None or self.player.blocked else self.player

    def send(self, url: str, fields: Mapping[str, str]) -> Any:
        """Send a form of a page that was just loaded."""
        if settings.CSRF_COOKIE_NAME not in self.client.cookies:
            self.client.get(reverse("accounts:login"))
        token = self.client.cookies[settings.CSRF_COOKIE_NAME].value
        return self.client.post(url, {**fields, "csrfmiddlewaretoken": token})


class Shown(TablePage):
    """A table that is looked at many times."""

    @cached_property
    def table(self) -> Element:
        return super().table


@dataclass(frozen=True)
class Page:
    """A table as a tab shows it: what its forms would send, and for whom it was made."""

    version: int
    token: str
    session: int
    state: str
    balance: int
    words: frozenset[str]


@dataclass
class Tab:
    """A tab at one table's address."""

    browser: Browser
    variant: str
    currency: str
    page: Page | None = None
    sent: tuple[str, dict[str, str], bool] | None = None
    """The last form: its name, its fields, and whether htmx sent it."""

    def move(self, variant: str, currency: str) -> None:
        """Go to another table's address; its page is still to be loaded."""
        if (variant, currency) != (self.variant, self.currency):
            self.variant, self.currency, self.page, self.sent = variant, currency, None, None

    def url(self, name: str = "table") -> str:
        address = {"variant": self.variant, "mode": MODES[self.currency]}
        return reverse(f"blackjack:{name}", kwargs=address)

    def get(self, query: str = "", *, htmx: bool = False) -> Any:
        return self.browser.client.get(self.url() + query, headers=HTMX if htmx else None)

    def post(self, name: str, fields: dict[str, str], *, htmx: bool) -> Any:
        self.sent = (name, fields, htmx)
        return self.browser.client.post(self.url(name), fields, headers=HTMX if htmx else None)

    def desk(self, player: Player) -> Desk:
        return player.desks[self.variant, self.currency]

    def see(self, response: Any, player: Player) -> TablePage:
        """Take the table that an answer shows, and hold all of it against the model."""
        shown, desk = Shown.of(response), self.desk(player)
        game, text = desk.open, response.content.decode()
        assert shown.version == desk.version
        assert shown.table["data-url"] == self.url()
        assert shown.cards == (desk.last.seen if desk.last else [])
        assert codes_of(response, player) <= set(shown.cards)
        assert shown.signatures == desk.shoes[-1].signatures
        revealed = [one.text for one in shown.table.all(id="last-secret")]
        assert revealed == ([desk.last.shoe.secret] if desk.last and desk.last.shoe.over else [])
        assert [amount_of(shown.balance)] == [(desk.purse.balance, self.currency)]
        payable = {
            word
            for word in (game.told["legal"] if game else ())
            if game and game.price(word) <= desk.purse.balance
        }
        assert shown.offered == payable | ({ALL} if game and game.asked > 1 else set())
        _require_kept(response.context["table"], desk)
        token = _TOKEN.search(text)
        assert token is not None
        self.browser.tokens[token[1]] = self.browser.sessions
        self.page = Page(
            shown.version,
            token[1],
            self.browser.sessions,
            shown.table["data-state"],
            desk.purse.balance,
            frozenset(shown.offered),
        )
        return shown


def _require_kept(view: Any, desk: Desk) -> None:
    """What the view says of a shoe that is kept, and of the bingo cards."""
    assert view.in_play == desk.in_play
    assert (view.kept_shoe is not None) is desk.kept
    if desk.kept:
        assert view.kept_shoe.closable is desk.closable
        assert view.cards_out == desk.shoes[-1].out
    running = {
        box.number: (box.bingo.stake, [cell.number for cell in box.bingo.cells if cell.lit])
        for box in view.boxes
        if box.bingo is not None and box.bingo.state == "running"
    }
    assert running == {box: (one.stake, one.lit) for box, one in desk.running.items()}
    leaves = {box.number: box.bingo.leave for box in view.boxes if box.bingo and box.bingo.leave}
    assert set(leaves) == (set() if desk.open else set(desk.running))
    for box, leave in leaves.items():
        session = desk.running[box]
        assert leave.returned == session.stake * session.card.on_leaving()[1]


def amount_of(text: str) -> tuple[int, str]:
    """Read an amount as either language writes it, into hundredths and its currency."""
    parts = re.search(r"([0-9][0-9\s,.]*)\s(FUN|RUR)$", text)
    assert parts is not None, text
    number = re.fullmatch(r"([0-9\s,.]*?)(?:[.,]([0-9]{2}))?", parts[1].strip())
    assert number is not None, text
    whole = int(re.sub(r"\D", "", number[1]))
    return whole * 100 + int(number[2] or 0), parts[2]
