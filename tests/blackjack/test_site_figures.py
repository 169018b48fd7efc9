"""The site's own figures: counted once a day from ended rounds, and the dealer judged by them."""

import random
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import User
from accounts.tasks import send_mails
from blackjack import tasks
from blackjack.analysis import published
from blackjack.engine.cards import decks
from blackjack.engine.round import act, deal
from blackjack.engine.rules import Variant, rules_of
from blackjack.engine.state import Action, Scheme
from blackjack.models import DailyFigures, DealerWatch, Round
from blackjack.services.deletion import delete_expired
from blackjack.site_figures import counting, judging, watching
from blackjack.site_figures.models import ENDS
from casino.celery import app
from casino.roles import Role, appoint, dismiss
from operations.models import TaskRun
from tests.blackjack.counted_days import planted
from tests.tables import DOUBLED, INSURED, LOST, NATURAL, PAIR, SURRENDERED, WON

pytestmark = pytest.mark.django_db


def tomorrow() -> datetime:
    """Noon: an hour or three later it is the same day, whatever the hour is now."""
    return timezone.localtime().replace(hour=12) + timedelta(days=1)


def counted(variant=Variant.DOUBLE_DECK) -> DailyFigures:
    return DailyFigures.objects.get(variant=variant, rounds__gt=0)


def ends(row: DailyFigures) -> dict[str, int]:
    return {end: getattr(row, f"dealer_{end}") for end in ENDS if getattr(row, f"dealer_{end}")}


# Results by hand, in halves of the first bet.
ROUNDS = [
    pytest.param("double-deck", WON, "stand", 2, "17", 0, id="won"),
    pytest.param("double-deck", LOST, "stand", -2, "20", 0, id="lost"),
    pytest.param("double-deck", NATURAL, "", 3, "17", 1, id="blackjack pays three halves"),
    pytest.param("double-deck", DOUBLED, "double", 0, "21", 0, id="doubled and pushed"),
    pytest.param("double-deck", PAIR, "split stand stand", 0, "17", 0, id="two hands of a box"),
    pytest.param("double-deck", INSURED, "insure stand", 0, "blackjack", 0, id="insured"),
    pytest.param("six-deck", SURRENDERED, "surrender", -1, "20", 0, id="given up for half"),
]


@pytest.mark.parametrize(("variant", "cards", "words", "net", "end", "naturals"), ROUNDS)
def test_a_round_counts_by_its_first_bet(seat, variant, cards, words, net, end, naturals):
    here = seat.at(Variant(variant))
    here.play(cards, words)
    assert counting.count_days(now=tomorrow()) == 1
    row = counted(variant)
    assert (row.rounds, row.boxes, row.net, row.naturals) == (1, 1, net, naturals)
    assert (row.net_squares, row.net_boxes, row.boxes_squares) == (net**2, net, 1)
    assert ends(row) == {end: 1}


def test_boxes_of_one_round_belong_together(seat):
    seat.plant("7D 0S 0H 0C 7S 0D")
    seat.deal(10, 20)
    seat.act("stand stand")
    counting.count_days(now=tomorrow())
    row = counted()
    assert (row.rounds, row.boxes, row.net, row.net_squares) == (1, 2, 2 + 0, 4)
    assert (row.net_boxes, row.boxes_squares) == (4, 4)


def test_demo_and_real_are_counted_together_and_no_money_meets(seat, demo):
    seat.play(WON, "stand")
    demo.play(WON, "stand", bets=(50,))
    counting.count_days(now=tomorrow())
    assert (counted().rounds, counted().net) == (2, 4), "by halves of the bets, not by money"


def test_the_dealer_is_counted_also_where_no_bet_asked_him_to_play():
    """All boxes bust: at the table he keeps one card; here he takes what came next."""
    rules = rules_of(Variant.DOUBLE_DECK)
    shoe = ["6D", "0S", "6H", "0C", "5D", "0H"]
    shoe += [card for card in decks(2) if card not in shoe]
    played = act(deal(rules, shoe, bets={1: 200}), Action.HIT)
    assert played.finished
    assert len(played.dealer) == 1
    assert counting.dealer_end(played) == "21"


