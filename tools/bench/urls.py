"""The casino's addresses and those that measurements need: floor, expiry, a word to all."""

from django.urls import include, path

from tools.bench.announce import announce
from tools.bench.expire import expire
from tools.bench.floor import floor

urlpatterns = [
    path("bench/floor/", floor),
    path("bench/expire/", expire),
    path("bench/announce/", announce),
    path("", include("casino.urls")),
]
