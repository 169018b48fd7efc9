"""The rules pages on what is often asked: how the rules are read here where others differ.

Source: rules.md section 11, and the decisions marked in its other sections.
"""

from django.utils.translation import gettext as _

from blackjack import words
from blackjack.engine.rules import DealerCard, Insurance, Rules, Surrender
from blackjack.presenters import rules_counts as counts
from blackjack.presenters.rules_view import Section, Term


def readings(rules: Rules) -> Section:
    """Questions of players who know other tables, answered for this one."""
    return Section(
        "questions",
        _("Often asked"),
        text=[_("Tables differ in small things. This is how it is done here.")],
        terms=[
            *_cutting(rules),
            *_pairs(rules),
            *_doubling(rules),
            *_blackjacks(rules),
            *_insuring(rules),
            *_short_names(rules),
        ],
    )


def _cutting(rules: Rules) -> list[Term]:
    first = Term(
        _("May I cut after the last card?"),
        [
            _("Yes, after any card from 1 to %(cards)s; after the last one nothing changes.")
            % {"cards": rules.cards}
        ],
    )
    if rules.kept_shoe is None:
        return [first]
    mark = Term(
        _("The mark is passed in the middle of a round. What now?"),
        [
            _(
                "The round is finished with the same shoe: of its %(cards)s cards enough are left "
                "for every box and every split."
            )
            % {"cards": rules.cards}
        ],
    )
    return [first, mark]


def _pairs(rules: Rules) -> list[Term]:
    again = (
        _("No: a box is split once.")
        if rules.max_hands == 2
        else _("Yes, until the box has %(hands)s.") % {"hands": counts.hands(rules.max_hands)}
    )
    aces = (
        _("Only an ace drawn to a split ace may be split again.")
        if rules.resplit_aces
        else _("Split aces get one card each; that is all.")
    )
    return [
        Term(
            _("Are a queen and a jack a pair?"),
            [_("Yes. A pair is two cards of equal points, whatever their pictures.")],
        ),
        Term(_("May I split again?"), [again, aces]),
    ]


def _doubling(rules: Rules) -> list[Term]:
    answer = (
        _("Yes, on the same cards as before a split; but not split aces.")
        if rules.double_after_split
        else _("No. Split hands may only hit or stand.")
    )
    return [Term(_("May I double after a split?"), [answer])]


def _blackjacks(rules: Rules) -> list[Term]:
    both = (
        _("Your bet comes back. The round ends at once for all boxes.")
        if rules.dealer_card is DealerCard.HOLE_CARD
        else _("Your bet comes back. All other bets are lost, doubles and splits too.")
    )
    terms = [Term(_("Both of us have a blackjack. What is paid?"), [both])]
    if rules.hits_soft_17:
        terms.append(
            Term(
                _("Which soft 17 does the dealer hit?"),
                [_("Every one, not only an ace and a six: ace, two and four as well.")],
            )
        )
    if not rules.dealer_plays_out:
        terms.append(
            Term(
                _("I have only blackjacks left. Does the dealer still draw?"),
                [_("Yes, he plays his hand to the end.")],
            )
        )
    return terms


def _insuring(rules: Rules) -> list[Term]:
    match rules.insurance:
        case Insurance.ON_THE_TURN:
            return [
                Term(
                    _("Why can’t I insure my blackjack?"),
                    [_("Insurance belongs to a box’s turn, and a blackjack has none.")],
                ),
                Term(
                    _("My insured box went bust. Is insurance lost?"),
                    [_("No. It stays on the table and is paid if the dealer has a blackjack.")],
                ),
            ]
        case Insurance.BEFORE_PLAY:
            return [
                Term(
                    _("May I insure my blackjack?"),
                    [_("Yes. Insurance comes before play, so every box is asked.")],
                )
            ]


def _short_names(rules: Rules) -> list[Term]:
    return [
        Term(
            _("What do the short names at the top mean?"),
            [f"{tag}: {meaning}" for tag, meaning in tags(rules)],
        )
    ]


def tags(rules: Rules) -> list[tuple[str, str]]:
    """Return the rules in the short names of the trade, each with its meaning."""
    found = []
    if rules.dealer_card is DealerCard.NO_HOLE_CARD:
        found.append(("ENHC", _("the dealer’s second card comes after the players.")))
    if rules.hits_soft_17:
        found.append(("H17", _("the dealer hits soft 17.")))
    else:
        found.append(("S17", _("the dealer stands on soft 17.")))
    if rules.double_on.totals is not None:
        means = _("doubling on %(totals)s.") % {"totals": words.doubles(rules)}
        found.append((f"D{min(rules.double_on.totals)}", means))
    elif not rules.double_on.aces:
        found.append(("DO9", _("doubling without an ace.")))
    if rules.double_after_split:
        found.append(("DAS", _("doubling after a split.")))
    else:
        found.append(("NDAS", _("no doubling after a split.")))
    if rules.resplit_aces:
        found.append(("RSA", _("aces may be split again.")))
    match rules.surrender:
        case Surrender.EARLY_NOT_AGAINST_ACE:
            found.append(("ES10", _("early surrender, not against an ace.")))
        case Surrender.LATE_NOT_AGAINST_ACE:
            found.append(("LS10", _("late surrender, not against an ace.")))
        case Surrender.NONE:
            pass
    return found
