"""Players, their wallets, the journal of their money, and what they may stake.

Only ``accounts.ledger`` writes wallets and journal lines. All amounts are whole hundredths of a
rouble or of a FUN; limits alone are whole units.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts import logins
from accounts.adjusting.models import Adjustment, AdjustmentState
from accounts.audit.models import StaffAction
from accounts.cashier.models import CashierRequest, RequestKind, RequestState
from accounts.insert_only import InsertOnly, InsertOnlyModel
from accounts.kinds import CounterAccount, Kind
from accounts.outbox.models import LinkAsked, Mail, MailState
from accounts.reporting.models import ReportDay, ReportLine
from accounts.session_model import PlayerSession
from accounts.switches.models import GameSwitch

__all__ = [
    "Adjustment",
    "AdjustmentState",
    "BetLimit",
    "CashierRequest",
    "Currency",
    "Entry",
    "GameSwitch",
    "InsertOnly",
    "LinkAsked",
    "Mail",
    "MailState",
    "PlayerSession",
    "Players",
    "ReportDay",
    "ReportLine",
    "RequestKind",
    "RequestState",
    "StaffAction",
    "Tier",
    "User",
    "Wallet",
]


class Currency(models.TextChoices):
    """The two kinds of money. They never meet in one operation."""

    FUN = "FUN", "FUN"
    RUR = "RUR", "RUR"


class Tier(models.TextChoices):
    """What a player may stake. Source: rules.md section 3."""

    LITE = "LITE", "LITE"
    RESPECT = "RESPECT", "RESPECT"
    VIP = "VIP", "VIP"


class Players(UserManager["User"]):
    """Finds players by login without regard to case, and makes staff on the command line."""

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **more: Any
    ) -> "User":
        """Make an account.

        Raises:
            ValidationError: the login has another form, or is a guest's.
        """
        logins.require_form(username)
        logins.require_not_reserved(username)
        return super().create_user(username, email, password, **more)

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **more: Any
    ) -> "User":
        """Make a member of staff with every right.

        Raises:
            ValidationError: the login has another form, or is a guest's.
        """
        logins.require_form(username)
        logins.require_not_reserved(username)
        return super().create_superuser(username, email, password, **more)

    def get_by_natural_key(self, username: str | None) -> "User":
        """The player with this login, in any case.

        Raises:
            User.DoesNotExist: nobody has it. Only ASCII is compared: the Kelvin sign is no ``k``.
        """
        if username is None or not logins.is_login(username):
            raise self.model.DoesNotExist(username)
        return self.alias(folded=Lower("username")).get(folded=username.lower())


class User(AbstractUser):
    """A player, a guest or a member of staff. Never deleted: blocked by ``is_active``."""

    username = models.CharField(
        _("login"),
        max_length=logins.LONGEST,
        unique=True,
        validators=[logins.require_form],
        error_messages={"unique": _("This login is taken.")},
    )
    tier = models.CharField(_("tier"), max_length=16, choices=Tier.choices, default=Tier.LITE.value)
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    language = models.CharField(
        _("language"), max_length=16, blank=True, default="", editable=False
    )
    """That of the pages when he last signed in: what others do is told to him in it."""
    adult_confirmed_at = models.DateTimeField(
        _("confirmed to be 18 or older at"), null=True, blank=True, editable=False
    )
    closed_at = models.DateTimeField(
        _("closed by the player at"), null=True, blank=True, editable=False
    )
    forgotten_at = models.DateTimeField(
        _("guest made anonymous at"), null=True, blank=True, editable=False
    )

    objects: ClassVar[Players] = Players()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions = [
            ("block_user", "Can block and unblock players"),
            ("set_tier", "Can change the tier of players"),
        ]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_one_login",
                violation_error_message=_("This login is taken."),
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, forgotten_at__isnull=True) | Q(is_active=False),
                name="accounts_user_closed_for_good",
                violation_error_message=_("A closed account can't be opened again."),
            ),
        ]
        indexes = [
            models.Index(Lower("email"), name="accounts_user_email"),
            models.Index(
                fields=["date_joined"],
                condition=Q(is_guest=True, forgotten_at__isnull=True),
                name="accounts_user_guests",
            ),
            # The lists of staff.
            models.Index(fields=["tier", "id"], name="accounts_user_by_tier"),
            models.Index(fields=["id"], condition=Q(is_staff=True), name="accounts_user_staff"),
            models.Index(fields=["id"], condition=Q(is_active=False), name="accounts_user_blocked"),
        ]

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Leave the login as it is: Django's own folding would let full-width letters pass."""
        return username

    def clean(self) -> None:
        """Keep the guests' logins for guests.

        Raises:
            ValidationError: the login is reserved.
        """
        super().clean()
        # Forms call this after a login that they refused, too: with none.
        if self.username and not self.is_guest:
            try:
                logins.require_not_reserved(self.username)
            except ValidationError as error:
                raise ValidationError({"username": error}) from error


