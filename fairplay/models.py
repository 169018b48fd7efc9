"""Commitments, each a signed string that is sealed until revealed; and reports on the shuffle."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Commitment(models.Model):
    """A secret string, signed when it was made and readable once it is revealed.

    Source: rules.md 4.2 and 4.3. While it is secret only its cipher text is stored, whose keys
    lie outside the database; on the day of revelation the plain text takes its place.
    """

    md5 = models.CharField(_("MD5"), max_length=32, unique=True)
    sha256 = models.CharField(_("SHA-256"), max_length=64, unique=True)
    sealed = models.TextField(_("cipher text"), blank=True, editable=False)
    revealed = models.TextField(_("revealed string"), blank=True, default="")
    committed_at = models.DateTimeField(_("signed at"))
    revealed_at = models.DateTimeField(_("revealed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("commitment")
        verbose_name_plural = _("commitments")
        constraints = [
            models.CheckConstraint(
                condition=Q(revealed_at__isnull=True, revealed="") & ~Q(sealed="")
                | Q(revealed_at__isnull=False, sealed="") & ~Q(revealed=""),
                name="fairplay_commitment_sealed_or_revealed",
            ),
        ]

    def __str__(self) -> str:
        return self.md5

    @property
    def is_revealed(self) -> bool:
        """Whether everybody concerned may read the string."""
        return self.revealed_at is not None


class ShuffleReport(models.Model):
    """The casino's shuffle, examined over many decks; published as it came out.

    ``figures`` holds an object for each question: its name, statistic, degrees of freedom and
    chance (``fairplay.statistics.Figure``). A report is never judged anew.
    """

    made_at = models.DateTimeField(_("made at"))
    night = models.DateField(_("night that it was made for"), null=True, unique=True)
    decks = models.PositiveIntegerField(_("decks"))
    figures = models.JSONField(_("figures"))
    passed = models.BooleanField(_("within what chance allows"))

    class Meta:
        verbose_name = _("report on the shuffle")
        verbose_name_plural = _("reports on the shuffle")

    def __str__(self) -> str:
        return f"{self.pk}"
