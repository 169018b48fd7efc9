"""What staff type about players, and by what they narrow their list."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.back_office.changing import ReasonForm
from accounts.models import Tier, User
from casino import roles
from casino.forms import OneOf

NOBODY = "player"
SUPERUSER = "superuser"


class PlayerCreationForm(UserCreationForm):  # type: ignore[type-arg]
    """Makes a player or a member of staff; takes the login as it is written."""

    class Meta:
        # Not derived from Django's: its field folds full-width letters before they are checked.
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # It is another one's login: the browser need not offer the own.
        self.fields["username"].widget.attrs.update(autocomplete="off", autofocus=False)


class TierForm(ReasonForm):
    """Another tier, and why."""

    tier = OneOf(label=gettext_lazy("New tier"), choices=Tier.choices)
    seen = OneOf(choices=Tier.choices, widget=forms.HiddenInput)
    field_order = ("tier", "reason")


class RoleForm(ReasonForm):
    """What a member of staff may do, and why."""

    role = OneOf(
        label=gettext_lazy("Role"),
        choices=[
            (NOBODY, gettext_lazy("no rights: a player")),
            (roles.Role.SUPPORT.value, gettext_lazy("support: looks, blocks, lifts locks")),
            (roles.Role.CASHIER.value, gettext_lazy("cashier: confirms money requests")),
            (roles.Role.MANAGER.value, gettext_lazy("manager: tiers, limits, switches, reports")),
            (SUPERUSER, gettext_lazy("superuser: everything, staff included")),
        ],
    )
    field_order = ("role", "reason")


class MaySignIn(admin.BooleanFieldListFilter):
    """Whether somebody is blocked, by its own name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("may sign in")


class IsStaff(admin.BooleanFieldListFilter):
    """Whether somebody is of the staff, by its own name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = _("staff")
