"""Addresses of the limits page and its forms, within those of the accounts."""

from django.urls import path

from accounts.protection import views

urlpatterns = [
    path("", views.limits_page, name="limits"),
    path("set/", views.set_limit, name="set_limit"),
    path("remove/", views.remove_limit, name="remove_limit"),
    path("confirm/", views.confirm_limit, name="confirm_limit"),
    path("withdraw/", views.withdraw_limit, name="withdraw_limit"),
    path("reality-check/", views.set_reality_check, name="set_reality_check"),
    path("stop/", views.stop, name="stop"),
]
