"""A player at a table whose cards are known: what the tests of tables and FairPlay pages share.

A planted shoe is a real commitment, sealed and signed as any other; only its order is chosen.
"""

import os
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import ledger
from accounts.ledger import Kind, Posting
from accounts.models import Adjustment, AdjustmentState, Currency, Entry, User
from blackjack import services
from blackjack.engine.cards import decks
from blackjack.engine.rules import Variant, rules_of
from blackjack.models import BingoSession, Round, Shoe, Table
from blackjack.presenters.table import MODES
from blackjack.replays import TableState
from fairplay import services as fairplay
from tests.staff import sign_in

T = TypeVar("T")

UNIT = 100

FULL_COUNTS = os.environ.get("CASINO_FAULTS") == "1"
"""Whether tests with a quick sample and a full count play the full one (`make faults`)."""

TIMES = 100 if FULL_COUNTS else 24
"""How many equal posts are sent at once (F1): more than threads, so that some come when it is over.

One of these tests sends the hundred always, on either database (tests/blackjack/test_faults.py).
"""

FRESH = (Variant.DOUBLE_DECK, Variant.SIX_DECK)
"""Games with a new shoe for every round."""
PLAYED = (*FRESH, Variant.CLASSIC, Variant.BINGO)
"""Games that have a table."""

# Deals in dealing order for one box and the default scheme: dealer, box, box, and what follows.
WON = "7D 0S 0H 0C"  # 20 against 17, once the player stands
LOST = "0D 0S 7H 0C"  # 17 against 20
PUSHED = "9D 0S 9H 0C"  # 19 against 19
NATURAL = "7D AS KH 0C"  # over at the deal
DOUBLED = "6D 6S 5H 0C 0D 5D"  # 11 and a ten against 21
PAIR = "6D 8S 8H 0C 2D 0D AC"  # eights: 18 and 10 against 17
INSURED = "AD 0S 7H KC"  # the dealer's ace becomes a blackjack
SURRENDERED = "0D 0S 6H 0C"  # 16 against a ten


@dataclass
class Seat:
    """One player at one table; amounts are whole units where bets are laid."""

    player: User
    variant: Variant = Variant.DOUBLE_DECK
    currency: str = Currency.RUR.value

    def at(self, variant: Variant, currency: str | None = None) -> "Seat":
        """The same player at another table."""
        return Seat(self.player, variant, currency or self.currency)

    @property
    def names(self) -> dict[str, Any]:
        """What the services take to find the table."""
        return {"player": self.player, "variant": self.variant, "currency": self.currency}

    def open(self) -> TableState:
        return services.open_table(**self.names)

    def plant(self, cards: str, *, last: str = "") -> Shoe:
        """Make the table's open shoe begin with ``cards``, the rest of the decks behind.

        ``last``, if given, is the shoe's last card.
        """
        self.open()
        first = cards.split()
        rest = Counter(decks(rules_of(self.variant).decks))
        rest.subtract([*first, *last.split()])
        assert min(rest.values()) >= 0, "more of a card than the shoe holds"
        shoe = Shoe.objects.get(table=self.table, ended_at=None)
        before = shoe.commitment
        shoe.commitment = fairplay.commit(
            login=self.player.username,
            cards=[*first, *rest.elements(), *last.split()],
            now=timezone.now(),
        )
        shoe.save()
        before.delete()
        return shoe

    def deal(
        self,
        *bets: int,
        version: int | None = None,
        bingo: Mapping[int, int] | None = None,
        **wish: Any,
    ) -> TableState:
        """Bet whole units on the boxes from the first on, 0 for none, and deal.

        ``bingo`` is whole units by box.
        """
        laid = {box: bet * UNIT for box, bet in enumerate(bets or (10,), start=1) if bet}
        on_bingo = {box: bet * UNIT for box, bet in (bingo or {}).items()}
        return services.deal(
            **self.names,
            version=self.version if version is None else version,
            wish=services.Wish(laid, bingo=on_bingo, **wish),
        )

    def leave(self, box: int | None = None, version: int | None = None) -> TableState:
        """Leave a bingo place, or the table."""
        now = self.version if version is None else version
        return services.leave(**self.names, version=now, box=box)

    def act(self, words: str, version: int | None = None) -> TableState:
        """Do each of the words in turn."""
        state = None
        for word in words.split():
            now = self.version if version is None else version
            state = services.act(**self.names, version=now, action=word)
        assert state is not None
        return state

    def play(self, cards: str, words: str = "", bets: Iterable[int] = (10,)) -> TableState:
        """Deal the planted cards and do the words; the state at the end of them."""
        self.plant(cards)
        state = self.deal(*bets)
        return self.act(words) if words else state

    @property
    def table(self) -> Table:
        return Table.objects.get(**self.names)

    @property
    def version(self) -> int:
        """The version that a page rendered now would carry."""
        return Table.objects.filter(**self.names).values_list("version", flat=True).first() or 0

    @property
    def shoe(self) -> Shoe:
        """The shoe that is open."""
        return Shoe.objects.select_related("commitment").get(table=self.table, ended_at=None)

    @property
    def round(self) -> Round:
        """The last round."""
        found = Round.objects.filter(table=self.table).order_by("-pk").first()
        assert found is not None
        return found

    @property
    def sessions(self) -> list[BingoSession]:
        """The table's bingo sessions, the oldest first."""
        return list(BingoSession.objects.filter(table=self.table).order_by("pk"))

    @property
    def balance(self) -> int:
        """Hundredths."""
        return ledger.balance(self.player.pk, self.currency)

    @property
    def lines(self) -> list[tuple[str, int]]:
        """Kind and amount (hundredths) of the money lines of all rounds, in order."""
        return [(entry.kind, entry.amount) for entry in self.entries]

    @property
    def entries(self) -> list[Entry]:
        """The journal lines of this player's rounds in this currency, in order."""
        mine = Entry.objects.filter(wallet__user=self.player, wallet__currency=self.currency)
        return list(mine.filter(cause__startswith="blackjack.").order_by("number"))

    def url(self, name: str = "table") -> str:
        mode = next(mode for mode, currency in MODES.items() if currency == self.currency)
        return reverse(f"blackjack:{name}", kwargs={"variant": self.variant, "mode": mode})

    def post_deal(self, client: Client, *bets: Any, headers: Any = None, **fields: Any) -> Any:
        """Send the betting form as the page does; bets are texts, blank for none."""
        laid = {f"bet_{box}": str(bet) for box, bet in enumerate(bets or (10,), start=1)}
        data = {"version": self.version, **laid, **fields}
        return client.post(self.url("deal"), data, headers=headers)

    def post_act(self, client: Client, word: str, headers: Any = None, **fields: Any) -> Any:
        """Send an action's button."""
        data = {"version": self.version, "action": word, **fields}
        return client.post(self.url("act"), data, headers=headers)


