"""Actions: what each books, what the last one ends, and what a failure leaves behind."""

import hashlib

import pytest
from django.db import transaction

from accounts import ledger
from accounts.ledger import AlreadyPosted, Kind, Posting
from accounts.models import Entry, Tier
from blackjack.engine.errors import IllegalAction
from blackjack.engine.rules import Variant
from blackjack.exceptions import BetOutOfLimits, StaleTable
from fairplay import codec
from fairplay.models import Commitment
from fairplay.services import secret_of
from tests.tables import (
    DOUBLED,
    INSURED,
    LOST,
    NATURAL,
    PAIR,
    PUSHED,
    SURRENDERED,
    WON,
    everything,
    give,
    journal_adds_up,
)

pytestmark = pytest.mark.django_db

BET = ("bet", -10_00)


def refused(seat, error, words, **more):
    """Act, be refused by ``error``, and find everything as it was."""
    before = everything()
    with pytest.raises(error) as caught:
        seat.act(words, **more)
    assert everything() == before
    return caught.value


@pytest.mark.parametrize(
    ("cards", "words", "lines"),
    [
        pytest.param(LOST, "stand", [BET], id="b1 a loss is charged once"),
        pytest.param(WON, "stand", [BET, ("payout", 20_00)], id="win"),
        pytest.param(PUSHED, "stand", [BET, ("payout", 10_00)], id="a22 push"),
        pytest.param(NATURAL, "", [BET, ("payout", 25_00)], id="a23 blackjack"),
        pytest.param(DOUBLED, "double", [BET, ("double", -10_00), ("payout", 20_00)], id="double"),
        pytest.param(
            PAIR,
            "split stand stand",
            [BET, ("split", -10_00), ("payout", 20_00)],
            id="a30 split: both stakes are debited",
        ),
        pytest.param(
            INSURED,
            "insure stand",
            [BET, ("insurance", -5_00), ("insurance_payout", 15_00)],
            id="a24 a25 insurance is booked by itself",
        ),
        pytest.param(
            "AD 8S 8H 0C 2D 9C",
            "insure split stand stand",
            [BET, ("insurance", -5_00), ("split", -10_00), ("insurance", -5_00)],
            id="split of an insured box insures the second hand",
        ),
        pytest.param("7D 6S 0H 0C", "hit", [BET], id="bust"),
    ],
)
def test_every_movement_is_a_line(seat, cards, words, lines):
    seat.play(cards, words)
    assert seat.lines == lines
    assert seat.balance == 1000_00 + sum(amount for _, amount in lines)
    assert seat.round.ended_at is not None
    assert journal_adds_up()


@pytest.mark.parametrize(
    ("bet", "cards", "words", "change"),
    [
        pytest.param(1, NATURAL, "", 150, id="blackjack on 1 wins 1.50"),
        pytest.param(1, SURRENDERED, "surrender", -50, id="surrender of 1 returns 0.50"),
        pytest.param(1, "AD 0S 7H 6C 0S", "insure stand", -50, id="insurance on 1 costs 0.50"),
    ],
)
def test_b8_halves_are_exact(seat, bet, cards, words, change):
    here = seat.at(Variant.SIX_DECK)
    here.play(cards, words, bets=(bet,))
    assert here.balance - 1000_00 == change


def test_surrender_gives_half_back_at_once(seat):
    here = seat.at(Variant.SIX_DECK)
    here.play("0D 0S 6H 9S 9C", "surrender", bets=(10, 10))
    assert here.round.ended_at is None
    assert here.lines == [BET, BET, ("surrender", 5_00)]
    assert here.balance == 985_00


def test_lines_are_numbered_behind_their_round(seat):
    seat.play(PAIR, "split stand stand")
    seat.play(DOUBLED, "double")
    first, second = dict.fromkeys(entry.cause.rsplit("/", 1)[0] for entry in seat.entries)
    assert second == f"blackjack.round/{seat.round.pk}"
    assert [entry.cause for entry in seat.entries] == [
        *(f"{first}/{number}" for number in (1, 2, 3)),
        *(f"{second}/{number}" for number in (1, 2, 3)),
    ]


def test_lines_carry_game_and_tier_as_text(seat):
    seat.at(Variant.SIX_DECK).play(NATURAL)
    assert {(entry.game, entry.tier) for entry in seat.entries} == {("six-deck", "LITE")}
    assert [entry.counter_account for entry in seat.entries] == ["stakes", "payouts"]


def test_each_action_is_booked_when_it_is_done(seat):
    seat.play("AD 8S 8H 0C 2D 9C", "insure")
    assert seat.balance == 985_00
    seat.act("split")
    assert seat.balance == 970_00
    assert seat.round.actions == ["insure", "split"]
    assert seat.round.ended_at is None


def test_version_rises_with_every_change(seat):
    seat.plant(PAIR)
    versions = [seat.version]
    for change in (lambda: seat.deal(10), *[lambda w=w: seat.act(w) for w in ("split", "stand")]):
        change()
        versions.append(seat.version)
    assert versions == [0, 1, 2, 3]


def test_end_reveals_the_string_and_signs_the_next_shoe(seat):
    seat.play(WON)
    shoe = seat.shoe
    secret = secret_of(shoe.commitment)
    assert (shoe.commitment.revealed, shoe.commitment.revealed_at) == ("", None)
    state = seat.act("stand")
    shoe.refresh_from_db()
    ended = Commitment.objects.get(pk=shoe.commitment_id)
    assert (ended.revealed, ended.sealed) == (secret, "")
    assert ended.md5 == hashlib.md5(secret.encode()).hexdigest()
    assert ended.sha256 == hashlib.sha256(secret.encode()).hexdigest()
    assert shoe.ended_at == seat.round.ended_at == ended.revealed_at
    following = seat.shoe
    assert state.shoe == following
    assert not following.commitment.is_revealed
    assert following.commitment.md5 != ended.md5
    assert codec.parse(secret_of(following.commitment)).key != codec.parse(secret).key


