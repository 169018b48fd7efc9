"""What the page of the cash history shows: the template's only input beside its form."""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts import registry
from accounts.kinds import Kind
from accounts.models import Currency, Entry, User
from accounts.statement import sections
from accounts.statement.forms import ALL, DAYS, DEFAULT, FilterForm
from accounts.statement.periods import Month, Period, months_since
from accounts.statement.sections import Section

PAGE: Final = 50
"""Lines on one page."""
_REQUEST: Final = re.compile(r"accounts\.(?:deposit|withdrawal)/([0-9]+)(?:/returned)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of the journal; amounts in hundredths.

    Attributes:
        words: what caused it, where that says more than the kind.
    """

    number: int
    at: datetime
    kind: str
    game: str
    words: str
    amount: int
    balance_after: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A link to another period, or one option of the months."""

    text: str
    value: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """What is shown; it makes the addresses of what is shown beside it.

    Attributes:
        word: today, week, month30 or all; blank where a month or days are named.
    """

    currency: str
    kind: str
    period: Period
    word: str = ""
    month: Month | None = None

    def query(self) -> dict[str, str]:
        """The same as the fields of a form."""
        named: dict[str, str] = {"currency": self.currency}
        if self.kind:
            named["kind"] = self.kind
        if self.word:
            return {**named, "period": self.word}
        if self.month:
            return {**named, "month": str(self.month)}
        return {**named, "since": _iso(self.period.first), "until": _iso(self.period.last)}

    def url(self, name: str = "cash_history", **more: int) -> str:
        """The address of the page or of the file."""
        fields: dict[str, str | int] = {**self.query(), **more}
        return f"{reverse(f'accounts:{name}')}?{urlencode(fields)}"


@dataclass(frozen=True, slots=True)
class StatementView:
    """A page of the cash history; amounts in hundredths.

    Attributes:
        opening, change, closing: of the whole period, all kinds together.
        of_kind: what the lines of the chosen kind come to; ``None`` where all kinds are shown.
        zone: in which the days and the times are.
        simple: whether nothing but a period named by a word was asked for.
    """

    currency: str
    kind: str
    title: str
    zone: str
    opening: int
    change: int
    closing: int
    of_kind: int | None
    count: int
    lines: tuple[LineView, ...]
    older_url: str
    newer_url: str
    newest_url: str
    file_url: str
    words: tuple[Choice, ...]
    months: tuple[Choice, ...]
    simple: bool


def filter_of(player: User, form: FilterForm) -> Filter:
    """What a valid form asks for; unless it names a currency, the player's first one."""
    values: dict[str, Any] = form.cleaned_data
    days_named = "since" in form.data or "until" in form.data
    word = values["period"] or ("" if values["month"] or days_named else DEFAULT)
    return Filter(
        currency=values["currency"] or (Currency.FUN if player.is_guest else Currency.RUR).value,
        kind=values["kind"],
        period=form.chosen_period(),
        word=word,
        month=values["month"],
    )


def section_of(player: User, wanted: Filter) -> Section:
    """The lines of the period."""
    period = wanted.period
    return sections.section(player.pk, wanted.currency, start=period.start, end=period.end)


def statement(
    player: User, wanted: Filter, *, before: int | None = None, after: int | None = None
) -> StatementView:
    """A page of what is asked for."""
    section = section_of(player, wanted)
    page = sections.page(section, kind=wanted.kind, before=before, after=after, size=PAGE)
    return StatementView(
        currency=wanted.currency,
        kind=str(Kind(wanted.kind).label) if wanted.kind else "",
        title=title(wanted),
        zone=timezone.get_default_timezone_name(),
        opening=section.opening,
        change=section.change,
        closing=section.closing,
        of_kind=sections.total(section, wanted.kind) if wanted.kind else None,
        count=section.lines,
        lines=tuple(line_view(entry) for entry in page.lines),
        older_url=wanted.url(before=page.older) if page.older else "",
        newer_url=wanted.url(after=page.newer) if page.newer else "",
        newest_url=wanted.url(),
        file_url=wanted.url("cash_history_file"),
        words=tuple(_word(wanted, word) for word in (*DAYS, ALL)),
        months=_months(section, wanted),
        simple=bool(wanted.word) and not wanted.kind,
    )


def line_view(entry: Entry) -> LineView:
    """A line as the page and the file show it."""
    return LineView(
        number=entry.number,
        at=timezone.localtime(entry.at, timezone.get_default_timezone()),
        kind=str(Kind(entry.kind).label) if entry.kind in Kind.values else entry.kind,
        game=registry.games().game_name(entry.game) if entry.game else "",
        words=_cause(entry),
        amount=entry.amount,
        balance_after=entry.balance_after,
    )


def title(wanted: Filter) -> str:
    """The period in words."""
    days = (wanted.period.first, wanted.period.last)
    first, last = (date_format(day, "DATE_FORMAT") if day else "" for day in days)
    if wanted.month:
        return date_format(wanted.month.first, "F Y")
    if first and last:
        return first if first == last else f"{first} – {last}"
    if first:
        return _("From %(day)s") % {"day": first}
    return _("Until %(day)s") % {"day": last} if last else _("All time")


def _cause(entry: Entry) -> str:
    if entry.note:
        return entry.note
    request = _REQUEST.fullmatch(entry.cause)
    if request:
        return _("Request № %(number)s") % {"number": request[1]}
    return registry.games().cause_in_words(entry.cause)


def _word(wanted: Filter, word: str) -> Choice:
    texts = {
        "today": pgettext("period", "Today"),
        "week": pgettext("period", "7 days"),
        "month30": pgettext("period", "30 days"),
        ALL: _("All time"),
    }
    url = replace(wanted, word=word, month=None).url()
    return Choice(texts[word], word, url, current=wanted.word == word)


def _months(section: Section, wanted: Filter) -> tuple[Choice, ...]:
    """The months from the first line to now, and the chosen one wherever it lies."""
    begun = sections.began_at(section)
    months = months_since(begun or timezone.now())
    if wanted.month and wanted.month not in months:
        months = sorted([*months, wanted.month], reverse=True)
    return tuple(
        Choice(
            date_format(month.first, "F Y"),
            str(month),
            replace(wanted, word="", month=month).url(),
            current=month == wanted.month,
        )
        for month in months
    )


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