class Wallet(models.Model):
    """What one player holds in one currency: the sum of its journal lines."""

    # The unique constraint below is the index by player.
    user = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        related_name="wallets",
        db_index=False,
        verbose_name=_("player"),
    )
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    balance = models.BigIntegerField(_("balance, hundredths"), default=0)
    last_number = models.BigIntegerField(_("number of the last line"), default=0)

    class Meta:
        verbose_name = _("wallet")
        verbose_name_plural = _("wallets")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "currency"], name="accounts_wallet_one_per_currency"
            ),
            models.CheckConstraint(
                condition=Q(balance__gte=0), name="accounts_wallet_never_below_zero"
            ),
            models.CheckConstraint(
                condition=Q(last_number__gte=0), name="accounts_wallet_last_number"
            ),
        ]
        indexes = [
            # What the house owes is summed up from the index alone.
            models.Index(
                fields=["currency", "balance"],
                condition=Q(balance__gt=0),
                name="accounts_wallet_owed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user.username} {self.currency}"


class Entry(InsertOnlyModel):
    """One line of a wallet's journal. Insert only; numbered from 1 without gaps per wallet.

    The cause is an opaque text such as ``accounts.adjustment/7``: what it names may be gone
    later, while money lines stay for ever.
    """

    # The unique constraint below is the index of the statement: by wallet, then number.
    wallet = models.ForeignKey(
        Wallet,
        on_delete=models.PROTECT,
        related_name="entries",
        db_index=False,
        verbose_name=_("wallet"),
    )
    number = models.BigIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=32, choices=Kind.choices)
    counter_account = models.CharField(
        _("account on the other side"), max_length=16, choices=CounterAccount.choices
    )
    amount = models.BigIntegerField(_("amount, hundredths"))
    balance_after = models.BigIntegerField(_("balance after, hundredths"))
    cause = models.CharField(_("cause"), max_length=200, unique=True)
    game = models.CharField(_("game"), max_length=32, blank=True, default="")
    tier = models.CharField(_("tier"), max_length=16, blank=True, default="")
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("journal line")
        verbose_name_plural = _("journal lines")
        permissions = [("view_reports", "Can see the reports")]
        constraints = [
            models.UniqueConstraint(
                fields=["wallet", "number"], name="accounts_entry_one_per_number"
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="accounts_entry_moves_money"),
            models.CheckConstraint(
                condition=Q(balance_after__gte=0), name="accounts_entry_never_below_zero"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="accounts_entry_from_one"),
        ]
        indexes = [
            # Where a period of the statement begins and ends, and the lines and sum of one kind:
            # each is answered from its index alone.
            models.Index(fields=["wallet", "at", "number"], name="accounts_entry_by_time"),
            models.Index(
                fields=["wallet", "kind", "number", "amount"], name="accounts_entry_by_kind"
            ),
            # The journal as staff read it, and every sum of the reports.
            models.Index(fields=["at", "id"], name="accounts_entry_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.cause} ({self.number})"


class BetLimit(models.Model):
    """What a box may be bet at first, in whole units. Source: rules.md section 3."""

    variant = models.CharField(_("game"), max_length=32)
    tier = models.CharField(_("tier"), max_length=16, choices=Tier.choices)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    minimum = models.PositiveIntegerField(
        _("smallest bet, whole units"), validators=[MinValueValidator(1)]
    )
    maximum = models.PositiveIntegerField(
        _("largest bet, whole units"), validators=[MinValueValidator(1)]
    )

    class Meta:
        verbose_name = _("bet limit")
        verbose_name_plural = _("bet limits")
        ordering = ["variant", "tier", "currency"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "tier", "currency"], name="accounts_betlimit_one_each"
            ),
            models.CheckConstraint(
                condition=Q(minimum__gt=0, maximum__gte=F("minimum")),
                name="accounts_betlimit_in_order",
                violation_error_message=_("The smallest bet can't be above the largest."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.tier} {self.currency}"


# Last, because they refer to what stands above.
from accounts.protection.models import LimitChange, PlayStop, RealityCheck  # noqa: E402, F401
