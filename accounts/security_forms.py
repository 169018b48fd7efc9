"""Forms about the safety of an account. Who is signed in is asked for his password again."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import lockout
from accounts.forms import LeadingForm, password_field, require_good_password
from accounts.models import User
from accounts.signed_in import player_of
from casino.forms import StrictForm


class PlayersForm(StrictForm):
    """A form that is judged for the player whose it is."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)


class NewPasswordForm(PlayersForm):
    """A new password, twice, judged for this player."""

    password = password_field(
        _("New password"),
        new=True,
        help_text=password_validation.password_validators_help_text_html,
    )
    password_again = password_field(_("New password again"), new=True)

    def clean(self) -> dict[str, Any]:
        """Compare the passwords and ask the validators about them.

        Raises:
            ValidationError: they differ, or are too weak.
        """
        values = super().clean() or self.cleaned_data
        require_good_password(values, self.user)
        return values


class PasswordAskedForm(PlayersForm):
    """Asks the player who is signed in for his password."""

    current = password_field(_("Your present password"), new=False)

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self._request = request
        super().__init__(*args, user=player_of(request), **kwargs)

    def clean_current(self) -> str:
        """Check the password.

        Raises:
            ValidationError: it is another one.
        """
        current: str = self.cleaned_data["current"]
        if not lockout.is_own_password(self._request, current):
            raise ValidationError(_("This is not your present password."))
        return current


class PasswordChangeForm(PasswordAskedForm, NewPasswordForm):
    """The present password and a new one."""

    field_order = ("current", "password", "password_again")


class EmailForm(PasswordAskedForm):
    """Another e-mail address, or none."""

    field_order = ("email", "current")
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        max_length=User._meta.get_field("email").max_length,
        help_text=_("A forgotten password is reset by it. Leave it empty to have none."),
    )


class CloseForm(PasswordAskedForm):
    """The player's word that he closes his account."""


class ResetForm(StrictForm):
    """The address to which a link to a new password is sent."""

    email = forms.EmailField(label=_("E-mail"), max_length=User._meta.get_field("email").max_length)


class SessionForm(StrictForm):
    """The session to be ended, as the page names it."""

    session = forms.RegexField(r"\A[0-9a-f]{32}\Z", widget=forms.HiddenInput)


class EmptyForm(StrictForm):
    """A button that asks for nothing."""


def code_field(label: Any, **kwargs: Any) -> forms.CharField:
    """A code as an app or a sheet of paper shows it."""
    attributes = {
        "autocomplete": "one-time-code",
        "autocapitalize": "none",
        "spellcheck": "false",
    }
    return forms.CharField(
        label=label, max_length=20, widget=forms.TextInput(attrs=attributes), **kwargs
    )


def typed_code(text: str) -> str:
    """Take the blanks out, which apps and people put between the figures."""
    return text.replace(" ", "").replace("-", "").lower()


class CodeForm(LeadingForm):
    """A code of the authenticator app, or a recovery code."""

    code = code_field(_("Code"))

    def clean_code(self) -> str:
        """Return the code without what stands between its figures."""
        return typed_code(self.cleaned_data["code"])


class SetUpForm(CodeForm):
    """The first code of an app, and the key that the page has handed to it."""

    offer = forms.CharField(max_length=200, widget=forms.HiddenInput)


class PresentFactorForm(PasswordAskedForm, LeadingForm):
    """Password and second factor once more, for whoever would change the second factor.

    A session has shown both before, but the one who sits before it may be another by now.
    """

    present = code_field(
        _("A fresh code"),
        help_text=_("Of the app that you use now, or one of your recovery codes."),
    )

    def clean_present(self) -> str:
        """Return the code without what stands between its figures."""
        return typed_code(self.cleaned_data["present"])


class ReplaceForm(PresentFactorForm, SetUpForm):
    """Another app in place of the present one."""

    field_order = ("code", "current", "present")
