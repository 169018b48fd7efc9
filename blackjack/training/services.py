"""Training turned on and off, and decisions graded as they are taken."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F

from accounts.models import Currency, User, Wallet
from blackjack.engine import round as engine
from blackjack.engine.state import Action
from blackjack.engine.state import Round as PlayedRound
from blackjack.models import Habit, Training
from blackjack.training.worth import Advice, Grade, advise, grade
from casino.live import announce

LISTED: Final = 10
"""Habits that are shown, the dearest first."""


def training_of(player: User) -> Training | None:
    """Return the player's training; ``None`` before he has turned anything on."""
    return Training.objects.filter(player=player).first()


def dearest(training: Training) -> list[Habit]:
    """Return the habits that have cost most in this session."""
    return list(training.habits.order_by("-cost", "-times", "pk")[:LISTED])


def switch(
    *, player: User, now: datetime, grading: bool | None = None, hints: bool | None = None
) -> Training:
    """Turn grading or hints on or off; what is ``None`` stays. Done twice it is done once.

    Grading that is turned on begins a session: what an earlier one counted is forgotten.
    """
    with transaction.atomic(durable=True):
        Training.objects.get_or_create(player=player)
        row = Training.objects.select_for_update().get(player=player)
        if hints is not None:
            row.hints = hints
        if grading and not row.grading:
            row.began_at, row.last = now, None
            row.decisions = row.right = row.cost = 0
            row.habits.all().delete()
        if grading is not None:
            row.grading = grading
        row.save()
        announce(player.pk)
    return row


def note(wallet: Wallet, before: PlayedRound, actions: Iterable[str]) -> None:
    """Grade what was done at a table, if it was for demo money and the player is training.

    Part of the transaction that plays the actions: whatever is played once is graded once.
    Grading sees the round as its player did, before each action.

    Args:
        wallet: locked, with its balance before the actions are booked.
    """
    if wallet.currency != Currency.FUN:
        return
    row = Training.objects.select_for_update().filter(player=wallet.user_id, grading=True).first()
    if row is None:
        return
    for word in actions:
        action, advice = Action(word), advise(before, wallet.balance)
        if advice is not None:
            _add(row, before, action, advice, grade(advice, action))
        before = engine.act(before, action)
    row.save(update_fields=["decisions", "right", "cost", "last"])


def _add(row: Training, before: PlayedRound, action: Action, advice: Advice, graded: Grade) -> None:
    """Count one decision, and the habit that it shows if it is wrong."""
    row.decisions += 1
    row.right += graded.right
    row.cost += graded.cost
    row.last = {
        "variant": before.rules.variant.value,
        "right": graded.right,
        "chosen": action.value,
        "better": graded.better.value,
        "cost": graded.cost,
    }
    if graded.right:
        return
    habit, _created = Habit.objects.get_or_create(
        training=row,
        variant=before.rules.variant.value,
        kind=advice.kind,
        label=advice.label,
        up=advice.up,
        chosen=action.value,
        better=graded.better.value,
    )
    Habit.objects.filter(pk=habit.pk).update(times=F("times") + 1, cost=F("cost") + graded.cost)
