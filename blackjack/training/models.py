"""A player's training: whether it is on, how well he has decided, and what habits have cost him.

Only decisions for demo money are counted. Costs are means, in millionths of a FUN: they are no
money, and no line of the journal ever comes of them.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Training(models.Model):
    """A row a player. A session lasts from the moment that grading is turned on to the next time.

    ``last`` is the last graded decision, for the table to show.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="training",
        verbose_name=_("player"),
    )
    hints = models.BooleanField(_("a hint at every decision"), default=False)
    grading = models.BooleanField(_("decisions are graded"), default=False)
    began_at = models.DateTimeField(_("session began at"), null=True)
    decisions = models.PositiveBigIntegerField(_("decisions"), default=0)
    right = models.PositiveBigIntegerField(_("right ones"), default=0)
    cost = models.PositiveBigIntegerField(_("cost of the others, millionths of a FUN"), default=0)
    last = models.JSONField(_("last decision"), null=True)

    class Meta:
        verbose_name = _("training")
        verbose_name_plural = _("trainings")
        constraints = [
            models.CheckConstraint(
                condition=Q(right__lte=F("decisions")), name="blackjack_training_adds_up"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Habit(models.Model):
    """A wrong decision of a session, as often as it was taken and as much as it has cost.

    ``kind`` and ``label`` are the hand's row of the strategy card, ``up`` its column.
    """

    training = models.ForeignKey(
        Training,
        on_delete=models.CASCADE,
        related_name="habits",
        db_index=False,  # the unique constraint below serves it
        verbose_name=_("training"),
    )
    variant = models.CharField(_("game"), max_length=32)
    kind = models.CharField(_("kind of hand"), max_length=16)
    label = models.CharField(_("hand"), max_length=8, blank=True)
    up = models.CharField(_("dealer’s card"), max_length=2)
    chosen = models.CharField(_("chosen"), max_length=16)
    better = models.CharField(_("better"), max_length=16)
    times = models.PositiveBigIntegerField(_("times"), default=0)
    cost = models.PositiveBigIntegerField(_("cost, millionths of a FUN"), default=0)

    class Meta:
        verbose_name = _("habit")
        verbose_name_plural = _("habits")
        constraints = [
            models.UniqueConstraint(
                fields=["training", "variant", "kind", "label", "up", "chosen", "better"],
                name="blackjack_a_habit_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
