"""What the cashier's page shows: the template's only input beside forms."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from accounts import ledger
from accounts.cashier import providers
from accounts.cashier.services import range_of
from accounts.models import CashierRequest, Currency, RequestKind, RequestState

PAGE: Final = 20
"""Requests on one page."""


@dataclass(frozen=True, slots=True)
class RequestView:
    """One request; the amount is in hundredths of a rouble."""

    number: int
    kind: str
    amount: int
    state: str
    state_in_words: str
    asked_at: datetime
    decided_at: datetime | None
    answer: str

    @property
    def waits(self) -> bool:
        """Whether it can be cancelled yet."""
        return self.state == RequestState.ASKED


@dataclass(frozen=True, slots=True)
class RequestsView:
    """What the player holds, and what he has asked, the newest first; hundredths.

    Attributes:
        held: what his waiting withdrawals have taken from the balance.
        older: the number before which the next page begins; ``None`` at the end.
        newest: whether this is the first page.
        zone: in which the times are.
    """

    balance: int
    held: int
    requests: tuple[RequestView, ...]
    older: int | None
    newest: bool
    zone: str


@dataclass(frozen=True, slots=True)
class DoorView:
    """What is said beside one of the two forms; hundredths."""

    advice: str
    minimum: int
    maximum: int


def door(kind: RequestKind) -> DoorView:
    """What is said beside the form of this kind."""
    allowed = range_of(kind)
    return DoorView(providers.current().advice(kind), allowed.minimum, allowed.maximum)


def requests(user_id: int, *, before: int | None = None) -> RequestsView:
    """A page of the player's requests."""
    mine = CashierRequest.objects.filter(wallet__user_id=user_id, wallet__currency=Currency.RUR)
    waiting = mine.filter(kind=RequestKind.WITHDRAWAL, state=RequestState.ASKED)
    older = mine.order_by("-pk") if before is None else mine.filter(pk__lt=before).order_by("-pk")
    found = list(older[: PAGE + 1])
    shown = found[:PAGE]
    return RequestsView(
        balance=ledger.balance(user_id, Currency.RUR),
        held=waiting.aggregate(held=Sum("amount"))["held"] or 0,
        requests=tuple(_view(request) for request in shown),
        older=shown[-1].pk if len(found) > PAGE else None,
        newest=before is None,
        zone=timezone.get_current_timezone_name(),
    )


def _view(request: CashierRequest) -> RequestView:
    return RequestView(
        number=request.pk,
        kind=str(RequestKind(request.kind).label),
        amount=request.amount,
        state=request.state,
        state_in_words=str(RequestState(request.state).label),
        asked_at=request.asked_at,
        decided_at=request.decided_at,
        answer=request.answer,
    )
