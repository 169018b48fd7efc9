"""Tables, shoes and rounds: the inputs of a replay, never its state.

What a round looks like, who is in turn and what is paid is derived by the engine from these rows
on every request. ``Round.shown`` alone is stored beside them: what the table had shown at the
end, as evidence for later checks; nothing reads it back into play.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Currency, Tier
from blackjack.engine import bingo
from blackjack.engine.state import Scheme
from blackjack.site_figures.models import DailyFigures, DealerWatch
from blackjack.training.models import Habit, Training
from fairplay.models import Commitment

__all__ = [
    "BingoSession",
    "DailyFigures",
    "DealerWatch",
    "Habit",
    "Round",
    "Settlement",
    "Shoe",
    "Table",
    "Training",
]

MOST_LINES: Final = 60
"""More lines than any round can book: five boxes, split as often as may be, all doubled."""


class Table(models.Model):
    """A player's table of one game and currency.

    ``version`` is raised by every change; a form carries the version that it was rendered from,
    so that of many clicks on one page exactly one is played.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="tables",
        db_index=False,  # the unique constraint below serves it
        verbose_name=_("player"),
    )
    variant = models.CharField(_("game"), max_length=32)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    version = models.PositiveBigIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant", "currency"], name="blackjack_one_table_each"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.currency} {self.player_id}"


class Shoe(models.Model):
    """A shoe prepared for a table: its signed order, and what the player did to that order.

    ``bingo_before`` holds the bingo sessions that were running when it was prepared, in the form
    of a transcript; ``left`` the places left since its last round, until the next one takes them
    among its inputs. ``dealt_at`` is the time of its first deal: a shoe never dealt from does not
    expire (rules.md 4.4). ``kept_until`` is when it is deleted with its rounds, once that is known.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="shoes", verbose_name=_("table")
    )
    commitment = models.OneToOneField(
        Commitment, on_delete=models.PROTECT, related_name="+", verbose_name=_("commitment")
    )
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    player_seed = models.CharField(_("seed of the own shuffle"), max_length=64, blank=True)
    cut = models.PositiveSmallIntegerField(_("cut after card"), null=True)
    bingo_before = models.JSONField(_("bingo sessions before"), default=dict)
    left = models.JSONField(_("places left since its last round"), default=list)
    dealt_at = models.DateTimeField(_("first dealt from at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    kept_until = models.DateTimeField(_("kept until"), null=True)

    class Meta:
        verbose_name = _("shoe")
        verbose_name_plural = _("shoes")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="blackjack_one_open_shoe"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(kept_until__isnull=False),
                name="blackjack_ended_shoes_expire",
            ),
        ]
        indexes = [
            # What the expiry looks for: shoes to be ended, and ended ones to be deleted.
            models.Index(
                fields=["dealt_at", "id"],
                condition=Q(ended_at__isnull=True, dealt_at__isnull=False),
                name="blackjack_shoe_to_end",
            ),
            models.Index(
                fields=["kept_until", "id"],
                condition=Q(ended_at__isnull=False),
                name="blackjack_shoe_to_delete",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Round(models.Model):
    """A round's inputs. Bets are hundredths by box number; actions are the engine's words.

    ``leave`` names the places that were left before its deal and after any earlier round;
    ``house_from`` is the index of the first action that the house took at the end of ten days.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("table")
    )
    shoe = models.ForeignKey(
        Shoe, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("shoe")
    )
    tier = models.CharField(_("tier"), max_length=16, choices=Tier.choices)
    first_card = models.PositiveSmallIntegerField(_("cards out before"), default=0)
    scheme = models.CharField(
        _("deal scheme"),
        max_length=4,
        choices=[(s.value, s.value) for s in Scheme],
        default=Scheme.DEALER_1_FIRST.value,
    )
    moved = models.JSONField(_("moved cards"), default=list)
    leave = models.JSONField(_("places left before"), default=list)
    bets = models.JSONField(_("bets"))
    bingo = models.JSONField(_("bingo bets"), default=dict)
    actions = models.JSONField(_("actions"), default=list)
    house_from = models.PositiveSmallIntegerField(_("first action taken by the house"), null=True)
    dealt_at = models.DateTimeField(_("dealt at"))
    ended_at = models.DateTimeField(_("ended at"), null=True)
    shown = models.JSONField(_("shown at the end"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at__isnull=True),
                name="blackjack_one_open_round",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, shown__isnull=True)
                | Q(ended_at__isnull=False, shown__isnull=False),
                name="blackjack_ended_rounds_are_shown",
            ),
            models.CheckConstraint(
                condition=Q(house_from__isnull=True) | Q(ended_at__isnull=False),
                name="blackjack_house_ends_rounds",
            ),
        ]
        indexes = [
            models.Index(fields=["dealt_at", "id"], name="blackjack_round_by_time"),
            models.Index(
                fields=["dealt_at", "id"],
                condition=Q(ended_at__isnull=True),
                name="blackjack_round_to_end",
            ),
        ]

    def __str__(self) -> str:
        return self.cause

    @property
    def cause(self) -> str:
        """How the journal names this round; its lines are numbered behind it, from 1."""
        return f"blackjack.round/{self.pk}"

    @property
    def causes(self) -> list[str]:
        """Every cause that a line of this round can have."""
        return [f"{self.cause}/{number}" for number in range(1, MOST_LINES + 1)]

    @property
    def stakes(self) -> Mapping[int, int]:
        """Initial stakes by box, hundredths."""
        return {int(box): amount for box, amount in self.bets.items()}


