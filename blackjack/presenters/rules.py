"""The rules page of a game, made from the same data as the game itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.limits import Limit
from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import Rules, Surrender
from blackjack.presenters.table import table_url


@dataclass(frozen=True, slots=True)
class RulesView:
    """Everything that ``rules.html`` needs: short facts, then sections of sentences."""

    title: str
    variant: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[tuple[str, Sequence[str]]]
    demo_url: str
    real_url: str


def rules_view(rules: Rules, limit: Limit | None) -> RulesView:
    """Put a game's rules in sentences; every number comes from ``rules``."""
    return RulesView(
        title=str(words.TITLES[rules.variant]),
        variant=rules.variant.value,
        facts=words.facts(rules, limit.minimum, limit.maximum) if limit else (),
        sections=(
            (_("Aim"), _aim()),
            (_("Bets and the deal"), _deal(rules)),
            (_("Your turn"), _actions(rules)),
            (_("The dealer"), _dealer(rules)),
            (_("Insurance"), _insurance()),
            (_("Signature and checking"), _signature(rules)),
            (_("Unfinished rounds"), _unfinished()),
        ),
        demo_url=table_url(rules.variant, Currency.FUN),
        real_url=table_url(rules.variant, Currency.RUR),
    )


def _aim() -> list[str]:
    return [
        _(
            "Come closer to 21 than the dealer without going over. Two to ten count their number, "
            "jack, queen and king ten, an ace 11 or, where that would be too much, 1."
        ),
        _(
            "An ace and a ten-point card as the first two cards are a blackjack. It pays 3 to 2 "
            "and beats every other 21. On a split hand it is an ordinary 21."
        ),
    ]


def _deal(rules: Rules) -> list[str]:
    texts = [
        _("You may bet on up to %(boxes)s boxes, in whole units.") % {"boxes": rules.boxes},
        _(
            "Every round has a new shoe of %(cards)s cards. It is shuffled and signed before "
            "you bet; you may cut it, and shuffle it once more by a string of your own."
        )
        % {"cards": rules.cards},
        _(
            "The dealer gets one card, then every box two, all face up. The dealer's second card "
            "comes only after you have played."
        ),
    ]
    if rules.expert_mode:
        texts.append(
            _(
                "In expert mode you also choose the order of dealing, and which cards of the cut "
                "shoe come first."
            )
        )
    return texts


def _actions(rules: Rules) -> list[str]:
    texts = [
        _("Hit takes a card; at 21 the hand ends by itself, over 21 it is lost at once."),
        _("Stand ends the hand."),
        _("Double: two cards that total %(totals)s take one more card for twice the bet.")
        % {"totals": words.doubles(rules)},
        _("Split: two cards of equal points become two hands, each with the box's bet."),
        _("Split hands may be doubled.")
        if rules.double_after_split
        else _("Split hands can't be doubled."),
        _("Split aces get one card each. There is no second split on a box."),
    ]
    if rules.surrender is Surrender.EARLY_NOT_AGAINST_ACE:
        texts.append(
            _(
                "Surrender gives half the bet back, as the first thing done on a box, "
                "unless the dealer shows an ace."
            )
        )
    return texts


def _dealer(rules: Rules) -> list[str]:
    return [
        _("The dealer draws to 16 and hits a soft 17.")
        if rules.hits_soft_17
        else _("The dealer draws to 16 and stands on every 17."),
        _("When no bet is left on the table, the dealer takes no further card."),
        _(
            "A dealer's blackjack takes every bet, doubles and splits included; only a player's "
            "blackjack gets its bet back."
        ),
    ]


def _insurance() -> list[str]:
    return [
        _(
            "Against an ace you may insure a box for half its bet before you do anything else "
            "on it. It pays 2 to 1 if the dealer has a blackjack."
        ),
        _("Splitting an insured box insures the second hand as well."),
    ]


def _signature(rules: Rules) -> list[str]:
    return [
        _(
            "The order of the cards is written down as a text and signed by MD5 and SHA-256. "
            "Both signatures are shown before your first bet, the text after the round."
        ),
        _("On the FairPlay page your own browser computes the signatures again."),
        words.decks_note(rules),
    ]


def _unfinished() -> list[str]:
    return [
        _(
            "Nothing happens while you are away. A round waits for you for 10 days; what is still "
            "open then is played to the end by standing, and paid."
        )
    ]
