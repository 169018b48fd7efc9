"""A switch: one game, or all, closed for one currency, or for both."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

ANY = ""
"""Stands for every game, and for both currencies."""


class GameSwitch(models.Model):
    """A game that is closed: there is a row only as long as it is.

    A blank ``variant`` closes every game, a blank ``currency`` both.
    """

    variant = models.CharField(_("game"), max_length=32, blank=True, default=ANY)
    currency = models.CharField(_("currency"), max_length=3, blank=True, default=ANY)
    reason = models.CharField(_("reason"), max_length=200)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("closed by"),
    )
    closed_at = models.DateTimeField(_("closed at"))

    class Meta:
        app_label = "accounts"
        verbose_name = _("closed game")
        verbose_name_plural = _("closed games")
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "currency"], name="accounts_gameswitch_one_each"
            ),
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="accounts_gameswitch_reasoned"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant or '*'} {self.currency or '*'}"
