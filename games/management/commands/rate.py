"""Ratings and histories from the log; ratings for bots."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from ...history.anew import write_all_anew
from ...lab.simulation import meta_of
from ...rules.game import Refused
from ...rules.words import ngettext
from ..evenings import of_bots, play_out, tell_all
from ..progress import shown
from ..sentences import bad_arguments


class Command(BaseCommand):
    help = "Makes ratings and histories again from the games, or lets bots play for a rating."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="again, from the first game on")
        parser.add_argument("--bots", metavar="GAME", help="rated games of bots, as in “bruno”")
        parser.add_argument("--games", type=int, default=100, help="how many the bots play")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"] == bool(options["bots"]):
            raise bad_arguments("What is to be rated is said by either --all or --bots GAME.")
        if options["all"]:
            games = ngettext("%(n)s game", "%(n)s games", write_all_anew())
            self.stdout.write(f"{games} written down and rated anew.")
        else:
            self.let_bots_play(options["bots"], options["games"])

    def let_bots_play(self, kind: str, games: int) -> None:
        try:
            meta_of(kind)
        except Refused as refusal:
            raise bad_arguments(refusal) from refusal
        if games < 1:
            raise bad_arguments("There must be at least one game.")
        luck = Random()
        for _game in shown(range(games), games, sys.stderr):
            play_out(of_bots(kind, luck), luck)
        tell_all()
        played = ngettext("%(n)s game", "%(n)s games", games)
        self.stdout.write(f"{played} of bots played and rated.")
