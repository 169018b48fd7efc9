"""The kept rounds as a file for spreadsheets, the newest first, streamed in chunks."""

from collections.abc import AsyncIterator
from typing import Final

from asgiref.sync import sync_to_async
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from blackjack.models import Round
from blackjack.presenters.history import PastRound, past_round
from blackjack.replays import past_rounds
from casino.csv_files import MARK, amount, safe, written

_CHUNK: Final = 100
"""Rounds replayed at once; each piece is read by itself, so a slow reader holds no transaction."""


async def stream(
    player: User, *, variant: str, currency: str, language: str | None
) -> AsyncIterator[bytes]:
    """Yield the file's pieces."""
    yield (MARK + await sync_to_async(_head)(language)).encode()
    before: int | None = None
    while True:
        rows = await sync_to_async(past_rounds)(
            player, variant=variant, currency=currency, before=before, count=_CHUNK
        )
        if not rows:
            return
        yield (await sync_to_async(_lines)(rows, language)).encode()
        before = rows[-1].pk


def file_name() -> str:
    """Return the name to save it by."""
    return f"games-{timezone.localdate():%Y-%m-%d}.csv"


def _head(language: str | None) -> str:
    with translation.override(language):
        zone = timezone.get_default_timezone_name()
        return written(
            [
                [
                    _("Game №"),
                    _("Time (%(zone)s)") % {"zone": zone},
                    _("Game"),
                    _("Money"),
                    _("Hands"),
                    _("Dealer"),
                    _("Staked"),
                    _("Returned"),
                    _("Net"),
                    _("Laid on bingo"),
                    _("Done by the house"),
                ]
            ]
        )


def _lines(rows: list[Round], language: str | None) -> str:
    with translation.override(language):
        return written([_cells(past_round(row)) for row in rows])


def _cells(one: PastRound) -> list[str]:
    over = one.over and one.staked > 0  # else its row is damaged, and says nothing
    hands = "; ".join(
        f"{hand.label}: {' '.join(hand.cards)} {hand.outcome}".replace("  ", " ")
        for hand in one.hands
    )
    return [
        str(one.number),
        timezone.localtime(one.dealt_at).strftime("%Y-%m-%d %H:%M:%S"),
        safe(one.title),
        one.currency,
        safe(hands),
        safe(f"{' '.join(one.dealer_cards)} {one.dealer_total}".strip()),
        amount(one.staked),
        amount(one.returned) if over else "",
        amount(one.net) if over else "",
        amount(one.on_bingo),
        safe(one.by_house),
    ]
