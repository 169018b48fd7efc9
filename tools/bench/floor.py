"""The floor: the least that any page of this project does that changes a row for its player.

Session and login, one locked row, one update, one insert, a template of 1 kB, behind the same
middleware and context processors as every page. No action can be faster.
"""

from typing import cast

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.kinds import BOOKINGS, Kind
from accounts.models import Currency, Entry, User, Wallet
from casino.access import player_required


@require_POST
@player_required
def floor(request: HttpRequest) -> HttpResponse:
    """Add a hundredth to the player's roubles."""
    player = cast("User", request.user)
    with transaction.atomic(durable=True):
        mine = Wallet.objects.select_for_update()
        wallet = mine.get(user_id=player.pk, currency=Currency.RUR)
        balance, number = wallet.balance + 1, wallet.last_number + 1
        Wallet.objects.filter(pk=wallet.pk).update(balance=balance, last_number=number)
        Entry.objects.create(
            wallet=wallet,
            number=number,
            kind=Kind.ADJUSTMENT.value,
            counter_account=BOOKINGS[Kind.ADJUSTMENT].counter_account.value,
            amount=1,
            balance_after=balance,
            cause=f"bench/{wallet.pk}/{number}",
            at=timezone.now(),
        )
    return render(request, "bench/floor.html", {"number": number, "balance": balance})
