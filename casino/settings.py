"""Every setting of the casino, in one file, driven by environment variables.

With nothing set this is the embedded shape: SQLite and a key file in ``var/``, plain http on
this machine. ``DATABASE_URL`` makes it the production shape: PostgreSQL, https only, keys from
the environment. Nothing here touches the disk: `manage.py replay` runs on a read-only checkout.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from casino import caches, databases, local_keys, logs

# Lets classes name their model at run time too, as in `admin.ModelAdmin[User]`.
django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("CASINO_VAR_DIR") or BASE_DIR / "var").absolute()
"""All that this installation writes: database, key file, collected static files."""

DATABASE_URL = env.str("DATABASE_URL", default="")
PRODUCTION = env.bool("PRODUCTION", default=bool(DATABASE_URL))
"""Whether players reach the site over https. Tests on PostgreSQL switch it off."""
DEBUG = env.bool("DEBUG", default=False)

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- Secrets -------------------------------------------------------------------------------


def _required(name: str) -> str:
    """What must be named in the environment; read past django-environ, which expands a ``$``."""
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(
            f"Set the environment variable {name}: with PostgreSQL or in production "
            "nothing is made up in its place. README.md lists the variables."
        )
    return value


def _fairplay_keys() -> list[str]:
    """Keys of the sealed strings; a damaged one is found now, not when a shoe is to be signed."""
    keys = [key.strip() for key in _required("FAIRPLAY_KEYS").split(",")]
    for number, key in enumerate(keys, start=1):
        if not local_keys.is_fernet_key(key):
            raise ImproperlyConfigured(
                f"Key number {number} of FAIRPLAY_KEYS is none: it was cut off or changed. "
                "A key has 44 characters; `manage.py new_fairplay_key` makes one."
            )
    return keys


def _keys() -> local_keys.Keys:
    return local_keys.load(VAR_DIR / "keys.json")


if PRODUCTION or DATABASE_URL:
    SECRET_KEY = _required("SECRET_KEY")
    FAIRPLAY_KEYS = _fairplay_keys()
else:
    # Lazy, so that the key file is made by the first page, not by reading the settings.
    SECRET_KEY = cast("str", SimpleLazyObject(lambda: _keys().django))
    FAIRPLAY_KEYS = cast("list[str]", SimpleLazyObject(lambda: list(_keys().fairplay)))

SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- Parts ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "casino",
    "accounts",
    "fairplay",
    "blackjack",
    "operations",
    "casino.staff_site.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "channels",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
]

MIDDLEWARE = [
    "servestatic.middleware.ServeStaticMiddleware",
    "operations.middleware.Watched",
    "casino.middleware.NeverStored",
    # Outside all that can refuse a request, so that refusals carry the policy too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "casino.middleware.ReadableForms",
    "casino.middleware.BusyAnswer",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "accounts.activity.Activity",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "accounts.audit.middleware.KnowsWhere",
    "casino.middleware.in_one_thread",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.account",
                "casino.context_processors.house",
            ],
        },
    },
]

# --- Live pages and background work ----------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
CHANNEL_LAYERS = {
    "default": (
        {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
        if REDIS_URL
        else {"BACKEND": "casino.channel_layer.OneLoopLayer"}
    )
}
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    # Who hands work over to a Redis that does not answer waits no longer than for the database.
    {"socket_connect_timeout": 1, "socket_timeout": databases.PATIENCE}
    if REDIS_URL
    else {"polling_interval": 0.02}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
WEB_PROCESSES = env.int("WEB_PROCESSES", default=1)
"""How many processes `manage.py serve` answers with; more than one needs both servers."""

# --- Counters ------------------------------------------------------------------------------

CACHES = caches.redis(REDIS_URL) if REDIS_URL else caches.memory()
THROTTLING = env.bool("THROTTLING", default=True)
"""Whether what is done too often is refused. Tests and measurements click faster than people."""
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"] if PRODUCTION else [])
"""Addresses of the proxies in front, whose word on a visitor's address and https counts."""

# --- Database ------------------------------------------------------------------------------

DATABASES = databases.postgresql(env) if DATABASE_URL else databases.sqlite(VAR_DIR)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

