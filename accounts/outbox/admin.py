"""The outbox as staff look at it: what was mailed to whom, what waits, and what was given up."""

from django.contrib import admin
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.outbox import writing
from accounts.outbox.models import Mail, MailState
from casino.read_only_admin import ReadOnlyAdmin


@admin.register(Mail)
class MailAdmin(ReadOnlyAdmin):
    """Mails; never what is in them: a link would open an account."""

    players = ("user",)
    list_display = ("at", "user", "address", "about", "state", "tries", "next_try", "fault")
    fields = ("at", "user", "address", "about", "state", "tries", "next_try", "fault", "ended_at")
    readonly_fields = fields
    list_filter = ("state",)
    list_select_related = ("user",)

    @admin.display(description=pgettext_lazy("mail", "subject"))
    def about(self, mail: Mail) -> str:
        """What it tells."""
        return writing.title(mail.kind)

    @admin.display(description=_("next try"))
    def next_try(self, mail: Mail) -> str:
        """When it is tried next; nothing, once it has ended."""
        if mail.state != MailState.WAITING:
            return "—"
        return date_format(localtime(mail.due_at), "DATETIME_FORMAT")
