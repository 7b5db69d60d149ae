"""UNO: two to six seats, 108 cards; whoever lays the last card, and has said so, wins the round.

The rules are docs/rules/uno.md; comments cite its clauses. This is the public face.
"""

from .actions import Action, parse
from .apply import apply
from .deal import deal
from .imagine import imagine
from .legal import keeps_time, legal_actions
from .meta import META
from .scores import result
from .state import State, new, rests, to_act
from .view import View, view

__all__ = [
    "META",
    "Action",
    "State",
    "View",
    "apply",
    "deal",
    "imagine",
    "keeps_time",
    "legal_actions",
    "new",
    "parse",
    "rests",
    "result",
    "to_act",
    "view",
]
