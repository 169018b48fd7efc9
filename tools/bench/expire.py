"""An address of the measured server alone: deletes expired games, and says how many are left."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from blackjack.models import Shoe
from blackjack.tasks import expire as task
from casino.access import player_required


@require_POST
@player_required
def expire(request: HttpRequest) -> HttpResponse:
    """Order the expiry's own task, as the beat does."""
    if "start" in request.POST:
        task.delay()
    left = Shoe.objects.filter(ended_at__isnull=False, kept_until__lte=timezone.now())
    return HttpResponse(str(left.count()))
