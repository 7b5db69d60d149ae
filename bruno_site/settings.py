"""Django settings for every way of running: at home on SQLite, or with PostgreSQL and Redis.

Everything that differs between sites is read from environment variables.
"""

from pathlib import Path
from urllib.parse import quote

from . import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.private_folder(env.text("BRUNO_VAR", str(BASE_DIR / "var")))

REDIS_URL = env.text("REDIS_URL")
DATABASE_URL = env.text("DATABASE_URL")
AT_HOME = not DATABASE_URL or DATABASE_URL.startswith("sqlite:")

# Without Redis, processes cannot talk to each other: there is one process, which is the clock too.
ONE_PROCESS = not REDIS_URL

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret_key(VAR_DIR, may_make_one=AT_HOME)
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")

# The origins whose pages may open a WebSocket or post a form. Empty: only pages of the same host.
ORIGINS = env.origins("ORIGINS")
CSRF_TRUSTED_ORIGINS = ORIGINS

# Connections to PostgreSQL: so many for the pages of a process, and so many for its clock. The pool
# opens two when it starts, hence the minimum.
DB_POOL_SIZE = env.number("DB_POOL_SIZE", 10, least=2)
# Threads for the WebSockets of a process. Each keeps a database connection; the other connections
# are for plain pages.
LIVE_THREADS = max(1, DB_POOL_SIZE // 2)
# Games that a clock handles at the same time. One more thread looks for what is due, and jobs need
# a few connections.
CLOCK_THREADS = max(1, DB_POOL_SIZE - 4)
# How many messages and forms one person may send at once, and how many more every second.
MESSAGES_AT_ONCE = env.number("MESSAGES_AT_ONCE", 30)
MESSAGES_A_SECOND = env.number("MESSAGES_A_SECOND", 3)
# How many live pages one process allows a person and an address, and how many WebSocket handshakes
# it allows an address at once and more every second.
PAGES_A_PERSON = env.number("PAGES_A_PERSON", 5)
PAGES_AN_ADDRESS = env.number("PAGES_AN_ADDRESS", 40)
HANDSHAKES_AT_ONCE = env.number("HANDSHAKES_AT_ONCE", 120)
HANDSHAKES_A_SECOND = env.number("HANDSHAKES_A_SECOND", 2)
# How many running games with bots one person may have.
BOT_GAMES_A_PERSON = env.number("BOT_GAMES_A_PERSON", 10)
# Quick match waits so many seconds for other players before it offers bots.
BOTS_OFFERED_AFTER = env.number("BOTS_OFFERED_AFTER", 20)
DATABASES = {
    "default": env.database(
        DATABASE_URL or f"sqlite:///{quote(str(VAR_DIR / 'bruno.sqlite3'))}",
        pool_size=2 * DB_POOL_SIZE if ONE_PROCESS else DB_POOL_SIZE,
        is_patient=env.flag("PATIENT", False),  # set by manage.py
    )
}
CHANNEL_LAYERS = env.channel_layers(REDIS_URL)

INSTALLED_APPS = [
    "daphne",
    # Before accounts, which unregisters their models from the admin.
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "accounts",
    "games",
    "lobby",
    "channels",
    "django_htmx",
    "bruno_site.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "bruno_site.core.security_headers.add_security_headers",
    "bruno_site.core.input_validation.reject_foreign_hosts",  # before any code calls get_host()
    "django.middleware.security.SecurityMiddleware",
    "bruno_site.core.static_files.StaticFilesMiddleware",
    "bruno_site.core.input_validation.reject_garbage",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.keep_session_alive",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "bruno_site.core.method_not_allowed.explain_method_not_allowed",
    "bruno_site.core.i18n.use_chosen_language",
    "bruno_site.live.form_throttle.throttle_forms",
    "accounts.password_hashing.BusyMiddleware",
    "games.table.frozen.TellTheFrozen",
    "games.deleted_people.TellTheDeleted",
]

# The folder with the templates and static files of each kind of game, by its name.
KIND_FOLDERS = {path.parent.name: path for path in sorted(BASE_DIR.glob("games/rules/*/table"))}

ROOT_URLCONF = "bruno_site.urls"
ASGI_APPLICATION = "bruno_site.asgi.application"
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "accounts.context_processors.suspension",
    "games.posted.reads.for_pages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "bruno_site.core.templates.environment",
            "context_processors": CONTEXT_PROCESSORS,
        },
    },
    # For the Django admin.
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    },
]

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    *((kind, folder / "static") for kind, folder in KIND_FOLDERS.items()),
]
# Collected files (in a container) are served under names that change with their content; at home
# files are served directly from their folders.
COLLECTED = (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_ROOT = (
    BASE_DIR / "static" / "root"
)  # files such as /favicon.ico, which browsers ask for by fixed names
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED or env.flag("COLLECTING", False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.AccountBackend"]
# Only one: with another, the time of a log-in attempt would tell whether the account exists.
PASSWORD_HASHERS = ["accounts.password_hashing.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.validators.NotAboutTheSite"},
]
LOGIN_URL = "accounts:log_in"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"

# The path of the Django admin, and whether it asks for a second factor. Staff sessions are shorter.
ADMIN_PATH = env.path("ADMIN_PATH", "admin")
STAFF_SECOND_FACTOR = env.flag("STAFF_SECOND_FACTOR", not AT_HOME)
STAFF_SESSION_AGE = 4 * 60 * 60
OTP_TOTP_ISSUER = "bruno"

# A link in an e-mail is valid for a day.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
MAIL = env.mail(env.text("EMAIL_URL"))
# Without a mail server, the site does not ask for e-mail addresses.
HAS_MAIL = bool(MAIL.host)
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_SSL = MAIL.starts_with_tls
EMAIL_USE_TLS = not MAIL.starts_with_tls and MAIL.host not in {"localhost", "127.0.0.1"}
EMAIL_TIMEOUT = 10
# Absolute links to the site begin with this. At home they begin with the host that visitors use.
BRUNO_URL = env.site_address("BRUNO_URL", ALLOWED_HOSTS, is_needed=HAS_MAIL and not AT_HOME)
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "bruno@localhost")

