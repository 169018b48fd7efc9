"""Forms that take exactly what they ask for, and numbers that are exactly what they look like.

A form here refuses fields it does not know and fields sent twice: ignoring what somebody sent
would leave him in the belief that it counted. Messages name the value that was refused.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

_LONGEST_SHOWN: Final = 40
_MOST_NAMED: Final = 5


class Refused(Exception):
    """The form can't be taken. Answered by status 422 with the page and these sentences.

    Attributes:
        messages: what is wrong, in the reader's language; plain text, to be escaped.
    """

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages = list(messages)
        super().__init__(" ".join(self.messages))


def shown(value: object) -> str:
    """``value`` as a message may repeat it: of a long one the beginning only."""
    text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


class StrictForm(forms.Form):
    """A form that refuses unknown and repeated fields beside what its own fields refuse.

    Attributes:
        besides: names that the form may carry although it has no such field.
    """

    besides: ClassVar[frozenset[str]] = frozenset({"csrfmiddlewaretoken"})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if field.error_messages["required"] == forms.Field.default_error_messages["required"]:
                # A field without a label is the page's own: its name means nothing to a reader.
                missing = _("Something is missing in this form. Load the page again.")
                if field.label:
                    missing = _("Fill in “%(field)s”.") % {"field": field.label}
                field.error_messages["required"] = missing

    def require(self) -> None:
        """Check the form.

        Raises:
            Refused: something in it is wrong; carries every message, in the fields' order.
        """
        if not self.is_valid():
            errors = self.errors.as_data()
            raise Refused(
                str(message)
                for name in (NON_FIELD_ERRORS, *self.fields)
                for error in errors.get(name, ())
                for message in error.messages
            )

    def full_clean(self) -> None:
        """Check the fields, and then that nothing else was sent."""
        super().full_clean()
        if not self.is_bound:
            return
        known = {self.add_prefix(name): field for name, field in self.fields.items()}
        unknown = [name for name in self.data if name not in known and name not in self.besides]
        if unknown:
            self.add_error(
                None,
                ValidationError(
                    _("This form has no field “%(names)s”."),
                    code="unknown",
                    params={"names": _listed(unknown)},
                ),
            )
        repeated = [
            name
            for name in self.data
            if _times(self.data, name) > 1
            and not (
                name in known and getattr(known[name].widget, "allow_multiple_selected", False)
            )
        ]
        if repeated:
            self.add_error(
                None,
                ValidationError(
                    _("The field “%(names)s” was sent more than once."),
                    code="repeated",
                    params={"names": _listed(repeated)},
                ),
            )


class WholeNumber(forms.Field):
    """A whole number written in ASCII digits and nothing else: no ``1e3``, ``1_000``, ``１０``.

    Args:
        minimum, maximum: the range, both ends included; a number outside is never clamped.
    """

    default_error_messages = {
        "invalid": gettext_lazy("“%(value)s” is not a whole number."),
        "range": gettext_lazy("“%(value)s” is not between %(minimum)s and %(maximum)s."),
    }
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def __init__(self, *, minimum: int, maximum: int, **kwargs: Any) -> None:
        self.minimum = minimum
        self.maximum = maximum
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> int | None:
        """The number; ``None`` for nothing.

        Raises:
            ValidationError: it is no number of the range.
        """
        text = "" if value is None else str(value).strip(" ")
        if not text:
            return None
        params = {"value": shown(text), "minimum": self.minimum, "maximum": self.maximum}
        # A longer one is out of every range; turning it into a number would only cost time.
        if re.fullmatch(r"-?[0-9]+", text) is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid", params=params)
        if len(text) > 20 or not self.minimum <= int(text) <= self.maximum:
            raise ValidationError(self.error_messages["range"], code="range", params=params)
        return int(text)


class _Tick(forms.CheckboxInput):
    """A checkbox that hands on what was sent: Django's reads ``0`` and ``no`` as a yes."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """What was sent; ``None`` for nothing."""
        return data.get(name)


