"""What staff see and change. Each part has a module of its own; this one brings them in."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django_otp.plugins.otp_static.admin import StaticDeviceAdmin
from django_otp.plugins.otp_static.models import StaticDevice

from accounts.adjusting.admin import AdjustmentAdmin
from accounts.back_office.audit import StaffActionAdmin
from accounts.back_office.house import BetLimitAdmin, GameSwitchAdmin
from accounts.back_office.money import EntryAdmin, WalletAdmin
from accounts.back_office.players import PlayerAdmin
from accounts.back_office.protection import LimitChangeAdmin, PlayStopAdmin
from accounts.cashier.admin import CashierRequestAdmin
from accounts.lockout_admin import AccessAttemptAdmin
from accounts.outbox.admin import MailAdmin
from accounts.second_factor_admin import SecondFactorAdmin

__all__ = [
    "AccessAttemptAdmin",
    "AdjustmentAdmin",
    "BetLimitAdmin",
    "CashierRequestAdmin",
    "EntryAdmin",
    "GameSwitchAdmin",
    "LimitChangeAdmin",
    "MailAdmin",
    "PlayStopAdmin",
    "PlayerAdmin",
    "SecondFactorAdmin",
    "StaffActionAdmin",
    "WalletAdmin",
]

# What a role may do stands in casino/roles.py, and recovery codes are their owner's alone: stock
# forms would be a way past both. Their modules are loaded by now, and register nothing later.
for _model, _stock in ((Group, GroupAdmin), (StaticDevice, StaticDeviceAdmin)):
    if isinstance(admin.site._registry.get(_model), _stock):
        admin.site.unregister(_model)
