"""What staff see and change. Each part has a module of its own; this one brings them in."""

import django.contrib.auth.admin  # noqa: F401  it registers the groups, now and not later
from django.contrib import admin
from django.contrib.auth.models import Group

from accounts.adjusting.admin import AdjustmentAdmin
from accounts.back_office.audit import StaffActionAdmin
from accounts.back_office.house import BetLimitAdmin, GameSwitchAdmin
from accounts.back_office.money import EntryAdmin, WalletAdmin
from accounts.back_office.players import PlayerAdmin
from accounts.cashier.admin import CashierRequestAdmin

__all__ = [
    "AdjustmentAdmin",
    "BetLimitAdmin",
    "CashierRequestAdmin",
    "EntryAdmin",
    "GameSwitchAdmin",
    "PlayerAdmin",
    "StaffActionAdmin",
    "WalletAdmin",
]

# What a role may do stands in casino/roles.py: a form here would be a way past it.
admin.site.unregister(Group)
