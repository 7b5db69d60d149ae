from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "lobby"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from accounts.blocks import on_block
        from bruno_site.live.widgets import EVERYWHERE, register

        from .again import Again
        from .notices.bar import Notices
        from .service.blocks import part
        from .talk import opening as opening  # hears of games that are over
        from .talk.panel import Talk

        register(Again.open, "game")
        register(Talk.open, "game")
        register(Talk.open, "room")
        register(Notices.open, EVERYWHERE)
        on_block(part)
