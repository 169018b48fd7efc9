"""The addresses of the pages about accounts."""

from django.urls import include, path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("balance/", views.balance, name="balance"),
    path("limits/", include("accounts.protection.urls")),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
    path("register/", views.register, name="register"),
    path("guest/", views.guest, name="guest"),
    path("upgrade/", views.upgrade, name="upgrade"),
]
