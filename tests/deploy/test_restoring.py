"""What docs/deploy.md has done after an older dump was restored, before anybody plays."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from accounts.models import Currency, GameSwitch, User
from accounts.verification import verify_journal
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Shoe
from blackjack.verification import verify_rounds
from tests.blackjack.conftest import player, seat
from tests.running_site import ROOT
from tests.tables import WON, Seat, clients

__all__ = ["player", "seat"]

pytestmark = pytest.mark.django_db


def commands() -> list[str]:
    """The code that the guide hands to `manage.py shell`, in its order: it closes and lists."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    return re.findall(r"manage\.py shell -v0 -c '(.*)'$", guide, re.M)


def test_shoes_that_may_be_known_are_replaced_and_no_game_is_open(seat: Seat, capsys) -> None:
    User.objects.create_superuser("owner", password="x")
    seat.plant(WON)
    bingo = seat.at(Variant.BINGO)
    bingo.plant("0S 9H 7D 0C 0H 9S 8D 0D")
    bingo.deal(10, bingo={1: 5})
    waiting = seat.at(Variant.SIX_DECK, Currency.FUN.value)
    waiting.plant(WON)
    waiting.deal(10)
    signed = Shoe.objects.get(ended_at=None, dealt_at=None)

    closing, listing = commands()
    exec(closing.replace("LOGIN", "owner"), {})  # as the shell does
    call_command("renew_shoes", stdout=StringIO())
    exec(listing, {})

    assert GameSwitch.objects.values_list("variant", "currency").get() == ("", "")
    assert not BingoSession.objects.filter(ended_at=None).exists()
    signed.refresh_from_db()
    assert signed.ended_at is not None
    assert signed.commitment.is_revealed
    fresh = Shoe.objects.get(table=signed.table, ended_at=None)
    assert fresh.commitment.md5 != signed.commitment.md5
    assert Round.objects.filter(ended_at=None).count() == 2, "what is in play stays"
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 1, "of roubles only"
    assert "bingo" in told[0]
    verify_journal()
    verify_rounds()

    (tab,) = clients(seat.player, 1)
    assert tab.get(seat.url()).status_code == 200
    assert tab.get(reverse("lobby")).status_code == 200
