"""`manage.py simulate`: deal many rounds by the table's own code, and compare with the exact value.

No database, no configuration. The cards come from a seeded generator, as nowhere else on the site.
"""

import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from blackjack.analysis import published, simulate
from blackjack.analysis.simulate import Sums
from blackjack.engine.rules import Variant


class Command(BaseCommand):
    """Play the published table and print what it brought."""

    help = "Deal rounds by the table's code, play the published table, print mean and error."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game, how much is to be played, and the seed that makes it repeatable."""
        parser.add_argument("variant", choices=[str(variant) for variant in Variant])
        parser.add_argument("--rounds", type=_positive, required=True, help="at least so many")
        parser.add_argument("--processes", type=_positive, default=1)
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same rounds")

    def handle(
        self,
        *_args: Any,
        variant: str,
        rounds: int,
        processes: int,
        seed: int,
        **_options: Any,
    ) -> None:
        """Play all shards and print their sum."""
        game = Variant(variant)
        sizes = simulate.shards(rounds)
        play = partial(simulate.play_shard, game, seed)
        began = time.monotonic()
        if processes == 1:
            sums = self._summed(map(play, range(len(sizes)), sizes), rounds)
        else:
            with ProcessPoolExecutor(processes) as pool:
                sums = self._summed(pool.map(play, range(len(sizes)), sizes), rounds)
        self.stdout.write(_report(game, sums, seed, time.monotonic() - began))

    def _summed(self, shards: Iterable[Sums], rounds: int) -> Sums:
        """Add the shards up in their order, whoever played them."""
        sums = Sums()
        for shard in self._shown(shards, rounds):
            sums += shard
        return sums

    def _shown(self, shards: Iterable[Sums], rounds: int) -> Iterator[Sums]:
        """Draw a line of progress where somebody is looking."""
        done, shown = 0, self.stderr.isatty()
        for shard in shards:
            yield shard
            done += shard.rounds
            if shown:
                share = min(done / rounds, 1.0)
                bar = "#" * round(40 * share)
                self.stderr.write(f"\r[{bar:40}] {share:4.0%} {done:,} rounds", ending="")
        if shown:
            self.stderr.write("")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError("must be 1 or more")
    return number


def _report(variant: Variant, sums: Sums, seed: int, seconds: float) -> str:
    book = published.load(variant)
    found = simulate.result(sums)
    lines = [
        f"{variant}: {sums.rounds:,} rounds of one box by the published table, seed {seed}",
        f"  mean result per unit    {found.mean:+.6f}",
        f"  standard error           {found.error:.6f}",
        f"  exact, fresh shoe       {book.ev_table:+.6f}",
        f"  distance                {found.sigmas(book.ev_table):+.2f} standard errors",
        f"  standard deviation       {found.deviation:.6f} (exact {book.sd_table:.6f})",
    ]
    if book.removal:
        effect = simulate.cut_card_effect(sums)
        expected = book.ev_table + effect.mean
        lines += [
            f"  shoes to their mark      {sums.shoes:,},"
            f" {sums.rounds / sums.shoes:.2f} rounds each",
            f"  effect of the mark      {effect.mean:+.6f} +- {effect.error:.6f} (paired)",
            f"  exact with that effect  {expected:+.6f},"
            f" distance {found.sigmas(expected):+.2f} standard errors",
        ]
    lines.append(f"  rounds per second        {sums.rounds / seconds:,.0f}")
    return "\n".join(lines)
