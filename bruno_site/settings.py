"""One file for every way of running: at home on SQLite, or on PostgreSQL and Redis."""

from pathlib import Path

from . import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("BRUNO_VAR", str(BASE_DIR / "var")))

REDIS_URL = env.text("REDIS_URL")
DATABASE_URL = env.text("DATABASE_URL")
AT_HOME = not DATABASE_URL or DATABASE_URL.startswith("sqlite:")

# Without Redis there is nothing between processes: this one is alone, and keeps the time too.
ONE_PROCESS = not REDIS_URL

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret_key(VAR_DIR, may_make_one=AT_HOME)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")

# The pages that may open a socket or post a form. Empty: only pages of the host asked.
ORIGINS = env.words("ORIGINS")
CSRF_TRUSTED_ORIGINS = ORIGINS

VAR_DIR.mkdir(parents=True, exist_ok=True)
DB_POOL_SIZE = env.number("DB_POOL_SIZE", 10)
# Threads for the sockets of a process. Each keeps a connection, the others are for plain pages.
LIVE_THREADS = max(1, DB_POOL_SIZE // 2)
# What one socket may send: so many messages at once, and so many more a second.
MESSAGES_AT_ONCE = env.number("MESSAGES_AT_ONCE", 30)
MESSAGES_A_SECOND = env.number("MESSAGES_A_SECOND", 3)
DATABASES = {
    "default": env.database(
        DATABASE_URL or f"sqlite:///{VAR_DIR / 'bruno.sqlite3'}",
        pool_size=DB_POOL_SIZE,
    )
}
CHANNEL_LAYERS = env.channel_layers(REDIS_URL)

INSTALLED_APPS = [
    "daphne",
    "accounts",
    "games",
    "lobby",
    "channels",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "bruno_site.security.content_security_policy",
    "bruno_site.files.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "bruno_site.refusals.in_a_sentence",
]

# What a game shows lies with the game, under the game's name.
KIND_FOLDERS = {path.parent.name: path for path in sorted(BASE_DIR.glob("games/rules/*/table"))}

ROOT_URLCONF = "bruno_site.urls"
ASGI_APPLICATION = "bruno_site.asgi.application"
CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "bruno_site.templates.environment",
            "context_processors": CONTEXT_PROCESSORS,
        },
    },
    # The admin's pages.
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
# Collected files (a container) are served under names that change with their content; at home
# they are served straight from where they lie.
COLLECTED = (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not COLLECTED
STORAGES = {
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED or env.flag("COLLECTING", False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
}

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"

# What a game is called here, by what its rules call it.
GAME_NAMES = {"UNO": env.text("UNO_NAME", "UNO")}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BEHIND_TLS = env.flag("BEHIND_TLS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
CSRF_FAILURE_VIEW = "bruno_site.security.csrf_failure"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO").upper()},
}
