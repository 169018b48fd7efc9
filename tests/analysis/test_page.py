"""docs/returns.md says what is kept: its figures and tables, line by line."""

from pathlib import Path

import pytest

from blackjack.analysis import published
from blackjack.analysis.published import UP_CARDS
from blackjack.engine.rules import Variant

PAGE = Path(__file__).parent.parent.parent / "docs" / "returns.md"


def figures(variant):
    """Return the line of the first table."""
    book = published.load(variant)
    numbers = (
        f"{book.ev_composition:.12f}",
        f"{book.ev_table:.12f}",
        f"{book.house_edge:.4%}",
        f"{book.sd_table:.9f}",
        f"{book.natural:.6f}",
        f"{book.insurance['A']:.6f}",
    )
    return f"| `{variant}` | {' | '.join(numbers)} |"


def table(variant):
    """Return the lines of a game's table, header apart."""
    rows = {}
    for (row, up), entry in published.load(variant).table.items():
        rows.setdefault((row.kind, row.label), {})[up] = entry.letters
    return [
        f"| {kind} {label} | {' | '.join(row[up] for up in UP_CARDS)} |"
        for (kind, label), row in rows.items()
    ]


@pytest.fixture(scope="module")
def lines():
    return PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("variant", Variant)
def test_figures(lines, variant):
    assert figures(variant) in lines


@pytest.mark.parametrize("variant", Variant)
def test_tables(lines, variant):
    begin = lines.index(f"### `{variant}`")
    end = next(
        (n for n, line in enumerate(lines) if n > begin and line.startswith("#")), len(lines)
    )
    section = [line for line in lines[begin:end] if line.startswith("| ")]
    assert section[0] == f"| | {' | '.join(UP_CARDS)} |"
    assert section[1:] == table(variant)


def test_bingo(lines):
    returned = published.load(Variant.BINGO).bingo.returned
    assert any(f"{returned:.9f}" in line for line in lines)


def dealt(lines):
    """Return the lines of the simulations: game, rounds, mean, error, exact value, distance."""
    begin = next(n for n, line in enumerate(lines) if line.startswith("| game | rounds | seed"))
    for line in lines[begin + 2 :]:
        if not line.startswith("| `"):
            return
        cells = [cell.strip(" `") for cell in line.strip("|").split("|")]
        yield Variant(cells[0]), int(cells[1].replace(",", "")), *map(float, cells[3:7])


def test_five_million_dealt_rounds_of_every_game_lie_within_three_errors(lines):
    found = {}
    for variant, rounds, mean, error, exact, distance in dealt(lines):
        assert rounds >= 5_000_000
        assert exact == round(published.load(variant).ev_table, 6)
        assert distance == pytest.approx((mean - exact) / error, abs=0.01)
        found[variant] = abs(distance)
    assert set(found) == set(Variant)
    assert max(found.values()) < 3
