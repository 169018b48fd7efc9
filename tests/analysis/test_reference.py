"""The games are worth what two outside programs say, to the last digit that they give."""

import csv
import json
from pathlib import Path

import pytest

from blackjack.analysis import results, upcard
from blackjack.analysis.dealer import ENDS
from blackjack.analysis.stock import RANKS, fresh
from blackjack.engine.rules import Variant, rules_of

CLOSE = 1e-11
"""The figures have twelve decimals."""
TOTALS = {
    # ev_composition, ev_table, sd_table
    Variant.DOUBLE_DECK: (-0.013563431125, -0.013694236602, 1.043588980),
    Variant.CLASSIC: (-0.004568862973, -0.004599355936, 1.146391463),
}
BINGO = 0.933652
DEALER = {
    # decks -> 17 to 21, blackjack, bust, when the up card is not known
    2: [
        *(0.133854338358, 0.140600581965, 0.136104224359, 0.180049592737, 0.075148212508),
        *(0.047796863331, 0.286446186741),
    ],
    6: [
        *(0.145245268876, 0.139257771267, 0.133684739287, 0.179527303824, 0.072874087071),
        *(0.047489488004, 0.281921341671),
    ],
}
ACTIONS = ("stand", "hit", "double", "split")


def outside(variant):
    path = Path(__file__).parent / f"{variant}-actions.csv"
    with path.open(encoding="ascii", newline="") as opened:
        return {(row["card1"], row["card2"], row["up"]): row for row in csv.DictReader(opened)}


def require_same_actions(hands, rows, chance=1.0):
    """Compare hands with the outside rows; ``chance`` is that of their up card."""
    for hand in hands:
        row = rows[*hand["cards"], hand["up"]]
        where = (*hand["cards"], hand["up"])
        for action in ACTIONS:
            if row[action] == "" or (where[:2] == ("A", "10") and action != "stand"):
                # Of a blackjack the programs tell other plays, too; it has no turn.
                assert action not in hand or where[:2] == ("A", "10"), where
            else:
                assert hand[action] == pytest.approx(float(row[action]), abs=CLOSE), where
        assert hand["best"] == row["best"], where
        assert hand["deal"] * chance == pytest.approx(float(row["prob_deal"]), abs=CLOSE)
        blackjack = pytest.approx(float(row["p_dealer_bj"]), abs=CLOSE)
        assert hand["dealer_blackjack"] == blackjack


@pytest.mark.parametrize("variant", TOTALS)
def test_kept_totals(variant):
    kept = results.read(variant)
    composition, table, deviation = TOTALS[variant]
    assert kept["ev_composition"] == pytest.approx(composition, abs=1e-12)
    assert kept["ev_table"] == pytest.approx(table, abs=1e-12)
    assert kept["sd_table"] == pytest.approx(deviation, abs=1e-9)


@pytest.mark.parametrize("variant", TOTALS)
def test_kept_actions(variant):
    kept, rows = results.read(variant)["hands"], outside(variant)
    assert len(kept) == len(rows) == 550
    require_same_actions(kept, rows)


@pytest.mark.parametrize("variant", Variant)
def test_kept_dealers_totals(variant):
    path = Path(__file__).parent.parent / "engine" / "dealer_totals.json"
    figures = json.loads(path.read_text(encoding="utf-8"))
    decks = {2: "double-deck", 6: "six-deck"}[rules_of(variant).decks]
    kept = results.read(variant)
    columns = ("17", "18", "19", "20", "21", "blackjack", "bust")
    assert set(columns) == set(ENDS)
    expected = figures[decks]
    found = {RANKS[rank]: kept["by_up_card"][RANKS[rank]]["dealer"] for rank in range(len(RANKS))}
    for rank, label in enumerate(RANKS):
        ends = [found[label][column] for column in columns]
        assert ends == pytest.approx(expected[str(rank + 1)], abs=CLOSE)
    overall = [kept["dealer"][column] for column in columns]
    assert overall == pytest.approx(DEALER[rules_of(variant).decks], abs=CLOSE)


def test_kept_bingo():
    assert results.read(Variant.BINGO)["bingo"]["return"] == pytest.approx(BINGO, abs=5e-7)


@pytest.mark.parametrize("variant", TOTALS)
def test_a_column_computed_now(variant):
    """The code, not only the file: the up card that takes least time."""
    rules = rules_of(variant)
    counts = fresh(rules)
    ten = upcard.analyse(rules, counts, RANKS.index("10"))
    require_same_actions(ten.hands, outside(variant), counts[RANKS.index("10")] / sum(counts))
    kept = results.read(variant)
    assert ten.table == pytest.approx(kept["by_up_card"]["10"]["ev_table"], abs=1e-13)
    for (kind, label), letters in ten.codes.items():
        assert kept["table"][kind][label]["10"] == letters
