"""Addresses of the lobby and the tables."""

from django.urls import include, path, register_converter

from blackjack import views
from blackjack.engine.rules import Variant
from blackjack.words import TITLES


class VariantConverter:
    """A game's name in an address."""

    regex = "|".join(variant.value for variant in TITLES)

    def to_python(self, value: str) -> Variant:
        """Return the game."""
        return Variant(value)

    def to_url(self, value: str) -> str:
        """Return its name."""
        return str(value)


class ModeConverter:
    """Demo or real money."""

    regex = "demo|real"

    def to_python(self, value: str) -> str:
        """Return the mode."""
        return value

    def to_url(self, value: str) -> str:
        """Return the mode."""
        return value


register_converter(VariantConverter, "variant")
register_converter(ModeConverter, "mode")

table = [
    path("play/<variant:variant>/<mode:mode>/", views.table, name="table"),
    path("play/<variant:variant>/<mode:mode>/deal/", views.deal, name="deal"),
    path("play/<variant:variant>/<mode:mode>/act/", views.act, name="act"),
    path("play/<variant:variant>/<mode:mode>/close/", views.close, name="close"),
    path("play/<variant:variant>/<mode:mode>/leave/", views.leave, name="leave"),
    path(
        "play/<variant:variant>/<mode:mode>/signature.txt",
        views.signature,
        name="signature",
    ),
    path(
        "play/<variant:variant>/demo/training/",
        views.training,
        {"mode": "demo"},
        name="training",
    ),
    path("rules/<variant:variant>/", views.rules, name="rules"),
    path("rules/<variant:variant>/strategy/", views.strategy, name="strategy"),
    path("games/", views.history, name="history"),
    path("games/history.csv", views.history_file, name="history_file"),
    path("games/told/", views.told, name="told"),
    path("games/<int:number>/", views.replay, name="replay"),
]

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("", include((table, "blackjack"))),
]
