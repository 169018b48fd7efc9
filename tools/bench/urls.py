"""The casino's addresses, the floor's and that of the expiry."""

from django.urls import include, path

from tools.bench.expire import expire
from tools.bench.floor import floor

urlpatterns = [
    path("bench/floor/", floor),
    path("bench/expire/", expire),
    path("", include("casino.urls")),
]
