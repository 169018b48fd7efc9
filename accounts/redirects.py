"""Where a form's answer leads: by 303, and never off this site."""

from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

_LONGEST = 2000


class SeeOther(HttpResponseRedirect):
    """The answer to a form that was taken: fetch this page, so that Back never posts again."""

    status_code = 303


def next_url(request: HttpRequest, *, default: str = "lobby") -> str:
    """The page that the request asks to be led to, or the page named ``default``.

    A target on another host, or over plain http from https, is not followed.
    """
    url = request.POST.get("next") or request.GET.get("next") or ""
    allowed = len(url) <= _LONGEST and url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if allowed else reverse(default)