def test_a_card_kept_unseen_is_the_dealers_second_here_too():
    rules = rules_of(Variant.DOUBLE_DECK)
    shoe = ["6D", "5D", "0S", "6H", "0C", "0H", "9S"]
    played = deal(rules, [*shoe, *decks(2)], bets={1: 200}, scheme=Scheme.DEALER_2_FIRST)
    played = act(played, Action.HIT)
    assert played.finished
    assert counting.dealer_end(played) == "21", "6, 5 and the ten that came next"


def test_a_day_is_counted_when_it_is_over_and_once(seat):
    seat.play(WON, "stand")
    assert counting.count_days(now=timezone.now()) == 0
    assert counting.count_days(now=tomorrow()) == 1
    before = list(DailyFigures.objects.order_by("pk").values())
    assert counting.count_days(now=tomorrow()) == 0
    assert counting.count_days(now=tomorrow() + timedelta(hours=3)) == 0
    assert list(DailyFigures.objects.order_by("pk").values()) == before


def test_two_runs_at_once_count_a_day_once(seat, monkeypatch):
    """The second run has found nothing counted, and writes after the first."""
    seat.play(WON, "stand")
    day = timezone.localdate()
    for _ in range(2):
        counting._count(day, tomorrow())
    assert DailyFigures.objects.filter(day=day, variant=seat.variant).count() == 1
    assert counted().rounds == 1


def test_days_missed_are_made_up_for_before_their_rounds_are_deleted(seat):
    seat.play(WON, "stand")
    later = timezone.now() + timedelta(days=9)
    assert delete_expired(now=later, until=float("inf")) == 0, "they are still there"
    assert counting.count_days(now=later) == 1
    gone = timezone.now() + timedelta(days=11)
    delete_expired(now=gone, until=float("inf"))
    assert not Round.objects.exists()
    assert counting.count_days(now=gone) == 0
    assert counted().rounds == 1, "counts stay"


def test_a_missing_key_leaves_the_day_for_another_night(seat, lose_the_key):
    classic = seat.at(Variant.CLASSIC)
    classic.plant("0S 0H 7D 0C")
    classic.deal(10)
    classic.act("stand")
    back = lose_the_key()
    assert counting.count_days(now=tomorrow()) == 0
    assert not DailyFigures.objects.filter(day=timezone.localdate()).exists()
    back()
    assert counting.count_days(now=tomorrow()) == 1


# --- Judging -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", Variant)
def test_a_fair_dealer_lies_in_his_band_and_a_foul_one_does_not(variant):
    planted(variant, 100_000)
    found = judging.figures(variant)
    assert all(share.inside for share in (*found.dealer, found.naturals))
    assert found.low < 1 + published.load(variant).ev_table < found.high
    assert judging.chance(variant, today=timezone.localdate())[1] > 0.5
    DailyFigures.objects.all().delete()
    planted(variant, 100_000, shift=0.01)
    found = judging.figures(variant)
    assert {share.name for share in found.dealer if not share.inside} == {"20", "bust"}
    assert judging.chance(variant, today=timezone.localdate())[1] < judging.ALARM


def test_a_new_fault_does_not_drown_in_good_years():
    planted(Variant.CLASSIC, 30_000_000, days_ago=200)
    planted(Variant.CLASSIC, 40_000, shift=0.02, days_ago=1)
    every = judging.figures(Variant.CLASSIC)
    assert all(share.inside for share in every.dealer)
    assert judging.chance(Variant.CLASSIC, today=timezone.localdate())[1] < judging.ALARM


def test_few_rounds_are_not_judged():
    planted(Variant.CLASSIC, 100, shift=0.2)
    assert judging.chance(Variant.CLASSIC, today=timezone.localdate()) == (100, None)
    assert judging.figures(Variant.BINGO) is None


def test_band_of_the_return_is_that_of_rounds():
    """By hand: 100 rounds of one box, half of them +2 and half -2 halves: 1 ± 2.576 × 0.1."""
    DailyFigures.objects.create(
        day=timezone.localdate(),
        variant="classic",
        rounds=100,
        boxes=100,
        net=0,
        net_squares=400,
        boxes_squares=100,
        counted_at=timezone.now(),
    )
    found = judging.figures(Variant.CLASSIC)
    assert found.returned == 1.0
    assert (found.low, found.high) == (
        pytest.approx(0.74242, abs=1e-4),
        pytest.approx(1.25758, abs=1e-4),
    )


