"""`manage.py analyse`: compute a game exactly from its rules. No database, no configuration."""

import json
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from django.core.management.base import BaseCommand

from blackjack.analysis import exact, results
from blackjack.analysis.stock import RANKS
from blackjack.engine.rules import Variant, rules_of

_UPS = (*RANKS[1:], RANKS[0])


class Command(BaseCommand):
    """Print what a game is worth from a fresh shoe, and how to play it."""

    help = "Compute a game's exact returns and its best table from its rules."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, and what is to be done with the results."""
        parser.add_argument("variant", choices=[str(variant) for variant in Variant])
        parser.add_argument("--processes", type=int, default=1, help="share out the up cards")
        parser.add_argument("--json", action="store_true", help="print everything as JSON")
        parser.add_argument(
            "--write", action="store_true", help="keep the results in blackjack/analysis/results/"
        )

    def handle(
        self, *_args: Any, variant: str, processes: int, write: bool, **options: Any
    ) -> None:
        """Compute, print, and keep the results when asked to."""
        rules = rules_of(Variant(variant))
        if processes > 1:
            with ProcessPoolExecutor(processes) as pool:
                result = exact.analyse(rules, each=pool.map)
        else:
            result = exact.analyse(rules)
        if write:
            results.write(rules, result)
        self.stdout.write(json.dumps(result) if options["json"] else summary(result))


def summary(result: dict[str, Any]) -> str:
    """Write the figures and the table of a game for reading."""
    lines = [
        f"{result['variant']}: mean result per unit of the initial bet, one box, fresh shoe",
        f"  composition-dependent play {result['ev_composition']:.12f}",
        f"  best table                 {result['ev_table']:.12f}",
        f"  standard deviation, table  {result['sd_table']:.9f}",
        f"  blackjack                  {result['natural']:.9f}",
        f"  insurance, ace known       {result['insurance']['A']:.9f}",
    ]
    if "bingo" in result:
        lines.append(f"  bingo bet returns          {result['bingo']['return']:.12f}")
    lines.append("  " + " " * 8 + "".join(f"{up:>4}" for up in _UPS))
    for kind, rows in result["table"].items():
        for label, row in rows.items():
            lines.append(f"  {kind} {label:>3}" + "".join(f"{row[up]:>4}" for up in _UPS))
    return "\n".join(lines)
