"""All games side by side, for choosing: every value from the games' own data."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.limits import Limit
from blackjack import words
from blackjack.engine.bingo import NEWEST_PAY_TABLE, PAY_TABLES
from blackjack.engine.rules import DealerCard, Rules, Surrender, Variant
from blackjack.presenters import rules_counts as counts
from blackjack.presenters.rules_view import Row, RulesTable, Section


def compared(
    games: Mapping[Variant, Rules], shown: Variant, limits: Mapping[str, Limit]
) -> Section:
    """Put the games beside each other.

    Args:
        shown: the game whose page it stands on.
        limits: initial demo bets of the reader's tier by game, whole units.
    """

    def bet(rules: Rules) -> str:
        limit = limits.get(rules.variant)
        return "–" if limit is None else f"{limit.minimum}–{limit.maximum}"

    asked: Mapping[str, Callable[[Rules], str]] = {
        _("Bet on a box"): bet,
        _("Decks"): lambda rules: str(rules.decks),
        _("Boxes"): lambda rules: str(rules.boxes),
        _("Shoe"): _shoe,
        _("Dealer’s second card"): _second_card,
        _("On soft 17"): lambda rules: (
            _("dealer hits") if rules.hits_soft_17 else _("dealer stands")
        ),
        pgettext("rule", "Double"): lambda rules: (
            _("on %(totals)s") % {"totals": words.doubles(rules)}
        ),
        _("Double after a split"): lambda rules: _yes(rules.double_after_split),
        _("Hands on a box"): lambda rules: _("up to %(hands)s") % {"hands": rules.max_hands},
        _("Aces split again"): lambda rules: _yes(rules.resplit_aces),
        pgettext("rule", "Surrender"): _surrender,
        _("Expert mode"): lambda rules: _yes(rules.expert_mode),
        _("Bingo bet"): _bingo,
    }
    variants = list(games)
    return Section(
        "compare",
        _("All games side by side"),
        text=[_("Everything else is the same: points, payouts, insurance against an ace.")],
        tables=[
            RulesTable(
                caption=_("How the games differ"),
                head=(_("Rule"), *(str(words.TITLES[variant]) for variant in variants)),
                rows=[
                    Row(name, [ask(games[variant]) for variant in variants])
                    for name, ask in asked.items()
                ],
                own=variants.index(shown) if shown in games else None,
            )
        ],
    )


def _yes(holds: bool) -> str:
    return _("yes") if holds else _("no")


def _shoe(rules: Rules) -> str:
    if rules.kept_shoe is None:
        return _("new every round")
    return _("until %(cards)s are out") % {"cards": counts.cards(rules.kept_shoe.replaced_from)}


def _second_card(rules: Rules) -> str:
    match rules.dealer_card:
        case DealerCard.NO_HOLE_CARD:
            return _("after you")
        case DealerCard.HOLE_CARD:
            return _("dealt, face down")


def _surrender(rules: Rules) -> str:
    match rules.surrender:
        case Surrender.NONE:
            return _("no")
        case Surrender.EARLY_NOT_AGAINST_ACE:
            return _("early, not against an ace")
        case Surrender.LATE_NOT_AGAINST_ACE:
            return _("late, not against an ace")


def _bingo(rules: Rules) -> str:
    if not rules.bingo:
        return _("no")
    most = max(PAY_TABLES[NEWEST_PAY_TABLE].values())
    return _("up to %(most)s to 1") % {"most": most}
