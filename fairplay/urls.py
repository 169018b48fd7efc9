"""Addresses of the FairPlay pages."""

from django.urls import path

from fairplay import views

app_name = "fairplay"
urlpatterns = [
    path("", views.recent, name="list"),
    path("how/", views.how, name="how"),
    path("shuffle/", views.shuffle, name="shuffle"),
    path("sums/", views.sums, name="sums"),
    path("<int:number>/", views.game, name="game"),
    path("<int:number>/transcript.json", views.transcript, name="transcript"),
    path("<int:number>/signature.txt", views.signature, name="signature"),
    path("<int:number>/string.txt", views.string, name="string"),
]