HTMX: Mapping[str, str] = {"HX-Request": "true"}


def give(player: User, units: int, currency: str = Currency.RUR.value) -> None:
    """Put money into a wallet, or take it out, as staff once did."""
    with transaction.atomic():
        wallet = ledger.lock(player.pk, currency)
        adjustment = Adjustment.objects.create(
            wallet=wallet,
            amount=units * UNIT,
            reason="test",
            staff=player,
            state=AdjustmentState.BOOKED_BY_ONE,
            before=wallet.balance,
            after=wallet.balance + units * UNIT,
            token=uuid.uuid4(),
            created_at=timezone.now(),
        )
        ledger.post(wallet, [Posting(Kind.ADJUSTMENT, units * UNIT, adjustment.cause)])


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of the casino's own tables as stored, to tell whether anything has changed."""
    with connection.cursor() as cursor:
        found = {}
        for model in _models():
            key = model._meta.pk.column
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{key}"')
            found[model._meta.label] = cursor.fetchall()
        return found


def everything_read() -> dict[str, list[dict[str, Any]]]:
    """The same rows with their values by name: what they mean, whichever database holds them."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in _models()
    }


def _models() -> Iterator[Any]:
    for app in ("accounts", "fairplay", "blackjack"):
        yield from apps.get_app_config(app).get_models()


def journal_adds_up() -> bool:
    """Whether every wallet is the sum of its lines, numbered without a gap."""
    for wallet in apps.get_model("accounts", "Wallet").objects.all():
        total = 0
        entries = Entry.objects.filter(wallet=wallet).order_by("number")
        for number, entry in enumerate(entries, start=1):
            total += entry.amount
            if (entry.number, entry.balance_after) != (number, total):
                return False
        if (wallet.balance, wallet.last_number) != (total, entries.count()):
            return False
    return True


def at_once(attempt: Callable[[int], T], times: int = TIMES, threads: int = 20) -> list[T]:
    """What ``times`` attempts came to, made by threads that start together."""
    together = Barrier(threads)

    def one(number: int) -> T:
        try:
            return attempt(number)
        finally:
            connection.close()  # as after every request; the test client leaves it open

    def several(first: int) -> list[T]:
        together.wait()
        return [one(number) for number in range(first, times, threads)]

    with ThreadPoolExecutor(threads) as pool:
        return [one for some in pool.map(several, range(threads)) for one in some]


def clients(player: User, count: int) -> list[Client]:
    """Browsers in which the player is signed in, by one session."""
    first = sign_in(Client(), player)
    more = [first]
    for _ in range(count - 1):
        other = Client()
        other.cookies.load(first.cookies.output(header="", sep=";"))
        more.append(other)
    return more
