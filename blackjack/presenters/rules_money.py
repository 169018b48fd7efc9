"""The rules pages on money and time: bets, the dealer's end, payouts, what is left unfinished."""

from collections.abc import Mapping
from math import gcd

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.ledger import DEMO_FULL
from accounts.limits import Limit
from accounts.models import Currency, Tier
from blackjack import words
from blackjack.engine import hands, settle
from blackjack.engine import round as rounds
from blackjack.engine.rules import DealerCard, Rules, Surrender
from blackjack.engine.state import Outcome
from blackjack.presenters import rules_counts as counts
from blackjack.presenters.rules_example import BET
from blackjack.presenters.rules_view import Link, Row, RulesTable, Section
from casino.amounts import money

Limits = Mapping[tuple[str, str], Limit]
"""Initial bets on a box of one game, by tier and currency; a pair may be missing."""


def bets(rules: Rules, limits: Limits, tier: str) -> Section:
    """What may be bet. Source: rules.md section 3."""
    return Section(
        "bets",
        _("Bets and limits"),
        text=[
            ngettext(
                "You bet on %(boxes)s box, in whole units.",
                "You bet on one box or more, up to %(boxes)s at once, in whole units.",
                rules.boxes,
            )
            % {"boxes": rules.boxes}
        ],
        tables=[_limits(limits, tier)],
        points=[
            _(
                "The limits hold for the first bet on a box. Doubles, splits and insurance come "
                "on top."
            ),
            _("Nothing is ever rounded: halves are paid as halves."),
            _(
                "“%(rebet)s” lays the first bets of the last round once more, without doubles. If "
                "one breaks a limit or your balance, none is laid."
            )
            % {"rebet": words.REBET[rules.variant]},
            _(
                "The demo is played like the real game, for %(currency)s. When a table is opened, "
                "a smaller demo balance is filled up to %(full)s, unless a demo round is open."
            )
            % {"currency": Currency.FUN.value, "full": money(DEMO_FULL)},
        ],
    )


def _limits(limits: Limits, tier: str) -> RulesTable:
    rows = []
    for one in Tier:
        cells = []
        for currency in (Currency.FUN, Currency.RUR):
            limit = limits.get((one.value, currency.value))
            cells.append("–" if limit is None else f"{limit.minimum}–{limit.maximum}")
        rows.append(Row(one.value, cells, own=one.value == tier))
    return RulesTable(
        caption=_("First bet on a box, by tier"),
        head=(_("Tier"), Currency.FUN.value, Currency.RUR.value),
        rows=rows,
        numeric=True,
    )


def dealer(rules: Rules) -> Section:
    """How the dealer plays, which nobody chooses. Source: rules.md section 5."""
    least = {"least": rounds.DEALER_STANDS_ON}
    text = (
        _("The dealer draws below %(least)s, and once more on every soft %(least)s.")
        if rules.hits_soft_17
        else _("The dealer draws below %(least)s and stands on every %(least)s, soft or not.")
    )
    points = []
    if rules.dealer_card is DealerCard.HOLE_CARD:
        points.append(
            _(
                "Under an ace or a ten-point card he looks at his second card before you play. If "
                "it makes a blackjack, the round is over at once."
            )
        )
    else:
        points.append(
            _(
                "He never looks at a card beforehand. A blackjack of his takes doubles and splits "
                "too; only a blackjack of yours gets its bet back."
            )
        )
    if rules.dealer_plays_out:
        points.append(
            _("He always turns his card and plays to the end, even when you have no bet left.")
        )
    else:
        points += [
            _("When no bet is left on the table, he takes no further card."),
            _("When only insurance is left, he takes his second card and no more."),
            _("When only blackjacks of yours are left, he plays to the end."),
        ]
    return Section("dealer", _("The dealer"), text=[text % least], points=points)


