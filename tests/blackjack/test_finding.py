"""What a click finds by one prepared statement is what Django's own queries give."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.limits import found
from accounts.models import BetLimit, GameSwitch, Wallet
from blackjack.engine.rules import Variant
from blackjack.exceptions import RoundUnfinished, StaleTable
from blackjack.models import Round, Shoe
from blackjack.services.finding import open_round, open_shoe
from casino.prepared import Prepared, Slot, columns, taken
from tests.tables import WON, Seat

pytestmark = pytest.mark.django_db

OPEN = "6D 2S 3H 4C 5C 8D"


def fields(row: models.Model) -> dict[str, object]:
    """Each column's value with its type: a text is no time, and 1 is not true."""
    values = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
    return {name: (type(value), value) for name, value in values.items()}


def at(seat: Seat) -> dict[str, object]:
    return {**seat.names, "version": seat.version}


@pytest.mark.parametrize("variant", list(Variant))
def test_the_open_round_comes_with_its_table_shoe_and_commitment(seat, variant):
    seat = seat.at(variant)
    seat.plant(OPEN)
    seat.deal(10, 20)
    here = at(seat)
    with CaptureQueriesContext(connection) as queries:
        row, limit = open_round(**here)
        pieces = [row, row.table, row.shoe, row.shoe.table, row.shoe.commitment]
    assert len(queries) == 1
    own = Round.objects.get(pk=row.pk)
    expected = [own, own.table, own.shoe, own.table, own.shoe.commitment]
    assert [fields(one) for one in pieces] == [fields(one) for one in expected]
    assert limit == found(variant=variant.value, tier="LITE", currency="RUR")
    assert limit is not None


def test_the_open_shoe_comes_with_its_table_and_commitment(seat):
    seat.plant(WON)
    here = at(seat)
    with CaptureQueriesContext(connection) as queries:
        shoe, limit = open_shoe(**here)
        pieces = [shoe, shoe.table, shoe.commitment]
    assert len(queries) == 1
    own = Shoe.objects.get(pk=shoe.pk)
    assert [fields(one) for one in pieces] == [fields(o) for o in (own, own.table, own.commitment)]
    assert limit == found(variant="double-deck", tier="LITE", currency="RUR")
    seat.deal(10)
    with pytest.raises(RoundUnfinished):
        open_shoe(**at(seat))
    with pytest.raises(StaleTable):
        open_shoe(**{**at(seat), "version": seat.version - 1})


def test_the_limit_is_the_one_that_holds_at_the_table(seat):
    seat.plant(WON)
    BetLimit.objects.filter(variant="double-deck", tier="LITE", currency="RUR").update(maximum=30)
    assert open_shoe(**at(seat))[1].maximum == 30
    GameSwitch.objects.create(
        variant="double-deck", reason="a fault", staff=seat.player, closed_at=timezone.now()
    )
    assert open_shoe(**at(seat))[1].closed
    BetLimit.objects.filter(variant="double-deck", tier="LITE", currency="RUR").delete()
    assert open_shoe(**at(seat))[1] is None


def test_the_statement_is_built_once_and_asked_from_any_thread(seat):
    built = []

    def build():
        built.append(1)
        held = Wallet.objects.filter(user_id=Slot("user", models.BigIntegerField()))
        return held.values_list(*columns(Wallet)).order_by("currency")

    query = Prepared(build)

    def held(user: int) -> str | None:
        row = query.one(user=user)
        return None if row is None else taken(Wallet, row).currency

    assert held(seat.player.pk) in {"FUN", "RUR"}
    assert held(seat.player.pk + 1) is None
    with ThreadPoolExecutor(1) as thread:  # another connection, which sees nothing uncommitted
        thread.submit(lambda: (held(1), connection.close())).result()
    assert built == [1]
