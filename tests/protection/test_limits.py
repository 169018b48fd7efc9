"""A player's own limits: lower at once; higher after 24 hours and a second confirmation."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import InsertOnly
from accounts.protection import limits
from accounts.protection.exceptions import NothingToChange, NotRipe, StaleProtection
from accounts.protection.limits import WAIT, LimitState
from accounts.protection.models import LimitChange, Measure, Period, Step

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)
LOSS_A_DAY: dict[str, Any] = {"measure": Measure.LOSS, "period": Period.DAY}
KEY = (Measure.LOSS, Period.DAY)


@pytest.fixture
def change(player):
    """Send the form for the limit of losses a day as it stands; hundredths."""

    def change(limit: int | None, now: datetime = NOW) -> LimitState:
        number = state(player).number
        return limits.change(player=player, **LOSS_A_DAY, number=number, limit=limit, now=now)

    return change


def state(player) -> LimitState:
    return limits.states(player.pk).get(KEY, LimitState())


def confirm(player, now: datetime, number: int | None = None) -> LimitState:
    number = state(player).number if number is None else number
    return limits.confirm(player=player, **LOSS_A_DAY, number=number, now=now)


def withdraw(player, now: datetime = NOW) -> LimitState:
    number = state(player).number
    return limits.withdraw(player=player, **LOSS_A_DAY, number=number, now=now)


def in_force(player) -> int | None:
    return limits.in_force(player.pk, [Measure.LOSS]).get(KEY)


def test_setting_and_lowering_hold_at_once(player, change):
    assert in_force(player) is None
    change(100_00)
    assert in_force(player) == 100_00
    change(50_00)
    assert in_force(player) == 50_00
    assert not state(player).waiting


@pytest.mark.parametrize("wish", [200_00, None], ids=["higher", "none"])
def test_raising_and_removing_need_24_hours_and_a_second_confirmation(player, change, wish):
    change(100_00)
    change(wish)
    assert in_force(player) == 100_00
    for moment in (NOW, NOW + WAIT - SECOND):
        with pytest.raises(NotRipe) as refused:
            confirm(player, moment)
        assert refused.value.ripe_at == NOW + timedelta(hours=24)
        assert in_force(player) == 100_00
    confirm(player, NOW + WAIT)
    assert in_force(player) == wish
    assert not state(player).waiting


def test_time_alone_raises_nothing(player, change):
    change(100_00)
    change(200_00)
    later = NOW + timedelta(days=400)
    assert in_force(player) == 100_00
    confirm(player, later)
    assert in_force(player) == 200_00


def test_a_wish_can_be_withdrawn_before_and_after_its_time(player, change):
    change(100_00)
    for moment in (NOW, NOW + WAIT + SECOND):
        change(200_00)
        withdraw(player, moment)
        assert state(player) == LimitState(state(player).number, 100_00)
        with pytest.raises(NothingToChange):
            confirm(player, NOW + 3 * WAIT)
    assert in_force(player) == 100_00


def test_lowering_drops_the_wish(player, change):
    change(100_00)
    change(200_00)
    change(80_00, NOW + SECOND)
    assert in_force(player) == 80_00
    with pytest.raises(NothingToChange):
        confirm(player, NOW + 2 * WAIT)


def test_another_wish_waits_anew(player, change):
    change(100_00)
    change(200_00)
    change(300_00, NOW + WAIT - SECOND)
    with pytest.raises(NotRipe):
        confirm(player, NOW + WAIT)
    confirm(player, NOW + 2 * WAIT - SECOND)
    assert in_force(player) == 300_00


def test_after_a_removed_limit_the_first_one_holds_at_once(player, change):
    change(100_00)
    change(None)
    confirm(player, NOW + WAIT)
    change(500_00)
    assert in_force(player) == 500_00


def test_the_same_limit_again_changes_nothing(player, change):
    with pytest.raises(NothingToChange):
        change(None)
    change(100_00)
    with pytest.raises(NothingToChange):
        change(100_00)
    with pytest.raises(NothingToChange):
        withdraw(player)
    assert LimitChange.objects.count() == 1


def test_an_older_form_is_refused_in_either_order(player, change):
    change(100_00)
    change(200_00)
    number = state(player).number
    withdraw(player)
    with pytest.raises(StaleProtection):
        confirm(player, NOW + WAIT, number)
    assert in_force(player) == 100_00
    change(200_00)
    number = state(player).number
    confirm(player, NOW + WAIT)
    with pytest.raises(StaleProtection):
        limits.withdraw(player=player, **LOSS_A_DAY, number=number, now=NOW + WAIT)
    assert in_force(player) == 200_00


def test_limits_of_other_measures_and_periods_stand_alone(player, change, limit):
    change(100_00)
    limit(Measure.LOSS, 700_00, Period.WEEK)
    limit(Measure.TIME, 60)
    assert limits.in_force(player.pk, [Measure.LOSS]) == {
        (Measure.LOSS, Period.DAY): 100_00,
        (Measure.LOSS, Period.WEEK): 700_00,
    }


def test_the_history_keeps_every_step(player, change):
    change(100_00)
    change(200_00)
    withdraw(player)
    change(None)
    confirm(player, NOW + WAIT)
    rows = LimitChange.objects.order_by("number")
    assert [(row.step, row.limit, row.wished) for row in rows] == [
        (Step.SET, 100_00, None),
        (Step.ASKED, 100_00, 200_00),
        (Step.WITHDRAWN, 100_00, None),
        (Step.ASKED, 100_00, None),
        (Step.CONFIRMED, None, None),
    ]


def test_the_history_can_neither_be_changed_nor_removed(player, change):
    change(100_00)
    row = LimitChange.objects.get()
    rows = LimitChange.objects.all()
    row.limit = 1
    for attempt in (row.save, row.delete, rows.delete, lambda: rows.update(limit=1)):
        with pytest.raises(InsertOnly):
            attempt()
    statements = [
        "UPDATE accounts_limitchange SET step = step",
        "DELETE FROM accounts_limitchange",
    ]
    if connection.vendor == "sqlite":
        columns = ", ".join(field.column for field in LimitChange._meta.fields)
        statements.append(
            f"INSERT OR REPLACE INTO accounts_limitchange ({columns})"
            f" SELECT {columns} FROM accounts_limitchange"
        )
    else:
        statements.append("TRUNCATE accounts_limitchange")
    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert in_force(player) == 100_00
