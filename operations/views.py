"""What machines ask the house: whether it lives, whether it can serve, and its figures."""

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from operations import health, metrics


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Say that this process answers; asks nothing of anything else."""
    return HttpResponse("alive\n", content_type="text/plain")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Say whether players can be sent here (200) or not (503), and which parts are unwell."""
    report = health.report()
    parts = {
        check.name: {
            "ok": not check.fault,
            "needed": check.needed,
            "ms": round(check.seconds * 1000, 1),
            **({"fault": check.fault} if check.fault else {}),
        }
        for check in report.checks
    }
    status = 200 if report.serving else 503
    return JsonResponse({"status": report.status, "parts": parts}, status=status)


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """Give the figures to who has the token; without one set there is no such page.

    Raises:
        Http404: the token is missing, wrong, or not set.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    expected = settings.METRICS_TOKEN
    known = secrets.compare_digest(token.encode(), expected.encode())
    if not expected or scheme.lower() != "bearer" or not known:
        raise Http404("no such page")
    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)
