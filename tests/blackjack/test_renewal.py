"""After a restore no shoe is dealt from whose string somebody may know (services/renewal.py)."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from blackjack import services
from blackjack.engine.rules import Variant
from blackjack.exceptions import StaleTable
from blackjack.models import Shoe
from blackjack.services.renewal import renew_shoes
from blackjack.verification import verify_rounds
from tests.blackjack.bingo.rounds import play
from tests.tables import PLAYED, WON, Seat, journal_adds_up

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _books_agree(db):
    yield
    verify_rounds()
    assert journal_adds_up()


def renew(moment=None):
    now = timezone.now()
    return renew_shoes(signed_before=moment or now, now=now)


def test_every_signed_shoe_is_revealed_and_followed_by_another(seat, stranger):
    here = [seat.at(variant) for variant in PLAYED] + [Seat(stranger)]
    for one in here:
        one.open()
    before = [one.shoe.pk for one in here]
    found = renew()
    assert (found.shoes, found.open_rounds, found.sealed) == (len(here), [], [])
    for one, number in zip(here, before, strict=True):
        old = Shoe.objects.select_related("commitment").get(pk=number)
        assert old.commitment.is_revealed
        assert old.ended_at is not None
        assert one.shoe.pk != number
        assert not one.shoe.commitment.is_revealed


def test_bets_laid_for_a_shoe_that_was_renewed_are_not_dealt(seat):
    seat.open()
    version = seat.version
    renew()
    with pytest.raises(StaleTable):
        seat.deal(10, version=version)
    assert seat.balance == 1000_00


@pytest.mark.parametrize("variant", [Variant.DOUBLE_DECK, Variant.CLASSIC])
def test_an_open_round_is_named_and_keeps_its_shoe_until_it_has_ended(seat, variant):
    here = seat.at(variant)
    here.play("9C 0S 7H 0D" if variant is Variant.DOUBLE_DECK else "0S 9H 9D 0C")
    moment = timezone.now()
    assert list(renew(moment).open_rounds) == [here.round.pk]
    assert here.shoe.pk == here.round.shoe_id
    here.act("stand")
    found = renew(moment)
    assert list(found.open_rounds) == []
    assert here.shoe.pk != here.round.shoe_id
    assert found.shoes == (variant is Variant.CLASSIC), "a fresh shoe ended with its round"


def test_run_again_it_renews_nothing_that_it_has_signed(seat):
    seat.open()
    moment = timezone.now()
    assert renew(moment).shoes == 1
    shoe = seat.shoe.pk
    assert renew(moment).shoes == 0
    assert seat.shoe.pk == shoe


def test_bingo_goes_on_with_the_next_shoe(seat):
    here = seat.at(Variant.BINGO)
    play(here, 17, 18)
    renew()
    assert here.shoe.bingo_before == {"1": here.sessions[0].carried}
    services.leave(**here.names, version=here.version)
    assert here.sessions[0].ended_at is not None


def test_command_says_what_is_left(seat):
    seat.play(WON, "stand")
    seat.play("9C 0S 7H 0D")
    out = StringIO()
    call_command("renew_shoes", stdout=out)
    assert f"whose shoes stay: {seat.round.pk}." in out.getvalue()
    seat.act("stand")
    shoe = seat.shoe.pk
    call_command("renew_shoes", signed_before=out.getvalue().split()[-1], stdout=out)
    assert seat.shoe.pk == shoe, "signed after the moment that it was told"
    for wrong in ("yesterday", "2026-11-30T12:00"):
        with pytest.raises(CommandError):
            call_command("renew_shoes", signed_before=wrong)
