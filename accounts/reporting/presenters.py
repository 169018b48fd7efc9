"""A report as its page and its file show it."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from accounts.registry import games
from accounts.reporting import figures
from accounts.reporting.charts import Chart, chart
from accounts.reporting.figures import Line, Owed


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; amounts are hundredths."""

    name: Any
    stakes: int
    returns: int

    @property
    def result(self) -> int:
        """What the house won."""
        return self.stakes - self.returns


@dataclass(frozen=True, slots=True)
class ReportView:
    """All that the page of a report shows."""

    currency: str
    first: date
    last: date
    days: Sequence[Row]
    games: Sequence[Row]
    tiers: Sequence[Row]
    total: Row
    players: int
    result_chart: Chart
    money_chart: Chart


def wanted(lines: Iterable[Line], values: Mapping[str, Any]) -> list[Line]:
    """Those of the game, tier and currency that were asked for."""
    return [
        line
        for line in lines
        if line.currency == values["currency"]
        and values["game"] in {"", line.game}
        and values["tier"] in {"", line.tier}
    ]


def report_view(values: Mapping[str, Any]) -> ReportView:
    """The report that a form asks for."""
    first, last, currency = values["first"], values["last"], values["currency"]
    lines = wanted(figures.lines(first, last), values)
    shown = list(figures.days(first, last))
    by_day = {row.name: row for row in _summed(lines, lambda line: line.day)}
    rows = [by_day.get(day, Row(day, 0, 0)) for day in shown]
    return ReportView(
        currency=currency,
        first=first,
        last=last,
        days=rows,
        games=_summed(lines, lambda line: games().game_name(line.game)),
        tiers=_summed(lines, lambda line: line.tier),
        total=Row(_("Total"), sum(r.stakes for r in rows), sum(r.returns for r in rows)),
        players=figures.active_players(first, last, currency),
        result_chart=chart(shown, [("bar-result", [row.result for row in rows])]),
        money_chart=chart(
            shown,
            [
                ("bar-stakes", [row.stakes for row in rows]),
                ("bar-returns", [row.returns for row in rows]),
            ],
        ),
    )


def owed_view() -> list[Owed]:
    """What the house owes."""
    return figures.owed()


def csv_text(values: Mapping[str, Any]) -> str:
    """The lines of a report as a file: days as ISO writes them, amounts with a point."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["day", "game", "tier", "currency", "stakes", "returns", "result"])
    for line in wanted(figures.lines(values["first"], values["last"]), values):
        money = (line.stakes, line.returns, line.result)
        amounts = [_amount(amount) for amount in money]
        writer.writerow([line.day.isoformat(), line.game, line.tier, line.currency, *amounts])
    return out.getvalue()


def _amount(hundredths: int) -> str:
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02d}"


def _summed(lines: Iterable[Line], by: Callable[[Line], Any]) -> list[Row]:
    sums: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    for line in lines:
        sums[by(line)][0] += line.stakes
        sums[by(line)][1] += line.returns
    return [Row(name, stakes, returns) for name, (stakes, returns) in sorted(sums.items())]
