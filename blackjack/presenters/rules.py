"""The rules page of a game, made from the same data as the game itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.limits import Limit
from accounts.models import Currency
from blackjack import words
from blackjack.engine.rules import DealerCard, Insurance, Rules, Surrender
from blackjack.presenters.rules_bingo import BingoRules, bingo_rules
from blackjack.presenters.table import table_url


@dataclass(frozen=True, slots=True)
class RulesView:
    """Everything that ``rules.html`` needs: short facts, then sections of sentences.

    ``bingo`` is there in the game that has the side bet.
    """

    title: str
    variant: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[tuple[str, Sequence[str]]]
    demo_url: str
    real_url: str
    bingo: BingoRules | None = None


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
            (_("Insurance"), _insurance(rules)),
            (_("Signature and checking"), _signature(rules)),
            (_("Unfinished rounds"), _unfinished()),
        ),
        demo_url=table_url(rules.variant, Currency.FUN),
        real_url=table_url(rules.variant, Currency.RUR),
        bingo=bingo_rules(limit) if rules.bingo else None,
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
        *_shoe(rules),
        _hole_card(rules),
    ]
    if rules.expert_mode:
        texts.append(
            _(
                "In expert mode you also choose the order of dealing, and which cards of the cut "
                "shoe come first."
            )
        )
    return texts


def _shoe(rules: Rules) -> list[str]:
    kept = rules.kept_shoe
    if kept is None:
        text = _(
            "Every round has a new shoe of %(cards)s cards. It is shuffled and signed before "
            "you bet; you may cut it, and shuffle it once more by a string of your own."
        )
        return [text % {"cards": rules.cards}]
    return [
        _(
            "A shoe of %(cards)s cards is shuffled and signed before its first bet; you may cut it "
            "once, and shuffle it once more by a string of your own. It lasts over many rounds."
        )
        % {"cards": rules.cards},
        _(
            "Once %(mark)s or more cards are out, the next round has a new shoe. From "
            "%(closable)s cards out you may close the shoe yourself between rounds."
        )
        % {"mark": kept.replaced_from, "closable": kept.closable_from},
    ]


def _hole_card(rules: Rules) -> str:
    match rules.dealer_card:
        case DealerCard.NO_HOLE_CARD:
            return _(
                "The dealer gets one card, then every box two, all face up. The dealer's second "
                "card comes only after you have played."
            )
        case DealerCard.HOLE_CARD:
            return _(
                "Every box gets two cards face up, then the dealer two, the second face down. "
                "Under an ace or a ten he looks at it: with a blackjack the round is over at once."
            )


def _actions(rules: Rules) -> list[str]:
    texts = [
        _("Hit takes a card; at 21 the hand ends by itself, over 21 it is lost at once."),
        _("Stand ends the hand."),
        _double(rules),
        _("Split: two cards of equal points become two hands, each with the box's bet."),
        _("Split hands may be doubled.")
        if rules.double_after_split
        else _("Split hands can't be doubled."),
        *_resplits(rules),
    ]
    if rules.surrender is not Surrender.NONE:
        texts.append(
            _(
                "Surrender gives half the bet back, as the first thing done on a box, "
                "unless the dealer shows an ace."
            )
        )
    return texts


def _resplits(rules: Rules) -> list[str]:
    if rules.max_hands == 2:
        return [_("Split aces get one card each. There is no second split on a box.")]
    texts = [
        _("A box may be split again, up to %(hands)s hands.") % {"hands": rules.max_hands},
        _("Split aces get one card each."),
    ]
    if rules.resplit_aces:
        texts.append(_("An ace drawn to a split ace may be split again."))
    return texts


def _double(rules: Rules) -> str:
    if rules.double_on.totals is None:
        text = _("Double: %(cards)s take one more card for twice the bet.")
        return text % {"cards": words.doubles(rules)}
    text = _("Double: two cards that total %(totals)s take one more card for twice the bet.")
    return text % {"totals": words.doubles(rules)}


def _dealer(rules: Rules) -> list[str]:
    draws = (
        _("The dealer draws to 16 and hits a soft 17.")
        if rules.hits_soft_17
        else _("The dealer draws to 16 and stands on every 17.")
    )
    if rules.dealer_plays_out:
        return [draws, _("He always turns his card and plays his hand out.")]
    return [
        draws,
        _("When no bet is left on the table, the dealer takes no further card."),
        _(
            "A dealer's blackjack takes every bet, doubles and splits included; only a player's "
            "blackjack gets its bet back."
        ),
    ]


def _insurance(rules: Rules) -> list[str]:
    match rules.insurance:
        case Insurance.ON_THE_TURN:
            return [
                _(
                    "Against an ace you may insure a box for half its bet before you do anything "
                    "else on it. It pays 2 to 1 if the dealer has a blackjack."
                ),
                _("Splitting an insured box insures the second hand as well."),
            ]
        case Insurance.BEFORE_PLAY:
            return [
                _(
                    "Against an ace every box is asked in turn, before anybody plays, whether it "
                    "insures for half its bet. It pays 2 to 1 if the dealer has a blackjack, and "
                    "is lost at once if he has none."
                ),
            ]


def _signature(rules: Rules) -> list[str]:
    shown = (
        _(
            "The order of the cards is written down as a text and signed by MD5 and SHA-256. "
            "Both signatures are shown before your first bet, the text after the round."
        )
        if rules.kept_shoe is None
        else _(
            "The order of the cards is written down as a text and signed by MD5 and SHA-256. "
            "Both signatures are shown before the shoe’s first bet, the text when the shoe is over."
        )
    )
    return [
        shown,
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
