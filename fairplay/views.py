"""The FairPlay pages: the last games, the check of one, its files, and the method. They read only.

Another player's game is answered like a number that never was: 404.
"""

import json
from typing import Final, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.access import player_required
from fairplay.article import WORKED, shuffle_view, signed_line
from fairplay.check_words import translated
from fairplay.offline import checkers, example
from fairplay.registry import GameCheck, State, games
from fairplay.shuffle_reports import last

LISTED: Final = 50
"""How many games the list shows (rules.md 4.3)."""
REPORTS: Final = 30
"""How many reports on the shuffle its page counts."""
_LARGEST_NUMBER: Final = 2**63 - 1


@require_safe
@player_required
def recent(request: HttpRequest) -> HttpResponse:
    """List the player's last games, demo included, each to be checked by his own browser."""
    listed = games().recent(_player(request), LISTED)
    context = {
        "games": listed,
        "zone": settings.FAIRPLAY_TIME_ZONE,
        "words": translated(),
        "checkers": checkers(),
    }
    return render(request, "fairplay/list.html", context)


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Explain the method, and what it does not prove. Open to everybody."""
    context = {"line": signed_line(), "worked": WORKED, "zone": settings.FAIRPLAY_TIME_ZONE}
    return render(request, "fairplay/how.html", context)


@require_safe
def shuffle(request: HttpRequest) -> HttpResponse:
    """Show the last report on the casino's own shuffle, in plain words. Open to everybody."""
    context = {"shuffle": shuffle_view(last(REPORTS)), "zone": settings.FAIRPLAY_TIME_ZONE}
    return render(request, "fairplay/shuffle.html", context)


@require_safe
def sums(request: HttpRequest) -> HttpResponse:
    """Explain MD5 and SHA-256 by the reader's own computer, with an example. Open to everybody."""
    return render(request, "fairplay/sums.html", {"example": example(), "checkers": checkers()})


@require_safe
@player_required
def game(request: HttpRequest, number: int) -> HttpResponse:
    """Show one game with its signatures, its string once revealed, and what was dealt.

    The transcript of a revealed game lies in the page, so that checking it needs no request.
    """
    found = _found(request, number)
    context = {"game": found, "zone": settings.FAIRPLAY_TIME_ZONE}
    if found.summary.state is State.REVEALED:
        context["transcript"] = games().transcript(_player(request), number)
        context["words"] = translated()
        context["checkers"] = checkers()
    return render(request, "fairplay/game.html", context)


@require_safe
@player_required
def transcript(request: HttpRequest, number: int) -> HttpResponse:
    """Give the transcript of a revealed game as a file; 409 while its string is secret."""
    if _found(request, number).summary.state in {State.OPEN, State.WAITING, State.SEALED}:
        return _not_yet(request, number)
    text = games().transcript(_player(request), number)
    if text is None:
        raise Http404
    body = json.dumps(text, indent=2) + "\n"
    return _file(body, f"game-{number}.json", "application/json")


@require_safe
@player_required
def signature(request: HttpRequest, number: int) -> HttpResponse:
    """Give the signatures of a game as a text file."""
    found = _found(request, number).summary
    return _file(
        f"MD5: {found.md5}\nSHA-256: {found.sha256}\n", f"game-{number}-signature.txt", "text/plain"
    )


@require_safe
@player_required
def string(request: HttpRequest, number: int) -> HttpResponse:
    """Give the revealed string as a file of exactly its bytes, without a newline."""
    found = _found(request, number).summary
    if not found.secret:
        return _not_yet(request, number)
    return _file(found.secret, f"game-{number}.txt", "text/plain")


def _found(request: HttpRequest, number: int) -> GameCheck:
    found = games().find(_player(request), number) if number <= _LARGEST_NUMBER else None
    if found is None:
        raise Http404
    return found


def _player(request: HttpRequest) -> int:
    return cast("int", request.user.pk)


def _not_yet(request: HttpRequest, number: int) -> HttpResponse:
    context = {"game": _found(request, number), "zone": settings.FAIRPLAY_TIME_ZONE}
    return render(request, "fairplay/game.html", context, status=409)


def _file(body: str, name: str, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