# The names that this site shows for kinds of games, by the names that their rules use.
GAME_NAMES = {"UNO": env.text("UNO_NAME", "UNO")}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("it", "Italiano"), ("zh-hans", "中文")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BEHIND_TLS = env.flag("BEHIND_TLS", False)
# Browsers that know this prefix let only this very host set or read such a cookie, no subdomain.
OF_THIS_HOST = "__Host-" if BEHIND_TLS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{OF_THIS_HOST}sessionid", f"{OF_THIS_HOST}csrftoken"
LANGUAGE_COOKIE_NAME = f"{OF_THIS_HOST}django_language"
MESSAGE_STORAGE = "bruno_site.core.message_storage.MessageStorage"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_HTTPONLY = True  # no script needs it: every form contains the token
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# After so long without a visit, people have to log in again.
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60
# So long after logging in, they have to log in again in any case.
LONGEST_SESSION = 180 * 24 * 60 * 60
CLIENT_ADDRESS_HEADER = env.proxy_header("CLIENT_ADDRESS_HEADER", is_needed=BEHIND_TLS)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # checked from this machine, without the proxy
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = BEHIND_TLS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
LARGEST_REQUEST = 2 * 1024 * 1024  # a game record may have a megabyte
CSRF_FAILURE_VIEW = "bruno_site.core.security_headers.csrf_failure"

# Metrics for Prometheus: the bearer token, and the address on which this process serves them (none
# if empty).
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_ADDRESS = env.inner_address("METRICS_ADDRESS", is_guarded=bool(METRICS_TOKEN))

LOG_LEVEL = env.one_of("LOG_LEVEL", "info", "debug", "warning", "error").upper()
LOGGING_CONFIG = "bruno_site.core.log_output.configured"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "bruno_site.core.log_output.PlainFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "bruno_site.core.log_output.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.one_of("LOG_FORMAT", "text", "json"),
        },
        "faults": {"class": "bruno_site.core.metrics.FaultCounter", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "faults"], "level": LOG_LEVEL},
}
