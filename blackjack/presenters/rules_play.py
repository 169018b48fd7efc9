"""The rules pages on a round: points, shoe, deal, and the player's turn."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blackjack import words
from blackjack.engine import hands
from blackjack.engine import round as rounds
from blackjack.engine.cards import ACE_POINTS, POINTS, Card
from blackjack.engine.rules import DealerCard, Insurance, Rules, Surrender
from blackjack.engine.shoe import cut, move_to_front
from blackjack.engine.state import Action, Scheme
from blackjack.presenters import rules_counts as counts
from blackjack.presenters.rules_example import BET, SCRIPTS, shoe
from blackjack.presenters.rules_view import CardFace, Figure, Row, RulesTable, Section, Term

_TEN = POINTS["KS"]
_CUT_AFTER = 12
_SHOWN_BOXES = 2
_MOVING = (10, 4, (3, 1))
"""Cards, cut and moved positions of the example of moved cards (rules.md 4.6)."""


def goal() -> Section:
    """What a hand is worth, and what wins. Source: rules.md section 1."""
    return Section(
        "goal",
        _("Aim and points"),
        text=[
            _(
                "Come closer to %(most)s than the dealer, but not above it. Every box plays for "
                "itself against the same cards of the dealer; suits do not matter."
            )
            % {"most": hands.TWENTY_ONE}
        ],
        figures=_figures(),
        tables=[
            RulesTable(
                caption=_("What cards count"),
                head=(_("Card"), _("Points")),
                rows=(
                    Row(_("2 to 10"), (_("their number"),)),
                    Row(_("Jack, queen, king"), (str(_TEN),)),
                    Row(
                        _("Ace"),
                        (_("%(ace)s, or 1 where %(ace)s would be too much") % {"ace": ACE_POINTS},),
                    ),
                ),
            )
        ],
        points=[
            _("A total in which an ace counts %(ace)s is called soft.") % {"ace": ACE_POINTS},
            _(
                "Blackjack is an ace and a ten-point card as the first two cards of a box. It "
                "beats every other %(most)s. After a split it is an ordinary %(most)s."
            )
            % {"most": hands.TWENTY_ONE},
        ],
    )


def _figures() -> list[Figure]:
    shown: Sequence[tuple[str, str, str]] = (
        ("AS 6D", "", _("the ace counts %(points)s") % {"points": ACE_POINTS}),
        ("AS 6D 0C", "", _("the same ace now counts 1")),
        ("AH KC", "", _("ace and ten, the first two cards")),
        ("QH JS", _("A pair"), _("equal points: it may be split")),
    )
    figures = []
    for at, (codes, caption, note) in enumerate(shown):
        cards = codes.split()
        faces = tuple(
            CardFace(f"figure-{at}-{number}", card, words.card(card), number)
            for number, card in enumerate(cards, start=1)
        )
        total = words.total(cards, blackjack=hands.is_blackjack(cards))
        figures.append(Figure(faces, caption or total, note))
    return figures


def shuffled(rules: Rules) -> Section:
    """How the shoe is made, cut and kept. Source: rules.md section 4."""
    kept = rules.kept_shoe
    start = {"decks": counts.decks(rules.decks), "cards": counts.cards(rules.cards)}
    if kept is None:
        text = _(
            "Every round has a new shoe: %(decks)s, %(cards)s in all. It is shuffled and signed "
            "before you bet."
        )
    else:
        text = _(
            "The shoe holds %(decks)s, %(cards)s in all, and lasts over many rounds. It is "
            "shuffled and signed before its first bet."
        )
    points = [_cutting(rules)]
    if kept is not None:
        points.append(
            ngettext(
                "Once %(mark)s card is out, the next round has a new shoe. A round that has begun "
                "is always finished with the old one.",
                "Once %(mark)s cards or more are out, the next round has a new shoe. A round that "
                "has begun is always finished with the old one.",
                kept.replaced_from,
            )
            % {"mark": kept.replaced_from}
        )
        points.append(
            ngettext(
                "From %(closable)s card out you may close the shoe yourself, between rounds.",
                "From %(closable)s cards out you may close the shoe yourself, between rounds.",
                kept.closable_from,
            )
            % {"closable": kept.closable_from}
        )
    points.append(
        _(
            "In the same window you may turn on a shuffle of your own: a line that you type, or "
            "that your browser makes, mixes the signed order once more."
        )
    )
    if rules.expert_mode:
        points.append(_moving())
    return Section("shoe", _("Shoe and cut"), text=[text % start], points=points)


def _numbers(cards: int) -> list[str]:
    """Return the cards of a shoe by their numbers alone."""
    return [str(number) for number in range(1, cards + 1)]


def _cutting(rules: Rules) -> str:
    order = cut(_numbers(rules.cards), _CUT_AFTER)
    text = (
        _(
            "Before the deal you may cut: after card %(cut)s, for example, cards %(first)s to "
            "%(cards)s come first and cards 1 to %(cut)s last. Without a cut nothing changes."
        )
        if rules.kept_shoe is None
        else _(
            "Before its first round you may cut it, once: after card %(cut)s, for example, cards "
            "%(first)s to %(cards)s come first and cards 1 to %(cut)s last. Without a cut nothing "
            "changes."
        )
    )
    return text % {"cut": _CUT_AFTER, "first": order[0], "cards": rules.cards}


def _moving() -> str:
    number, after, moved = _MOVING
    order = move_to_front(cut(_numbers(number), after), moved)
    return _(
        "Expert mode also moves cards to the front, by their numbers after the cut. Ten cards cut "
        "after card %(cut)s, with cards %(moved)s moved, come out as %(order)s."
    ) % {
        "cut": after,
        "moved": ", ".join(map(str, moved)),
        "order": " ".join(order),
    }


def dealing(rules: Rules) -> Section:
    """Who gets which card. Source: rules.md 4.7 and 4.8."""
    match rules.dealer_card:
        case DealerCard.NO_HOLE_CARD:
            text = _(
                "All cards lie face up. Every box gets its two cards in a row, box after box; the "
                "dealer gets one, and his second only after you have played."
            )
        case DealerCard.HOLE_CARD:
            text = _(
                "Every box gets its two cards in a row, box after box, face up. Then the dealer "
                "gets two: the first face up, the second face down."
            )
    texts = [text]
    if rules.expert_mode:
        texts.append(
            _(
                "In expert mode you choose one of four schemes. A second card of the dealer’s "
                "that comes early is kept aside, unseen, until his turn; nobody looks at it."
            )
        )
    return Section("deal", _("The deal"), text=texts, tables=[_order(rules)])


def _order(rules: Rules) -> RulesTable:
    """Number the cards of a deal to two boxes, scheme by scheme, as the engine deals them."""
    script = SCRIPTS.get(rules.variant)
    cards = shoe(rules, () if script is None else script.cards.split())
    schemes = list(Scheme) if rules.expert_mode else [Scheme.DEALER_1_FIRST]
    rows = [_order_row(rules, cards, scheme) for scheme in schemes]
    longest = max(len(row.cells) for row in rows)
    rows = [
        Row(row.head, (*row.cells, *["–"] * (longest - len(row.cells))), row.own) for row in rows
    ]
    first = _("Scheme") if rules.expert_mode else _("Card of the shoe")
    return RulesTable(
        caption=_("Who gets the first cards, with two boxes"),
        head=(first, *map(str, range(1, longest + 1))),
        rows=rows,
        note=_("%(scheme)s is the scheme without expert mode.") % {"scheme": schemes[0].value}
        if rules.expert_mode
        else "",
    )


def _order_row(rules: Rules, cards: Sequence[Card], scheme: Scheme) -> Row:
    numbers = range(1, min(_SHOWN_BOXES, rules.boxes) + 1)
    dealt = rounds.deal(rules, cards, bets=dict.fromkeys(numbers, BET), scheme=scheme)
    hole = _("Dealer, face down")
    if rules.dealer_card is DealerCard.NO_HOLE_CARD:
        hole = _("Dealer, kept unseen")
    goes = dict.fromkeys(dealt.dealer_numbers, _("Dealer"))
    if dealt.reserved:
        goes[dealt.reserved] = hole
    for box, hand in dealt.all_hands():
        goes |= dict.fromkeys(hand.numbers, words.box(box.number))
    return Row(
        scheme.value if rules.expert_mode else _("Goes to"),
        tuple(goes[number] for number in sorted(goes)),
        own=scheme is Scheme.DEALER_1_FIRST and rules.expert_mode,
    )


def turn(rules: Rules) -> Section:
    """What a player may do. Source: rules.md section 6."""
    terms = [
        Term(
            str(words.ACTIONS[Action.HIT]),
            [
                _(
                    "One more card. At %(most)s the hand ends by itself; above it is a bust, and "
                    "the bet is lost at once."
                )
                % {"most": hands.TWENTY_ONE}
            ],
        ),
        Term(str(words.ACTIONS[Action.STAND]), [_("No more cards: the hand ends.")]),
        Term(str(words.ACTIONS[Action.DOUBLE]), _double(rules)),
        Term(str(words.ACTIONS[Action.SPLIT]), _split(rules)),
    ]
    if rules.surrender is not Surrender.NONE:
        terms.append(Term(str(words.ACTIONS[Action.SURRENDER]), _surrender(rules)))
    return Section(
        "turn",
        _("Your turn"),
        text=[
            _(
                "Boxes play from left to right, hand after hand. A box with a blackjack has no "
                "turn: it can’t get better."
            )
        ],
        terms=terms,
        points=[
            _("No clock runs: a hand that may still choose waits for you."),
            _("What your balance can’t pay is not offered."),
        ],
    )


def _double(rules: Rules) -> list[str]:
    if rules.double_on.totals is not None:
        when = _("Only on the first two cards, when they total %(totals)s.") % {
            "totals": words.doubles(rules)
        }
    elif rules.double_on.aces:
        when = _("On any first two cards.")
    else:
        when = _("On any first two cards with no ace among them.")
    return [
        _("The hand’s bet once more, exactly one card, and the hand ends."),
        when,
        _("Also after a split.") if rules.double_after_split else _("Not after a split."),
    ]


def _split(rules: Rules) -> list[str]:
    texts = [
        _(
            "Two cards of equal points become two hands, for the box’s bet once more. Both get "
            "their second card at once, the first hand first."
        ),
        _("A box has at most %(hands)s.") % {"hands": counts.hands(rules.max_hands)},
        _("Split aces get one card each and end."),
    ]
    if rules.resplit_aces:
        texts.append(
            _("Only an ace that comes to a split ace may be split again, while there is room.")
        )
    return texts


def _surrender(rules: Rules) -> list[str]:
    when = _("Only as the first thing done on a box, and not against an ace.")
    back = _("Half the bet comes back, and the box is over.")
    match rules.surrender:
        case Surrender.EARLY_NOT_AGAINST_ACE:
            even = _(
                "It comes back at once and stays yours, even if the dealer’s ten becomes a "
                "blackjack later."
            )
        case _:
            even = _("The dealer has looked for a blackjack before: against one it is too late.")
    return [back, when, even]


def insurance(rules: Rules) -> Section:
    """When a box may be insured, and what becomes of it. Source: rules.md section 5."""
    half = _(
        "When the dealer shows an ace, you may insure a box against his blackjack for half its bet."
    )
    match rules.insurance:
        case Insurance.ON_THE_TURN:
            points = [
                _("Each box is insured in its turn, before anything else is done on it."),
                _("Playing on without insurance declines it."),
                _("A box with a blackjack has no turn, so it can’t be insured."),
                _("Splitting an insured box insures the second hand too, for half its bet."),
                _("Insurance stays on the table even if the box goes bust."),
            ]
        case Insurance.BEFORE_PLAY:
            points = [
                _("Every box is asked, blackjacks too, before anybody plays."),
                _(
                    "Then the dealer looks at his second card. With a blackjack insurance is paid "
                    "at once; without one it is lost at once."
                ),
            ]
    return Section("insurance", _("Insurance"), text=[half], points=points)
