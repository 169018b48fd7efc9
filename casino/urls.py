"""Where every part of the site is mounted. The parts name their own pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("account/", include("accounts.urls")),
    path("fairplay/", include("fairplay.urls")),
    path("admin/", admin.site.urls),
    path("", include("operations.urls")),
    path("", include("blackjack.urls")),
]

handler400 = "casino.refusals.bad_request"
handler403 = "casino.refusals.forbidden"
handler404 = "casino.refusals.not_found"
handler500 = "casino.refusals.server_error"
