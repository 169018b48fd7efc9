"""What pages of the office say: names, amounts and changes in words; nobody’s card to others."""

import uuid

import pytest
from django.contrib import admin
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts import limits, standing
from accounts.cashier import services as cashier
from accounts.models import BetLimit, RequestKind, StaffAction, Tier, User
from accounts.protection import limits as protection
from accounts.protection.models import Measure, Period, PlayStop, StopKind
from casino.roles import Role
from tests.office import browser, member
from tests.pages import read
from tests.tables import give

pytestmark = pytest.mark.django_db

DETAILS = "Card 2200 0000 1234 5678"


@pytest.fixture
def manager(db) -> User:
    return member(Role.MANAGER)


@pytest.fixture
def asked(player):
    """A withdrawal of 250.50 roubles."""
    give(player, 1000)
    return cashier.ask(
        player=player,
        kind=RequestKind.WITHDRAWAL,
        amount=25_050,
        token=uuid.uuid4(),
        details=DETAILS,
    )


@pytest.mark.parametrize(
    ("role", "sees"), [(Role.SUPPORT, False), (Role.CASHIER, True), (Role.MANAGER, True)]
)
def test_only_who_pays_sees_where_to(asked, role, sees):
    page = reverse("admin:accounts_cashierrequest_change", args=[asked.pk])
    facts = read(browser(member(role)).get(page)).one(id="facts").text
    assert "250.50 RUR" in facts
    assert (DETAILS in facts) is sees


def test_only_who_may_decide_is_led_to_the_decision(asked):
    decide = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])
    for role, led in ((Role.SUPPORT, False), (Role.CASHIER, True)):
        office = browser(member(role))
        for page in ("changelist", "change"):
            arguments = [asked.pk] if page == "change" else []
            url = reverse(f"admin:accounts_cashierrequest_{page}", args=arguments)
            assert bool(read(office.get(url)).all("a", href=decide)) is led


def test_only_who_may_change_a_limit_is_led_to_its_form():
    row = BetLimit.objects.get(variant="classic", tier="LITE", currency="RUR")
    form = reverse("admin:accounts_betlimit_limit", args=[row.pk])
    for role, led in ((Role.SUPPORT, False), (Role.MANAGER, True)):
        page = browser(member(role)).get(reverse("admin:accounts_betlimit_changelist"))
        assert bool(read(page).all("a", href=form)) is led


def test_the_audit_tells_changes_in_words_and_money_in_roubles(player, manager, asked):
    cashier.confirm(number=asked.pk, staff=manager, answer="")
    standing.change_tier(
        user_id=player.pk, tier=Tier.VIP, seen="LITE", reason="<b>x</b>", staff=manager
    )
    row = BetLimit.objects.get(variant="classic", tier="LITE", currency="RUR")
    limits.change(number=row.pk, minimum=6, maximum=60, seen=(5, 50), reason="x", staff=manager)
    page = read(browser(manager).get(reverse("admin:accounts_staffaction_changelist")))
    lines = page.one(id="result_list").one("tbody").all("tr")[1:4]  # behind the signing in

    def cell(line, column: str) -> str:
        return line.one("td", class_=f"field-{column}").text

    assert [cell(line, "change") for line in lines] == [
        "Smallest bet: 5 → 6Largest bet: 50 → 60",
        "Tier: LITE → VIP",
        "State: waiting → confirmedAmount: 250.50 RURBalance: 749.50 RUR",
    ]
    assert [cell(line, "about") for line in lines] == [
        "Classic, LITE, RUR",
        "Player_1",
        f"Player_1, Withdrawal № {asked.pk}",
    ]
    assert cell(lines[1], "reason") == "<b>x</b>"


def test_every_name_that_the_audit_holds_is_told_in_words(player, manager, asked):
    from accounts.back_office.audit_words import NAMES

    office = browser(manager)
    office.get(reverse("admin:accounts_user_add"))
    office.post(reverse("admin:accounts_user_tier", args=[player.pk]), {"tier": "VIP"})
    office.post(reverse("admin:accounts_user_block", args=[player.pk]), {"reason": "x"})
    decide = reverse("admin:accounts_cashierrequest_decide", args=[asked.pk])
    office.post(decide, {"decision": "yes", "answer": ""})
    office.post(decide, {"decision": "yes", "answer": ""})
    switch = reverse("admin:accounts_gameswitch_switch", args=["classic", "RUR"])
    office.post(switch, {"to": "closed", "reason": "x"})
    names = {name for row in StaffAction.objects.all() for name in (*row.before, *row.after)}
    assert len(names) > 5
    assert names <= set(NAMES)


def test_support_sees_a_players_own_limits_and_breaks_and_changes_none(player):
    now = timezone.now()
    for number, limit in enumerate((50_000, 90_000)):
        protection.change(
            player=player,
            measure=Measure.LOSS,
            period=Period.WEEK,
            number=number,
            limit=limit,
            now=now,
        )
    PlayStop.objects.create(user=player, number=1, kind=StopKind.EXCLUSION, began_at=now)
    office = browser(member(Role.SUPPORT))
    page = office.get(reverse("admin:accounts_user_change", args=[player.pk]))
    facts = page.context["protection"]
    (limit,) = facts.limits
    assert (limit.name, limit.limit, limit.used) == ("Losses, a week", "500 RUR", "0 RUR")
    assert limit.waiting.startswith("900 RUR, ")
    assert facts.stop == "Self-exclusion: for good"
    assert len(read(page).one(id="own-limits").one("tbody").all("tr")) == 1
    for model, rows in (("limitchange", 2), ("playstop", 1)):
        url = reverse(f"admin:accounts_{model}_changelist")
        assert office.get(url, {"q": player.username}).context["cl"].result_count == rows
        assert office.get(url, {"q": "nobody"}).context["cl"].result_count == 0
    cashier_page = browser(member(Role.CASHIER)).get(
        reverse("admin:accounts_user_change", args=[player.pk])
    )
    assert "protection" not in cashier_page.context


def test_no_page_of_the_office_has_a_stock_history():
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_history"
        with pytest.raises(NoReverseMatch):
            reverse(name, args=[1])


def test_a_cell_knows_its_column_for_screens_without_a_head(player, manager):
    page = read(browser(manager).get(reverse("admin:accounts_user_changelist")))
    rows = page.one(id="result_list").one("tbody").all("tr")
    heads = [head.text for head in page.one(id="result_list").one("thead").all("th")]
    for row in rows:
        cells = [one for one in row if one.tag in {"td", "th"}]
        assert [one.get("data-name") or "" for one in cells][1:] == heads[1:]
