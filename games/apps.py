from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from .log.guards import lower_guards, raise_guards


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        pre_migrate.connect(lower_guards, sender=self)
        post_migrate.connect(raise_guards, sender=self)