def test_dealt_rounds_of_all_games_lie_where_they_should():
    """Rounds by the table's own code and a player who only draws: the dealer is not moved by it."""
    for variant in Variant:
        rules, generator = rules_of(variant), random.Random(3)
        row = DailyFigures(variant=variant, day=timezone.localdate(), counted_at=timezone.now())
        for _ in range(1500):
            shoe = list(decks(rules.decks))
            generator.shuffle(shoe)
            played = deal(rules, shoe, bets={1: 200, 2: 200})
            while played.turn is not None:
                word = Action.DECLINE if played.stage.value == "insuring" else Action.HIT
                played = act(played, word)
            counting.add(row, played)
        row.save()
        assert row.dealer_bust > 300, "although every box is bust as often as can be"
        rounds, chance = judging.chance(variant, today=timezone.localdate())
        assert rounds == 1500
        assert chance > judging.ALARM


# --- Warning -----------------------------------------------------------------------------------


@pytest.fixture
def staff(db) -> None:
    """A manager with an address, one without, a cashier and everything's owner."""
    appoint(login="Boss", role=Role.MANAGER, password="correct horse battery")
    appoint(login="Quiet", role=Role.MANAGER, password="correct horse battery")
    appoint(login="Till", role=Role.CASHIER, password="correct horse battery")
    appoint(login="Owner", role=None, password="correct horse battery")
    for login in ("Boss", "Till", "Owner"):
        User.objects.filter(username=login).update(email=f"{login.lower()}@house.example")
    User.objects.filter(username="Boss").update(language="ru")


def test_managers_are_told_once_when_a_dealer_leaves_his_band(staff, caplog):
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    planted(Variant.BINGO, 100_000)
    tasks.count_rounds()
    tasks.count_rounds()
    send_mails()
    assert sorted(one.to for one in mail.outbox) == [
        ["boss@house.example"],
        ["owner@house.example"],
    ]
    assert [one for one in caplog.records if one.levelname == "ERROR"]
    row = DealerWatch.objects.get(variant="classic")
    assert row.outside_since is not None
    assert row.told_at is not None
    assert DealerWatch.objects.get(variant="bingo").outside_since is None


def test_back_in_his_band_and_out_again_is_told_again(staff):
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    watching.watch(now=timezone.now())
    DailyFigures.objects.all().delete()
    assert watching.watch(now=timezone.now()) == []
    assert DealerWatch.objects.get(variant="classic").told_at is None
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    assert watching.watch(now=timezone.now()) == [Variant.CLASSIC]
    send_mails()
    assert len(mail.outbox) == 4


def test_a_mail_that_could_not_be_sent_is_tried_again(staff, settings):
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    there = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    watching.watch(now=timezone.now())
    assert send_mails() == 0
    settings.EMAIL_BACKEND = there
    with time_machine.travel(timezone.now() + timedelta(minutes=6), tick=False):
        assert send_mails() == 2
    assert len(mail.outbox) == 2


def test_who_is_no_manager_any_more_is_not_warned(staff):
    planted(Variant.CLASSIC, 100_000, shift=0.01)
    watching.watch(now=timezone.now())
    dismiss(login="Boss")
    send_mails()
    assert [one.to for one in mail.outbox] == [["owner@house.example"]]


def test_the_return_warns_nobody(staff):
    """Players may play as badly as they like."""
    planted(Variant.CLASSIC, 100_000)
    DailyFigures.objects.update(net=-100_000)
    assert watching.watch(now=timezone.now()) == []
    send_mails()
    assert mail.outbox == []


def test_it_runs_by_itself_every_night(seat):
    """In its turn it finds what to count, and leaves its line among the background tasks."""
    planned = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    assert planned["blackjack.tasks.count_rounds"].hour == {3}
    seat.play(WON, "stand")
    with time_machine.travel(tomorrow(), tick=False):
        assert tasks.count_rounds.apply().get() == 1
    run = TaskRun.objects.get(name="blackjack.tasks.count_rounds")
    assert (run.succeeded, run.result) == (True, "1")
