"""What a request of the cashier's and an adjustment keep of their decision: who, when, what for."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Decided(models.Model):
    """Columns of a row that is decided once; its own constraint says what each state needs."""

    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True, default="")

    class Meta:
        abstract = True
