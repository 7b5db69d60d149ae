"""Lowest: two to ten players, up to four cards each, and whoever takes the fewest tricks wins.

The rules are in docs/rules/lowest.md; L-numbers in this package name its clauses.
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