SUPPORT_EMAIL = env.str("SUPPORT_EMAIL", default="support@blackjack.example")

# --- Mail ----------------------------------------------------------------------------------

if PRODUCTION or DATABASE_URL:
    # Printed, mails would count as sent, and links to new passwords lie in the worker's log. Who
    # wants that says so: consolemail://
    _required("EMAIL_URL")
_mail = env.email_url("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST = _mail["EMAIL_HOST"]
EMAIL_PORT = _mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _mail.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default=SUPPORT_EMAIL)

# --- People --------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # the lock; who passes it is asked for the password
    "django.contrib.auth.backends.ModelBackend",
]
AXES_HANDLER = "accounts.lockout.ByLoginAndAddress"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "accounts.lockout.login_of"
AXES_CLIENT_IP_CALLABLE = "accounts.lockout.address_of"
AXES_LOCKOUT_CALLABLE = "accounts.lockout.answer"
AXES_SENSITIVE_PARAMETERS = ["username", "login", "ip_address", "csrfmiddlewaretoken", "next"]
AXES_DISABLE_ACCESS_LOG = True  # sessions are listed where they are kept
AXES_ENABLE_ADMIN = False  # accounts/lockout_admin.py
AXES_VERBOSE = False

OTP_TOTP_ISSUER = "Blackjack"
OTP_ADMIN_HIDE_SENSITIVE_DATA = True

PASSWORD_RESET_TIMEOUT = 60 * 60
"""Seconds for which a link to a new password is good."""

SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 30 * 60
"""Seconds without activity after which a session ends; a guest's lasts longer."""
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "casino.refusals.form_not_trusted"

# --- Cashier -------------------------------------------------------------------------------

CASHIER_PROVIDERS = {"manual": "accounts.cashier.providers.Manual"}
"""Name, stored with every request, to class; one that has requests must stay listed."""
CASHIER_PROVIDER = env.str("CASHIER_PROVIDER", default="manual")
"""The provider of new requests."""
CASHIER_LIMITS = {
    "deposit": (
        env.int("DEPOSIT_MINIMUM", default=100),
        env.int("DEPOSIT_MAXIMUM", default=100_000),
    ),
    "withdrawal": (
        env.int("WITHDRAWAL_MINIMUM", default=100),
        env.int("WITHDRAWAL_MAXIMUM", default=100_000),
    ),
}
"""What one request may ask for, whole roubles; a withdrawal of the whole balance may be less."""

# --- What browsers are told ----------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^health/(live|ready)$", r"^metrics$"]
"""Asked by machines behind the proxy, over plain http."""
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SECURE_HSTS_PRELOAD = PRODUCTION

# The largest honest form is the staff's list of limits: some hundred short fields.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0

# --- Languages and time --------------------------------------------------------------------

LANGUAGE_CODE = "ru"
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["casino.formats"]
USE_THOUSAND_SEPARATOR = False
USE_TZ = True
TIME_ZONE = env.str("CASINO_TIME_ZONE", default="Europe/Moscow")
FAIRPLAY_TIME_ZONE = TIME_ZONE
"""The zone, named on the page, of the times written into FairPlay strings."""

# --- Static files --------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.static_files.RememberedAddresses"},
}


def _static_headers(headers: Any, path: str, url: str) -> None:
    """Static files are answered outside the security middleware: say the same for them."""
    headers["X-Content-Type-Options"] = "nosniff"


SERVESTATIC_ADD_HEADERS_FUNCTION = _static_headers
SERVESTATIC_ALLOW_ALL_ORIGINS = False

# --- Log -----------------------------------------------------------------------------------

DEFAULT_EXCEPTION_REPORTER_FILTER = "casino.masking.ReportsWithoutVariables"

LOG_REQUESTS = env.bool("LOG_REQUESTS", default=PRODUCTION)
"""Whether every answered request is a line of the log."""
LOG_FORMAT = env.str("LOG_FORMAT", default="machines" if PRODUCTION else "people")
"""``machines``: a JSON object a line; ``people``: readable lines."""
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""What Prometheus must show to read the figures; without one there are none to read."""

LOGGING = logs.config(level=env.str("LOG_LEVEL", default="INFO"), lines_for=LOG_FORMAT)
