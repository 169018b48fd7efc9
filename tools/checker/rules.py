"""The rules of the games as JSON for the re-dealing JavaScript, from the engine's own tables.

`tools.checker` writes it.
"""

import json
from dataclasses import asdict
from typing import Any

from blackjack.engine import bingo, cards, settle, shoe
from blackjack.engine.round import DEALER_STANDS_ON, UNIT
from blackjack.engine.rules import NEWEST, RULES, Rules
from blackjack.engine.state import Outcome, Scheme
from blackjack.transcript_format import FORMAT

HEAD = """\
// The rules of the games (rules.md): exported from the engine's tables by
// `python -m tools.checker`. Not edited by hand.

"""


def script() -> str:
    """Return the ES module ``static/js/redeal/rules.js``."""
    return f"{HEAD}export const RULES = {json.dumps(table(), indent=2)};\n"


def table() -> dict[str, Any]:
    """Return everything about the games that a re-deal must know; amounts are hundredths."""
    return {
        "format": FORMAT,
        "unit": UNIT,
        "cards": cards.POINTS,
        "dealer_stands_on": DEALER_STANDS_ON,
        "returned_for_two": {one.value: settle.returned(2, one) for one in Outcome},
        "insurance_returns": settle.INSURANCE_RETURNS,
        "shuffle_label": shoe.SHUFFLE_LABEL,
        "schemes": {
            one.value: {"dealer_first": one.dealer_first, "dealer_cards": one.dealer_cards}
            for one in Scheme
        },
        "default_scheme": Scheme.DEALER_1_FIRST.value,
        "hole_card_scheme": Scheme.DEALER_2_LAST.value,
        "bingo": {
            "cells": list(bingo.CELLS),
            "jackpot_rounds": bingo.JACKPOT_ROUNDS,
            "pay_tables": bingo.PAY_TABLES,
            "newest_pay_table": bingo.NEWEST_PAY_TABLE,
        },
        "newest": NEWEST,
        "versions": {
            version: {variant.value: _row(rules) for variant, rules in rows.items()}
            for version, rows in RULES.items()
        },
    }


def _row(rules: Rules) -> dict[str, Any]:
    row = asdict(rules)
    totals = rules.double_on.totals
    row["double_on"]["totals"] = None if totals is None else sorted(totals)
    return row
