"""What is to be mailed, and what became of it. A row holds no secret and no text.

The text is written when the mail is sent, so a link that opens an account is never stored.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_ADDRESS = 254


class MailState(models.TextChoices):
    """What became of a mail."""

    WAITING = "waiting", pgettext_lazy("mail", "waiting")
    SENT = "sent", pgettext_lazy("mail", "sent")
    FAILED = "failed", pgettext_lazy("mail", "given up")
    DROPPED = "dropped", pgettext_lazy("mail", "not needed any more")


class Mail(models.Model):
    """One mail to one address.

    ``kind`` is an opaque word: whoever has it sent has said how it is written. ``at`` is when
    happened what it tells. ``due_at`` is when it may be tried next; taking it moves that on before
    anything is sent, so that a mail whose worker dies is due again by itself.
    """

    kind = models.CharField(_("kind"), max_length=32)
    # The index below serves the search by player.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    address = models.CharField(_("e-mail"), max_length=LONGEST_ADDRESS)
    language = models.CharField(_("language"), max_length=16)
    facts = models.JSONField(_("facts"), default=dict)
    at = models.DateTimeField(_("time"))
    state = models.CharField(
        _("state"), max_length=16, choices=MailState.choices, default=MailState.WAITING
    )
    due_at = models.DateTimeField(_("next try"))
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    fault = models.CharField(_("last fault"), max_length=120, blank=True, default="")
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        app_label = "accounts"
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        constraints = [
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at__isnull=True)
                | (~Q(state="waiting") & Q(ended_at__isnull=False)),
                name="accounts_mail_ended",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"], condition=Q(state="waiting"), name="accounts_mail_due"
            ),
            models.Index(fields=["state", "ended_at"], name="accounts_mail_kept"),
            # The lists of staff.
            models.Index(fields=["state", "id"], name="accounts_mail_by_state"),
            models.Index(fields=["user", "id"], name="accounts_mail_by_user"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.pk})"


class LinkAsked(models.Model):
    """An address for which a link to a new password was asked; gone once that is answered.

    One row whether the address is anybody's or not: who watches the answer learns nothing.
    """

    email = models.CharField(_("e-mail"), max_length=LONGEST_ADDRESS)
    site = models.CharField(_("site"), max_length=300)
    language = models.CharField(_("language"), max_length=16)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        app_label = "accounts"
        verbose_name = _("link that was asked for")
        verbose_name_plural = _("links that were asked for")

    def __str__(self) -> str:
        return str(self.pk)