def test_what_the_table_showed_is_kept_as_evidence(seat):
    seat.play(WON)
    before = seat.round
    assert before.shown is None
    seat.act("stand")
    shown = seat.round.shown
    assert shown is not None
    assert shown["boxes"][0]["hands"][0]["outcome"] == "win"
    assert (shown["staked"], shown["returned"]) == (10_00, 20_00)


def test_b2_double_without_funds_is_refused_and_the_hand_lives(seat):
    give(seat.player, 15 - 1000)
    seat.play(DOUBLED)
    error = refused(seat, ledger.InsufficientFunds, "double")
    assert (error.needed, error.balance) == (10_00, 5_00)
    seat.act("stand")
    assert seat.lines == [BET, ("payout", 20_00)]


def test_split_of_an_insured_box_needs_money_for_both(seat):
    give(seat.player, 25 - 1000)
    seat.play("AD 8S 8H 0C 2D 9C", "insure")
    assert seat.balance == 10_00
    error = refused(seat, ledger.InsufficientFunds, "split")
    assert (error.needed, error.balance) == (15_00, 10_00)
    seat.act("stand")


def test_insurance_without_funds_is_refused(seat):
    give(seat.player, 14 - 1000)
    seat.play(INSURED)
    refused(seat, ledger.InsufficientFunds, "insure")


@pytest.mark.parametrize(
    ("cards", "done", "word"),
    [
        pytest.param(WON, "", "double", id="double on 20"),
        pytest.param(WON, "", "insure", id="insurance without an ace"),
        pytest.param(WON, "", "surrender", id="surrender in double deck"),
        pytest.param(WON, "", "decline", id="decline in a game that asks nothing"),
        pytest.param("6D 5S 5H 5C", "hit", "split", id="a13 split after a hit"),
        pytest.param("6D 5S 5H 6C 9D", "split", "double", id="a27 double after a split"),
        pytest.param(INSURED, "insure", "insure", id="insurance twice"),
        pytest.param(WON, "", "resign", id="no such action"),
        pytest.param(WON, "", "HIT", id="another case"),
    ],
)
def test_what_the_rules_forbid_changes_nothing(seat, cards, done, word):
    seat.play(cards, done)
    refused(seat, IllegalAction, word)


def test_second_action_of_one_page_is_stale(seat):
    seat.play("7D 2S 3H 4C 5S")
    version = seat.version
    seat.act("hit", version=version)
    refused(seat, StaleTable, "hit", version=version)


@pytest.mark.parametrize("word", ["hit", "stand", "double", "split", "insure"])
def test_b18_action_after_the_end_is_stale(seat, word):
    seat.play(WON, "stand")
    refused(seat, StaleTable, word, version=seat.version - 1)
    refused(seat, StaleTable, word)


def test_b16_money_from_outside_in_mid_round_lets_the_round_go_on(seat):
    seat.play(WON)
    give(seat.player, 1)
    seat.act("stand")
    assert seat.balance == 1011_00
    give(seat.player, -11)
    seat.play(DOUBLED)
    give(seat.player, -990)
    refused(seat, ledger.InsufficientFunds, "double")
    give(seat.player, 10)
    seat.act("double")
    assert seat.balance == 20_00
    assert journal_adds_up()


def test_another_tier_counts_from_the_next_round(seat, promote):
    seat.play(PAIR)
    promote(seat.player, Tier.VIP)
    seat.act("split stand stand")
    assert {entry.tier for entry in seat.entries} == {"LITE"}
    seat.plant(WON)
    with pytest.raises(BetOutOfLimits):
        seat.deal(9)
    seat.deal(200)
    assert seat.round.tier == seat.entries[-1].tier == "VIP"


def occupy(player, cause: str) -> None:
    """Book a line under a cause that a round will want: the database then refuses the round's."""
    with transaction.atomic():
        wallet = ledger.lock(player.pk, "RUR")
        ledger.post(wallet, [Posting(Kind.ADJUSTMENT, 1, cause)])


def test_b14_failure_inside_a_settlement_undoes_it_whole(seat):
    seat.play(WON)
    occupy(seat.player, f"{seat.round.cause}/2")
    refused(seat, AlreadyPosted, "stand")
    assert seat.round.ended_at is None
    assert not seat.shoe.commitment.is_revealed
    assert journal_adds_up()


def test_b14_failure_inside_a_deal_undoes_it_whole(seat):
    seat.play(NATURAL)
    # PostgreSQL does not give a number back: the next round's lies a little above.
    for number in range(seat.round.pk + 1, seat.round.pk + 4):
        occupy(seat.player, f"blackjack.round/{number}/2")
    seat.plant(NATURAL)
    before = everything()
    with pytest.raises(AlreadyPosted):
        seat.deal(10)
    assert everything() == before
    assert journal_adds_up()


def test_balance_is_the_sum_of_the_lines(seat):
    for cards, words in [(WON, "stand"), (PAIR, "split stand stand"), (INSURED, "insure stand")]:
        seat.play(cards, words)
    total = sum(Entry.objects.values_list("amount", flat=True))
    assert seat.balance == total == 1010_00
    assert journal_adds_up()
