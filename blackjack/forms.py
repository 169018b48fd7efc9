"""What a player may send to a table, taken exactly as it is or refused by name."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blackjack.engine.round import UNIT
from blackjack.engine.rules import Insurance, Rules
from blackjack.engine.shoe import SEED_PATTERN
from blackjack.engine.state import Action, Scheme
from blackjack.presenters.betting import Laid
from blackjack.presenters.table import DECLINE_ALL
from blackjack.services import Wish
from casino.forms import OneOf, StrictForm, Switch, WholeNumber, shown

LARGEST_NUMBER: Final = 2**63 - 1
"""Of a row, and of a version."""
_LARGEST_BET: Final = 10**9
_LONGEST_MOVED: Final = 2000


class MovedCards(forms.CharField):
    """Positions, comma-separated, blanks allowed; their range is the engine's to judge."""

    def to_python(self, value: Any) -> tuple[int, ...]:  # type: ignore[override]
        """Return the positions in the listed order.

        Raises:
            ValidationError: something between the commas is no number; it is named.
        """
        text = super().to_python(value) or ""
        if not text.strip(" \t"):
            return ()
        return tuple(self._position(item.strip(" \t")) for item in text.split(","))

    @staticmethod
    def _position(item: str) -> int:
        if re.fullmatch(r"-?[0-9]{1,9}", item) is None:
            raise ValidationError(
                _("Moved cards: “%(value)s” is not the number of a card."),
                code="moved",
                params={"value": shown(item)},
            )
        return int(item)


class Seed(forms.CharField):
    """The seed of the player's own shuffle (rules.md section 10)."""

    def to_python(self, value: Any) -> str:
        """Return the seed, empty for none.

        Raises:
            ValidationError: it is not 16 to 64 letters and digits.
        """
        text = super().to_python(value) or ""
        if text and SEED_PATTERN.fullmatch(text) is None:
            raise ValidationError(
                _("Own shuffle: “%(value)s” is not 16 to 64 Latin letters and digits."),
                code="seed",
                params={"value": shown(text)},
            )
        return text


class Boxes(forms.CharField):
    """Numbers of boxes, comma-separated, as the page's own button sends them."""

    def to_python(self, value: Any) -> frozenset[int]:  # type: ignore[override]
        """Return the boxes.

        Raises:
            ValidationError: something between the commas is no number of a box.
        """
        text = super().to_python(value) or ""
        if not text:
            return frozenset()
        if re.fullmatch(r"[1-9](,[1-9])*", text) is None:
            raise ValidationError(
                _("“%(value)s” does not name boxes."), code="boxes", params={"value": shown(text)}
            )
        return frozenset(int(box) for box in text.split(","))


class TableForm(StrictForm):
    """What every form of a table carries: the version that it was rendered from."""

    version = WholeNumber(minimum=0, maximum=LARGEST_NUMBER)


