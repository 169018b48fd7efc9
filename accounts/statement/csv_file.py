"""The cash history as a file for spreadsheets, streamed in chunks."""

from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.statement import presenters, sections
from accounts.statement.presenters import Filter
from accounts.statement.sections import Section
from casino.csv_files import MARK, amount, safe, written

Cells = list[str]


async def stream(section: Section, wanted: Filter, language: str) -> AsyncIterator[bytes]:
    """The file's pieces. The section is fixed: what is booked meanwhile is not in it.

    Each piece is read in a query of its own, so that a slow reader holds no transaction.
    """
    yield (MARK + await sync_to_async(_head)(section, wanted, language)).encode()
    after: int | None = section.first - 1
    while after is not None:
        text, after = await sync_to_async(_lines)(section, wanted, language, after)
        if text:
            yield text.encode()
    yield (await sync_to_async(_foot)(section, wanted, language)).encode()


def file_name(wanted: Filter) -> str:
    """The name to save it by: ASCII, and the same in every language."""
    first, last = wanted.period.first, wanted.period.last
    span = "_".join(str(day) for day in (first, last) if day) or "all"
    kind = f"-{wanted.kind}" if wanted.kind else ""
    return f"cash-{wanted.currency}{kind}-{span}.csv"


def _head(section: Section, wanted: Filter, language: str) -> str:
    with translation.override(language):
        zone = timezone.get_default_timezone_name()
        names = [
            _("Number"),
            _("Time (%(zone)s)") % {"zone": zone},
            _("Kind"),
            _("Game"),
            _("Cause"),
            _("Amount, %(currency)s") % {"currency": wanted.currency},
            _("Balance after, %(currency)s") % {"currency": wanted.currency},
        ]
        rows = [names]
        if not wanted.kind:
            rows.append(_edge(_("Opening balance"), section.opening))
        return written(rows)


def _foot(section: Section, wanted: Filter, language: str) -> str:
    with translation.override(language):
        return "" if wanted.kind else written([_edge(_("Closing balance"), section.closing)])


def _lines(section: Section, wanted: Filter, language: str, after: int) -> tuple[str, int | None]:
    """The lines after this number, and the number to go on after; ``None`` at the end."""
    with translation.override(language):
        entries = sections.chunk(section, kind=wanted.kind, after=after)
        rows = []
        for entry in entries:
            line = presenters.line_view(entry)
            rows.append(
                [
                    str(line.number),
                    line.at.strftime("%Y-%m-%d %H:%M:%S"),
                    safe(line.kind),
                    safe(line.game),
                    safe(line.words),
                    amount(line.amount),
                    amount(line.balance_after),
                ]
            )
        return written(rows), entries[-1].number if entries else None


def _edge(name: str, balance: int) -> Cells:
    return ["", "", name, "", "", "", amount(balance)]
