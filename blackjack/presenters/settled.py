"""What the house has ended for a player who was away, in his words (rules.md section 9)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import Variant
from blackjack.models import Settlement
from blackjack.templatetags.money import money


@dataclass(frozen=True, slots=True)
class SettledLine:
    """One round or bingo session.

    Attributes:
        url: leads to the round; empty when it is no longer kept.
        gone: where the round's money stands, now that the round itself is deleted; else empty.
    """

    title: str
    demo: bool
    text: str
    url: str
    gone: str = ""


@dataclass(frozen=True, slots=True)
class SettledView:
    """Everything that ``_settled.html`` needs.

    Attributes:
        last: number of the newest line: the player says that he knows of all up to it.
        page: to which the form leads back.
        game, currency: of the one table that it tells of; empty for all.
    """

    lines: Sequence[SettledLine]
    last: int
    page: str
    game: str
    currency: str


def settled_view(
    found: Sequence[Settlement],
    kept: Collection[int],
    page: str,
    *,
    table: tuple[str, str],
) -> SettledView | None:
    """Tell the player; ``None`` where there is nothing to tell.

    Args:
        kept: numbers of the rounds that can still be looked at.
        table: game and currency of the one table that it tells of; empty for all.
    """
    if not found:
        return None
    lines = [_line(one, kept) for one in found]
    return SettledView(lines, max(one.pk for one in found), page, *table)


def _line(one: Settlement, kept: Collection[int]) -> SettledLine:
    if one.box is None:
        text = _(
            "Game № %(number)s of %(dealt)s: staked %(staked)s, returned %(returned)s %(currency)s."
        )
    else:
        text = _(
            "Bet on bingo of %(dealt)s, box %(box)s: stake %(staked)s, returned %(returned)s "
            "%(currency)s."
        )
    values = {
        "number": one.number,
        "box": one.box,
        "dealt": _moment(one.dealt_at),
        "staked": money(one.staked),
        "returned": money(one.returned),
        "currency": one.currency,
    }
    is_round = one.box is None
    is_kept = is_round and one.number in kept
    return SettledLine(
        title=str(words.TITLES[Variant(one.variant)]),
        demo=one.currency == Currency.FUN,
        text=text % values,
        url=reverse("blackjack:replay", args=[one.number]) if is_kept else "",
        gone=reverse("accounts:cash_history") if is_round and not is_kept else "",
    )


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "DATETIME_FORMAT")
