"""The forms of visitors and players about their accounts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import logins
from accounts.models import User
from casino.forms import StrictForm, Switch

_LONGEST_PASSWORD = 1024


def password_field(label: Any, *, new: bool, help_text: Any = "") -> forms.CharField:
    """A password as it was typed, blanks included."""
    autocomplete = "new-password" if new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        max_length=_LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
        help_text=help_text,
    )


def require_good_password(values: Mapping[str, Any], player: User) -> None:
    """Compare a form's two fields of a new password, and ask the validators about it.

    Raises:
        ValidationError: they differ, or it is too weak for ``player``.
    """
    password, again = values.get("password"), values.get("password_again")
    if password is None or again is None:
        return  # a field of its own has said so
    if password != again:
        raise ValidationError({"password_again": _("The two passwords differ.")})
    try:
        password_validation.validate_password(password, player)
    except ValidationError as error:
        raise ValidationError({"password": error}) from error


class LeadingForm(StrictForm):
    """A form that leads on to the page named in ``next``; ``redirects.next_url`` judges it."""

    besides = StrictForm.besides | {"next"}


class LoginForm(LeadingForm):
    """Login and password; whether they belong together is not the form's to say."""

    login = forms.CharField(
        label=_("Login"),
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = password_field(_("Password"), new=False)


class RegistrationForm(LeadingForm):
    """What makes a visitor, or a guest, a registered player."""

    login = forms.CharField(
        label=_("Login"),
        strip=False,
        validators=[logins.require_form, logins.require_not_reserved],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
        help_text=_("3 to 20 Latin letters, digits and underscores. Others may see it."),
    )
    password = password_field(
        _("Password"),
        new=True,
        help_text=password_validation.password_validators_help_text_html,
    )
    password_again = password_field(_("Password again"), new=True)
    email = forms.EmailField(
        label=_("E-mail (not required)"),
        required=False,
        max_length=User._meta.get_field("email").max_length,
    )
    adult = Switch(
        label=_("I am 18 or older"),
        error_messages={"required": _("Only people of 18 or older may play here.")},
    )

    def clean(self) -> dict[str, Any]:
        """Compare the passwords and ask the validators about them.

        Raises:
            ValidationError: they differ, or are too weak.
        """
        values = super().clean() or self.cleaned_data
        player = User(username=values.get("login", ""), email=values.get("email", ""))
        require_good_password(values, player)
        return values


class GuestForm(LeadingForm):
    """The button that starts a guest: it asks for nothing."""
