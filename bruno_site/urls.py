"""The URLs of the site: each app under its own path."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from .health import healthz

handler500 = "bruno_site.core.database_outage.server_error_page"

urlpatterns = [
    path("", include("lobby.urls")),
    path("accounts/", include("accounts.urls")),
    path("games/", include("games.urls")),
    path("learn/", include("games.lessons.urls")),
    path("people/", include("games.history.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("healthz", healthz, name="healthz"),
]
