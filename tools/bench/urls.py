"""The casino's addresses and the floor's."""

from django.urls import include, path

from tools.bench.floor import floor

urlpatterns = [
    path("bench/floor/", floor),
    path("", include("casino.urls")),
]
