"""Tables whose rows are written once: refused by the models, and by triggers of both databases.

A migration installs a table's triggers. A later migration that rebuilds the table on SQLite drops
them with the old table and must install them again; a test notices. The tests' own clean-up,
which empties every table, lifts them by name and installs them again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class InsertOnly(Exception):
    """Somebody tried to change or remove such a row. The database refuses it too."""

    def __init__(self) -> None:
        super().__init__("These rows are insert-only: write another one instead.")


class InsertOnlyQuerySet(models.QuerySet[Any]):
    """Rows that are only written; refuses what the database would refuse."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raises: InsertOnly: always."""
        raise InsertOnly

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises: InsertOnly: always."""
        raise InsertOnly

    def delete(self) -> NoReturn:
        """Raises: InsertOnly: always."""
        raise InsertOnly

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class InsertOnlyModel(models.Model):
    """A row that is written once."""

    objects = InsertOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new row.

        Raises:
            InsertOnly: the row is written already.
        """
        if not self._state.adding:
            raise InsertOnly
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises: InsertOnly: always."""
        raise InsertOnly


@dataclass(frozen=True, slots=True)
class Triggers:
    """The triggers of one table.

    Attributes:
        table: its name; a literal of ours, never anybody's input.
        rows: how the refusal calls its rows.
        same: by which columns a new row would take the place of one that is there (SQLite's
            ``INSERT OR REPLACE`` removes that one without asking the trigger on deletion).
    """

    table: str
    rows: str
    same: str

    def install(self, connection: BaseDatabaseWrapper) -> None:
        """Make the database refuse every change of a row. Doing it twice is harmless."""
        self.lift(connection)
        steps = self._on_sqlite() if connection.vendor == "sqlite" else self._on_postgresql()
        _run(connection, steps)

    def lift(self, connection: BaseDatabaseWrapper) -> None:
        """Let rows be removed again. For the tests' clean-up and undone migrations only."""
        on = "" if connection.vendor == "sqlite" else f" ON {self.table}"
        _run(
            connection,
            (
                f"DROP TRIGGER IF EXISTS {self.table}_no_{what}{on}"
                for what in ("update", "delete", "replace", "truncate")
            ),
        )

    def _on_sqlite(self) -> Iterator[str]:
        for what in ("UPDATE", "DELETE"):
            yield f"""
                CREATE TRIGGER {self.table}_no_{what.lower()} BEFORE {what} ON {self.table}
                BEGIN SELECT RAISE(ABORT, '{self.rows} are insert-only: {what} refused'); END
            """
        yield f"""
            CREATE TRIGGER {self.table}_no_replace BEFORE INSERT ON {self.table}
            WHEN EXISTS (SELECT 1 FROM {self.table} WHERE {self.same})
            BEGIN SELECT RAISE(ABORT, '{self.rows} are insert-only: the row exists'); END
        """  # noqa: S608  literals of ours

    def _on_postgresql(self) -> Iterator[str]:
        yield f"""
            CREATE OR REPLACE FUNCTION {self.table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION '{self.rows} are insert-only: % refused', TG_OP
                    USING ERRCODE = 'restrict_violation';
            END
            $$
        """
        for what, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
            yield f"""
                CREATE TRIGGER {self.table}_no_{what.lower()} BEFORE {what} ON {self.table}
                FOR EACH {each} EXECUTE FUNCTION {self.table}_refuse()
            """


def _run(connection: BaseDatabaseWrapper, statements: Iterator[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