class BingoSession(models.Model):
    """A bingo bet on a box, from the round that it was laid for until it is paid or lost.

    It lives over many rounds, and longer than they are kept: what it has come to is stored here,
    and proven by replaying the rounds that are. ``last_round_at`` is the deal of the last round
    that it has counted, or that it was laid with. Amounts are hundredths. Source: rules.md
    section 8.
    """

    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, related_name="bingo_sessions", verbose_name=_("table")
    )
    box = models.PositiveSmallIntegerField(_("box"))
    tier = models.CharField(_("tier"), max_length=16, choices=Tier.choices)
    stake = models.BigIntegerField(_("stake, hundredths"))
    pay_table = models.PositiveSmallIntegerField(_("version of the pay table"))
    lit = models.JSONField(_("lit cells"), default=list)
    rounds = models.PositiveIntegerField(_("rounds counted"), default=0)
    opened_at = models.DateTimeField(_("opened at"))
    last_round_at = models.DateTimeField(_("last round dealt at"))
    ended_at = models.DateTimeField(_("ended at"), null=True)
    combination = models.CharField(
        _("combination"),
        max_length=16,
        choices=[(one.value, one.value) for one in bingo.Combination],
        blank=True,
    )
    returned = models.BigIntegerField(_("returned, hundredths"), default=0)
    refunded = models.BooleanField(_("stake returned by the house"), default=False)
    shoe = models.ForeignKey(
        Shoe,
        on_delete=models.PROTECT,
        null=True,
        related_name="bingo_ended",
        verbose_name=_("shoe in which it ended"),
    )
    after_round = models.PositiveSmallIntegerField(_("rounds of that shoe over by then"), null=True)

    class Meta:
        verbose_name = _("bingo session")
        verbose_name_plural = _("bingo sessions")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "box"],
                condition=Q(ended_at__isnull=True),
                name="blackjack_one_bingo_session_on_a_box",
            ),
            models.CheckConstraint(condition=Q(stake__gt=0), name="blackjack_bingo_is_staked"),
            models.CheckConstraint(
                condition=Q(returned__gte=0), name="blackjack_bingo_never_returns_below_zero"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, combination="")
                | (Q(ended_at__isnull=False) & ~Q(combination="")),
                name="blackjack_ended_bingo_came_to_something",
            ),
        ]
        indexes = [
            models.Index(
                fields=["last_round_at", "id"],
                condition=Q(ended_at__isnull=True),
                name="blackjack_bingo_to_end",
            ),
            # Of no shoe are those that ended within the round that they were laid with.
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(ended_at__isnull=False, shoe__isnull=True),
                name="blackjack_bingo_to_delete",
            ),
        ]

    def __str__(self) -> str:
        return self.cause

    @property
    def cause(self) -> str:
        """How the journal names this session: its stake is line 1, what it gave back line 2."""
        return f"blackjack.bingo/{self.pk}"

    @property
    def session(self) -> bingo.Session:
        """The session as the rules see it."""
        return bingo.Session(self.stake, frozenset(self.lit), self.rounds, self.pay_table)

    @property
    def carried(self) -> dict[str, Any]:
        """How a transcript writes a running session that the next shoe takes over."""
        return {"stake": self.stake, "lit": self.lit, "rounds": self.rounds}


class Settlement(models.Model):
    """What the house ended for a player who was away, until he has been told of it.

    It names its round or bingo session by a plain number: those are deleted, and the player may
    come back later. Amounts are hundredths. Source: rules.md section 9.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,  # the index below serves it
        verbose_name=_("player"),
    )
    variant = models.CharField(_("game"), max_length=32)
    currency = models.CharField(_("currency"), max_length=3, choices=Currency.choices)
    box = models.PositiveSmallIntegerField(_("box of the bingo session"), null=True)
    number = models.BigIntegerField(_("number of the round or session"))
    dealt_at = models.DateTimeField(_("dealt at"))
    settled_at = models.DateTimeField(_("settled at"))
    staked = models.BigIntegerField(_("staked, hundredths"))
    returned = models.BigIntegerField(_("returned, hundredths"))

    class Meta:
        verbose_name = _("settlement by the house")
        verbose_name_plural = _("settlements by the house")
        constraints = [
            # Whatever runs twice: a round is settled once.
            models.UniqueConstraint(
                fields=["number"], condition=Q(box__isnull=True), name="blackjack_round_ends_once"
            ),
            models.UniqueConstraint(
                fields=["number"], condition=Q(box__isnull=False), name="blackjack_bingo_ends_once"
            ),
        ]
        indexes = [models.Index(fields=["player", "id"], name="blackjack_told_to_player")]

    def __str__(self) -> str:
        return f"{self.pk}"
