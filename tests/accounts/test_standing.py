"""Tier, block and role are changed by forms with a reason, each in the audit; nothing else is."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from accounts import standing
from accounts.audit import recording
from accounts.audit.models import Deed
from accounts.models import InsertOnly, StaffAction, Tier
from accounts.services import register
from casino.roles import Role
from tests.office import PASSWORD, browser, last_line, member

pytestmark = pytest.mark.django_db


def url(name: str, player) -> str:
    return reverse(f"admin:accounts_user_{name}", args=[player.pk])


@pytest.fixture
def manager(db):
    return member(Role.MANAGER)


@pytest.fixture
def office(manager):
    return browser(manager)


def test_tier_is_changed_with_a_reason_and_stands_in_the_audit(player, manager, office):
    fields = {"tier": "VIP", "seen": "LITE", "reason": "asked by mail"}
    answer = office.post(url("tier", player), fields, REMOTE_ADDR="10.1.2.3")
    assert (answer.status_code, answer.url) == (303, url("change", player))
    player.refresh_from_db()
    assert player.tier == "VIP"
    line = last_line()
    assert (line.deed, line.staff, line.player, line.refused) == ("tier", manager, player, False)
    assert (line.before, line.after) == ({"tier": "LITE"}, {"tier": "VIP"})
    assert (line.reason, line.address) == ("asked by mail", "10.1.2.3")


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"reason": ""}, 422),
        ({"reason": "   "}, 422),
        ({"reason": "x" * 201}, 422),
        ({"tier": "GOLD"}, 422),
        ({"tier": ""}, 422),
        ({"balance": "100"}, 422),
        ({"seen": "RESPECT"}, 409),
        ({"tier": "LITE"}, 409),
    ],
)
def test_wrong_form_changes_no_tier_and_is_written_down(player, office, changes, status):
    fields = {"tier": "VIP", "seen": "LITE", "reason": "asked"} | changes
    assert office.post(url("tier", player), fields).status_code == status
    player.refresh_from_db()
    assert player.tier == "LITE"
    line = last_line()
    assert (line.deed, line.refused, line.player) == ("tier", True, player)


def test_a_blocked_player_is_out_at_once(player, office, signed_in):
    tab = signed_in(player)
    assert tab.get(reverse("accounts:profile")).status_code == 200
    assert office.post(url("block", player), {"reason": "fraud"}).status_code == 303
    assert tab.get(reverse("accounts:profile")).status_code == 302
    assert not player.sessions.exists()
    assert last_line().after == {"blocked": True}
    assert office.post(url("block", player), {"reason": "again"}).status_code == 409
    assert last_line().refused
    assert office.post(url("unblock", player), {"reason": "mistake"}).status_code == 303
    player.refresh_from_db()
    assert player.is_active
    assert tab.get(reverse("accounts:profile")).status_code == 302  # the old session is over


def test_a_closed_account_is_never_opened_again(player, office):
    from accounts import security

    security.close_account(user_id=player.pk)
    assert office.post(url("unblock", player), {"reason": "please"}).status_code == 409
    player.refresh_from_db()
    assert not player.is_active


def test_nobody_blocks_himself_nor_a_colleague(player, manager, office):
    colleague = member(Role.CASHIER)
    assert office.post(url("block", colleague), {"reason": "x"}).status_code == 403
    owner = member(None)
    with pytest.raises(standing.OwnAccount):
        standing.block(user_id=owner.pk, reason="x", staff=owner)
    assert browser(owner).post(url("block", owner), {"reason": "x"}).status_code == 409
    owner.refresh_from_db()
    assert owner.is_active


@pytest.mark.parametrize(
    ("role", "may"),
    [
        (Role.SUPPORT, {"block"}),
        (Role.CASHIER, set()),
        (Role.MANAGER, {"block", "tier"}),
        (None, {"block", "tier", "role"}),
    ],
)
def test_each_role_may_what_its_table_says(player, role, may):
    client = browser(member(role))
    for name in ("block", "tier", "role"):
        assert client.get(url(name, player)).status_code == (200 if name in may else 403)
        if name not in may:
            line = last_line()
            assert (line.deed, line.refused) == ("page", True)
            assert line.subject == url(name, player)


def test_role_is_given_and_taken_by_a_superuser_with_a_reason(player):
    owner = member(None)
    client = browser(owner)
    for role, is_staff in (("support", True), ("player", False)):
        fields = {"role": role, "reason": "new colleague"}
        assert client.post(url("role", player), fields).status_code == 303
        player.refresh_from_db()
        assert player.is_staff is is_staff
        assert (last_line().deed, last_line().after) == ("appointed", {"role": role})
    assert client.post(url("role", owner), {"role": "player", "reason": "x"}).status_code == 409


def test_what_is_refused_by_the_database_leaves_no_line(player, manager):
    with pytest.raises(recording.NotInTransaction), pretend_autocommit():
        recording.done(Deed.TIER, staff=manager)
    before = StaffAction.objects.count()

    def undone() -> None:
        with transaction.atomic():
            recording.done(Deed.TIER, staff=manager)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        undone()
    assert StaffAction.objects.count() == before


class pretend_autocommit:  # noqa: N801
    """The test's own transaction, out of sight."""

    def __enter__(self):
        self.was = connection.in_atomic_block
        connection.in_atomic_block = False

    def __exit__(self, *error):
        connection.in_atomic_block = self.was


