"""What lies on a table and what it waits for, in words: for those who can't see it."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from blackjack import words
from blackjack.engine.state import Box, Hand, Outcome, Round, Turn
from blackjack.templatetags.money import money, signed


def spoken(round_: Round, *, actions: Sequence[str] = (), balance: str = "") -> str:
    """Say the dealer's cards, then whose turn it is or how the round ended.

    A hand that is done is told once: when the next one has its turn, or at the end.

    Args:
        actions: what the hand in turn may do, as its buttons say it.
        balance: what the player holds after the round, with its currency.
    """
    return " ".join([_dealer(round_), *_turn(round_, actions), *_results(round_, balance)])


def _dealer(round_: Round) -> str:
    cards = _named(round_.dealer)
    total = words.said(round_.dealer, blackjack=round_.dealer_blackjack)
    if len(round_.dealer) == 1:
        return _("Dealer shows %(cards)s, %(total)s.") % {"cards": cards, "total": total}
    return _("Dealer: %(cards)s, %(total)s.") % {"cards": cards, "total": total}


def _turn(round_: Round, actions: Sequence[str]) -> Iterator[str]:
    turn = round_.turn
    if turn is None:
        return
    box = round_.box(turn.box)
    yield from _just_done(round_, turn)
    yield _("Your turn. %(who)s: %(cards)s, %(total)s.") % _words(box, turn.hand)
    if box.insured:
        yield _("Insured for %(amount)s.") % {"amount": money(box.insurance)}
    if actions:
        yield _("You can: %(actions)s.") % {"actions": ", ".join(actions).lower()}


def _just_done(round_: Round, turn: Turn) -> Iterator[str]:
    """Tell what became of the hand before, as long as nothing was done with the one in turn."""
    before: tuple[Box, int] | None = None
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if (box.number, number) == turn:
                if before is not None and len(hand.cards) == 2:
                    yield _hand(*before)
                return
            if hand.done or not hand.live:
                before = (box, number)


def _results(round_: Round, balance: str) -> Iterator[str]:
    if round_.turn is not None:
        return
    last = _last(round_)
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, start=1):
            yield _result(box, number, cards=hand is last)
        if box.insurance:
            net = signed(box.insurance_returned - box.insurance)
            yield _("%(box)s, insurance: %(net)s.") % {"box": words.box(box.number), "net": net}
    yield _("The round: %(net)s.") % {"net": signed(round_.returned - round_.staked)}
    if balance:
        yield _("Balance: %(balance)s.") % {"balance": balance}


def _last(round_: Round) -> Hand | None:
    """Return the hand that was played last: its last card is told nowhere else."""
    played = [hand for _box, hand in round_.all_hands() if not hand.blackjack]
    return played[-1] if played else None


def _hand(box: Box, number: int) -> str:
    """Tell a hand that waits for the dealer, or is lost already."""
    hand = box.hands[number - 1]
    if hand.outcome is not None:
        return _result(box, number, cards=True)
    return _("%(who)s: %(cards)s, %(total)s.") % _words(box, number)


def _result(box: Box, number: int, *, cards: bool) -> str:
    hand = box.hands[number - 1]
    values = _words(box, number) | {"net": signed(hand.returned - hand.stake)}
    if hand.outcome is Outcome.BLACKJACK:  # the total would say the same again
        return _("%(who)s: %(outcome)s %(net)s.") % values
    if cards:
        return _("%(who)s: %(cards)s, %(total)s, %(outcome)s %(net)s.") % values
    return _("%(who)s: %(total)s, %(outcome)s %(net)s.") % values


def _words(box: Box, number: int) -> dict[str, str]:
    hand = box.hands[number - 1]
    return {
        "who": words.box_and_hand(box.number, number, len(box.hands)),
        "cards": _named(hand.cards),
        "total": words.said(hand.cards, blackjack=hand.blackjack),
        "outcome": "" if hand.outcome is None else str(words.OUTCOMES[hand.outcome]),
    }


def _named(cards: Sequence[str]) -> str:
    return ", ".join(words.card(card) for card in cards)
