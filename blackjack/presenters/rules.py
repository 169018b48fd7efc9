"""The rules page of a game, made from the same data as the game itself."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.limits import Limit
from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import Rules, Variant
from blackjack.presenters.returns import return_view
from blackjack.presenters.rules_bingo import bingo_section
from blackjack.presenters.rules_compare import compared
from blackjack.presenters.rules_example import worked
from blackjack.presenters.rules_money import bets, checking, dealer, payouts, unfinished
from blackjack.presenters.rules_play import dealing, goal, insurance, shuffled, turn
from blackjack.presenters.rules_readings import readings, tags
from blackjack.presenters.rules_view import GameLink, Link, RulesView, Section
from blackjack.presenters.table import table_url
from blackjack.site_figures.judging import Figures

AllLimits = Mapping[tuple[str, str, str], Limit]
"""Initial bets on a box by game, tier and currency."""


def rules_view(
    games: Mapping[Variant, Rules],
    shown: Variant,
    limits: AllLimits,
    tier: str,
    own: Figures | None = None,
) -> RulesView:
    """Put a game's rules in words; every number comes from the arguments or the engine.

    Args:
        games: all games, for the comparison.
        limits: what staff have set; a triple may be missing.
        tier: the reader's, marked in the table of limits.
        own: what the site's rounds of the game came to.
    """
    rules = games[shown]
    of_game = {
        (of_tier, currency): limit
        for (variant, of_tier, currency), limit in limits.items()
        if variant == shown
    }
    demo, real = of_game.get((tier, Currency.FUN)), of_game.get((tier, Currency.RUR))
    side_by_side = {
        variant: limit
        for (variant, of_tier, currency), limit in limits.items()
        if (of_tier, currency) == (tier, Currency.FUN)
    }
    sections = [
        goal(),
        bets(rules, of_game, tier),
        shuffled(rules),
        dealing(rules),
        turn(rules),
        insurance(rules),
        dealer(rules),
        payouts(rules),
        Section("example", _("A round, card by card"), example=worked(rules)),
        *([bingo_section()] if rules.bingo else []),
        _returns(shown, own),
        unfinished(rules),
        checking(rules),
        readings(rules),
        compared(games, shown, side_by_side),
    ]
    return RulesView(
        title=str(words.TITLES[shown]),
        variant=shown.value,
        line=str(words.LINES[shown]),
        tags=[tag for tag, _meaning in tags(rules)],
        facts=words.facts(rules, words.bet_range(demo, real)) if demo or real else (),
        games=[
            GameLink(
                str(words.TITLES[one]),
                reverse("blackjack:rules", kwargs={"variant": one.value}),
                shown=one is shown,
            )
            for one in games
        ],
        sections=sections,
        demo_url=table_url(shown, Currency.FUN),
        real_url=table_url(shown, Currency.RUR),
        demo_closed=demo is None or demo.closed,
        real_closed=real is None or real.closed,
    )


def _returns(shown: Variant, own: Figures | None) -> Section:
    """What the game returns, and the way to the card by which it does."""
    card = Link(
        _("The strategy card of this game"),
        reverse("blackjack:strategy", kwargs={"variant": shown.value}),
    )
    return Section(
        "returns", _("What the game returns"), returns=return_view(shown, own), links=[card]
    )