class DealForm(TableForm):
    """Bets, cut and what expert mode adds. Expert fields exist only in games that have it."""

    no_cut = Switch(on="1", required=False)
    go_on = Switch(required=False)
    own_shuffle = Switch(required=False)
    seed = Seed(required=False, strip=False)

    def __init__(self, data: Any, *, rules: Rules) -> None:
        super().__init__(data)
        self.rules = rules
        no_bet = _("Box %(box)s: “%%(value)s” is not a bet. Bets are whole units, from 1.")
        no_bingo = _("Bingo, box %(box)s: “%%(value)s” is not a bet. Bets are whole units, from 1.")
        for box in range(1, rules.boxes + 1):
            self.fields[f"bet_{box}"] = _bet(no_bet % {"box": box})
            if rules.bingo:
                self.fields[f"bingo_{box}"] = _bet(no_bingo % {"box": box})
        self.fields["cut"] = WholeNumber(
            minimum=1,
            maximum=rules.cards,
            required=False,
            error_messages={
                "invalid": _("The cut: “%(value)s” is not the number of a card."),
                "range": _("The cut: “%(value)s” is not from %(minimum)s to %(maximum)s."),
            },
        )
        if rules.insurance is Insurance.BEFORE_PLAY:
            self.fields["no_insurance"] = Switch(required=False)
        if rules.bingo:
            self.fields["leaving"] = Boxes(required=False, max_length=20, strip=False)
        if rules.expert_mode:
            self.fields["scheme"] = OneOf(
                choices=[(scheme.value, scheme.value) for scheme in Scheme],
                required=False,
                error_messages={"invalid_choice": _("There is no deal scheme “%(value)s”.")},
            )
            self.fields["moved"] = MovedCards(
                required=False, max_length=_LONGEST_MOVED, strip=False
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a seed and a switch that contradict each other: neither is ignored."""
        cleaned = self.cleaned_data
        if cleaned.get("own_shuffle") and cleaned.get("seed") == "":
            self.add_error("seed", _("Own shuffle: fill in the string, or switch it off."))
        if cleaned.get("seed") and not cleaned.get("own_shuffle"):
            self.add_error("seed", _("Own shuffle: a string was sent, but it is switched off."))
        return cleaned

    @property
    def wish(self) -> Wish:
        """What the player chose. Only after ``require``."""
        cleaned = self.cleaned_data
        return Wish(
            bets=self._amounts("bet"),
            cut=None if cleaned["no_cut"] else cleaned["cut"],
            seed=cleaned["seed"] or None,
            scheme=Scheme(cleaned.get("scheme") or Scheme.DEALER_1_FIRST),
            moved=cleaned.get("moved", ()),
            bingo=self._amounts("bingo"),
            leaving=cleaned.get("leaving", frozenset()),
            no_insurance=bool(cleaned.get("no_insurance")),
        )

    def _amounts(self, what: str) -> dict[int, int]:
        """Return what was laid, hundredths by box."""
        laid = {
            box: self.cleaned_data.get(f"{what}_{box}") for box in range(1, self.rules.boxes + 1)
        }
        return {box: amount * UNIT for box, amount in laid.items() if amount is not None}

    def _written(self, what: str) -> dict[int, str]:
        """Return what the fields held, as it was written, by box."""
        return {
            box: shown(self.data.get(f"{what}_{box}", "")) for box in range(1, self.rules.boxes + 1)
        }

    @property
    def laid(self) -> Laid:
        """What the form held, as it was written, to be shown again beside a refusal."""
        return Laid(
            bets=self._written("bet"),
            bingo=self._written("bingo"),
            cut=shown(self.data.get("cut", "")),
            scheme=shown(self.data.get("scheme") or Scheme.DEALER_1_FIRST.value),
            moved=str(self.data.get("moved", ""))[:_LONGEST_MOVED],
            own_shuffle=bool(self.data.get("own_shuffle")),
            seed=str(self.data.get("seed", ""))[:64],
            no_insurance=bool(self.data.get("no_insurance")),
            wrong=frozenset(self.errors),
        )


def _bet(refusal: str) -> WholeNumber:
    """Return a field for a bet in whole units; ``refusal`` quotes what is none."""
    return WholeNumber(
        minimum=1,
        maximum=_LARGEST_BET,
        required=False,
        error_messages={"invalid": refusal, "range": refusal},
    )


class LeaveForm(TableForm):
    """The place to leave; without a box it is the whole table."""

    def __init__(self, data: Any, *, rules: Rules) -> None:
        super().__init__(data)
        self.fields["box"] = WholeNumber(minimum=1, maximum=rules.boxes, required=False)


class ActionForm(TableForm):
    """One action of the hand in turn, or no insurance for all boxes."""

    action = OneOf(
        choices=[(word, word) for word in (*(action.value for action in Action), DECLINE_ALL)],
        error_messages={"invalid_choice": gettext_lazy("There is no action “%(value)s”.")},
    )
