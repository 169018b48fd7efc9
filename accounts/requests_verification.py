"""Are the requests to the cashier and the adjustments in the journal, each by its lines alone?

Reads only. Names the first difference, never a reason or a detail.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from accounts.kinds import Kind
from accounts.models import (
    Adjustment,
    AdjustmentState,
    CashierRequest,
    Currency,
    Entry,
    RequestKind,
    RequestState,
)
from accounts.verification import Difference, walking

_RETURNED: Final = (RequestState.REFUSED, RequestState.CANCELLED)
_BOOKED: Final = (AdjustmentState.BOOKED, AdjustmentState.BOOKED_BY_ONE)
_OF_REQUESTS: Final = (
    Kind.DEPOSIT,
    Kind.WITHDRAWAL,
    Kind.WITHDRAWAL_RETURNED,
    Kind.ADJUSTMENT,
)
_CAUSE: Final = re.compile(
    r"accounts\.(?P<what>deposit|withdrawal|adjustment)/(?P<number>[1-9][0-9]*)(?P<returned>/returned)?",
    re.ASCII,
)

Lines = Mapping[str, tuple[Kind, int]]
"""Kind and amount (hundredths) of lines by their cause."""


@dataclass(slots=True)
class RequestTotals:
    """What was read."""

    requests: int = 0
    adjustments: int = 0
    lines: int = 0


def verify_requests() -> RequestTotals:
    """Hold every request and adjustment against its lines, and every such line against them.

    Raises:
        Difference: a line is missing, differs, is too many, or belongs to nothing.
    """
    totals = RequestTotals()
    with walking(CashierRequest.objects.select_related("wallet").order_by("pk")) as requests:
        for request in requests:
            if request.wallet.currency != Currency.RUR:
                raise Difference(f"{request.cause}: a request of {request.wallet.currency}")
            _verify_lines(request.wallet_id, request.cause, lines_of_request(request))
            totals.requests += 1
    with walking(Adjustment.objects.order_by("pk")) as adjustments:
        for adjustment in adjustments:
            _verify_lines(adjustment.wallet_id, adjustment.cause, lines_of_adjustment(adjustment))
            _verify_balance(adjustment)
            totals.adjustments += 1
    totals.lines = _verify_nothing_else()
    return totals


def lines_of_request(request: CashierRequest) -> Lines:
    """The lines that a request has in its present state."""
    if request.kind == RequestKind.DEPOSIT:
        confirmed = request.state == RequestState.CONFIRMED
        return {request.cause: (Kind.DEPOSIT, request.amount)} if confirmed else {}
    lines = {request.cause: (Kind.WITHDRAWAL, -request.amount)}
    if request.state in _RETURNED:
        lines[request.cause_of_return] = (Kind.WITHDRAWAL_RETURNED, request.amount)
    return lines


def lines_of_adjustment(adjustment: Adjustment) -> Lines:
    """The lines that an adjustment has in its present state."""
    if adjustment.state not in _BOOKED:
        return {}
    return {adjustment.cause: (Kind.ADJUSTMENT, adjustment.amount)}


def _verify_lines(wallet_id: int, cause: str, expected: Lines) -> None:
    possible = [cause, f"{cause}/returned"]
    booked = {entry.cause: entry for entry in Entry.objects.filter(cause__in=possible)}
    for name, (kind, amount) in expected.items():
        entry = booked.pop(name, None)
        if entry is None:
            raise Difference(f"{name}: no such line; its request gives {kind.value} {amount}")
        if (entry.wallet_id, entry.kind, entry.amount) != (wallet_id, kind.value, amount):
            raise Difference(
                f"{name}: booked as {entry.kind} {entry.amount} to wallet {entry.wallet_id}, "
                f"its request gives {kind.value} {amount} to wallet {wallet_id}"
            )
    for name in booked:
        raise Difference(f"{name}: its request gives no such line in its present state")


def _verify_balance(adjustment: Adjustment) -> None:
    if adjustment.state in _BOOKED:
        entry = Entry.objects.get(cause=adjustment.cause)
        if entry.balance_after != adjustment.after:
            raise Difference(
                f"{adjustment.cause}: the balance after it is {entry.balance_after}, it was booked "
                f"as {adjustment.after}"
            )


def _verify_nothing_else() -> int:
    """No line of these kinds without its request; return how many there are."""
    found = Entry.objects.filter(kind__in=_OF_REQUESTS).order_by("pk")
    numbers = {
        kind.value: set(CashierRequest.objects.filter(kind=kind).values_list("pk", flat=True))
        for kind in RequestKind
    }
    numbers["adjustment"] = set(Adjustment.objects.values_list("pk", flat=True))
    lines = 0
    with walking(found.values_list("cause", flat=True)) as causes:
        for cause in causes:
            match = _CAUSE.fullmatch(cause)
            if match is None or int(match["number"]) not in numbers[match["what"]]:
                raise Difference(f"{cause}: no request has caused this line")
            lines += 1
    return lines
