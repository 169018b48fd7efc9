"""Lists of a million rows in the administration: each page is answered by an index.

Nothing is counted, nothing is sorted by what no index sorts, and what may be asked is fixed: a
number or the beginning of a login, a period, and the filters that a list names.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.text import capfirst
from django.utils.timezone import make_aware
from django.utils.translation import gettext_lazy as _

from accounts import logins
from accounts.models import User

ROWS: Final = 50
MOST_PAGES: Final = 100
"""Nobody leafs further: what lies behind is found by asking for it."""
MOST_PLAYERS: Final = 100
"""So many logins may begin alike before one has to type more of them."""
_NUMBER: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


class _Leaves(Paginator[Any]):
    """Knows this page and whether another follows."""

    def __init__(self, rows: Sequence[Any], last: int) -> None:
        super().__init__(rows, ROWS)
        self._last = last

    @property
    def num_pages(self) -> int:
        """The last page that is known of."""
        return self._last


class UncountedList(ChangeList):
    """A page of rows and whether there are more; the order is the list's own."""

    def get_results(self, request: HttpRequest) -> None:
        """Read one page and one row more.

        Raises:
            IncorrectLookupParameters: there is no such page.
        """
        if not 1 <= self.page_num <= MOST_PAGES:
            raise IncorrectLookupParameters
        first = (self.page_num - 1) * ROWS
        rows = list(self.queryset[first : first + ROWS + 1])
        self.more = len(rows) > ROWS and self.page_num < MOST_PAGES
        self.result_list = rows[:ROWS]
        self.result_count = self.full_result_count = len(self.result_list)
        self.show_full_result_count = False
        self.show_admin_actions = True
        self.can_show_all = False
        self.multi_page = self.more or self.page_num > 1
        self.paginator = _Leaves(rows, self.page_num + self.more)

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        """The order of the list's index, whatever the address asks for."""
        return list(self.model_admin.get_ordering(request))

    def get_ordering_field_columns(self) -> dict[int, Any]:
        """No column can be sorted by."""
        return {}


def with_login(text: str) -> QuerySet[User]:
    """Players whose login begins with ``text``, in any case, by an index on either database."""
    folded = User.objects.alias(folded=Lower("username"))
    text = text.lower()
    if connection.vendor == "sqlite":
        # LIKE asks no index here. Behind everything that begins so stands the same with a "~".
        return folded.filter(folded__gte=text, folded__lt=text + "~")
    return folded.filter(folded__startswith=text)


def found_by(text: str) -> list[int]:
    """Return the player of that login, or those whose logins begin so where nobody has it."""
    text = text[: logins.LONGEST]
    try:
        return [User.objects.get_by_natural_key(text).pk]
    except User.DoesNotExist:
        return list(with_login(text).values_list("pk", flat=True)[:MOST_PLAYERS])


class UncountedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of many rows.

    Attributes:
        players: the way from a row to its players' numbers, such as ``("wallet__user",)``.
        numbered: whether a row is found by its number.
        moment: the column by which a period is asked for, the first of the list's order.
        one, many: what a row and the rows are called, where the model's own name is no word of
            the house's.
    """

    players: ClassVar[tuple[str, ...]] = ()
    numbered: ClassVar[bool] = True
    moment: ClassVar[str] = ""
    one: ClassVar[Any] = ""
    many: ClassVar[Any] = ""

    list_per_page = ROWS
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()
    ordering = ("-pk",)
    searched: ClassVar[bool] = True
    """Whether there is a search box."""

    def list_name(self) -> str:
        """What stands above the list, and on every way to it."""
        return str(capfirst(self.many or self.opts.verbose_name_plural))

    def row_title(self, row: Any) -> str:
        """What stands above the page of one row: by default its number, as players see it too."""
        return f"{capfirst(self.one or self.opts.verbose_name)} № {row.pk}"

    def get_urls(self) -> list[URLPattern]:
        """Django's pages without its history: what staff did stands in the audit alone."""
        history = f"{self.opts.app_label}_{self.opts.model_name}_history"
        return [one for one in super().get_urls() if one.name != history]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list under its own name."""
        name = self.list_name()
        named = {"title": name, "list_name": name}
        return super().changelist_view(request, named | (extra_context or {}))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Django's question before something is deleted, with the way back to the list."""
        named = {"list_name": self.list_name()}
        return super().delete_view(request, object_id, named | (extra_context or {}))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The page of one row under its own name."""
        row = kwargs.get("obj")
        context |= {"subtitle": None, "list_name": self.list_name()}
        if row is not None:
            context["title"] = self.row_title(row)
        return super().render_change_form(request, context, *args, **kwargs)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Make Django show the box; what is typed goes to :meth:`get_search_results`."""
        return ("pk",) if self.searched else ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that counts nothing."""
        return UncountedList

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """By time where a period may be asked for, else by number; the newest first."""
        return (f"-{self.moment}", "-pk") if self.moment else ("-pk",)

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        """The list's filters, and that by period where there is an index for it."""
        own = tuple(super().get_list_filter(request))
        return (*own, Period) if self.moment else own

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what the filters ask for: everything else would be a walk over all rows."""
        if lookup in Period.parameters:
            return bool(self.moment)
        for one in self.list_filter:
            named = one[0] if isinstance(one, tuple) else one
            name = named if isinstance(named, str) else getattr(named, "parameter_name", "")
            if name and lookup in {name, f"{name}__exact"}:
                return True
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The row of that number, or the rows of the players whose login begins so."""
        text = search_term.strip()
        if not text:
            return queryset, False
        if self.numbered and _NUMBER.fullmatch(text):
            return queryset.filter(pk=int(text)), False
        if not self.players or not re.fullmatch(r"[A-Za-z0-9_]+", text, re.ASCII):
            return queryset.none(), False
        return self.rows_of(queryset, found_by(text)), False

    def rows_of(self, queryset: QuerySet[Any], found: list[int]) -> QuerySet[Any]:
        """Narrow the rows to those of these players."""
        return queryset.filter(**{f"{self.players[0]}__in": found})

    @property
    def search_help_text(self) -> Any:
        """What may be typed."""
        if self.players and self.numbered:
            return _("A number, or the beginning of a login.")
        return _("The beginning of a login.") if self.players else _("A number.")

    @search_help_text.setter
    def search_help_text(self, value: Any) -> None:
        """Django's own attribute can't be set here."""


class Period(admin.ListFilter):
    """From one day up to another, both included, in the house's time zone."""

    title = _("period")
    template = "admin/period_filter.html"
    parameters: ClassVar[tuple[str, str]] = ("from", "to")

    def __init__(
        self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: UncountedAdmin
    ) -> None:
        super().__init__(request, params, model, model_admin)
        self.moment = model_admin.moment
        for name in self.parameters:
            if name in params:
                self.used_parameters[name] = params.pop(name)[-1]

    def has_output(self) -> bool:
        """Always."""
        return True

    def expected_parameters(self) -> list[str | None]:
        """What the address may hold."""
        return list(self.parameters)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Narrow the list.

        Raises:
            IncorrectLookupParameters: that is no day.
        """
        first, last = (_day(str(self.used_parameters.get(name, ""))) for name in self.parameters)
        if first:
            queryset = queryset.filter(**{f"{self.moment}__gte": _begin(first)})
        if last:
            queryset = queryset.filter(**{f"{self.moment}__lt": _begin(last + timedelta(days=1))})
        return queryset

    def choices(self, changelist: Any) -> list[dict[str, Any]]:  # type: ignore[override]
        """What the form of the filter holds, and what goes with it."""
        others = {
            name: value
            for name, value in changelist.params.items()
            if name not in {*self.parameters, "p", "e"}
        }
        first, last = (self.used_parameters.get(name, "") for name in self.parameters)
        return [{"first": first, "last": last, "others": others}]


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError as error:
        raise IncorrectLookupParameters(error) from error
    if day is not None and not 2000 <= day.year <= 2200:
        raise IncorrectLookupParameters(text)
    return day


def _begin(day: date) -> datetime:
    return make_aware(datetime.combine(day, time.min))
