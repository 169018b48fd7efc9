"""The counts of a day and game, and what the dealer's figures were judged to be."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ENDS: Final = ("17", "18", "19", "20", "21", "bust", "blackjack")
"""How a dealer's hand can end; each has a field of its own, ``dealer_17`` and so on."""


class DailyFigures(models.Model):
    """All rounds of a game that ended on one day of the house's zone, demo and real together.

    Money of two kinds never meets: results are counted in halves of each box's first bet, which
    are whole numbers. ``net`` is the sum over boxes, insurance included; ``net_squares``,
    ``net_boxes`` and ``boxes_squares`` are sums over rounds of its square, its product with the
    round's boxes, and the square of those: boxes of one round share one dealer.
    """

    day = models.DateField(_("day"))
    variant = models.CharField(_("game"), max_length=32)
    rounds = models.PositiveBigIntegerField(_("rounds"), default=0)
    boxes = models.PositiveBigIntegerField(_("boxes"), default=0)
    net = models.BigIntegerField(_("result, halves of the first bet"), default=0)
    net_squares = models.PositiveBigIntegerField(_("its squares"), default=0)
    net_boxes = models.BigIntegerField(_("its products with the boxes"), default=0)
    boxes_squares = models.PositiveBigIntegerField(_("squares of the boxes"), default=0)
    naturals = models.PositiveBigIntegerField(_("blackjacks of boxes"), default=0)
    dealer_17 = models.PositiveBigIntegerField(_("dealer: 17"), default=0)
    dealer_18 = models.PositiveBigIntegerField(_("dealer: 18"), default=0)
    dealer_19 = models.PositiveBigIntegerField(_("dealer: 19"), default=0)
    dealer_20 = models.PositiveBigIntegerField(_("dealer: 20"), default=0)
    dealer_21 = models.PositiveBigIntegerField(_("dealer: 21"), default=0)
    dealer_bust = models.PositiveBigIntegerField(_("dealer: bust"), default=0)
    dealer_blackjack = models.PositiveBigIntegerField(_("dealer: blackjack"), default=0)
    counted_at = models.DateTimeField(_("counted at"))

    class Meta:
        verbose_name = _("figures of a day")
        verbose_name_plural = _("figures of the days")
        ordering = ("-day", "variant")
        constraints = [
            # Whatever runs twice: a day is counted once.
            models.UniqueConstraint(fields=["day", "variant"], name="blackjack_figures_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.day}"


class DealerWatch(models.Model):
    """The last judgement of a game's dealer: do his totals and the blackjacks lie in their band?

    ``chance`` is how often fair dealing is as far off or further, the smallest of what was asked.
    ``told_at`` is when the managers were mailed of it; empty as long as they must be.
    """

    variant = models.CharField(_("game"), max_length=32, unique=True)
    judged_at = models.DateTimeField(_("judged at"))
    rounds = models.PositiveBigIntegerField(_("rounds"), default=0)
    chance = models.FloatField(_("chance of being as far off"), null=True)
    outside_since = models.DateTimeField(_("out of its band since"), null=True)
    told_at = models.DateTimeField(_("managers told at"), null=True)

    class Meta:
        verbose_name = _("dealer’s figures")
        verbose_name_plural = _("dealer’s figures")
        ordering = ("variant",)
        constraints = [
            models.CheckConstraint(
                condition=Q(told_at__isnull=True) | Q(outside_since__isnull=False),
                name="blackjack_told_of_what_is_outside",
            ),
        ]

    def __str__(self) -> str:
        return self.variant
