"""Addresses for machines. The proxy in front keeps them from the public."""

from django.urls import path

from operations import views

app_name = "operations"
urlpatterns = [
    path("health/live", views.live, name="live"),
    path("health/ready", views.ready, name="ready"),
    path("metrics", views.figures, name="metrics"),
]
