"""Games from before the ten days were kept track of get their times by migration."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts import journal_triggers
from accounts.protection import triggers
from blackjack import services
from blackjack.engine.rules import Variant
from blackjack.models import BingoSession, Round, Shoe
from tests.blackjack.bingo.rounds import play
from tests.blackjack.expiry.conftest import START, TEN_DAYS
from tests.tables import NATURAL, WON

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

BEFORE = [("blackjack", "0005_rounds_by_time")]


def times() -> list[object]:
    return [
        list(Shoe.objects.order_by("pk").values()),
        list(Round.objects.order_by("pk").values()),
        list(BingoSession.objects.order_by("pk").values()),
    ]


def test_rows_get_the_times_that_they_would_have_by_now(seat, later):
    """Back to the old columns and forth again nothing is lost that is not read from the rounds."""
    seat.play(NATURAL)
    seat.at(Variant.SIX_DECK).play(WON)
    classic = seat.at(Variant.CLASSIC)
    classic.play("0S 9H 0D 8C", "stand")
    play(seat.at(Variant.BINGO), 17, 18)
    later(3)
    before = times()
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate(BEFORE)
    MigrationExecutor(connection).migrate(newest)
    for table in (*journal_triggers.ALL, *triggers.ALL):
        table.install(connection)
    assert times() == before
    assert classic.shoe.dealt_at == START
    assert later(7).tables == 3
    assert services.expire().tables == 0
    assert Shoe.objects.filter(ended_at=START + TEN_DAYS).count() == 2
