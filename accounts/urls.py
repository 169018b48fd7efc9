"""The addresses of the pages about accounts."""

from django.urls import include, path

from accounts import reset_views, second_factor_views, security_views, views
from accounts.cashier import views as cashier
from accounts.models import RequestKind
from accounts.statement import views as statement

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
    path("security/", security_views.security_page, name="security"),
    path("security/password/", security_views.change_password, name="change_password"),
    path("security/email/", security_views.change_email, name="change_email"),
    path("close/", security_views.close, name="close"),
    path("sessions/", security_views.sessions, name="sessions"),
    path("sessions/end/", security_views.end_session, name="end_session"),
    path("sessions/end-others/", security_views.end_other_sessions, name="end_other_sessions"),
    path("reset/", reset_views.ask, name="reset"),
    path("reset/<int:number>/<str:token>/", reset_views.choose, name="new_password"),
    path("second-factor/", second_factor_views.ask, name="second_factor"),
    path("second-factor/set-up/", second_factor_views.set_up, name="second_factor_set_up"),
    path("second-factor/codes/", second_factor_views.recovery_codes, name="recovery_codes"),
    path("cash/", statement.cash_history, name="cash_history"),
    path("cash/file/", statement.cash_history_file, name="cash_history_file"),
    path("cashier/", cashier.cashier, name="cashier"),
    path("cashier/requests/", cashier.requests, name="cashier_requests"),
    path("cashier/deposit/", cashier.ask, {"kind": RequestKind.DEPOSIT}, name="deposit"),
    path("cashier/withdrawal/", cashier.ask, {"kind": RequestKind.WITHDRAWAL}, name="withdrawal"),
    path("cashier/<int:number>/cancel/", cashier.cancel, name="cashier_cancel"),
]