def test_staff_who_sign_in_stand_in_the_audit_and_so_do_wrong_passwords(client, settings):
    staff = member(Role.SUPPORT)
    fields = {"login": "support", "password": "wrong"}
    client.post(reverse("accounts:login"), fields, REMOTE_ADDR="10.0.0.9")
    line = last_line()
    assert (line.deed, line.refused, line.staff) == ("signed_in", True, staff)
    assert line.address == "10.0.0.9"
    client.post(reverse("accounts:login"), fields | {"password": PASSWORD})
    assert (last_line().deed, last_line().refused) == ("signed_in", False)
    before = StaffAction.objects.count()
    register(login="Somebody", password=PASSWORD)
    client.post(reverse("accounts:login"), {"login": "Somebody", "password": "wrong"})
    assert StaffAction.objects.count() == before


def test_audit_is_read_only_for_its_readers_and_hidden_from_others(player, manager, office):
    standing.change_tier(
        user_id=player.pk, tier=Tier.VIP, seen="LITE", reason="<b>x</b>", staff=manager
    )
    page = reverse("admin:accounts_staffaction_changelist")
    assert office.get(page, {"q": "Player_1"}).context["cl"].result_count == 1
    for query in ({"staff": manager.pk}, {"refused": "yes"}, {"deed__exact": "tier"}, {}):
        assert office.get(page, query).status_code == 200
    assert (
        office.get(page, {"from": "2020-01-01", "to": "2020-01-02"}).context["cl"].result_list == []
    )
    change = reverse("admin:accounts_staffaction_change", args=[last_line().pk])
    assert office.get(change).status_code == 200
    assert office.post(change, {"reason": "other"}).status_code == 403
    for role in (Role.SUPPORT, Role.CASHIER):
        assert browser(member(role)).get(page).status_code == 403


@pytest.mark.parametrize("query", ["p=0", "p=101", "p=-1", "from=x", "from=0001-01-01"])
def test_a_list_asked_for_nonsense_leads_back_to_its_beginning(office, query):
    page = reverse("admin:accounts_staffaction_changelist")
    assert office.get(f"{page}?{query}").status_code == 302


@pytest.mark.parametrize("query", ["reason__icontains=x", "staff__password__startswith=a"])
def test_a_list_answers_no_question_of_anothers_making(office, query):
    page = reverse("admin:accounts_staffaction_changelist")
    assert office.get(f"{page}?{query}").status_code == 400


def test_model_changes_no_line_of_the_audit(player, manager):
    recording.done(Deed.TIER, staff=manager)
    line = last_line()
    for change in (
        line.save,
        line.delete,
        StaffAction.objects.all().delete,
        lambda: StaffAction.objects.update(reason="other"),
    ):
        with pytest.raises(InsertOnly):
            change()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounts_staffaction SET reason = 'other'",
        "DELETE FROM accounts_staffaction",
        pytest.param("TRUNCATE accounts_staffaction", marks=pytest.mark.postgresql),
        pytest.param(
            "INSERT OR REPLACE INTO accounts_staffaction SELECT * FROM accounts_staffaction",
            marks=pytest.mark.sqlite,
        ),
    ],
)
def test_raw_sql_changes_no_line_of_the_audit(sql):
    with transaction.atomic():
        recording.done(Deed.TIER, staff=None, reason="first")
    before = list(StaffAction.objects.values_list())
    with (
        pytest.raises(DatabaseError, match="insert-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert list(StaffAction.objects.values_list()) == before
