"""The addresses of the pages about accounts."""

from django.urls import path

from accounts import views
from accounts.cashier import views as cashier
from accounts.models import RequestKind
from accounts.statement import views as statement

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("balance/", views.balance, name="balance"),
    path("login/", views.login, name="login"),
    path("logout/", views.logout, name="logout"),
    path("register/", views.register, name="register"),
    path("guest/", views.guest, name="guest"),
    path("upgrade/", views.upgrade, name="upgrade"),
    path("cash/", statement.cash_history, name="cash_history"),
    path("cash/file/", statement.cash_history_file, name="cash_history_file"),
    path("cashier/", cashier.cashier, name="cashier"),
    path("cashier/requests/", cashier.requests, name="cashier_requests"),
    path("cashier/deposit/", cashier.ask, {"kind": RequestKind.DEPOSIT}, name="deposit"),
    path("cashier/withdrawal/", cashier.ask, {"kind": RequestKind.WITHDRAWAL}, name="withdrawal"),
    path("cashier/<int:number>/cancel/", cashier.cancel, name="cashier_cancel"),
]
