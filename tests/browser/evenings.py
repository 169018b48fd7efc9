"""An evening at each game whose cards are known, from the lobby to a shoe that can be checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.sitting import plant
from tests.running_site import Site
from tests.tables import FULL_COUNTS

KEPT: Final = ("classic", "bingo")
"""Games whose shoe goes on after a round: its string is revealed when it ends."""

_GOES_ON: Final = """
from accounts.models import User
from blackjack.engine import choices
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Action
from tests.tables import Seat
player = User.objects.get(username={login!r})
seat = Seat(player, Variant({variant!r}), "FUN")

def answered(state):
    asked = Action.DECLINE in choices.legal(state.round)
    return seat.act("decline" if asked else "stand")

last = rules_of(seat.variant).kept_shoe.closable_from
state = seat.open()
while state.open_round is not None:
    state = answered(state)
while state.round is None or state.round.next_card < last:
    state = seat.deal(5, 5, 5, 5, 5)
    while state.open_round is not None:
        state = answered(state)
"""


@dataclass(frozen=True, slots=True)
class Evening:
    """One round of 10 on each box: its cards, where bets lie, and what the hands do."""

    cards: str
    bets: tuple[str, ...]
    actions: tuple[str, ...]


EVENINGS: Final = {
    # Ace up; eights are insured, split and stood on, and so is the second box.
    "double-deck": Evening(
        "AD 8S 8H 9C 0H 0C 2D 4H 4S 0D 0S",
        ("1", "2"),
        ("insure", "split", "stand", "stand", "stand"),
    ),
    # 16 against a ten is given up, 20 stands.
    "six-deck": Evening("0D 0S 6H KC 0H 7C", ("1", "2"), ("surrender", "stand")),
    # Insured, not insured, and 11 doubled; the second box holds a blackjack.
    "classic": Evening("5S 6H AS KH AD 9C 0C 0S", ("1", "2"), ("insure", "decline", "double")),
    # With a bingo bet over the first box: 20 and 19 against 18.
    "bingo": Evening("0S KD 9H 0C 8D KH", ("1", "bingo-1", "2"), ("stand", "stand")),
}


# Each game twice, and both kinds of shoe in each way.
_QUICK: Final = {
    "by thumb": ("double-deck", "bingo"),
    "by keys": ("six-deck", "classic"),
    "without scripts": ("double-deck", "classic"),
    "by ear": ("six-deck", "bingo"),
}


def evenings(way: str) -> Sequence[str]:
    """The games that are played in this way: some of them, or all in ``make faults``."""
    return list(EVENINGS) if FULL_COUNTS else _QUICK[way]


def prepare(page: Page, site: Site, variant: str) -> None:
    """Let the newest guest's table have the evening's cards; its page is loaded again."""
    plant(site, EVENINGS[variant].cards, variant)
    page.reload()


def play_on(page: Page, site: Site, variant: str) -> None:
    """Let the newest guest play on, elsewhere, until his shoe may be closed."""
    ((login,),) = site.query("select username from accounts_user order by id desc limit 1")
    site.shell.run(_GOES_ON.format(login=login, variant=variant))
    page.reload()
    expect(page.locator("#close button")).to_be_visible()
