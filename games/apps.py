from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from .log.guards import GUARDS


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from bruno_site.live.beside import EVERYWHERE, register

        from .history import played as played  # which listens from then on
        from .posted.beside import Announced

        register(Announced.open, EVERYWHERE)
        GUARDS.stand(self)