class Switch(forms.Field):
    """A checkbox or a button: sent with its one value, or not sent at all.

    Args:
        on: the value.
    """

    default_error_messages = {
        "invalid": gettext_lazy("“%(value)s” is no answer to a tick box."),
    }
    widget = _Tick

    def __init__(self, *, on: str = "on", **kwargs: Any) -> None:
        self.on = on
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> bool:
        """Whether it was sent.

        Raises:
            ValidationError: with another value than its own.
        """
        if value in {None, self.on}:
            return value is not None
        raise ValidationError(
            self.error_messages["invalid"], code="invalid", params={"value": shown(value)}
        )

    def validate(self, value: Any) -> None:
        """Refuse a required switch that is off.

        Raises:
            ValidationError: it is.
        """
        if self.required and not value:
            raise ValidationError(self.error_messages["required"], code="required")


class OneOf(forms.ChoiceField):
    """One of a few words; a refusal repeats no more of another one than fits a sentence."""

    def validate(self, value: Any) -> None:
        """Refuse another word.

        Raises:
            ValidationError: it is none of the choices.
        """
        forms.Field.validate(self, value)
        if value and not self.valid_value(value):
            raise ValidationError(
                self.error_messages["invalid_choice"],
                code="invalid_choice",
                params={"value": shown(value)},
            )


class Hundredths(forms.Field):
    """An amount of money, whole or with exactly two decimals, as hundredths. Nothing is rounded.

    A sign may stand before it; the decimals follow a point or a comma.
    """

    default_error_messages = {
        "invalid": gettext_lazy(
            "“%(value)s” is not an amount: write it like 100, 99.50 or -20, "
            "with at most 12 digits before the decimals."
        ),
    }
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        """The amount in hundredths; ``None`` for nothing.

        Raises:
            ValidationError: it is no amount.
        """
        text = "" if value is None else str(value).strip(" ")
        if not text:
            return None
        parts = re.fullmatch(r"([+-]?)([0-9]{1,12})(?:[.,]([0-9]{2}))?", text)
        if parts is None:
            raise ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": shown(text)}
            )
        sign, whole, decimals = parts.groups()
        hundredths = int(whole) * 100 + int(decimals or "0")
        return -hundredths if sign == "-" else hundredths


class Amount(forms.Field):
    """An amount of money as the reader writes it, in hundredths. Nothing is rounded or guessed.

    Whole or with exactly two decimals behind a point or a comma, without a sign. Thousands may
    be grouped by blanks, and on English pages by commas; groups must be whole.
    """

    default_error_messages = {
        "invalid": gettext_lazy(
            "“%(value)s” is not an amount: write it like 1500 or 1500.50, "
            "with at most 12 digits before the decimals."
        ),
    }
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        """The amount in hundredths; ``None`` for nothing.

        Raises:
            ValidationError: it is no amount.
        """
        text = "" if value is None else str(value).strip(" ")
        if not text:
            return None
        grouped = [_GROUPED_BY_BLANKS]
        if get_language() == "en":
            grouped.append(_GROUPED_BY_COMMAS)
        for pattern in (_PLAIN, *grouped):
            parts = pattern.fullmatch(text)
            if parts is not None:
                whole = "".join(digit for digit in parts[1] if digit in "0123456789")
                return int(whole) * 100 + int(parts[2] or "0")
        raise ValidationError(
            self.error_messages["invalid"], code="invalid", params={"value": shown(text)}
        )


_PLAIN: Final = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{2}))?")
_GROUPED_BY_BLANKS: Final = re.compile(
    r"([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3}){1,3})(?:[.,]([0-9]{2}))?"
)
_GROUPED_BY_COMMAS: Final = re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{2}))?")


def _listed(names: list[str]) -> str:
    listed = ", ".join(shown(name) for name in names[:_MOST_NAMED])
    return listed if len(names) <= _MOST_NAMED else listed + ", …"


def _times(data: Mapping[str, Any], name: str) -> int:
    """How often ``name`` was sent; a plain dictionary holds each name once."""
    getlist = getattr(data, "getlist", None)
    return 1 if getlist is None else len(getlist(name))
