from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from .guards import GUARDS


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from . import comings, stays  # noqa: F401  # they hear of everybody who logs in
        from .deleted_people import guards

        GUARDS.stand(self)
        guards().stand(self)
