"""The configuration of the app “accounts”."""

from django.apps import AppConfig
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _

from .triggers import TRIGGERS


class AccountsConfig(AppConfig):
    """Connects the signal receivers and installs the triggers of this app."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Connect the signal receivers, and have the triggers installed after migrations."""
        from . import login_log, sessions  # noqa: F401  # connects their signal receivers
        from .deleted_people import triggers
        from .older_database import refuse_older_database

        pre_migrate.connect(refuse_older_database, sender=self)  # before triggers are dropped
        TRIGGERS.install(self)
        triggers().install(self)
