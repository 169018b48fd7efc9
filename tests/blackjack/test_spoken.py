"""What a table says to who can't see it: cards and totals, whose turn, what may be done."""

from collections.abc import Sequence

import pytest
from django.test import Client

from accounts import services
from blackjack.engine.rules import Variant
from tests.pages import read
from tests.staff import sign_in
from tests.tables import HTMX, PAIR, Seat

pytestmark = pytest.mark.django_db

ACES = "AD 0S 7H 9C 9D KC"  # an ace against 17 and 18, then a ten

ROUNDS = {
    "split": (
        Variant.DOUBLE_DECK,
        PAIR,
        (10,),
        ["split", "stand", "stand"],
        [
            "Dealer shows six of diamonds, 6. Your turn. "
            "Box 1: eight of spades, eight of hearts, 16. You can: hit, stand, split.",
            "Dealer shows six of diamonds, 6. Your turn. "
            "Box 1, first hand: eight of spades, ten of clubs, 18. You can: hit, stand.",
            "Dealer shows six of diamonds, 6. "
            "Box 1, first hand: eight of spades, ten of clubs, 18. Your turn. "
            "Box 1, second hand: eight of hearts, two of diamonds, 10. You can: hit, stand.",
            "Dealer: six of diamonds, ten of diamonds, ace of clubs, 17. "
            "Box 1, first hand: 18, Win +10. "
            "Box 1, second hand: eight of hearts, two of diamonds, 10, Lose −10. "
            "The round: 0. Balance: 10,000 FUN.",
        ],
    ),
    "insurance": (
        Variant.DOUBLE_DECK,
        ACES,
        (10, 10),
        ["insure", "stand", "stand"],
        [
            "Dealer shows ace of diamonds, 11. Your turn. "
            "Box 1: ten of spades, seven of hearts, 17. You can: hit, stand, insure.",
            "Dealer shows ace of diamonds, 11. Your turn. "
            "Box 1: ten of spades, seven of hearts, 17. Insured for 5. You can: hit, stand.",
            "Dealer shows ace of diamonds, 11. "
            "Box 1: ten of spades, seven of hearts, 17. Your turn. "
            "Box 2: nine of clubs, nine of diamonds, 18. You can: hit, stand, split, insure.",
            "Dealer: ace of diamonds, king of clubs, blackjack. "
            "Box 1: 17, Lose −10. Box 1, insurance: +10. "
            "Box 2: nine of clubs, nine of diamonds, 18, Lose −10. "
            "The round: −10. Balance: 9,990 FUN.",
        ],
    ),
    "a hand is bust and the next one has its turn": (
        Variant.DOUBLE_DECK,
        "7D 0S 6H AC 6D 0C 0H",
        (10, 10),
        ["hit"],
        [
            "Dealer shows seven of diamonds, 7. Your turn. "
            "Box 1: ten of spades, six of hearts, 16. You can: hit, stand.",
            "Dealer shows seven of diamonds, 7. "
            "Box 1: ten of spades, six of hearts, ten of clubs, 26, Bust −10. Your turn. "
            "Box 2: ace of clubs, six of diamonds, soft 17. You can: hit, stand.",
        ],
    ),
}


def said(client: Client, seat: Seat) -> str:
    answer = client.get(seat.url(), headers={**HTMX, "Accept-Language": "en"})
    return " ".join(read(answer).one(id="live").text.split())


@pytest.mark.parametrize(
    ("variant", "cards", "bets", "actions", "told"), ROUNDS.values(), ids=ROUNDS
)
def test_a_round_is_told_step_by_step(
    variant: Variant, cards: str, bets: Sequence[int], actions: Sequence[str], told: Sequence[str]
):
    seat = Seat(services.start_guest(), variant, "FUN")
    client = sign_in(Client(), seat.player)
    seat.play(cards, bets=bets)
    heard = [said(client, seat)]
    for action in actions:
        seat.act(action)
        heard.append(said(client, seat))
    assert heard == told


def test_the_region_itself_is_never_exchanged():
    """Few screen readers read out a live region that has just come to the page."""
    seat = Seat(services.start_guest(), currency="FUN")
    client = sign_in(Client(), seat.player)
    seat.open()
    whole = read(client.get(seat.url())).one(id="live")
    assert (whole["aria-live"], whole["role"]) == ("polite", "status")
    part = read(client.get(seat.url(), headers=HTMX)).one(id="live")
    assert part["hx-swap-oob"] == "innerHTML"