def payouts(rules: Rules) -> Section:
    """What is paid. Source: rules.md section 7."""
    whens = {
        Outcome.BLACKJACK: _("a blackjack, unless the dealer has one too"),
        Outcome.WIN: _("a higher total, or the dealer is bust"),
        Outcome.PUSH: _("equal totals, or blackjack against blackjack"),
        Outcome.LOSE: _("a lower total, or the dealer’s blackjack"),
        Outcome.BUST: _("above %(most)s") % {"most": hands.TWENTY_ONE},
        Outcome.SURRENDER: _("you give the box up"),
    }
    if rules.surrender is Surrender.NONE:
        del whens[Outcome.SURRENDER]
    rows = [
        Row(
            str(words.OUTCOMES[one]),
            (_odds(settle.returned(BET, one), BET), money(settle.returned(BET, one))),
            note=when,
        )
        for one, when in whens.items()
    ]
    half = BET // 2
    back = settle.INSURANCE_RETURNS * half
    rows.append(
        Row(_("Insurance"), (_odds(back, half), money(back)), note=_("the dealer has a blackjack"))
    )
    return Section(
        "payouts",
        _("Payouts"),
        text=[
            _(
                "The last column is what comes back for a bet of %(bet)s, the bet itself included; "
                "for insurance, for the %(half)s that it costs."
            )
            % {"bet": money(BET), "half": money(half)}
        ],
        tables=[
            RulesTable(
                caption=_("What is paid"),
                head=(_("Outcome"), _("Pays"), _("Comes back")),
                rows=rows,
            )
        ],
    )


def _odds(back: int, staked: int) -> str:
    """Say how a return stands to its stake: "3 to 2", or what of the bet comes back."""
    net = back - staked
    if net > 0:
        common = gcd(net, staked)
        values = {"won": net // common, "staked": staked // common}
        return pgettext("odds", "%(won)s to %(staked)s") % values
    if net == 0:
        return _("the bet comes back")
    return _("half the bet comes back") if back else _("nothing")


def unfinished(rules: Rules) -> Section:
    """What becomes of what is not played to its end. Source: rules.md sections 6, 8 and 9."""
    days = {"days": counts.days()}
    points = [
        _("Closing the page or losing the connection changes nothing: the round waits for you."),
        _("One round at a time: a new one begins when the last is over."),
        _(
            "After %(days)s an open round is settled: what is still to be decided is declined, "
            "open hands stand, and the money is booked."
        )
        % days,
    ]
    if rules.kept_shoe is not None:
        points.append(
            _(
                "A shoe ends at its mark, when you close it, or %(days)s after its first deal. Its "
                "rounds are kept %(days)s from that end, so that you can check them."
            )
            % days
        )
    else:
        points.append(_("A finished game can be looked at and checked for %(days)s.") % days)
    if rules.bingo:
        points += [
            _("A bingo session without a round for %(days)s ends as if you had left.") % days,
            _("Sessions go on with the next shoe."),
        ]
    points.append(_("The lines of your cash history are never deleted."))
    return Section(
        "unfinished",
        _("If you don’t finish"),
        text=[_("Nothing happens while you are away.")],
        points=points,
    )


def checking(rules: Rules) -> Section:
    """Where the order of the cards can be checked. Source: rules.md sections 4 and 10."""
    shown = (
        _(
            "The order of the cards is written down as a string and signed by MD5 and SHA-256. "
            "Both signatures stand at the table before your first bet; the string is shown after "
            "the round."
        )
        if rules.kept_shoe is None
        else _(
            "The order of the cards is written down as a string and signed by MD5 and SHA-256. "
            "Both signatures stand at the table before the shoe’s first bet; the string is shown "
            "when the shoe is over."
        )
    )
    return Section(
        "fairplay",
        _("Signature and checking"),
        text=[shown],
        points=[
            _("Your own browser deals a revealed game again and compares every card and payout."),
            _("SHA-256 is the signature that binds: MD5 alone can be forged by now."),
            _("The shoe has %(decks)s: the same card may come more than once.")
            % {"decks": counts.decks(rules.decks)},
        ],
        links=[Link(_("MD5 and SHA-256 by your own computer"), reverse("fairplay:sums"))],
    )
