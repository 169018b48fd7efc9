"""Answers to requests that no page may handle."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def form_not_trusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a valid CSRF token by the site's own page.

    Django's own page for this carries a style sheet that our content policy refuses.
    """
    return render(request, "403.html", status=403)
