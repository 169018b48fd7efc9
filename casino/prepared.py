"""Queries whose SQL Django builds once, and not anew for every request.

Building the statement that reads a round with its table, shoe and commitment took Django ten times
as long as the database took to answer it. A prepared query is an ordinary queryset with slots where
the values come; its SQL and the conversions of its columns are kept. Only what every action asks
is worth it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Expression, Field, Model, QuerySet

M = TypeVar("M", bound=Model)

_ALIAS: Final = "default"


class Slot(Expression):
    """The place of a value, which must be a number or a text: nothing converts it."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Stand in the statement as a parameter, and in its values as itself."""
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The statement of a query on one kind of database, and what its columns go through."""

    sql: str
    values: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]

    def rows(self, given: dict[str, Any]) -> Iterator[list[Any]]:
        with connection.cursor() as cursor:
            cursor.execute(
                self.sql,
                [given[one.name] if isinstance(one, Slot) else one for one in self.values],
            )
            found = cursor.fetchall()
        for values in found:
            row = list(values)
            for column, converters, expression in self.converters:
                for convert in converters:
                    row[column] = convert(row[column], expression, connection)
            yield row


class Prepared:
    """A query for rows of plain values.

    Args:
        build: gives the queryset, by ``values_list`` and with :class:`Slot` for its values. It is
            called once for each kind of database, within the first request that asks it.
    """

    def __init__(self, build: Callable[[], "QuerySet[Any, Any]"]) -> None:
        self._build = build
        self._plan = lru_cache(self._planned)

    def one(self, **given: Any) -> list[Any] | None:
        """Return the first row for these values, each for the slot of its name."""
        return next(self._plan(connection.vendor).rows(given), None)

    def _planned(self, vendor: str) -> _Plan:
        compiler = self._build().query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select]
        converters = compiler.get_converters(columns)
        return _Plan(
            sql, values, [(number, how, of) for number, (how, of) in sorted(converters.items())]
        )


@lru_cache
def columns(model: type[Model], path: str = "") -> tuple[str, ...]:
    """Return the names of a model's columns for ``values_list``, reached by ``path``."""
    return tuple(f"{path}{field.attname}" for field in model._meta.concrete_fields)


def taken(model: type[M], values: list[Any]) -> M:
    """Make an instance of the next values of a row, and take them off it."""
    names = columns(model)
    own, values[:] = values[: len(names)], values[len(names) :]
    return model.from_db(_ALIAS, names, own)
