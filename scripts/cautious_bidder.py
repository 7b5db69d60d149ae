"""Briscalone's medium bot, but the more a target was raised, the more it wants to hope for. It
makes auctions shorter, and loses by it (docs/bots.md).

    python -m bench.auctions --level scripts/cautious_bidder.py
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots.briscalone.auction import hope, raised, saying
from games.bots.briscalone.medium import MARGIN, medium
from games.rules.briscalone.actions import Action
from games.rules.briscalone.view import View

DEARER = 0.4  # points for every point of a raise


def choose(view: View, actions: Sequence[Action], rng: Random) -> Action:
    if view.phase != "auction":
        return medium(view, actions, rng)
    return saying(view, actions, lambda offer: hope(view, offer) >= MARGIN + DEARER * raised(offer))
