from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from .log.triggers import TRIGGERS


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from bruno_site.live.widgets import EVERYWHERE, register

        from . import deleted_people
        from .history import played as played  # which listens from then on
        from .lessons.places import remember
        from .log import renaming
        from .posted.beside import Announced

        user_logged_in.connect(remember, dispatch_uid="lessons")
        register(Announced.open, EVERYWHERE)
        renaming.listen()
        deleted_people.listen()
        TRIGGERS.install(self)
